"""Where the boards of a workbook are: its drive names them, its defined names say the cells."""

from collections.abc import Iterator

from xlbuilder.drive.drive import PUBLISHED, Drive
from xlbuilder.drive.spacing import is_board
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, in_words, is_nothing
from xlbuilder.sudoku.board import BOX_SHAPES, NINE
from xlbuilder.sudoku.rules import Rules, houses_of
from xlbuilder.xlsx.model import Model

_TAKES_NO_PUZZLE = (
    "so it takes no puzzle; say where the puzzle is with --input and --solution (xlbuilder drive"
    " proposes them), or see cells with xlbuilder show --cells"
)
_WORDS = ("input", "solution", "candidates")
"""The boards in the drive."""


def shape_of(word: str, side: int) -> tuple[int, int]:
    """Return the rows and columns of a board by its word in the drive, for puzzles of a side.

    A board of candidates has a block for each cell, with a cell for each digit, as a box lies.
    """
    down, across = BOX_SHAPES[side] if word == "candidates" else (1, 1)
    return down * side, across * side


def side_of(area: Area | None) -> int:
    """Return the side of the puzzles that an input board takes; nine where it takes none."""
    sides = (side for side in BOX_SHAPES if area is not None and area.shape == (side, side))
    return next(sides, NINE)


class Boards:
    """The boards and cells of a workbook that its drive names; `Boards.of` returns them."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.path = model.path
        """The file of the workbook."""
        self.drive = Drive.from_properties(model.properties, model.path)
        names = {"status_text": "status", **self.drive.places}
        areas = {word: model.area(name) for word, name in names.items()}
        self.areas = {word: area for word, area in areas.items() if area is not None}
        """The boards and cells that are there, each by its word in the drive."""
        self.side = side_of(self.areas.get("input"))
        """How many rows a puzzle has, and columns, and digits: 9, 6 or 4."""
        if self.drive == PUBLISHED and not self.takes_puzzle:
            self.drive = PUBLISHED.model_copy(update={"steps": []})

    @classmethod
    def of(cls, model: Model) -> "Boards":
        """Return the boards of a workbook; its drive is read once, however often this is asked.

        Raises WorkbookError when the document properties that hold the drive are damaged.
        """
        return model.once(cls)

    @property
    def takes_puzzle(self) -> bool:
        """Return whether a puzzle can be typed into the workbook."""
        return self._why_no_puzzle() is None

    def input(self) -> Area:
        """Return the range of the puzzle (`cells_of`); raises WorkbookError when it takes none."""
        if reason := self._why_no_puzzle():
            raise WorkbookError(f"{self._model.path}: {reason}, {_TAKES_NO_PUZZLE}")
        return self._board("input")

    def solution(self) -> Area:
        """Return the range of the solution; raises WorkbookError when there is none."""
        return self._board("solution")

    def candidates(self) -> Area | None:
        """Return the cells of the candidates, None in a workbook without them.

        Raises WorkbookError when they are a board of another size.
        """
        return self._board("candidates") if "candidates" in self.areas else None

    def rules(self) -> Rules:
        """Return the rules of the puzzle, with the houses that the boards of constants show.

        Raises WorkbookError for a board of houses that is none.
        """
        variant = self.drive.variant
        houses = (house for board in variant.houses for house in self._houses(board))
        return variant.rules(houses, self.side)

    def _houses(self, name: str) -> Iterator[tuple[str, list[int]]]:
        """Yield the houses of a board: in words, and the indexes of their cells."""
        area = self._model.area(name)
        place = f"{self._model.path}: the houses {name}"
        if area is None or area.shape != (self.side, self.side):
            size = f"{self.side}x{self.side}"
            raise WorkbookError(
                f"{place}: there is no such board of {size} cells; name one that is"
            )
        if formula := next((cell for cell in area.cells() if cell in self._model.formulas), None):
            raise WorkbookError(f"{place}: {formula} holds a formula; houses are numbers")
        if what := next((what for cells, what in self._typed() if area.meets(cells)), None):
            raise WorkbookError(f"{place}: they share cells with {what}; name other cells")
        shown = [0.0 if is_nothing(value) else value for value in self._model.values_of(area)]
        numbers: list[float] = []
        for value in shown:
            if not (isinstance(value, float) and value.is_integer()):
                raise WorkbookError(f"{place}: {in_words(value)} is no number of a house")
            numbers.append(value)
        if not any(number > 0 for number in numbers):
            raise WorkbookError(
                f"{place}: no cell has a number of a house; name cells with numbers"
            )
        for house, cells in houses_of(name, map(int, numbers)):
            if len(cells) > self.side:
                text = f"{house} has {len(cells)} cells; a house has {self.side}"
                raise WorkbookError(f"{place}: {text}")
            yield house, cells

    def _typed(self) -> Iterator[tuple[Area, str]]:
        """Yield the cells into which a program types, and what they are in words."""
        if (puzzle := self._find("input")) is not None:
            yield puzzle, "the puzzle"
        for name in (name for step in self.drive.steps for name in step):
            if (cell := self._model.area(name)) is not None:
                yield cell, f"the cell {name}, into which a step types"

    def cell(self, name: str, *, takes_input: bool = False) -> Area:
        """Return the cell of this name; raises WorkbookError when there is none.

        ``takes_input`` says that a value is to be typed into it, so it must hold no formula.
        """
        area = self._model.area(name)
        if area is None or area.shape != (1, 1):
            raise WorkbookError(f"{self._model.path}: has no cell named {name}")
        if takes_input and area in self._model.formulas:
            raise WorkbookError(f"{self._model.path}: the cell {name} holds a formula")
        return area

    def is_outdated(self) -> bool:
        """Return whether the stored solution belongs to other clues or houses than are there now.

        This happens while iterative calculation is off.  A program then calculates the cells beside
        the circle, such as the board of the clues, and leaves the copies of the drive as they are:
        the clues and houses that are solved.  With -1 in a copy, a clue that is no digit, none are.
        """
        copies = [
            (self._now(board), self._values(self._model.area(copy)))
            for board, copy in self.drive.copies.items()
        ]
        if not self._model.is_calculated or any(-1.0 in solved for _, solved in copies):
            return False
        return any(now and solved and now != solved for now, solved in copies)

    def _now(self, name: str) -> list[Value]:
        """Return the stored values of a board; for the input, the values of all clues."""
        board, clues = self._model.area(name), self.areas.get("clues")
        shown = self._values(board)
        if name == self.drive.input and board and clues and board.shape == clues.shape:
            return [one or other for one, other in zip(shown, self._values(clues), strict=True)]
        return shown

    def _values(self, area: Area | None) -> list[Value]:
        """Return the stored values of a board, 0 for a blank; none where there is no board."""
        return [value or 0.0 for value in self._model.values_of(area)] if area else []

    def found(self) -> dict[str, Area]:
        """Return the ranges of the boards that are there, each by its word in the drive."""
        areas = {word: self._find(word) for word in _WORDS}
        return {word: area for word, area in areas.items() if area is not None}

    def wanted(self) -> list[Area]:
        """Return all cells whose values somebody may ask for: the boards, and all named cells."""
        return [*self.areas.values(), *self._model.named_ranges().values()]

    def _find(self, word: str) -> Area | None:
        area = self.areas.get(word)
        if area is None:
            return None
        if word == "candidates":
            return area if area.shape == shape_of(word, self.side) else None
        return area if is_board(self._model, area, self.side) else None

    def _board(self, word: str) -> Area:
        area = self._find(word)
        if area is None:
            raise WorkbookError(
                f"{self._model.path}: {self._no_board(word)};"
                " say where it is with --input and --solution (xlbuilder drive proposes them)"
            )
        return area

    def _no_board(self, word: str) -> str:
        rows, columns = shape_of(word, self.side)
        return f"has no board of {rows}x{columns} cells named {self.drive.places[word]}"

    def _why_no_puzzle(self) -> str | None:
        area = self._find("input")
        if area is None:
            return self._no_board("input")
        if formula := next((cell for cell in area.cells() if cell in self._model.formulas), None):
            return f"{formula.sheet}!{formula} of the board {self.drive.input} holds a formula"
        return None
