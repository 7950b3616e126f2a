"""The engine formualizer: what it is given, what it gives, and what it refuses."""

import sys
from dataclasses import replace

import pytest

from tests.helpers.workbooks import cell, opened_in, saved
from xlbuilder.errors import EngineError, EngineUnavailableError
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule, Stop
from xlbuilder.xlsx.model import read_workbook

COUNTER = {"A1": "=A1+B1", "B1": 1.0}


def opened(folder, cells, **schedule):
    return opened_in("formualizer", folder, cells, (True, 5, 0.001), Schedule.parse(**schedule))


def read(session, address):
    return session.read(cell(address))[0]


@pytest.mark.parametrize(
    "schedule",
    [
        {"order": "column-major"},
        {"start": "zero"},
        {"start": "text"},
        {"stop": Stop.NUMBERS},
        {"stop": Stop.NEVER},
    ],
    ids=str,
)
def test_other_schedules_are_refused(tmp_path, schedule):
    with pytest.raises(EngineError, match="the engine formualizer goes row by row, starts from"):
        opened(tmp_path, COUNTER, **schedule)


def test_stored_results_are_refused_unless_the_start_is_empty(tmp_path):
    model = read_workbook(saved(tmp_path, COUNTER))
    stored = replace(model, values={**model.values, cell("A1"): 7.0})
    with pytest.raises(EngineError, match="start file"):
        open_workbook("formualizer", stored)
    session = open_workbook("formualizer", stored, Schedule.parse(start="empty", iterations=3))
    session.recalculate()
    assert read(session, "A1") == 3.0


def test_recalculations_and_restart(tmp_path):
    session = opened(tmp_path, COUNTER, iterations=3, recalculations=2)
    assert read(session, "A1") is None
    for _ in range(2):
        session.enter(cell("B1"), 2.0)
        done = session.recalculate()
        assert (done.iterations, done.quiet, read(session, "A1")) == (6, False, 12.0)
        session.restart()
        assert (read(session, "A1"), read(session, "B1")) == (None, 1.0)


def test_it_does_not_show_its_iterations(tmp_path):
    session = opened(tmp_path, COUNTER)
    assert not session.shows_iterations
    session.prepare()
    with pytest.raises(EngineError, match="the engine formualizer does not show its iterations"):
        session.iterations()
    with pytest.raises(EngineError, match="the engine formualizer cannot change its schedule"):
        session.follow(session.schedule)


def test_sheets_keep_the_order_of_their_tabs(tmp_path):
    """Sheet1 is formualizer's own first sheet; a clock shows that Zeta is evaluated before it."""
    import openpyxl  # noqa: PLC0415

    book = openpyxl.Workbook()
    book.active.title = "Zeta"
    book.create_sheet("Sheet1")
    book["Zeta"]["A1"] = "=MAX(Zeta!A1,Sheet1!A1)+1"
    book["Sheet1"]["A1"] = "=MAX(Zeta!A1,Sheet1!A1)+1"
    book.calculation.iterate, book.calculation.iterateCount = True, 1
    book.save(tmp_path / "two.xlsx")
    model = read_workbook(tmp_path / "two.xlsx")
    session = open_workbook("formualizer", model)
    session.recalculate()
    assert [session.read(each) for each in model.formulas] == [[1.0], [2.0]]


@pytest.mark.parametrize("value", [1.5, "x", "", "=1+1", True, None, *ExcelError], ids=str)
def test_values_go_in_and_out(tmp_path, value):
    session = opened(tmp_path, {"A1": "=IF(TRUE,C1)"})
    session.enter(cell("C1"), value)
    session.recalculate()
    shown = 0.0 if value is None else value
    assert (read(session, "C1"), read(session, "A1")) == (value, shown)


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("=PHONETIC(A1)", "Sheet!D9: the engine formualizer lacks the function PHONETIC"),
        ("=SUM(COUNTIF(A1:B2,{1;2}))", "Sheet!D9: the engine formualizer lacks COUNTIF of an arr"),
        ("=SUM(MOD({3;4},2))", "Sheet!D9: the engine formualizer lacks MOD of an array"),
        ("=TRANSPOSE(A1:A3)", "Sheet!D9: gives several values where a cell takes one"),
    ],
)
def test_what_it_lacks_is_named_with_its_cell(tmp_path, formula, message):
    with pytest.raises(EngineError) as error:
        opened(tmp_path, {"A1": 1.0, "A2": 2.0, "D9": formula}).recalculate()
    assert str(error.value).startswith(message)


def test_a_loop_without_iterative_calculation_is_refused(tmp_path):
    session = opened_in("formualizer", tmp_path, COUNTER, (False, 5, 0.001))
    with pytest.raises(EngineError, match="formualizer gives Circ, which is no value of Excel"):
        session.recalculate()


def test_without_the_package_it_is_unavailable(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "formualizer", None)
    with pytest.raises(EngineUnavailableError, match="engine formualizer is not installed"):
        opened(tmp_path, COUNTER)
