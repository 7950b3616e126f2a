"""A session of an engine that we iterate ourselves: its iterations, and another schedule."""

import openpyxl
import pytest
from workbooks import cell, opened_in, saved

from xlbuilder.formula.area import Area
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook

PAIR = {"A1": "=1+A2", "A2": "=1+A1"}
TEN = (True, 10, 0.001)


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_its_iterations_are_those_of_all_recalculations(tmp_path, engine):
    schedule = Schedule(recalculations=3)
    shown, counted = (opened_in(engine, tmp_path, PAIR, TEN, schedule) for _ in range(2))
    assert shown.shows_iterations
    evaluated = [iteration.evaluated for iteration in shown.iterations()]
    done = counted.recalculate()
    assert (len(evaluated), sum(evaluated)) == (done.iterations, done.evaluations) == (30, 60)
    assert shown.read(cell("A2")) == counted.read(cell("A2")) == [60.0]


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_a_quiet_recalculation_is_the_last(tmp_path, engine):
    schedule = Schedule(recalculations=9)
    session = opened_in(engine, tmp_path, {"A1": "=MIN(A1+1,25)"}, TEN, schedule)
    assert len(list(session.iterations())) == 27  # 10, 10, 6 and the quiet one


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_it_goes_over_to_another_schedule(tmp_path, engine):
    session = opened_in(engine, tmp_path, PAIR, TEN)
    session.recalculate()
    assert session.read(cell("A1")) == [19.0]
    session.follow(Schedule.parse("reversed", "zero"))
    assert session.schedule == Schedule.parse("reversed", "zero")
    session.recalculate()
    assert session.read(cell("A1")) == [20.0]


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_a_sheet_that_no_formula_reads_shows_what_its_file_holds(tmp_path, engine):
    path = saved(tmp_path, PAIR, TEN)
    book = openpyxl.load_workbook(path)
    book.create_sheet("Guide")["B2"] = "read me"
    book.save(path)
    session = open_workbook(engine, read_workbook(path), Schedule())
    session.recalculate()
    assert session.read(Area("Guide", 1, 2, 3, 2)) == [None, "read me", None]
