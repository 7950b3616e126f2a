"""The cells of a board whose range has more cells: gaps between the boxes, or merged cells.

Many authors leave a narrow row and column between the boxes, and some merge 2x2 or 3x3 cells into
each cell of the puzzle.  The drive names the whole range then, such as ``B2:L12``, and the size of
the range says where the cells of the board are.  All others hold no formula and no number.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from xlbuilder.formula.area import Area
from xlbuilder.sudoku.board import BOX_SHAPES, NINE
from xlbuilder.xlsx.model import Model

T = TypeVar("T")


class Spacing(NamedTuple):
    """How nine cells lie in a row or a column."""

    step: int
    """Cells that are merged into one."""
    gap: int
    """Cells between two boxes."""

    @property
    def offsets(self) -> tuple[int, ...]:
        """How far each cell is from the first one."""
        return tuple(self.step * at + self.gap * (at // BOX_SHAPES[NINE][0]) for at in range(NINE))

    @property
    def length(self) -> int:
        """The rows or columns of the range."""
        return NINE * self.step + (BOX_SHAPES[NINE][0] - 1) * self.gap


_SPACINGS = tuple(Spacing(step, gap) for step in (1, 2, 3) for gap in (0, 1))
_OFFSETS = {spacing.length: spacing.offsets for spacing in _SPACINGS}
Layout = tuple[Spacing, Spacing]
"""How rows and columns lie."""
LAYOUTS: tuple[Layout, ...] = tuple(
    (rows, columns) for rows, columns in product(_SPACINGS, repeat=2) if rows.step == columns.step
)
"""The layouts that authors use; the first one is a range of 9x9 cells."""


@lru_cache(maxsize=1_000)
def cells_of(area: Area, side: int = NINE) -> tuple[Area, ...]:
    """Return the cells of a board, row by row, given its range; none if the size is another."""
    if area.shape == (side, side):
        return tuple(area.cells())
    rows, columns = (_OFFSETS.get(length, ()) if side == NINE else () for length in area.shape)
    places = ((area.top + row, area.left + column) for row in rows for column in columns)
    return tuple(Area(area.sheet, *place, *place) for place in places)


def values_of(area: Area, values: Sequence[T], side: int = NINE) -> list[T]:
    """Return the values of the cells of a board, given those of its range."""
    by_cell = dict(zip(area.cells(), values, strict=True))
    return [by_cell[cell] for cell in cells_of(area, side)]


def is_board(model: Model, area: Area, side: int = NINE) -> bool:
    """Return whether a range is a board, which has no formulas and numbers between its cells."""
    return bool(cells_of(area, side)) and filled_between(model, area, side) is None


def filled_between(model: Model, area: Area, side: int = NINE) -> Area | None:
    """Return the first cell between those of a board that holds a formula or a number, if any."""
    if area.shape == (side, side):
        return None
    own = {*cells_of(area, side)}
    filled = (
        cell
        for cell in area.cells()
        if cell in model.formulas or isinstance(model.values.get(cell), float)
    )
    return next((cell for cell in filled if cell not in own), None)
