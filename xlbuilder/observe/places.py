"""How a reader names the cells of a workbook, and how xlbuilder names them for the reader.

``R8C2`` is row 8, column 2 of a board of 9x9 cells, by default of the solution.  ``R8C2=4`` is the
small cell of the digit 4 in a board of 27x27 cells, by default in the board of the candidates.  A
small Sudoku has smaller boards.  A board may stand before it: ``cell_state!R8C2``.  Every other
cell has its address, such as ``T37``.
"""

import re

from xlbuilder.drive.boards import Boards, shape_of
from xlbuilder.drive.spacing import cells_of
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area, sheet_prefix
from xlbuilder.sudoku.board import BOX_SHAPES
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.ranges import find_range

_PLACE = re.compile(r"(?:(\w+)!)?R([1-9])C([1-9])(?:=([1-9]))?", re.IGNORECASE)


class Places:
    """The cells of a workbook, by its boards."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known = Boards.of(model)
        self._cells, self._candidates = (
            shape_of(word, self._known.side) for word in ("solution", "candidates")
        )
        self._block = BOX_SHAPES[self._known.side]
        areas = model.named_ranges()
        found, taken = self._known.found(), set(areas.values())
        areas |= {word: area for word, area in found.items() if area not in taken}
        self._puzzle = [area for word, area in found.items() if word != "candidates"]
        self._boards = dict(sorted(areas.items(), key=lambda board: board[1].size))

    def find(self, text: str) -> Area:
        """Return the cell that a text names; raises WorkbookError when there is none."""
        if match := _PLACE.fullmatch(text.strip()):
            board, row, column, digit = match.groups()
            return self._on_board(text, board, int(row) - 1, int(column) - 1, int(digit or 0))
        cell = find_range(self._model, text)
        if cell is None or cell.size != 1:
            raise WorkbookError(
                f"{text}: is not the address of a cell; write R8C2 for a cell of the solution,"
                " R8C2=4 for a candidate, or an address such as D16"
            )
        return cell

    def board_of(self, cell: Area) -> str:
        """Return the name of the smallest range that holds a cell, "" when none does."""
        return next((name for name, area in self._boards.items() if area.holds(cell)), "")

    def name_of(self, cell: Area) -> str:
        """Return how a reader names a cell beside its board: ``R8C2``, ``R8C2=4`` or ``T37``."""
        area = self._boards.get(self.board_of(cell))
        if area is not None and cell in (cells := self._cells_of(area)):
            row, column = divmod(cells.index(cell), self._known.side)
            return f"R{row + 1}C{column + 1}"
        if area is not None and area.shape == self._candidates:
            high, wide = self._block
            row, down = divmod(cell.top - area.top, high)
            column, right = divmod(cell.left - area.left, wide)
            return f"R{row + 1}C{column + 1}={wide * down + right + 1}"
        return self.address(cell)

    def address(self, cell: Area) -> str:
        """Return the address of a cell, with its sheet if that is not the first one."""
        is_first = cell.sheet == self._model.sheets[0]
        return str(cell) if is_first else f"{sheet_prefix(cell.sheet)}{cell}"

    def _cells_of(self, area: Area) -> tuple[Area, ...]:
        """Return the cells of a board of the size of the puzzle; none of another board."""
        is_one = area.shape == self._cells or area in self._puzzle
        return cells_of(area, self._known.side) if is_one else ()

    def _on_board(self, text: str, board: str | None, row: int, column: int, digit: int) -> Area:
        shape = self._candidates if digit else self._cells
        if board is not None:
            area = self._boards.get(board.lower())
        else:
            area = self._known.candidates() if digit else self._known.solution()
        if area is None or not (area.shape == shape or (self._cells_of(area) and not digit)):
            size = "x".join(map(str, shape))
            fitting = [name for name, each in self._boards.items() if each.shape == shape]
            raise WorkbookError(
                f"{self._model.path}: {text}: has no such board of {size} cells;"
                f" it has: {', '.join(fitting) or 'none'}"
            )
        if max(row + 1, column + 1, digit) > self._known.side:
            most = self._known.side
            raise WorkbookError(
                f"{self._model.path}: {text}: the puzzle has {most} rows and columns"
            )
        if digit:
            (high, wide), (down, right) = self._block, divmod(digit - 1, self._block[1])
            top, left = area.top + high * row + down, area.left + wide * column + right
            return Area(area.sheet, top, left, top, left)
        return self._cells_of(area)[self._known.side * row + column]
