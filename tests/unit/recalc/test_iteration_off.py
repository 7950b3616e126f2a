"""Circular cells while iterative calculation is off, and cells that never rest."""

import pytest

import xlbuilder
from tests.helpers.workbooks import cell, opened_in, saved
from xlbuilder.formula.area import Area
from xlbuilder.recalc.restless import restless, restless_now
from xlbuilder.recalc.schedule import EXCEL
from xlbuilder.xlsx.model import read_workbook

OFF = (False, 100, 0.001)


def warnings(caplog, folder, cells, settings=OFF):
    """Recalculate cells twice; return what was warned of."""
    session = opened_in("fast", folder, cells, settings, EXCEL)
    session.recalculate()
    session.enter(cell("C1"), 7.0)
    session.recalculate()
    return caplog.messages


def test_a_circle_is_named_once(caplog, tmp_path):
    (said,) = warnings(caplog, tmp_path, {"A1": "=0.05*A2", "A2": "=100+A1", "B1": "=A1+C1"})
    assert "iterative calculation is off, and 2 cells are on a circle: Sheet!A1, Sheet!A2;" in said
    assert "turn it on (File, Options, Formulas)" in said


def test_a_workbook_is_warned_of_once(caplog, tmp_path):
    """Each call warned again."""
    book = xlbuilder.open(saved(tmp_path, {"A1": "=0.05*A2", "A2": "=100+A1"}, OFF))
    for _ in range(2):
        list(book.watch(cell="A1"))
        book.render(tmp_path / "x.svg", recalculate=True)
    assert len(caplog.messages) == 1


def test_a_circle_that_is_calculated_or_not_taken_is_left_alone(caplog, tmp_path):
    circle = {"A1": "=0.05*A2", "A2": "=100+A1", "C1": 1}
    assert warnings(caplog, tmp_path, circle, (True, 100, 0.001)) == []
    not_taken = {"A1": "=IF(C1=5,A2,1)", "A2": "=A1+1", "C1": 1}
    assert warnings(caplog, tmp_path, not_taken) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [("watch", "--cell", "A1"), ("show", "--recalculate", "--cells", "A1:A2")],
)
def test_commands_say_it(run, tmp_path, arguments):
    saved(tmp_path, {"A1": "=0.05*A2", "A2": "=100+A1"}, OFF)
    command, *options = arguments
    done = run(command, "book.xlsx", *options)
    assert done.returncode == 0
    assert "book.xlsx: iterative calculation is off, and 2 cells are on a circle" in done.stderr


def test_what_reads_the_time_never_rests_except_on_a_circle(tmp_path):
    cells = {"A1": "=NOW()", "A2": "=A1+1", "A3": "=moment", "B1": "=B2+1", "B2": "=1"}
    cells["C1"] = '=IF(B2=1,IF(C1=0,A1,C1),"")'  # a time stamp
    cells["C2"] = "=A1-C1"
    cells |= {"D1": "=A1+[x", "D2": "=NOW()+"}  # not read: they have to rest
    path = saved(tmp_path, cells, names={"moment": "RAND()"})
    expected = {cell(address) for address in ("A1", "A2", "A3", "C2")}
    assert restless(read_workbook(path)) == expected


ON_PAPER = {"A1": "=IF(C1=1,A2,NOW())", "A2": "=A1+1", "C1": 1}
BEHIND_A_RANGE = {"A1": "=NOW()", "A2": '=INDIRECT("A"&C1)+0', "C1": 3}


@pytest.mark.parametrize(
    ("cells", "typed", "expected"),
    [
        (ON_PAPER, 0.0, "A1 A2"),
        (ON_PAPER, 1.0, ""),
        (BEHIND_A_RANGE, 1.0, "A1 A2"),
        (BEHIND_A_RANGE, 3.0, "A1"),
        # Where the range lies depends on a circle, so nothing is known of it.
        ({"A1": "=NOW()", "A2": "=INDIRECT(B1)+A1", "B1": '="C"&(1-COUNT(B1))'}, 0.0, "A1"),
    ],
)
def test_what_is_typed_says_what_rests(tmp_path, cells, typed, expected):
    book = read_workbook(saved(tmp_path, cells))
    assert restless_now(book, {cell("C1"): typed}) == set(map(cell, expected.split()))


def test_one_cell_on_a_circle_is_one(caplog, tmp_path):
    (text,) = warnings(caplog, tmp_path, {"A1": "=A1+1"})
    assert "1 cell is on a circle: Sheet!A1; it is not calculated" in text


def test_without_such_functions_all_cells_rest(tmp_path):
    path = saved(tmp_path, {"A1": "=OFFSET(B1,0,0)", "A2": "=A1+1"})
    assert restless(read_workbook(path)) == frozenset()


@pytest.mark.program("libreoffice")
@pytest.mark.parametrize(
    "cells", [{"A1": "=NOW()", "A2": "=A1+1"}, ON_PAPER | {"C1": 0}, BEHIND_A_RANGE | {"C1": 1}]
)
def test_libreoffice_comes_to_rest_beside_the_time(tmp_path, cells):
    cells = {**cells, "B1": "=IF(B1<5,B1+1,B1)"}
    session = opened_in("libreoffice", tmp_path, cells, schedule=EXCEL.parse(recalculations=300))
    done = session.recalculate()
    assert (done.quiet, done.iterations < 10) == (True, True)
    assert session.read(Area("Sheet", 1, 2, 1, 2)) == [5.0]


@pytest.mark.program("libreoffice")
def test_a_circle_that_reads_the_time_has_to_rest(tmp_path):
    cells = {"A1": "=IF(C1=1,A2,1)", "A2": "=A1+NOW()", "C1": 0}
    session = opened_in("libreoffice", tmp_path, cells, schedule=EXCEL.parse(recalculations=5))
    assert session.recalculate().quiet
    session.enter(cell("C1"), 1.0)
    assert not session.recalculate().quiet


@pytest.mark.program("libreoffice")
def test_libreoffice_says_that_a_circle_is_not_calculated(caplog, tmp_path):
    opened_in("libreoffice", tmp_path, {"A1": "=A2", "A2": "=100+A1"}, OFF).recalculate()
    assert "2 cells are on a circle: Sheet!A1, Sheet!A2" in caplog.text
