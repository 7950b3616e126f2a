"""The raw parts of a built file, read with zipfile and an XML parser, never with openpyxl."""

from xml.etree import ElementTree

import pytest

from tests.helpers.parts import Parts
from xlbuilder.errors import FormulaError
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build


@pytest.fixture(scope="module")
def parts(built):
    return Parts.of(built("ellis"))


def test_calculation_settings(parts):
    assert parts.workbook.find("{*}calcPr").attrib == {
        "calcId": "191029",
        "calcMode": "auto",
        "fullCalcOnLoad": "1",
        "iterate": "1",
        "iterateCount": "100",
        "iterateDelta": "0.001",
    }


def test_calculation_settings_follow_the_template(edited, tmp_path):
    path = edited(
        'extends = "ellis"\n[workbook]\n'
        "calculation = { iterate = false, max_iterations = 7, max_change = 0.5 }"
    )
    build(load(str(path)).template, tmp_path / "x.xlsx")
    settings = Parts.of(tmp_path / "x.xlsx").workbook.find("{*}calcPr")
    assert settings.get("iterate") == "0"
    assert settings.get("iterateCount") == "7"
    assert settings.get("iterateDelta") == "0.5"


# What Excel stores for a name of each kind: relative references as seen from A1.  Main!A1 entered
# from P4 is 3 rows up and 15 columns left, which from A1 wraps to row 1048576-2 and column 16384-14
# (XEP); entered from D16 it is row 1048576-14 and column 16384-2 (XFB); Main!D4 entered from D16 is
# 12 rows up in the same column.
FROM_P4, FROM_D16 = "Main!XEP1048574", "Main!XFB1048562"

STORED = {
    "in_board": "Main!$D$4:$L$12",
    "state": "Main!$J$14",
    "onetonine": "MOD(COLUMN(Main!A1)-1,3)+1+MOD(ROW(Main!A1)-1,3)*3",
    "sol_row_from_val": f"INDEX(sol_board, INT((ROW({FROM_P4})-1)/3)+1, 0)",
    "in_cell_from_sol": "Main!A1048565",
    "val_bigrow_from_sol": f"INDEX(val_board, ROW({FROM_D16})*3-2, 1)"
    f":INDEX(val_board, ROW({FROM_D16})*3, 27)",
    "array1to9": "ROW(Main!$A$1:$A$9)",
    "single_sol_in_rcb": "CHOOSE(MAX(single_sol_in_row, single_sol_in_col, single_sol_in_box)+1,"
    ' "", 1, 2, 3, 4, 5, 6, 7, 8, 9)',
}


def test_each_name_as_stored(parts):
    template = load("ellis").template
    stored = {entry.get("name"): entry.text for entry in parts.names}
    assert stored.keys() == {*template.names, *template.boards, *template.cells}
    assert stored.items() >= STORED.items()


def test_each_name_has_a_comment_that_excel_takes(parts):
    for entry in parts.names:
        assert 1 <= len(entry.get("comment", "")) <= 255, entry.get("name")


def test_validations(parts):
    found = {entry.get("sqref"): entry for entry in parts.sheet.findall(".//{*}dataValidation")}
    assert set(found) == {"D4:L12", "J14"}
    digits, state = found["D4:L12"], found["J14"]
    assert digits.get("type") == "whole"
    assert [element.text for element in digits] == ["1", "9"]
    assert state.get("type") == "list"
    assert [element.text for element in state if element.text] == ['"Reset,Solve"']
    for entry in found.values():
        assert entry.get("showErrorMessage") == "1"


BOUNDS = """extends = "ellis"
[boards.in_board.whole_number]
max = "={}"
[names.greatest]
formula = "=INDEX(sol_board, ROW()-3, COLUMN()-3)"
[names.called]
inline = true
formula = "=greatest"
"""


def bounds(path):
    return {
        entry.get("sqref"): [element.text for element in entry]
        for entry in Parts.of(path).sheet.findall(".//{*}dataValidation")
        if entry.get("type") == "whole"
    }


@pytest.mark.parametrize(
    ("edition", "cells", "last"),
    [
        ("defined", {"D4:L12"}, "greatest"),
        ("inline", {f"{c}{r}" for r in range(4, 13) for c in "DEFGHIJKL"}, "L24"),
    ],
)
def test_a_bound_may_be_a_formula(edited, tmp_path, edition, cells, last):
    template = load(str(edited(BOUNDS.format("called")))).template
    build(template, tmp_path / "x.xlsx", edition=edition)
    found = bounds(tmp_path / "x.xlsx")
    assert found.keys() == cells
    assert [*found.values()][-1] == ["1", last]


def test_a_bound_that_excel_refuses_is_not_written(edited, tmp_path):
    template = load(str(edited(BOUNDS.format("called" + "+1" * 124)))).template
    with pytest.raises(FormulaError, match="more than 255 characters in D4; move parts of it into"):
        build(template, tmp_path / "x.xlsx")


def test_the_drive_is_a_document_property(parts):
    texts = {
        entry.get("name"): "".join(entry.itertext())
        for entry in ElementTree.fromstring(parts["docProps/custom.xml"])
    }
    assert texts == {
        "xlbuilder input": "in_board",
        "xlbuilder solution": "sol_board",
        "xlbuilder candidates": "val_board",
        "xlbuilder steps": '[{"state": "Reset"}, {"state": "Solve"}]',
        "xlbuilder gone": '{"for_good_above": null, "reason_digits": 0, "unless": {}}',
        "xlbuilder copies": "{}",
    }
