"""A list: a sheet of constants behind the others, whose columns are names for formulas."""

import pytest
from openpyxl import load_workbook

from xlbuilder.observe.solver import Solver
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

LIST = """
[lists.words]
sheet = "Words"
title = "=Some words"
text = "Choose one."
rows = [["one", 1], ["=two", 22], ["three", 333]]

[lists.words.columns.word]
title = "Word"
comment = "The words."

[lists.words.columns.worth]
title = "Worth"

[cells.chosen]
range = "AS4"
style = "choice"
choices_from = "word"

[cells.found]
range = "AS6"
style = "choice"
formula = '=IF(ISNUMBER(MATCH(chosen,word,0)), INDEX(worth,MATCH(chosen,word,0),1), "none")'
"""


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lists")
    template = folder / "listed.toml"
    template.write_text(f'extends = "ellis"\n{LIST}')
    path = folder / "listed.xlsx"
    build(load(str(template)).template, path)
    return path


def test_it_is_a_sheet_of_its_own(listed):
    book = load_workbook(listed)
    assert book.sheetnames == ["Main", "How it works", "Words"]
    sheet = book["Words"]
    rows = [[cell.value for cell in row] for row in sheet["B1:C7"]]
    assert rows == [
        ["=Some words", None],
        ["Choose one.", None],
        [None, None],
        ["Word", "Worth"],
        ["one", 1],
        ["=two", 22],
        ["three", 333],
    ]
    assert sheet["B6"].data_type == sheet["B1"].data_type == "s"
    assert sheet["B6"].quotePrefix
    assert not sheet["B5"].quotePrefix


def test_its_columns_are_names(listed):
    names = load_workbook(listed).defined_names
    assert names["word"].attr_text == "Words!$B$5:$B$7"
    assert names["worth"].attr_text == "Words!$C$5:$C$7"
    assert names["word"].comment == "The words."


def test_a_drop_down_takes_a_column(listed):
    rules = load_workbook(listed)["Main"].data_validations.dataValidation
    (rule,) = [rule for rule in rules if "AS4" in rule.sqref]
    assert (rule.type, rule.formula1, rule.allowBlank) == ("list", "word", True)


@pytest.mark.parametrize(
    ("chosen", "found"), [("three", 333), ("=two", 22), ("four", "none"), (None, "none")]
)
def test_formulas_look_things_up_in_it(listed, chosen, found):
    solver = Solver(read_workbook(listed), "fast")
    (cell,) = solver.model.area("chosen").cells()
    solver.session.enter(cell, chosen)
    list(solver.session.iterations())
    assert solver.session.read(solver.model.area("found")) == [found]
