"""Orders of evaluation: every plausible way to take the circular cells through an iteration.

Excel's own order is not documented.  Each of ``choices.ORDERS`` is one reading of what is known
of Excel, LibreOffice and others, except ``lagged``: a bound beyond them, as a formula may see two
values of one cell there.  A workbook that is right under all others does not depend on the order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.element import place_in_array
from xlbuilder.recalc.choices import Order
from xlbuilder.recalc.circles import circular
from xlbuilder.recalc.program import Program
from xlbuilder.recalc.schedule import Reads

Cells = NDArray[np.int32]
"""Formula cells by their place in ``Program.members``."""


@dataclass(frozen=True)
class Plan:
    """How one iteration goes."""

    cells: Cells
    reads: Reads = Reads.IN_PLACE
    freeze: bool = False
    """A cell that did not change is left alone until the next recalculation (LibreOffice)."""
    partial: bool = False
    """It leaves cells out, so an iteration without change proves nothing."""
    seed: int = 0
    """Which references are lagged."""
    first: Cells | None = None
    """The cells instead, if it is the first iteration of a recalculation."""

    @property
    def proof(self) -> int:
        """Iterations in a row without change that prove the workbook at rest."""
        return 3 if self.reads is Reads.LAGGED else 1


def plans(order: Order, loop: "Loop") -> Iterator[Plan]:
    """Yield the plan of each iteration, without end, for the circular cells of a workbook.

    The same order gives the same plans.  Raises EngineError for an order that is not in ORDERS.
    """
    kind = order.name
    random = np.random.default_rng(order.seed or 0)
    fixed: dict[str, Cells] = {
        "row-major": loop.rows,
        "column-major": loop.columns,
        "reversed": loop.rows[::-1],
        "reversed-column-major": loop.columns[::-1],
        "jacobi": loop.rows,
        "freeze": loop.rows,
        "remembered": loop.rows,
        "arrays-of-one": loop.rows,
        "ordinary": loop.rows,
    }
    if kind == "blocks-reversed":
        fixed[kind] = loop.blocks_reversed
    elif kind == "deferred":
        fixed[kind] = loop.deferred
    elif kind == "permutation":
        fixed[kind] = random.permutation(loop.rows)
    if kind in fixed:
        reads = Reads.BEFORE if kind == "jacobi" else Reads.IN_PLACE
        one = Plan(np.ascontiguousarray(fixed[kind]), reads, freeze=kind == "freeze")
        while True:
            yield one
    while True:
        yield from _next(kind, loop, random)


def _next(kind: str, loop: "Loop", random: np.random.Generator) -> Iterator[Plan]:
    rows, count = loop.rows, len(loop.rows)
    match kind:
        case "alternating":
            yield Plan(rows)
            yield Plan(np.ascontiguousarray(loop.columns[::-1]))
        case "random" | "freeze-random":
            yield Plan(random.permutation(rows), freeze=kind == "freeze-random")
        case "asynchronous":
            yield Plan(random.choice(rows, count), partial=True)
        case "subset":
            yield Plan(random.permutation(rows)[: (count + 1) // 2], partial=True)
        case "truncated":
            yield Plan(rows[: random.integers(1, count + 1)], partial=True)
        case "lagged":
            yield Plan(rows, Reads.LAGGED, seed=int(random.integers(2**31)))
        case "prelude":
            parts = [rows[random.random(count) < 0.5] for _ in range(random.integers(0, 4))]
            yield Plan(np.concatenate([*parts, rows]))
        case "remembered-random":
            yield Plan(rows, first=loop.with_remembered(random))
        case _:
            raise EngineError(f"{kind}: no such order")


class Loop:
    """Where the circular cells of a workbook stand."""

    def __init__(self, program: Program) -> None:
        members = list(program.members)
        number = {cell: place for place, cell in enumerate(members)}
        self._program = program
        self._number = number
        self._cells = program.phases.iterated
        self._numbers = [number[cell] for cell in self._cells]
        self.rows = np.array(self._numbers, np.int32)
        """Sheet by sheet in tab order, row by row."""
        sheets = {sheet: place for place, sheet in enumerate(program.model.sheets)}
        by_column = sorted(
            range(len(self._cells)),
            key=lambda i: (sheets[self._cells[i].sheet], self._cells[i].left, self._cells[i].top),
        )
        self.columns = self.rows[by_column] if by_column else self.rows

    def parts(self, cells: Cells) -> Iterator[tuple[Cells, Reads]]:
        """Yield the cells in their order, each array formula at its first cell as one part.

        Excel calculates an array formula once, so its cells see the values from before.
        """
        if not self._arrays:
            yield cells, Reads.IN_PLACE
            return
        found: dict[tuple[str, int, int] | int, list[int]] = {}
        run = 0  # between two arrays
        for number in cells.tolist():
            array = self._arrays.get(number)
            run += array is not None and array not in found
            found.setdefault(run if array is None else array, []).append(number)
        for part, numbers in found.items():
            yield _array(numbers), Reads.IN_PLACE if isinstance(part, int) else Reads.BEFORE

    @cached_property
    def _arrays(self) -> dict[int, tuple[str, int, int]]:
        """The cells of array formulas over several cells that are on circles, with their arrays."""
        forms, found = self._program.model.forms, {}
        for cell in self._cells:
            if cell in forms and (place := place_in_array(forms[cell])):
                found[cell] = (cell.sheet, cell.top - place[0], cell.left - place[1])
        if not found:
            return {}
        circle = circular({cell: self._program.precedents[cell] for cell in self._cells})
        circular_ones = {array for cell, array in found.items() if cell in circle}
        return {self._number[cell]: each for cell, each in found.items() if each in circular_ones}

    @cached_property
    def blocks_reversed(self) -> Cells:
        """Return the blocks of the same written formula from the last to the first."""
        blocks: dict[object, list[int]] = {}
        for cell, number in zip(self._cells, self._numbers, strict=True):
            blocks.setdefault(self._program.model.forms[cell], []).append(number)
        return _array([number for block in reversed(blocks.values()) for number in block])

    @cached_property
    def deferred(self) -> Cells:
        """Return the order after the first repair of the chain, which Excel remembers."""
        circular, done = set(self._cells), set()
        ready: list[int] = []
        deferred: list[int] = []
        for cell, number in zip(self._cells, self._numbers, strict=True):
            waits = any(
                read in circular and read not in done and read != cell
                for read in self._program.precedents[cell]
            )
            (deferred if waits else ready).append(number)
            if not waits:
                done.add(cell)
        return _array([*ready, *deferred])

    def with_remembered(self, random: np.random.Generator) -> Cells:
        """Return the cells row by row, with each remembered name somewhere, behind its callees."""
        moments: dict[Area, int] = {}
        for name in self._program.phases.remembered:
            called = [moments[read] for read in self._program.precedents[name] if read in moments]
            moments[name] = max([int(random.integers(len(self.rows) + 1)), *called])
        numbers = [self._number[name] for name in moments]
        return np.insert(self.rows, list(moments.values()), numbers)


def _array(numbers: Sequence[int]) -> Cells:
    return np.array(numbers, np.int32)
