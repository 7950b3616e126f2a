"""A position of a puzzle as a test of a strategy: the text of ``[[tests]]`` for its file."""

from collections import defaultdict
from collections.abc import Iterable

from xlbuilder.errors import PuzzleError
from xlbuilder.observe.steps import Way
from xlbuilder.sudoku.board import NINE, Candidate
from xlbuilder.template.locate import BARE
from xlbuilder.template.strategy_ref import name_of
from xlbuilder.template.toml import to_toml
from xlbuilder.workshop.way import walk


def as_test(way: Way, strategy: str) -> str:
    """Return the test of a strategy, a name or a file: the position before its first step.

    The test lists what the strategy finds there at once when it is plugged in alone.  Raises
    PuzzleError when it has no step or finds nothing alone, and when the puzzle has rules that do
    not come with the strategy.
    """
    position = way.before(name_of(strategy))
    alone = walk(BARE, lambda _: position, only=[strategy]).first()
    if alone.rules != way.rules:
        text = "a test of it is without the other rules of this puzzle; take one of plain Sudoku"
        raise PuzzleError(f"{strategy}: {text}")
    alone.before(name_of(strategy))
    step = alone.steps[0]
    gone = " ".join(map(_written, sorted(position.deleted)))
    test: dict[str, object] = {"position": f":0000::{position.board}:{gone}:::"}
    for key, found in (("removes", step.eliminated), ("places", step.placed)):
        if found:
            test[key] = _by_digit(found)
    return f"[[tests]]\n{to_toml(test)}".rstrip()


def _by_digit(candidates: Iterable[Candidate]) -> list[str]:
    """Return a text for each digit: ``112 113``, the 1 of R1C2 and of R1C3."""
    by_digit = defaultdict(list)
    for each in candidates:
        by_digit[each[1]].append(_written(each))
    return [" ".join(by_digit[digit]) for digit in sorted(by_digit)]


def _written(candidate: Candidate) -> str:
    cell, digit = candidate
    return f"{digit}{cell // NINE + 1}{cell % NINE + 1}"
