"""The side of the puzzles that a template takes, and strategies that are for another side."""

from collections.abc import Iterator, Sequence

from xlbuilder.drive import boards
from xlbuilder.errors import Fault
from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import area
from xlbuilder.template.schema import Strategy, Template, TemplateFile
from xlbuilder.template.strategies import StrategyFiles


def side_of(template: TemplateFile | Strategy) -> int:
    """Return the side of the puzzles that a template takes, or that a strategy is for."""
    if isinstance(template, Strategy):
        return template.strategy.side
    taken = template.boards.get(template.drive.input) if template.drive else None
    return boards.side_of(area(template, taken.range) if taken and taken.range else None)


def of_other_side(template: Template, strategies: Sequence[StrategyFiles]) -> Iterator[Fault]:
    """Yield a fault for each strategy that is for puzzles of another side than the template's."""
    side = side_of(template)
    for one in strategies:
        own = side_of(one.strategy)
        if own != side and not one.is_library:
            text = (
                f"is for puzzles of {own} x {own}, and this template takes {side} x {side}; leave"
                f" it out, or take a template of {own} x {own} (a strategy of your own says side ="
                f" {side} in [strategy] if its formulas are for that size)"
            )
            yield from one.source.faults([Problem(("strategy",), text)])
