"""The stream of events of a run: each cell that shows something else, or for another reason."""

from dataclasses import replace
from pathlib import Path

import pytest

import xlbuilder
from tests.helpers.workbooks import cell, saved
from xlbuilder.drive.drive import Drive, Placed
from xlbuilder.observe.candidates import CANDIDATES
from xlbuilder.observe.events import Events
from xlbuilder.observe.reasons import Reason
from xlbuilder.observe.solver import Solver
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.model import read_workbook

NAMES = {
    "in_board": "Sheet!$A$1:$I$9",
    "sol_board": "Sheet!$K$1:$S$9",
    "why_board": "Sheet!$U$1:$AC$9",
    "state": "Sheet!$A$20",
}

CELLS = {
    "K1": "=MOD(U1,10)",
    "U1": "=IF(U1=0,100915,IF(A21<3,U1,915))",
    "A21": '=IF(state="Go",MIN(A21+1,3),0)',
}
"""R1C1 gets a 5 by a guess, which is sure later."""

DRIVE = Drive(
    input="in_board",
    solution="sol_board",
    placements="why_board",
    steps=[{"state": "Go"}],
    placed=Placed(
        for_good_below=100_000,
        reason_digits=2,
        digits_after=1,
        reasons={9: "guess_here", 91: "singles"},
    ),
)

EMPTY = Board((0,) * 81)

SINGLE = Reason(91, "singles")


@pytest.fixture
def solver(tmp_path):
    model = read_workbook(saved(tmp_path, CELLS, names=NAMES))
    return Solver(replace(model, properties=DRIVE.to_properties()), "fast")


def told(events):
    return [(each.place, each.before, each.after, each.reason, each.is_guess) for each in events]


def test_a_digit_comes_by_a_guess_and_becomes_sure(solver):
    first, *others = Events(solver).run(EMPTY)
    assert (first.step, first.number, first.iteration.moved) == ("state=Go", 1, True)
    assert [told(one.digits) for one in others] == [
        [(0, 0.0, 5.0, SINGLE, True)],
        [],
        [(0, 5.0, 5.0, SINGLE, False)],
        [],
    ]
    sure = others[2].digits[0]
    assert (sure.cell, sure.number, sure.is_change) == (cell("K1"), 915.0, False)


def test_nothing_is_known_before_the_first_iteration(solver):
    first, *_ = Events(solver).run(EMPTY)
    assert [each.place for each in first.digits] == list(range(81))
    assert {each.before for each in first.digits} == {None}
    assert first.marks == first.others == ()


def test_what_was_seen_before_is_no_event(solver):
    events = Events(solver)
    first, *_ = events.run(EMPTY, events.look())
    assert told(first.digits) == [(0, 0.0, 0.0, SINGLE, True)]


def test_other_cells_are_looked_at_when_they_are_asked_for(solver):
    """A placement says itself why."""
    events = Events(solver, solver.model.formulas)
    changed = [told(one.others) for one in events.run(EMPTY, events.look())]
    assert changed == [
        [(0, 0.0, 100915.0, SINGLE, True), (1, 0.0, 1.0, None, False)],
        [(1, 1.0, 2.0, None, False)],
        [(1, 2.0, 3.0, None, False)],
        [(0, 100915.0, 915.0, SINGLE, False)],
        [],
    ]


def test_no_other_module_looks_into_a_run():
    """What iterates a workbook is the stream and what it stands on."""
    package = Path(xlbuilder.__file__).parent
    found = {path for path in package.rglob("*.py") if ".iterations(" in path.read_text("utf-8")}
    above = {
        path.relative_to(package).as_posix() for path in found - {*package.glob("recalc/**/*")}
    }
    assert above == {"observe/events.py", "observe/solver.py"}


@pytest.mark.slow
def test_the_events_of_a_run_laid_on_one_another_are_what_the_boards_show(built, boards):
    solver = Solver(read_workbook(built("sudoku")), "fast")
    digits: dict[int, object] = {}
    marks: dict[int, object] = {}
    for one in Events(solver).run(boards["search_1"]):
        for shown, events in ((digits, one.digits), (marks, one.marks)):
            assert all(each.before == shown.get(each.place) for each in events)
            shown |= {each.place: each.after for each in events}
        assert list(digits.values()) == solver.shown()
        assert [marks[place] for place in range(len(CANDIDATES))] == [*solver.marks().values()]
        assert {each.reason for each in one.marks if each.after == CANDIDATES[each.place][1]} <= {
            None
        }
        assert all(
            each.reason for each in one.marks if isinstance(each.after, float) and each.after < 0
        )
