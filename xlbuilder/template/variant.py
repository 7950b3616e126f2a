"""The rules of the puzzle that a template and its strategies say together."""

from collections.abc import Iterator, Sequence

from xlbuilder.errors import Fault
from xlbuilder.sudoku.rules import PLAIN, Rules, houses_of, rules_with
from xlbuilder.template.problem import Problem
from xlbuilder.template.schema import Strategy, Template, Variant
from xlbuilder.template.strategies import StrategyFiles


def together(own: Variant, strategies: Sequence[StrategyFiles]) -> Variant:
    """Return the rules of a puzzle that has those of a template and of its strategies."""
    variants = [own, *(one.strategy.variant for one in strategies)]
    return Variant.model_construct(
        houses=list(dict.fromkeys(name for each in variants for name in each.houses)),
        apart=[move for each in variants for move in each.apart],
        boxes=all(each.boxes for each in variants),
    )


def rules_of(template: Template | Strategy) -> Rules:
    """Return the rules of the puzzles that a template takes; of a strategy, in plain Sudoku."""
    variant = template.variant
    if variant.is_plain:
        return PLAIN
    houses: list[tuple[str, list[int]]] = []
    for name in variant.houses:
        if name in template.boards:  # otherwise a strategy that this one needs has it
            cells = "".join((template.boards[name].values or "").split()).replace(".", "0")
            houses += houses_of(name, map(int, cells))
    moves = [(down, right) for down, right in variant.apart]
    return rules_with(houses, moves, boxes=variant.boxes)


def out_of_place(variant: Variant, strategies: Sequence[StrategyFiles]) -> Iterator[Fault]:
    """Yield a fault for each strategy that assumes rules which the puzzle does not have."""
    for one in strategies:
        assumes = one.strategy.strategy.assumes
        if assumes == "plain" and not variant.is_plain:
            what = "assumes plain Sudoku, and the puzzle has other rules"
        elif assumes == "boxes" and not variant.boxes:
            what = "assumes that boxes hold different digits, and here they do not"
        else:
            continue
        text = f"{what}; leave it out (--without {one.ref.name})"
        yield from one.source.faults([Problem(("strategy",), text)])
