"""Every command in the documents runs as it is written there."""

import json
import re
import runpy
import shutil
import tomllib
from typing import get_args

import pytest
import yaml
from pydantic import BaseModel

import xlbuilder
from tests.helpers.pages import Page, parsed, run
from tests.helpers.places import ROOT
from tests.helpers.strangers import with_a_switch
from xlbuilder.changes.compare import Aspect, Difference
from xlbuilder.changes.diff import Diff
from xlbuilder.cli import COMMANDS
from xlbuilder.cli.generate import FORMS
from xlbuilder.generation.symmetry import SYMMETRIES
from xlbuilder.proof.cases.verdict import CaseKind, Help
from xlbuilder.proof.report import Report, Tally
from xlbuilder.proof.verify import Verdict
from xlbuilder.recalc.engines import ENGINES
from xlbuilder.recalc.schedule import Recalculation
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template import schema
from xlbuilder.template.locate import shipped, strategies

REFERENCE = ROOT / "docs" / "reference"
CLI = (REFERENCE / "cli.md").read_text(encoding="utf-8")
PUZZLE = "naked_singles"
JOB = ".github/workflows/sudoku.yml"
PROOF = ["verify", "diff"]


@pytest.fixture
def folder(tmp_path, puzzles):
    """A folder with puzzle files of one line, and a workbook of somebody else."""
    for file in ("puzzle.txt", "puzzles.txt"):
        (tmp_path / file).write_text(str(puzzles[PUZZLE].puzzle))
    with_a_switch(tmp_path / "mine.xlsx", puzzles[PUZZLE].puzzle)
    return tmp_path


def lines_of_job(text):
    """Return what the job ``verify`` of a file of GitHub Actions runs."""
    steps = yaml.safe_load(text)["jobs"]["verify"]["steps"]
    assert all(("run" in step) != ("uses" in step) for step in steps)
    return [step["run"] for step in steps if "run" in step]


CIRCLE = {"loan.toml", "loan_cases.toml", ".github/workflows/loan.yml", "test_loan.py"}
READ = [
    ("README.md", {"my_solver.toml"}, 7),
    ("docs/reference/cli.md", set(), 18),
    ("docs/reference/templates.md", {"times.toml", "full_houses.toml"}, 3),
    ("docs/reference/strategies.md", set(), 4),
    ("docs/tutorial/your-workbook.md", {"mine.toml"}, 9),
    ("docs/tutorial/any-circle.md", CIRCLE, 8),
    ("docs/tutorial/rules.md", {"centers.toml"}, 7),
    ("docs/tutorial/a-strategy.md", {"mine.toml", "naked_pairs.toml", "puzzles.txt"}, 7),
]


@pytest.mark.slow
@pytest.mark.parametrize("document", READ, ids=lambda document: document[0])
def test_a_reader_follows_a_document_from_top_to_bottom(folder, document):
    name, files, commands = document
    page = Page(name)
    assert set(page.files) == files
    assert len(page.commands) >= commands
    page.follow(folder)
    for job in (file for file in files if file.endswith(".yml")):
        for line in lines_of_job(page.files[job]):
            for command in parsed(line):
                run(command, folder)


def test_a_command_that_ends_otherwise_is_seen(tmp_path):
    for line in ("xlbuilder engines  # exit code 1: ", "xlbuilder engines  # exit code 0: nine"):
        (command,) = parsed(line)
        with pytest.raises(AssertionError, match="xlbuilder engines"):
            run(command, tmp_path)


@pytest.mark.exhaustive
def test_the_ci_page_runs(folder):
    """The job's lines in order, once for each choice; then the commands of the page."""
    page = Page("docs/tutorial/ci.md")
    assert set(page.files) == {JOB, "test_workbook.py"}
    job = yaml.safe_load(page.files[JOB])["jobs"]["verify"]
    lines = lines_of_job(page.files[JOB])
    assert [line.split()[:2] for line in lines[-2:]] == [["xlbuilder", do] for do in PROOF]
    (folder / "out").mkdir()
    shutil.copy(ROOT / "out" / "sudoku.xlsx", folder / "out")
    for order in job["strategy"]["matrix"]["order"]:
        for line in lines if order == "row-major" else lines[-2:-1]:  # the rest once is enough
            for command in parsed(line.replace("${{ matrix.order }}", order)):
                run(command, folder)
        report = json.loads((folder / "report.json").read_text())
        assert (report["order"], report["solved"]) == (order, 1)
    shutil.copy(strategies()["naked_pairs"], folder / "my_strategy.toml")
    page.follow(folder)


@pytest.mark.slow
def test_the_tests_in_the_page_of_templates_are_right(tmp_path):
    text = (ROOT / "docs" / "reference" / "templates.md").read_text(encoding="utf-8")
    (tests,) = (
        block
        for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
        if block.startswith("[[tests]]")
    )
    shipped_text = strategies()["naked_pairs"].read_text(encoding="utf-8")
    path = tmp_path / "my.toml"
    path.write_text(shipped_text.partition("[[tests]]")[0] + tests, encoding="utf-8")
    report = xlbuilder.test(path)
    assert report.all_right, str(report)
    assert len(report.results) == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_section(command):
    (section,) = re.findall(rf"^## {command}\n(.*?)(?=^## |\Z)", CLI, re.DOTALL | re.MULTILINE)
    assert f"xlbuilder {command}" in section


def test_the_options_in_the_page_of_commands_are_those_of_the_help():
    made = runpy.run_path(str(ROOT / "benchmarks" / "cli_page.py"))["with_options"]
    assert made(CLI) == CLI
    assert made(CLI.replace("Print its size", "Print its age")) == CLI
    assert all(f"`{option}" in CLI for option in ("--with STRATEGY", "--candidates RANGE"))


def test_the_readme_fits_on_two_screens():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 900


def test_every_engine_is_documented():
    text = (ROOT / "docs" / "explanation" / "engines.md").read_text(encoding="utf-8")
    for engine in ENGINES:
        assert f"| `{engine}`" in text


def test_every_template_is_in_the_page_of_commands():
    for name in shipped():
        assert f"`{name}`" in CLI


def test_every_table_and_key_of_a_template_is_documented():
    pages = [REFERENCE / "keys.md", REFERENCE / "templates.md"]  # the latter has those of tests
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    code = "\n".join(re.findall(r"```.*?```|`[^`]*`", text, re.DOTALL))
    tables = {each for each in vars(schema).values() if isinstance(each, type(BaseModel))}
    for table in tables - {schema.Template}:  # which has what only loading fills
        for key in table.model_fields:
            assert re.search(rf"\b{key}\b", code), key


def test_every_word_of_a_status_is_documented():
    text = (ROOT / "docs" / "reference" / "keys.md").read_text(encoding="utf-8")
    for word in get_args(schema.Word):
        assert f"| `{word}` |" in text


def test_every_kind_of_verdict_is_in_the_page_of_commands():
    for kind in Kind:
        assert f"| {kind.value} | `{kind.name.lower()}` |" in CLI


def test_every_kind_and_remedy_of_a_case_and_every_key_of_its_report_is_described(tmp_path):
    page = (ROOT / "docs" / "tutorial" / "any-circle.md").read_text(encoding="utf-8")
    for kind in CaseKind:
        assert f"| {kind.value} | `{kind.name.lower()}` |" in page
    for help_ in Help:
        assert f"`{help_.name.lower()}`" in CLI
    (tmp_path / "c.toml").write_text(
        'needs = ["shared/style"]\n[workbook]\ntitle = "x"\ncalculation = { iterate = true }\n'
        '[cells.a]\nrange = "A2"\nstyle = "helper"\nformula = "=B2/2+1"\n'
        '[cells.b]\nrange = "B2"\nstyle = "helper"\nformula = "=A2"\n'
        "[[tests]]\nshows = { A2 = 2 }\n"
    )
    report = json.loads(xlbuilder.test(tmp_path / "c.toml", start=["zero", "text"]).to_json())
    (verdict,) = report["verdicts"]
    parts = (verdict["runs"][0], verdict["mismatches"][0], verdict["difference"], verdict["remedy"])
    for key in {key for part in (report, verdict, *parts) for key in part}:
        assert f"`{key}`" in CLI + page, key


def test_every_key_of_a_report_and_of_a_diff_is_in_the_page_of_commands():
    board = Board((0,) * 81)
    verdict = Verdict(
        board, Kind.STALLED, board, (Recalculation(1, quiet=True, evaluations=1),), 0.0
    )
    tally = Tally("fast", "row-major", "zero")
    report = json.loads(Report(tally, [verdict], [1]).to_json())
    found = Diff("a", "b", (Difference(Aspect.NAME, "c", "1", "2"),)).to_json()
    for key in {*report, *report["verdicts"][0], *found, *found["differences"][0]}:
        assert f"`{key}`" in CLI, key


def test_the_parts_of_naked_pairs_in_the_page_of_templates_are_the_shipped_ones():
    """What a part leaves out is not compared."""
    text = (REFERENCE / "templates.md").read_text(encoding="utf-8")
    parts = [
        tomllib.loads(block)
        for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
        if 'title = "Naked pairs"' in block or "[boards.pair_board]" in block
    ]
    stored = tomllib.loads(strategies()["naked_pairs"].read_text(encoding="utf-8"))
    board, rules = parts
    assert board["boards"]["pair_board"].items() <= stored["boards"]["pair_board"].items()
    assert rules["strategy"].items() <= stored["strategy"].items()
    (shown,), (rule,) = rules["rules"], stored["rules"]
    assert shown.items() <= rule.items()


def test_every_symmetry_and_form_of_generate_is_described():
    text = (ROOT / "docs" / "reference" / "generate.md").read_text(encoding="utf-8")
    for name in (*SYMMETRIES, *FORMS):
        assert f"`{name}`" in text
