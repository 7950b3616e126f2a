"""CONTRIBUTING.md, the lists of pages and programs, and the tools that they speak of agree."""

import importlib.util
import re
import tomllib

import pytest
import yaml

from tests.helpers.places import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
INDEX = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
BENCHMARKS = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
RESULTS = sorted((ROOT / "docs" / "results").glob("*.md"))


def loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_of_the_house_is_the_one_that_imports_are_tested_by():
    (picture,) = re.findall(r"```mermaid\nflowchart TD\n(.*?)```", PAGE, re.DOTALL)
    arrows = [
        [set(rooms.split(" & ")) for rooms in line.strip().split(" --> ")]
        for line in picture.splitlines()
    ]
    below, above = map(list, zip(*arrows, strict=True))
    assert below[1:] == above[:-1]
    rooms = loaded(ROOT / "tests" / "unit" / "test_imports.py").ROOMS
    assert [below[0], *above, {"__main__"}] == rooms


def test_every_room_is_in_the_tree():
    (tree,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    for path in (ROOT / "xlbuilder").iterdir():
        if path.is_dir() and (path / "__init__.py").exists():
            assert re.search(rf"^  {path.name}/ +\w", tree, re.MULTILINE), path.name
    for top in ("tests", "docs", "templates", "benchmarks"):
        assert re.search(rf"^{top}/", tree, re.MULTILINE)
    for path in (ROOT / "tests").iterdir():
        if path.is_dir() and path.name != "__pycache__":
            assert re.search(rf"^  {path.name}/ +\w", tree, re.MULTILINE), path.name


def test_every_session_of_nox_is_in_the_table():
    noxfile = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    sessions = re.findall(r"^@nox\.session.*\ndef (\w+)", noxfile, re.MULTILINE)
    assert len(sessions) > 5
    for session in sessions:
        assert f"| `nox -s {session}` |" in PAGE


def test_pre_commit_has_the_ruff_that_the_project_has():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (pinned,) = [
        each.partition("==")[2]
        for each in project["optional-dependencies"]["dev"]
        if each.startswith("ruff")
    ]
    repos = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert [each["rev"] for each in repos if "ruff" in each["repo"]] == [f"v{pinned}"]


def test_the_workflow_calls_the_gate_with_pinned_actions():
    job = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())["jobs"]["run"]
    steps = job["steps"]
    assert steps[-1]["run"].endswith("bash .ci/run")
    used = [step["uses"] for step in steps if "uses" in step]
    assert used
    for action in used:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*/*.md")), ids=lambda page: page.name)
def test_every_page_is_in_the_index(page):
    assert f"]({page.parent.name}/{page.name})" in INDEX


@pytest.mark.parametrize("page", RESULTS, ids=lambda page: page.name)
def test_a_page_of_results_begins_with_the_command_that_printed_it(page):
    """After the title: indented lines, the last of which runs a program of the project."""
    _, command, *_ = page.read_text(encoding="utf-8").split("\n\n")
    assert all(line.startswith("    ") for line in command.splitlines())
    (program,) = re.findall(r"python ((?:benchmarks|tests)/[\w/]+\.py)\b", command)
    assert program.removeprefix("benchmarks/") in BENCHMARKS
    assert f"(../docs/results/{page.name})" in BENCHMARKS


def test_every_benchmark_is_in_the_table():
    programs = [
        path for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text()
    ]
    assert len(programs) > 10
    for path in programs:
        assert f"| `{path.name}" in BENCHMARKS
