"""Measures how much a reader of a workbook's formulas has to hold in mind."""

from collections.abc import Iterable
from dataclasses import dataclass

from xlbuilder.formula.area import Area
from xlbuilder.formula.called import names_called
from xlbuilder.formula.size import size_of
from xlbuilder.formula.tree import Node
from xlbuilder.xlsx.boards import Boards
from xlbuilder.xlsx.model import Model


@dataclass(frozen=True)
class DeepestIf:
    """The formula whose IFs stand deepest within each other."""

    levels: int
    """1 for an IF that holds no other one."""
    place: str
    """``Main!D16`` or ``name next_digit``."""


@dataclass(frozen=True)
class Lookups:
    """What a reader looks up who wants to know all that the formula of a cell says."""

    names: int
    """The names that the formula calls, and those that these call, each once; ranges too."""
    levels: int
    """How many names deep: 1 when the formula itself calls all of them."""


@dataclass(frozen=True)
class Readability:
    """How readable a workbook is."""

    formulas: int
    """Of names, and of cells; those that are filled down or right from each other are one."""
    simple_formulas: int
    """Those with at most 100 characters, at most 3 calls of functions, and IFs at most 2 deep."""
    deepest_if: DeepestIf | None
    """None when there is no IF."""
    solution: Lookups | None
    """From the first cell of the solution; None when the workbook has no such cell of a formula."""
    candidates: Lookups | None
    """From the first cell of the candidates, in the same way."""


def readability_of(model: Model, formulas: Iterable[tuple[str, Node]]) -> Readability:
    """Return how readable the workbook is that ``model`` was read from.

    ``formulas`` are those that count, each with its place.  Raises WorkbookError when the document
    properties that name the boards are damaged.
    """
    sizes = [(place, size_of(formula)) for place, formula in formulas]
    ifs = [DeepestIf(size.ifs, place) for place, size in sizes if size.ifs]
    boards = Boards(model).found()
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
