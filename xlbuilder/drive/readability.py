"""Measures how much a reader of a workbook's formulas has to keep in mind."""

from collections.abc import Collection
from dataclasses import dataclass

from xlbuilder.drive.boards import Boards
from xlbuilder.formula.area import Area
from xlbuilder.formula.called import names_called
from xlbuilder.formula.size import Size
from xlbuilder.xlsx.model import Model


@dataclass(frozen=True)
class DeepestIf:
    """The formula with the most IFs within each other."""

    levels: int
    """1 for an IF that holds no other IF."""
    place: str
    """``Main!D16`` or ``name next_digit``."""


@dataclass(frozen=True)
class Lookups:
    """How much a reader must look up to understand the formula of a cell in full."""

    names: int
    """The names and ranges that the formula calls, directly or through other names, each once."""
    levels: int
    """How many names deep: 1 when the formula itself calls all names."""


@dataclass(frozen=True)
class Readability:
    """How readable a workbook is."""

    formulas: int
    """The formulas of names and of cells; cells filled down or right count as a single formula."""
    simple_formulas: int
    """Formulas with at most 100 characters, at most 3 function calls, and IFs at most 2 deep."""
    deepest_if: DeepestIf | None
    """None when there is no IF."""
    solution: Lookups | None
    """For the first cell of the solution; None when this cell does not exist or has no formula."""
    candidates: Lookups | None
    """For the first cell of the candidates, in the same way."""


def readability_of(model: Model, sizes: Collection[tuple[str, Size]]) -> Readability:
    """Return how readable the workbook of ``model`` is.

    ``sizes`` are those of the formulas that count, each with its place.  Raises WorkbookError when
    the document properties that name the boards are damaged.
    """
    ifs = [DeepestIf(size.ifs, place) for place, size in sizes if size.ifs]
    boards = Boards.of(model).found()
    return Readability(
        formulas=len(sizes),
        simple_formulas=sum(size.is_simple for _, size in sizes),
        deepest_if=max(ifs, key=lambda each: each.levels, default=None),
        solution=_followed(boards.get("solution"), model),
        candidates=_followed(boards.get("candidates"), model),
    )


def _followed(board: Area | None, model: Model) -> Lookups | None:
    if board is None or (first := next(board.cells())) not in model.formulas:
        return None
    levels = names_called([(first.sheet, model.formulas[first])], model.names)
    return Lookups(len(levels), max(levels.values(), default=0))
