"""The pages of templates: the required keys, and the strategy that is shown."""

import re
import tomllib

import pytest
from pydantic import BaseModel

import xlbuilder
from tests.helpers.pages import Page
from tests.helpers.places import ROOT
from tests.helpers.sudoku import Sheet
from xlbuilder.sudoku.board import Board
from xlbuilder.template import schema
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

KEYS, TEXT = (
    (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8")
    for name in ("keys.md", "templates.md")
)
FULL_HOUSES = Page("docs/reference/templates.md").files["full_houses.toml"]
HOUSES = ["row", "column", "box"]
TABLES: dict[str, tuple[type[BaseModel], ...]] = {
    "[workbook]": (schema.WorkbookSettings,),
    "[drive]": (schema.TemplateDrive,),
    "[guide]": (schema.GuideTable, schema.GuideSection),
    "[grid.NUMBER]": (schema.GridStep,),
    "[boards.NAME]": (schema.SheetBoard, schema.WholeNumber),
    "[cells.NAME]": (schema.Cell,),
    "[lists.NAME]": (schema.Listing, schema.Column),
    "[names.NAME]": (schema.NamedFormula,),
    "[slots.NAME]": (schema.Slot,),
    "[texts.NAME]": (schema.TextLine,),
    "[styles.NAME]": (schema.Style,),
    "[formats.NAME]": (schema.Format,),
    "[strategy]": (schema.About,),
}


@pytest.mark.parametrize("table", TABLES)
def test_the_required_keys_are_bold(table):
    (row,) = re.findall(rf"^\| `{re.escape(table)}` \|(.*)\|$", KEYS, re.MULTILINE)
    required = {
        key
        for model in TABLES[table]
        for key, field in model.model_fields.items()
        if field.is_required()
    }
    if table in ("[boards.NAME]", "[cells.NAME]"):
        required |= {"range", "size"}
    assert set(re.findall(r"\*\*`(\w+)`\*\*", row)) == required


def test_the_grid_of_the_page_is_that_of_sudoku():
    (block,) = re.findall(r"```toml\n(\[grid\].*?)```", KEYS, re.DOTALL)
    shown = tomllib.loads(block)["grid"]
    assert shown == {n: step.model_dump() for n, step in load("sudoku").template.grid.items()}


@pytest.fixture(scope="module")
def full_houses(tmp_path_factory):
    path = tmp_path_factory.mktemp("full_houses") / "full_houses.toml"
    path.write_text(FULL_HOUSES, encoding="utf-8")
    return load("sudoku", [str(path)]).template


def test_what_the_page_writes_once_is_written_out(full_houses):
    names = full_houses.names
    assert {f"{house}_to_fill" for house in ("row", "column", "box")} < names.keys()
    formula = names["box_to_fill"].formula
    assert f"`{formula}`" in TEXT
    assert names["why_last_in_row"].formula == '="The last digit of its row"'
    assert [name for _, name in full_houses.plugs["places"]][-3:] == [
        "last_in_row",
        "last_in_column",
        "last_in_box",
    ]


@pytest.mark.slow
def test_the_test_of_the_page_is_right(tmp_path):
    path = tmp_path / "full_houses.toml"
    path.write_text(FULL_HOUSES, encoding="utf-8")
    assert xlbuilder.test(path).all_right


@pytest.mark.slow
def test_the_strategy_of_the_page_fills_houses(full_houses, tmp_path, puzzles):
    """A row, a column and a box each lack one digit; in the other puzzle none does at first."""
    build(full_houses, tmp_path / "full_houses.xlsx")
    sheet = Sheet(tmp_path / "full_houses.xlsx")
    solution = puzzles["naked_singles"].solution

    def words(empty):
        digits = [0 if cell in empty else digit for cell, digit in enumerate(solution.digits)]
        sheet.follow("jacobi")
        sheet.solve(Board(tuple(digits)))
        assert sheet.shown() == solution
        return [sheet.read("why_board")[cell] for cell in empty]

    assert set(words([0, 8, 72])) == {f"The last digit of its {house}" for house in HOUSES}
    two_in_each = [0, 1, 9, 10]
    assert not words(two_in_each)[0].startswith("The last digit")
