"""Micro-workbooks whose answers are known in closed form; every engine runs every one.

A case is a few cells, the settings of iteration, and steps.  A step enters values, recalculates
once, and expects values of cells; what is expected comes from arithmetic or from an observation of
Excel, never from an engine.
"""

from dataclasses import dataclass, field

import pytest

from tests.helpers.workbooks import cell, saved
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook

ON = (True, 100, 0.001)
# Engines that do not tell their iterations; what they call quiet is their own.
SILENT = {"libreoffice"}


@dataclass(frozen=True)
class CaseStep:
    expect: dict
    enter: dict = field(default_factory=dict)
    iterations: int | None = None
    """How many were used; None where engines may count in their own way."""
    quiet: bool | None = None


@dataclass(frozen=True)
class IterationCase:
    about: str
    cells: dict
    steps: list
    settings: tuple = ON
    names: dict = field(default_factory=dict)
    order: str = "row-major"


_COUNTER = {"A1": "=twice", "A2": "=IF(B1>0,B1,A2+1)", "A3": "=twice", "A4": "=A2*2"}
_TWICE = {"twice": "Sheet!$A$2*2"}

CASES = {
    "divergent pair": IterationCase(
        "1+ each other, ten iterations: in place, the upper cell first (seen in Excel 2013)",
        {"A1": "=1+A2", "A2": "=1+A1"},
        [CaseStep({"A1": 19.0, "A2": 20.0}, iterations=10, quiet=False)],
        (True, 10, 0.001),
    ),
    "resume after the cap": IterationCase(
        "the next recalculation goes on from the values (seen in Excel 2013)",
        {"A1": "=1+A2", "A2": "=1+A1"},
        [CaseStep({"A1": 19.0, "A2": 20.0}), CaseStep({"A1": 39.0, "A2": 40.0})],
        (True, 10, 0.001),
    ),
    "counter": IterationCase(
        "counts the iterations, from 0",
        {"A1": "=A1+1"},
        [CaseStep({"A1": 7.0}, iterations=7, quiet=False)],
        (True, 7, 0.001),
    ),
    "contraction": IterationCase(
        "x/2+10: after n iterations 20-20/2^n, a step below 0.001 at n=15",
        {"A1": "=A1/2+10"},
        [CaseStep({"A1": 20 - 20 / 2**15}, iterations=15, quiet=True)],
    ),
    "two coupled loops": IterationCase(
        "x=(y+40)/4, y=(x+10)/2 solved by hand: x=90/7, y=80/7",
        {"A1": "=(A2+40)/4", "A2": "=(A1+10)/2"},
        [CaseStep({"A1": 90 / 7, "A2": 80 / 7}, quiet=True)],
        (True, 100, 1e-12),
    ),
    "latch": IterationCase(
        "keeps its value until a reset; the comparison ignores case",
        {"A1": "Reset", "B1": '=IF(A1="reset",0,IF(B1=0,C1,B1))', "C1": 5.0},
        [
            CaseStep({"B1": 0.0}),
            CaseStep({"B1": 5.0}, {"A1": "Solve"}),
            CaseStep({"B1": 5.0}, {"C1": 6.0}),
            CaseStep({"B1": 0.0}, {"A1": "RESET"}),
            CaseStep({"B1": 6.0}, {"A1": "Solve"}),
        ],
    ),
    "text cycle": IterationCase(
        "a text that grows to four letters and rests",
        {"A1": '=IF(B1<4,B1+1,B1)&"x"', "B1": "=IF(B1<4,B1+1,B1)"},
        [CaseStep({"A1": "4x", "B1": 4.0}, quiet=True)],
    ),
    "oscillator": IterationCase(
        "1-x never rests and is ended by the cap",
        {"A1": "=1-A1"},
        [CaseStep({"A1": 1.0}, iterations=9, quiet=False)],
        (True, 9, 0.001),
    ),
    "error into a loop": IterationCase(
        "an error that is typed in spreads, and leaves with its cause",
        {"A1": "=IF(C1=0,1/C1,B1)", "B1": "=A1*0+C1", "C1": 0.0},
        [
            CaseStep({"A1": "#DIV/0!", "B1": "#DIV/0!"}),
        ],
    ),
    "error out of a loop": IterationCase(
        "IFERROR ends it",
        {"A1": "=IFERROR(1/B1,5)", "B1": "=A1*0"},
        [CaseStep({"A1": 5.0, "B1": 0.0}, quiet=True)],
    ),
    "a range with its own cell": IterationCase(
        "MAX over itself and a constant",
        {"A1": "=MAX(A1:A3)", "A2": 3.0, "A3": 8.0},
        [
            CaseStep({"A1": 8.0}, quiet=True),
            CaseStep({"A1": 9.0}, {"A3": 9.0}),
            CaseStep({"A1": 9.0}, {"A3": 1.0}),
        ],
    ),
    "number to text": IterationCase(
        'a number that becomes "" and the cell that counts it',
        {
            "A1": '=IF(B1<3,B1,"")',
            "B1": "=IF(B1<3,B1+1,B1)",
            "C1": "=COUNT(A1:A1)+A2*0",
            "A2": "=A2*1",
        },
        [CaseStep({"A1": "", "B1": 3.0, "C1": 0.0}, quiet=True)],
    ),
    "blank": IterationCase(
        'a blank cell is 0 and ""',
        {"A1": '=IF(AND(C1=0,C1=""),1,0)+A1*0', "B1": "=C1+B1*0"},
        [CaseStep({"A1": 1.0, "B1": 0.0}), CaseStep({"A1": 0.0, "B1": 2.0}, {"C1": 2.0})],
    ),
    "chain against the order": IterationCase(
        "five cells, each one behind the one below it",
        {"A1": "=A2", "A2": "=A3", "A3": "=A4", "A4": "=A5", "A5": "=MAX(A5,B1)", "B1": 3.0},
        [CaseStep(dict.fromkeys(("A1", "A2", "A3", "A4", "A5"), 3.0), quiet=True)],
    ),
    "a name read afresh": IterationCase(
        "a counter, doubled by a name and by a formula, above and below it",
        _COUNTER,
        [
            CaseStep({"A2": 4.0}, {"B1": 4.0}),
            CaseStep({"A1": 16.0, "A2": 9.0, "A3": 18.0, "A4": 18.0}, {"B1": None}, iterations=5),
        ],
        (True, 5, 0.001),
        _TWICE,
    ),
    "a remembered name": IterationCase(
        "the same: a program that computes a name once a recalculation, from 4 on (seen in one)",
        _COUNTER,
        [
            CaseStep({"A2": 4.0}, {"B1": 4.0}),
            CaseStep({"A1": 8.0, "A2": 9.0, "A3": 8.0, "A4": 18.0}, {"B1": None}, iterations=5),
            CaseStep({"A1": 18.0, "A2": 14.0, "A3": 18.0, "A4": 28.0}, iterations=5),
        ],
        (True, 5, 0.001),
        _TWICE,
        "remembered",
    ),
    "a circle on paper": IterationCase(
        "without iteration, cells that come to read no circular cell have a value",
        {"A1": 1.0, "B1": "=IF(A1=1,5,C1)", "C1": "=IF(A1=1,B1+1,7)", "D1": "=C1*10"},
        [
            CaseStep({"B1": 5.0, "C1": 6.0, "D1": 60.0}, quiet=True),
            CaseStep({"B1": 7.0, "C1": 7.0, "D1": 70.0}, {"A1": 2.0}, quiet=True),
        ],
        (False, 100, 0.001),
    ),
    "an array of one": IterationCase(
        "INDEX of ROW() in a name: fit for COUNT, an error in arithmetic; SUM(ROW()) is a number",
        {
            "A2": "=COUNT(here)+A2*0",
            "B2": "=IFERROR(one_more,-1)+B2*0",
            "C2": "=one_more_here+C2*0",
            "A8": 5.0,
            "B8": 6.0,
            "C8": 7.0,
        },
        [CaseStep({"A2": 1.0, "B2": -1.0, "C2": 8.0}, quiet=True)],
        names={
            "here": "INDEX(Sheet!$A$7:$C$9,ROW(),COLUMN())",
            "one_more": "here+1",
            "one_more_here": "INDEX(Sheet!$A$7:$C$9,SUM(ROW()),SUM(COLUMN()))+1",
        },
        order="arrays-of-one",
    ),
    "an IF over an array": IterationCase(
        "IF over an array: an error, in a name and in SUMPRODUCT; a product is none",
        {
            "A2": "=IFERROR(SUMPRODUCT(through_if),-1)+A2*0",
            "B2": "=IFERROR(SUMPRODUCT(IF(Sheet!$A$7:$C$7>5,1,0)),-1)+B2*0",
            "C2": "=SUMPRODUCT(as_product)+C2*0",
            "A7": 5.0,
            "B7": 6.0,
            "C7": 7.0,
        },
        [CaseStep({"A2": -1.0, "B2": -1.0, "C2": 26.0}, quiet=True)],
        names={
            "through_if": "IF(SUM(ROW())>0,Sheet!$A$7:$C$7*2)",
            "as_product": "(Sheet!$A$7:$C$7>5)*Sheet!$A$7:$C$7*2",
        },
        order="ordinary",
    ),
}


def opened(engine, folder, case):
    path = saved(folder, case.cells, case.settings, case.names)
    return open_workbook(engine, read_workbook(path), Schedule.parse(order=case.order))


def play(session, case, *, is_silent):
    for step in case.steps:
        for address, value in step.enter.items():
            session.enter(cell(address), value)
        done = session.recalculate()
        for address, expected in step.expect.items():
            (found,) = session.read(cell(address))
            shown = found if isinstance(found, (float, str)) or found is None else str(found)
            if isinstance(expected, float):
                assert shown == pytest.approx(expected, rel=1e-12, abs=0), address
            else:
                assert shown == expected, address
        if step.iterations is not None and not is_silent:
            assert done.iterations == step.iterations
        if step.quiet is not None and not is_silent:
            assert done.quiet == step.quiet
