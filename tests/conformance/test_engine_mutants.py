"""Engines that are broken on purpose; each must be caught by a micro-workbook."""

import numpy as np
import pytest

from tests.helpers.cases import CASES, play
from tests.helpers.workbooks import cell, saved
from xlbuilder.recalc.engines.fast.codes import BLANK, TEXT
from xlbuilder.recalc.engines.fast.machine import FastMachine
from xlbuilder.recalc.schedule import Reads, Schedule
from xlbuilder.recalc.session import IteratedSession
from xlbuilder.xlsx.calculation import Calculation
from xlbuilder.xlsx.model import read_workbook


class Sound(FastMachine):
    """Not broken: what catches the others must let this one pass."""


class BlankIsText(FastMachine):
    """A blank cell is an empty text to every formula."""

    def iterate(self, order, reads, *rest):
        self.memory.kinds[: self._size][self.memory.kinds[: self._size] == BLANK] = TEXT
        return super().iterate(order, reads, *rest)


class JacobiForGaussSeidel(FastMachine):
    """Cells see the values from before the iteration."""

    def iterate(self, order, _reads, *rest):
        return super().iterate(order, Reads.BEFORE, *rest)


class BackwardsOrder(FastMachine):
    """The last cell comes first."""

    def iterate(self, order, reads, *rest):
        return super().iterate(np.ascontiguousarray(order[::-1]), reads, *rest)


class StaleForgotten(FastMachine):
    """What a typed value changes is not evaluated again."""

    def enter(self, area, value):
        stale = self.formula_cells.stale.copy()
        super().enter(area, value)
        self.formula_cells.stale[:] = stale


class NeverWoken(FastMachine):
    """A cell that rested once rests for ever."""

    def wake(self):
        pass


def session(folder, case, machine, schedule=None, extra=0):
    enabled, count, delta = case.settings
    model = read_workbook(saved(folder, case.cells, case.settings))
    assert model.calculation == Calculation(enabled, count, delta, is_full=True)
    return IteratedSession(model, machine, schedule or Schedule(iterations=count + extra))


MUTANTS = {
    BlankIsText: "blank",
    JacobiForGaussSeidel: "divergent pair",
    BackwardsOrder: "divergent pair",
    StaleForgotten: "latch",
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_broken_machine_is_caught(tmp_path, mutant):
    case = CASES[MUTANTS[mutant]]
    play(session(tmp_path, case, Sound), case, is_silent=False)
    with pytest.raises(AssertionError):
        play(session(tmp_path, case, mutant), case, is_silent=False)


LATE = {"A1": "=IF(B1>6,1,A1)", "B1": "=IF(B1<10,B1+1,B1)"}


def late_after(folder, machine, recalculations):
    """Return A1, which LibreOffice freezes at 0 while B1 still counts."""
    model = read_workbook(saved(folder, LATE, (True, 100, 0.001)))
    one = IteratedSession(model, machine, Schedule.parse(order="freeze"))
    for _ in range(recalculations):
        one.recalculate()
    return one.read(cell("A1"))[0]


def test_a_frozen_cell_wakes_with_the_next_recalculation(tmp_path):
    assert late_after(tmp_path, Sound, 1) == 0.0
    assert late_after(tmp_path, Sound, 2) == 1.0


def test_a_frozen_cell_that_is_never_woken_is_caught(tmp_path):
    assert late_after(tmp_path, NeverWoken, 2) == 0.0
