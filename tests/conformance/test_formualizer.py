"""The package formualizer, which iterates by itself, agrees with our own engine on ellis."""

import pytest

from tests.helpers.cost import by_cost
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook


@pytest.fixture(scope="module")
def model(built):
    return read_workbook(built("ellis"))


@pytest.fixture(scope="module")
def sessions(model):
    return [
        open_workbook(engine, model, Schedule.parse(start="empty"))
        for engine in ("fast", "formualizer")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", by_cost(["column_or_box", "beyond_singles"], 0, 1))
def test_every_cell_and_the_iterations(model, sessions, puzzles, name):
    for session in sessions:
        session.restart()
        digits = puzzles[name].puzzle.digits
        for at, digit in zip(model.area("in_board").cells(), digits, strict=True):
            session.enter(at, float(digit) if digit else None)
    for state in ("Reset", "Solve"):
        for session in sessions:
            session.enter(model.area("state"), state)
        ours, theirs = (session.recalculate() for session in sessions)
        assert ours.quiet
        assert theirs.quiet
        for at in model.formulas:
            ((mine,), (his,)) = (session.read(at) for session in sessions)
            assert (type(mine), mine) == (type(his), his), at
        if state == "Solve":
            assert ours.iterations == theirs.iterations
        else:  # no loop is live, and formualizer needs no second iteration to see that
            assert (ours.iterations, theirs.iterations) == (2, 1)
