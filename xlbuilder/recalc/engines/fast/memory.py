"""The arrays that the machine works on: the code, the values, and the state of the formula cells.

A *formula cell* is known by its number, its place among the formula cells of the program; a value
by its *place* in the memory.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xlbuilder.recalc.engines.fast.compiler import can_be_compiled


class Code(NamedTuple):
    """The instructions of all families, and what the formula cells have of their own."""

    instructions: NDArray[np.int32]
    """Shape (instructions, 5): operation, target, a, b, c."""
    entry: NDArray[np.int32]
    """Shape (formula cells,): the first instruction of the cell's family."""
    first_hole: NDArray[np.int32]
    """Shape (formula cells,): where the cell's holes begin in ``holes``."""
    holes: NDArray[np.int32]
    """Shape (holes of all cells,): the place of the first value behind each hole."""
    place: NDArray[np.int32]
    """Shape (operands,): the place of its first value; below zero, the hole -1 - place."""
    rows: NDArray[np.int32]
    """Shape (operands,): how many rows it has."""
    columns: NDArray[np.int32]
    """Shape (operands,): how many columns it has."""
    stride: NDArray[np.int32]
    """Shape (operands,): the distance between the places of one row and the next."""


class Memory(NamedTuple):
    """All values: of the cells now, one and two iterations ago, then constants and results."""

    kinds: NDArray[np.uint8]
    """Shape (places,): BLANK, NUMBER, TEXT, LOGICAL or ERROR."""
    numbers: NDArray[np.float64]
    """Shape (places,): the number; of a text its number in the pool, of an error its code."""


class FormulaCells(NamedTuple):
    """What decides which formula cells are evaluated, and where their values go."""

    target: NDArray[np.int32]
    """Shape (formula cells,): the place of the cell's value."""
    stale: NDArray[np.uint8]
    """Shape (formula cells,): why the cell has to be evaluated: NOW, LATER and UNSEEN."""
    frozen: NDArray[np.uint8]
    """Shape (formula cells,): 1 where the cell rests until the next recalculation."""
    first_dependent: NDArray[np.int32]
    """Shape (places of now + 1,): where the place's readers begin in ``dependents``."""
    dependents: NDArray[np.uint32]
    """Shape (readers of all places,): the formula cells that read a place."""
    through: NDArray[np.int64]
    """Shape (readers of all places,): through which holes it reads it, a bit for each."""
    seen: NDArray[np.int64]
    """Shape (formula cells,): the holes that its last evaluation came to read, a bit for each."""
    alarm: NDArray[np.int64]
    """Shape (2,): what the machine could not do (NO_ALARM: nothing), and in which formula cell."""
    lack: NDArray[np.uint8]
    """Shape (formula cells,): what the machine could not do in the last evaluation of the cell,
    which is ``#VALUE!`` then."""
    lacked: NDArray[np.uint8]
    """Shape (formula cells,): the last ``lack`` that was one, since the values were loaded."""
    remembered: NDArray[np.uint8]
    """Shape (formula cells,): 1 where it is the cell of a remembered name; one that gives a whole
    row, unasked, is ``#VALUE!``."""


class View(NamedTuple):
    """Where the values of an operand are in the memory, for one formula cell.

    The value in row i and column j, counted from 0, has the place ``place + i * stride + j``.
    """

    place: int
    rows: int
    columns: int
    stride: int


@can_be_compiled()
def view(code: Code, operand: int, place: int) -> View:
    """Return the view of an operand (its row in the operand table) that begins at a place."""
    return View(place, code.rows[operand], code.columns[operand], code.stride[operand])
