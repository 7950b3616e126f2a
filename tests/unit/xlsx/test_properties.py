"""Where the puzzle is, stored in a workbook that somebody else built."""

import zipfile

import openpyxl
import pytest
from openpyxl.packaging.custom import StringProperty

from tests.helpers.command import LINE
from tests.helpers.strangers import INPUT, SOLUTION, with_a_switch
from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import driven
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.model import read_workbook


def with_a_property_of_its_own(path):
    book = openpyxl.load_workbook(path)
    own = book.custom_doc_props  # type: ignore[attr-defined]  # not in the stubs
    own.append(StringProperty(name="Mine", value="mine"))
    book.save(path)


@pytest.mark.parametrize("has_properties", [False, True])
def test_the_workbook_says_it_itself_and_stays_as_it_was(run, tmp_path, has_properties):
    mine, other = tmp_path / "mine.xlsx", tmp_path / "other.xlsx"
    with_a_switch(mine, read_puzzle(LINE, "LINE"))
    if has_properties:
        with_a_property_of_its_own(mine)
    keys = [f'input = "{INPUT}"', f'solution = "{SOLUTION}"', 'steps = [{ V6 = "Reset" }]']
    (tmp_path / "d.toml").write_text("\n".join(keys))
    done = run("drive", "mine.xlsx", "--drive", "d.toml", "--save-as", "other.xlsx")
    assert (done.returncode, done.stdout) == (0, "other.xlsx\n"), done.stderr
    says = Boards.of(driven(read_workbook(mine), tmp_path / "d.toml")).drive
    found = read_workbook(other)
    assert Boards.of(found).drive == says
    assert found.properties.get("Mine") == read_workbook(mine).properties.get("Mine")
    with zipfile.ZipFile(mine) as one, zipfile.ZipFile(other) as two:
        names = {name for name in one.namelist() if one.read(name) != two.read(name)}
    assert names <= {"[Content_Types].xml", "_rels/.rels", "docProps/custom.xml"}


def test_what_is_proposed_is_stored_too(run, tmp_path):
    with_a_switch(tmp_path / "mine.xlsx", read_puzzle(LINE, "LINE"))
    done = run("drive", "mine.xlsx", "--save-as", "other.xlsx")
    assert (done.returncode, done.stdout) == (0, "other.xlsx\n"), done.stderr
    assert "Solution" in run("show", "other.xlsx").stdout
    done = run("drive", "mine.xlsx", "--drive", "d.toml")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
