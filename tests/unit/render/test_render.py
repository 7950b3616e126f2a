"""The command render: its files and its errors."""

import os
import shutil
from xml.etree import ElementTree as ET

import openpyxl
import pytest

from tests.helpers.pictures import PlacesInFile, texts


@pytest.fixture
def book(tmp_path):
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"] = "one", "=1+1"
    book.save(tmp_path / "book.xlsx")
    return "book.xlsx"


def test_render_writes_an_svg_and_says_what_is_missing(run, tmp_path, book):
    done = run("render", book, "--out", "new/Board.SVG", "--width", "500")
    assert (done.returncode, done.stdout) == (0, "new/Board.SVG\n")
    assert done.stderr == "xlbuilder: not calculated yet: open it in Excel, or add --recalculate\n"
    root = ET.parse(tmp_path / "new" / "Board.SVG").getroot()
    assert root.get("width") == "500"
    assert [one.text for one in texts((tmp_path / "new/Board.SVG").read_text())] == ["one"]


@pytest.mark.slow
def test_render_recalculates_first(run, tmp_path, built):
    """The published workbook needs State set to Reset and to Solve."""
    shutil.copy(built("ellis"), tmp_path / "book.xlsx")
    done = run("render", "book.xlsx", "--out", "board.svg", "--recalculate")
    assert (done.returncode, done.stdout, done.stderr) == (0, "board.svg\n", "")
    svg = (tmp_path / "board.svg").read_text()
    places = PlacesInFile(tmp_path / "book.xlsx", svg)
    shown = [places.texts_in(texts(svg), cell) for cell in places.board("sol_board")]
    assert sorted("".join(one.text for (one,) in shown)) == sorted("123456789" * 9)
    state = {"Solve", "Reset"} & {one.text for one in texts(svg)}
    assert state == {"Solve"}  # what was typed is drawn too; the file has Reset


BAD = {
    "book.xlsx --out x.gif": "x.gif: the name of a picture ends in .svg",
    "book.xlsx": "Missing option '--out'",
    "book.xlsx --out x.pdf --width 50": "leave out the width",
    "book.xlsx --out x.svg --width 3": "16<=x<=10000",
    "nowhere.xlsx --out x.svg": "nowhere.xlsx: cannot be read: No such file",
    "book.xlsx --out x.svg --sheet Main": "book.xlsx: has no sheet Main; its sheets are: Sheet",
    "book.xlsx --out folder.svg": "folder.svg: cannot be written",
    "book.xlsx --out /proc/x.svg": "/proc/x.svg: cannot be written",
}


@pytest.mark.parametrize("arguments", BAD)
def test_bad_input_is_one_line_and_leaves_no_file(run, tmp_path, book, arguments):
    assert (tmp_path / book).exists()
    (tmp_path / "no.xlsx").write_text("keep")
    (tmp_path / "folder.svg").mkdir()
    before = sorted(tmp_path.rglob("*"))
    done = run("render", *arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    lines = [line for line in done.stderr.splitlines() if "not calculated yet" not in line]
    assert len(lines) == 1, done.stderr
    assert BAD[arguments] in lines[0]
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "no.xlsx").read_text() == "keep"


@pytest.mark.parametrize("ending", ["png", "pdf"])
def test_without_libreoffice_it_says_what_works(run, tmp_path, book, ending):
    empty = tmp_path / "empty"
    empty.mkdir()
    done = run("render", book, "--out", f"x.{ending}", env={"PATH": str(empty)})
    assert (done.returncode, done.stdout) == (3, "")
    line = done.stderr.splitlines()[-1]
    assert line.startswith("xlbuilder: engine libreoffice is not installed; install LibreOffice")
    assert line.endswith("; a picture in .svg needs no LibreOffice")
    assert not (tmp_path / f"x.{ending}").exists()


def test_a_libreoffice_that_fails_leaves_the_old_picture(run, tmp_path, book):
    """A program of that name which only ends."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "soffice").write_text("#!/bin/sh\nexit 7\n")
    (programs / "soffice").chmod(0o755)
    (tmp_path / "x.png").write_text("old")
    done = run("render", book, "--out", "x.png", env={"PATH": f"{programs}:{os.environ['PATH']}"})
    if done.returncode == 3:
        pytest.skip("needs a Python that has uno")
    assert (done.returncode, done.stdout) == (2, "")
    last = done.stderr.splitlines()[-1]
    assert last.startswith("xlbuilder: book.xlsx: LibreOffice failed: soffice ended with status 7")
    assert (tmp_path / "x.png").read_text() == "old"
