"""Where Excel takes a rounding error for 0: exactly, as near 0 a comparison may forgive anything.

The values are Excel's, as docs/reference/excel.md says: from Microsoft's help, and measured in
Excel by the project pyOfficeEditor.
"""

import pytest

from tests.helpers.workbooks import cell, opened_in, saved
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook

LEFT = 5.551115123125783e-17
ENDS = {
    "=0.1+0.2-0.3": 0.0,
    "=0.5-0.4-0.1": 0.0,
    "=1.1+2.2-3.3": 0.0,
    "=1.333+1.225-1.333-1.225": 0.0,
    "=A1+A2-A3": 0.0,
    "=A1+A2-0.3": 0.0,
    "=(A1+A2)-(A3)": 0.0,
    "=-(A1+A2)+A3": 0.0,
    "=0.1*3-0.3": 0.0,
    "=1-(1-7*2^-53)": 0.0,
    "=(1-8*2^-53)-1": -8 * 2.0**-53,
    "=(0.1+0.2-0.3)": LEFT,
    "=(A1+A2-A3)": LEFT,
    "=((A1+A2-A3))": LEFT,
    "=+(A1+A2-A3)": LEFT,
    "=1*(A1+A2-A3)": LEFT,
    "=(A1+A2-A3)*1": LEFT,
    "=A1+A2-A3+0": LEFT,
    "=ABS(A1+A2-A3)": LEFT,
    "=IF(TRUE,A1+A2-A3)": LEFT,
    "=IF(A1>0,A1+A2-A3,7)": LEFT,
    "=MAX(0.1+0.2-0.3)": LEFT,
    "=100.1-100-0.1": -5.689893001203927e-15,
    "=10.1-10-0.1": 10.1 - 10 - 0.1,
    "=1E15+0.3-1E15": 0.0,
    "=3-2": 1.0,
    "=0-1E-300": -1e-300,
}
SUMS = {
    "=SUM(0.1,0.2,-0.3)": 0.0,
    "=SUM({0.1,0.2,-0.3})": 0.0,
    "=SUM(A1:A2,-A3)": 0.0,
    "=1*SUM(A1:A2,-A3)": 0.0,
    "=SUM(A1:A2,-A3,1E-20)": LEFT + 1e-20,
    "=AVERAGE(A1:A2,-A3)": 0.0,
    '=SUMIF(A4:A6,"<1")': 0.0,
    "=SUM(A1+A2-A3)": LEFT,
    "=SUMPRODUCT(A4:A6*1)": LEFT,
    "=SUM(1,1E-16,-1)": 0.0,
}
COMPARED = {
    "=0.1+0.2=0.3": True,
    "=0.1+0.2-0.3=0": False,
    "=0.1+0.2-0.3>0": True,
    "=0.1+0.2<>0.3": False,
    "=A1+A2<=A3": True,
    "=SUMPRODUCT((A1:A2+A2:A3={0.3;0.5})*1)": 2.0,
    "=IF(A1*3=A3,1,2)": 1.0,
    "=20*(7.75/24)=SUM(B1:B20)": True,
    "=4.35*100=435": True,
    "=1=1+20*2^-52": True,
    "=1=1+24*2^-52": False,
    "=1=1-4*2^-53": True,
    "=1=1-5*2^-53": False,
}
CELLS: dict[str, float | str] = {"A1": 0.1, "A2": 0.2, "A3": 0.3, "A4": 0.1, "A5": 0.2, "A6": -0.3}
CELLS |= dict.fromkeys([f"B{row}" for row in range(1, 21)], "=7.75/24")


def given(engine, folder, formulas):
    places = {f"D{row}": formula for row, formula in enumerate(formulas, 1)}
    session = opened_in(engine, folder, CELLS | places)
    session.recalculate()
    return {formula: session.read(cell(at))[0] for at, formula in places.items()}


@pytest.mark.parametrize(
    ("engine", "expected"), [("fast", ENDS | SUMS | COMPARED), ("formulas", ENDS | COMPARED)]
)
def test_near_zero(tmp_path, engine, expected):
    found = given(engine, tmp_path, expected)
    wrong = [f"{f}: {found[f]!r}" for f in expected if found[f] != expected[f]]
    assert wrong == []


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_a_name_does_not_end_the_formula_of_the_cell(tmp_path, engine):
    names = {"left": "Sheet!$A$1+Sheet!$A$2-Sheet!$A$3"}
    path = saved(tmp_path, CELLS | {"D1": "=left", "D2": "=left-0"}, names=names)
    session = open_workbook(engine, read_workbook(path))
    session.recalculate()
    assert [session.read(cell(at))[0] for at in ("D1", "D2")] == [LEFT, LEFT]


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_a_circle_stops_where_15_digits_are_reached(tmp_path, engine):
    cells = {"A1": "=IF(A1=0.8,A1,A1+0.1)", "A2": "=IF(A1=0.8,1,0)"}
    schedule = Schedule.parse("row-major", "zero")
    session = opened_in(engine, tmp_path, cells, schedule=schedule)
    session.recalculate()
    assert session.read(cell("A1"))[0] == pytest.approx(0.8)
    assert session.read(cell("A2")) == [1]
