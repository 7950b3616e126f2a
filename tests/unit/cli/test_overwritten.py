"""No command writes a file that it reads, under whatever name, and none writes one file twice."""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import click
import pytest

import xlbuilder
from tests.helpers.command import LINE, OWN_STRATEGY, refused
from tests.helpers.strangers import with_a_switch
from xlbuilder import files
from xlbuilder.cli import COMMANDS, cli
from xlbuilder.errors import WorkbookError
from xlbuilder.sudoku.reading import read_puzzle

# What each option that writes a file may write over: what the command reads too.
CALLS = {
    ("build", "--out"): ["build", "mine.toml", "--puzzle", "p.txt", "--no-values"],
    ("diff", "--html"): ["diff", "mine.toml", "ellis"],
    ("generate", "--out"): ["generate", "--template", "mine.toml", "--details", "--workers", "1"],
    ("render", "--out"): ["render", "mine.xlsx", "--drive", "drive.toml", "--recalculate"],
    ("test", "--report"): ["test", "mine.toml"],
    ("try", "--needed"): ["try", "own.toml", "--base", "mine.toml", "--puzzles", "p.txt"],
    ("try", "--html"): ["try", "own.toml", "--base", "mine.toml", "--puzzles", "p.txt"],
    ("verify", "--report"): ["verify", "mine.xlsx", "--drive", "drive.toml", "--puzzles", "p.txt"],
    ("watch", "--html"): ["watch", "mine.xlsx", "--drive", "drive.toml", "--puzzle", "p.txt"],
}
KEEPS = {
    ("copy", "--out"): ["copy", "naked_pairs"],
    ("drive", "--out"): ["drive", "mine.xlsx"],
    ("drive", "--save-as"): ["drive", "mine.xlsx"],
    ("extract", "--out"): ["extract", "mine.xlsx"],
}
"""They write over no file at all."""
ENDINGS = {"build": ".xlsx", "render": ".svg", "drive --save-as": ".xlsx"}

READ = [
    (call, read)
    for call, words in CALLS.items()
    for read in ("p.txt", "own.toml", "mine.toml", "base.toml", "drive.toml", "mine.xlsx")
    if read in words or (read == "base.toml" and "mine.toml" in words)
]


@pytest.fixture
def folder(tmp_path):
    """Fill the folder of the test with what commands read; mine.toml extends base.toml."""
    (tmp_path / "p.txt").write_text(LINE)
    (tmp_path / "own.toml").write_text(OWN_STRATEGY)
    (tmp_path / "base.toml").write_text('extends = "bare"\n')
    (tmp_path / "mine.toml").write_text('extends = "base.toml"\n')
    (tmp_path / "drive.toml").write_text('input = "B2:J10"\nsolution = "L2:T10"\n')
    with_a_switch(tmp_path / "mine.xlsx", read_puzzle(LINE, "LINE"))
    return tmp_path


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def outputs():
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option) and isinstance(option.type, click.Path):
                yield name, option


def test_all_options_that_write_are_here():
    assert {(name, option.opts[0]) for name, option in outputs()} == {*CALLS, *KEEPS}


def test_the_help_says_what_becomes_of_a_file_that_is_there():
    for name, option in outputs():
        found = "is replaced" if (name, option.opts[0]) in CALLS else "is refused"
        assert (option.help or "").endswith(f"A file that is there {found}."), (name, option)


@pytest.mark.parametrize(("call", "read"), READ)
def test_what_is_read_is_not_written(run, folder, call, read):
    command, option = call
    before = contents(folder)
    link = folder / f"link{ENDINGS.get(command, '')}"
    os.link(folder / read, link)
    done = run(*CALLS[call], option, link.name)
    refused(done, f"{link.name}: is the same file as ", read, "give the output another name")
    link.unlink()
    assert contents(folder) == before


@pytest.mark.parametrize("spelling", ["p.txt", "./p.txt", "x/../p.txt", "symbolic.txt", "{full}"])
def test_a_file_has_many_names(run, folder, spelling):
    (folder / "x").mkdir()
    (folder / "symbolic.txt").symlink_to("p.txt")
    out = spelling.format(full=folder / "p.txt")
    done = run(*CALLS["verify", "--report"], "--report", out)
    refused(done, f"{Path(out)}: is ", "read too")
    assert (folder / "p.txt").read_text() == LINE


@pytest.mark.slow
def test_a_report_replaces_nothing_that_the_workbook_was_built_from(run, folder):
    """The line about what was changed reads it, once the report is written."""
    out = ("--no-values", "--out", "built.xlsx")
    assert run("build", "mine.toml", "--with", "own.toml", *out).returncode == 0
    before = contents(folder)
    for read in ("mine.toml", "base.toml", "own.toml"):
        done = run("verify", "built.xlsx", "--puzzles", "p.txt", "--report", read)
        refused(done, f"{read}: is read too; give the output another name")
    assert contents(folder) == before


@pytest.mark.parametrize("call", KEEPS)
def test_what_people_go_on_with_is_kept(run, folder, call):
    name = "there.xlsx" if call[1] == "--save-as" else "there.toml"
    (folder / name).write_text("old")
    refused(run(*KEEPS[call], call[1], name), f"{name}: is there already")
    assert (folder / name).read_text() == "old"


@pytest.mark.parametrize("is_there", [True, False])
def test_two_outputs_are_two_files(run, folder, is_there):
    if is_there:
        (folder / "out.html").write_text("old")
    (folder / "symbolic.html").symlink_to("out.html")
    for other in ("out.html", "./out.html", "symbolic.html"):
        done = run(*CALLS["try", "--html"], "--needed", "out.html", "--html", other)
        refused(done, "--needed and --html are one file")


def test_capitals_make_no_other_file_where_the_system_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "samefile", lambda *_: True)
    assert files.would_be_one(tmp_path / "A.html", tmp_path / "a.html")
    monkeypatch.undo()
    assert not files.would_be_one(tmp_path / "A.html", tmp_path / "a.html")


@pytest.mark.slow
def test_standard_streams_are_files_too(folder):
    puzzles = folder / "p.txt"
    program = [sys.executable, "-m", "xlbuilder"]
    start = partial(subprocess.run, cwd=folder, stderr=subprocess.PIPE, text=True, check=False)
    verify = ["verify", "mine.xlsx", "--drive", "drive.toml"]
    with puzzles.open() as stdin:
        done = start([*program, *verify, "--puzzles", "-", "--report", "p.txt"], stdin=stdin)
    line = "xlbuilder: p.txt: is the same file as standard input, which is read too"
    assert (done.returncode, done.stderr) == (2, f"{line}; give the output another name\n")
    with puzzles.open("a") as stdout:
        done = start([*program, *verify, "--puzzles", "p.txt"], stdout=stdout)
    line = "xlbuilder: standard output: is the same file as p.txt, which is read too"
    assert (done.returncode, done.stderr) == (2, f"{line}; give the output another name\n")
    assert puzzles.read_text() == LINE


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_an_output_that_is_no_file_is_not_compared(run):
    done = run(*CALLS["diff", "--html"], "--html", "/dev/null")
    assert done.returncode == 1, done.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_the_calls_of_python_refuse_it_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("link.html").hardlink_to("p.txt")
    Path("link.xlsx").hardlink_to("base.toml")
    Path("link.svg").hardlink_to("mine.xlsx")
    drive = {"input": "B2:J10", "solution": "L2:T10"}
    book = xlbuilder.open("mine.xlsx", drive)
    template = xlbuilder.load("mine.toml")
    calls = [
        lambda: book.replay("link.html", "p.txt"),
        lambda: book.render("link.svg"),
        lambda: template.build("link.xlsx", values=False),
    ]
    for call in calls:
        with pytest.raises(WorkbookError, match=r"is the same file as .*, which is read too"):
            call()
    assert template.build("new.xlsx", values=False) == template.build("new.xlsx", values=False)


def test_only_a_few_modules_open_files():
    """Who opens a file to read it says so, and it is not written over."""
    package = Path(xlbuilder.__file__).parent
    reads = re.compile(r'open\("r?b?"\)|read_bytes\(\)|read_text\(')
    known = {
        "files.py": "opens them for all",
        "changes/strategy_file.py": "a file that was read before",
        "formula/parse.py": "a part of the package",
        "render/replay_page.py": "a part of the package",
        "recalc/engines/fast/compiler.py": "the package",
        "recalc/engines/libreoffice_bridge.py": "in a folder of its own",
        "cli/drive.py": "a file that was read before",
        "api/template.py": "a strategy that comes with xlbuilder",
        "pytest_plugin.py": "writes nothing",
    }
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if reads.search(path.read_text())
    }
    assert found == known.keys()
