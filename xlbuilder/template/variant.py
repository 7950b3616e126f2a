"""The rules of the puzzle that a template and its strategies say together."""

from collections.abc import Iterator, Sequence

from xlbuilder.drive.drive import Variant
from xlbuilder.errors import Fault
from xlbuilder.sudoku.board import NINE
from xlbuilder.sudoku.rules import Rules, houses_of
from xlbuilder.template.calls import reached
from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import constants
from xlbuilder.template.schema import SheetBoard, Strategy, Template
from xlbuilder.template.side import side_of
from xlbuilder.template.source import Source
from xlbuilder.template.strategies import StrategyFiles
from xlbuilder.template.strategy_ref import name_of


def together(own: Variant, strategies: Sequence[StrategyFiles]) -> Variant:
    """Return the rules of a puzzle that has the rules of a template and of its strategies."""
    variants = [own, *(one.strategy.variant for one in strategies)]
    return Variant.model_construct(
        houses=list(dict.fromkeys(name for each in variants for name in each.houses)),
        apart=[move for each in variants for move in each.apart],
        boxes=all(each.boxes for each in variants),
    )


def rules_of(template: Template | Strategy) -> Rules:
    """Return the rules of the puzzles that a template takes; of a strategy, in plain Sudoku."""
    named = ((name, template.boards.get(name)) for name in template.variant.houses)
    side = side_of(template)
    houses = (
        house
        for name, board in named
        if board is not None  # otherwise a strategy that this one needs has it
        for house in houses_of(name, numbers_of(board, side))
    )
    return template.variant.rules(houses, side)


def numbers_of(board: SheetBoard, side: int = NINE) -> list[int]:
    """Return the numbers of a board of constants, row by row; 0 for a cell with none."""
    shown = constants(board.values or "", (side, side)) or []
    return [value if isinstance(value, int) else 0 for value in shown]


def out_of_place(variant: Variant, strategies: Sequence[StrategyFiles]) -> Iterator[Fault]:
    """Yield a fault for each strategy that assumes rules which the puzzle does not have.

    A strategy answers for the strategies that it needs, which nobody asked for.
    """
    needs = {one.ref.name: set(map(name_of, one.needs)) for one in strategies}
    wrong = {one.ref.name: _lacking(one.strategy.strategy.assumes, variant) for one in strategies}
    needed = set[str]().union(*needs.values())
    for one in strategies:
        name = one.ref.name
        refused = [each for each in (name, *sorted(reached([name], needs))) if wrong.get(each)]
        if not refused or name in needed:
            continue
        through = f"needs {refused[0]}, which " if refused[0] != name else ""
        text = f"{through}{wrong[refused[0]]}; leave out {name}"
        yield from one.source.faults([Problem(("strategy",), text)])


def rules_refused(
    template: Template, source: Source, strategies: Sequence[StrategyFiles]
) -> Iterator[Fault]:
    """Yield a fault if the template assumes rules which the puzzle does not have."""
    if lacking := _lacking(template.workbook.assumes, template.variant):
        added = [one.ref.name for one in strategies if not one.strategy.variant.is_plain]
        text = f"{lacking}; leave out {', '.join(added) or '[variant]'}"
        yield from source.faults([Problem(("workbook",), text)])


def _lacking(assumes: str, variant: Variant) -> str:
    """Return what a strategy assumes and the puzzle does not have, or an empty text."""
    if assumes == "plain" and not variant.is_plain:
        return "assumes plain Sudoku, and the puzzle has other rules"
    if assumes == "boxes" and not variant.boxes:
        return "assumes that boxes hold different digits, and here they do not"
    return ""
