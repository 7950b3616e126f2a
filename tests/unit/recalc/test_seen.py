"""The engine fast evaluates a cell again only when something changed that it came to read."""

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.workbooks import cell, opened_in, saved
from xlbuilder.formula.values import ExcelError
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.engines.fast import texts
from xlbuilder.recalc.engines.fast.gradual import compiled_iteration, plain_iteration
from xlbuilder.recalc.engines.fast.machine import FastMachine
from xlbuilder.recalc.schedule import EXCEL, Schedule
from xlbuilder.recalc.session import IteratedSession
from xlbuilder.xlsx.model import read_workbook

NAMES = ["row-major", "jacobi", "subset:1", "freeze", "remembered", "arrays-of-one", "lagged:1"]
MOST = 25
"""Iterations that are compared."""


class ReadsAll(FastMachine):
    """Evaluates a cell when anything changed that its formula could read."""

    def __init__(self, program):
        super().__init__(program, compiled_iteration())
        self.formula_cells.through[:] = -1


class ReadsNothing(FastMachine):
    """Evaluates no cell again, whatever changed."""

    def __init__(self, program):
        super().__init__(program)
        self.formula_cells.through[:] = 0


def states(model, machine, order, puzzle):
    """Yield what each iteration did, and the values of all formula cells after it."""
    solver = Solver(model, "fast")
    solver.session = IteratedSession(model, machine, Schedule.parse(order))
    for number, (_, _, done) in enumerate(solver.iterations(puzzle)):
        values = [solver.session.read(area)[0] for area in model.formulas]
        yield done, (done.moved, done.changed, values)
        if number == MOST:
            return


@pytest.mark.parametrize("order", by_cost(NAMES, 0, 2))
def test_each_iteration_is_the_same_as_if_everything_counted(built, puzzles, order):
    model, puzzle = read_workbook(built("sudoku", "-search")), puzzles["column_or_box"].puzzle
    pairs = zip(
        states(model, lambda program: FastMachine(program, compiled_iteration()), order, puzzle),
        states(model, ReadsAll, order, puzzle),
        strict=True,
    )
    evaluated = 0
    every = 0
    for (done, state), (done_by_all, state_of_all) in pairs:
        assert state == state_of_all
        evaluated, every = evaluated + done.evaluated, every + done_by_all.evaluated
    assert evaluated <= every
    assert order != "row-major" or evaluated < 0.7 * every


# C1 stands behind the branch of A1 that is not taken.
BRANCHES = {"A1": "=IF(B1>0,C1,D1)", "C1": "=E1*2", "D1": "=E2*3", "B1": 1, "E1": 5, "E2": 7}


def test_what_stands_behind_the_other_branch_does_not_count(tmp_path):
    session = opened_in("fast", tmp_path, BRANCHES)
    session.recalculate()
    session.enter(cell("E2"), 8.0)
    assert session.recalculate().evaluations == 1  # D1, and not A1
    session.enter(cell("B1"), 0.0)
    assert session.recalculate().evaluations == 1
    assert session.read(cell("A1")) == [24.0]
    session.enter(cell("E2"), 9.0)
    assert session.recalculate().evaluations == 2
    assert session.read(cell("A1")) == [27.0]
    session.enter(cell("E1"), 6.0)
    assert session.recalculate().evaluations == 1


def test_a_machine_that_looks_at_nothing_is_caught(tmp_path):
    model = read_workbook(saved(tmp_path, BRANCHES))
    session = IteratedSession(model, ReadsNothing, EXCEL)
    session.recalculate()
    session.enter(cell("E1"), 6.0)
    session.recalculate()
    assert session.read(cell("A1")) == [10.0]


# The error of A1 does not change when what it has not read does; it rests all the same.
RESTING = {"A1": '=IF(B1=0,"x"*1,C1)', "B1": "=IF(C1>2,1,B1)", "C1": "=MIN(C1+1,5)"}


def test_an_error_rests_in_the_first_iteration_although_it_is_not_evaluated_again(tmp_path):
    model = read_workbook(saved(tmp_path, RESTING, (True, 4, 0.001)))
    shown: list[list] = []
    for machine in (FastMachine, ReadsAll):
        session = IteratedSession(model, machine, Schedule.parse("freeze"))
        shown.append([])
        for _ in range(3):
            for _ in session.iterations():
                shown[-1].append([session.read(each)[0] for each in model.formulas])
    assert shown[0] == shown[1]
    assert ExcelError.VALUE in shown[0][0]


def test_a_formula_with_more_areas_than_there_are_bits(tmp_path):
    """All behind the last bit share it."""
    terms = "+".join(f"IF($A$1={number},B{number},0)" for number in range(1, 81))
    cells: dict[str, object] = {f"B{number}": f"=C{number}" for number in range(1, 81)}
    cells |= {f"C{number}": number for number in range(1, 81)}
    session = opened_in("fast", tmp_path, {"A1": 70, "D1": f"={terms}", **cells})
    session.recalculate()
    assert session.read(cell("D1")) == [70.0]
    for changed, shown in ((3, 70.0), (70, 1000.0), (75, 1000.0)):
        session.enter(cell(f"C{changed}"), 1000.0)
        session.recalculate()
        assert session.read(cell("D1")) == [shown]


# A condition that is itself an IF leads straight on, an error out of its middle too.
CONDITIONS = {
    "IF(IF(A1,A2,A4),1,2)": 2.0,
    "IF(IF(A2,A1,A4),1,2)": ExcelError.NA,
    "IF(IF(A3,1,0),1,2)": ExcelError.VALUE,
    "IF(IF(A1>0,TRUE,A4),1,2)": 1.0,
    "IF(IF(A1>1,A4),1,2)": 2.0,
    "IF(IF(A1=2,TRUE,A5),1,2)": 2.0,
    "IF(A4=1,1,2)": ExcelError.NA,
    'IF(A3="X",1,2)': 1.0,
    'IF(A5=0,IF(A5="",A5,9),3)': 0.0,
    "SUM(IF(IF(A1,A6),5),IF(A2,1))": 5.0,
    'IF(IF(A4,1,2),1,2)&""': ExcelError.NA,
    'IF(IF(IF(A6,A2,A1)=0,IF(A2,A4,A1),A4),"yes","no")&1': "yes1",
    "SUMPRODUCT(IF(MATCH({1;5},B1:B3)>1,10,1))": 11.0,
    "SUMPRODUCT(IF(COUNTIF(B1:B3,{1;5;7})>0,10,1))": 21.0,
    "IF(A1,IF(A2,1))": False,
}


@pytest.mark.parametrize("run", [plain_iteration, compiled_iteration()])
def test_conditions_of_conditions(tmp_path, run):
    cells = {"A1": 1, "A2": 0, "A3": "x", "A4": "=NA()", "A6": True, "B1": 1, "B2": 5, "B3": 9}
    cells |= {f"D{row}": f"={formula}" for row, formula in enumerate(CONDITIONS, 1)}
    model = read_workbook(saved(tmp_path, cells))
    session = IteratedSession(model, lambda program: FastMachine(program, run), EXCEL)
    session.recalculate()
    found = [session.read(cell(f"D{row}"))[0] for row in range(1, len(CONDITIONS) + 1)]
    assert dict(zip(CONDITIONS, found, strict=True)) == CONDITIONS


def test_texts_are_forgotten_before_they_fill_the_pool(tmp_path, monkeypatch):
    model = read_workbook(saved(tmp_path, {"A1": '="text "&B1', "B1": 0}))
    machines = []
    session = IteratedSession(
        model, lambda program: machines.append(FastMachine(program)) or machines[0], EXCEL
    )
    kept = []
    for limit in (texts.MAX_TEXTS, 40):
        monkeypatch.setattr(texts, "MAX_TEXTS", limit)
        for number in range(60):
            session.restart()
            session.enter(cell("B1"), float(number))
            session.recalculate()
            assert session.read(cell("A1")) == [f"text {number}"]
        kept.append(int(machines[0].pool.used[texts.TEXTS_USED]))
    assert kept[0] > 100
    assert kept[1] < 30
