"""Checks formulas as they are in each cell that holds them, with every name written out.

There a name may point outside its board, read cells that hold nothing, or give several values.
"""

from collections.abc import Iterator

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import Binder, Bound
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Array, ErrorValue, Name, Node, children, moved, to_text, walk
from xlbuilder.formula.values import ExcelError
from xlbuilder.template.formulas import Formula
from xlbuilder.template.limits import MAX_FORMULAS
from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import area, named_areas
from xlbuilder.template.schema import Template


def names_in(node: Node) -> list[str]:
    """Return the names that a formula calls, in lower case and in the order of its text."""
    return [part.text.lower() for part in walk(node) if isinstance(part, Name)]


class BoundFormulas:
    """Binds formulas for each of their cells, and looks at the ranges that they read there."""

    def __init__(self, template: Template, binder: Binder) -> None:
        self._template = template
        self._binder = binder
        self._places = tuple(named_areas(template).values())
        self._sound: set[Area] = set()  # they need no second look
        self._parts = 0  # that all cells have read so far

    def problems(self, formula: Formula) -> Iterator[Problem]:
        """Yield the problem of the first cell where the formula goes wrong."""
        place = area(self._template, formula.range)
        written = parse(formula.text)
        frame: Node | None = None
        for host in place.cells():
            node = moved(written, host.top - place.top, host.left - place.left)
            try:
                bound = self._binder.bound(node, host)
            except FormulaError as error:
                yield Problem(formula.place, f"in {host}: {error}")
                return
            nodes = list(bound.parts.values())
            self._parts += len(nodes)
            if self._parts > MAX_FORMULAS:
                yield Problem(
                    formula.place, f"in {host}: the formulas read too many cells together"
                )
                return
            if bound.frame is not frame:  # it is the same in most cells
                frame = bound.frame
                nodes.append(frame)
            if problem := next(filter(None, map(self._problem, nodes)), None):
                name = self._name_that_goes_wrong(node, host)
                blamed = ("names", name, "formula") if name else formula.place
                yield Problem(blamed, f"in {host} {problem}")
                return
            if several := _several(bound):
                yield Problem(formula.place, f"in {host} gives {to_text(several)}, not one value")
                return

    def _problem(self, node: Node) -> str | None:
        """Return what is wrong with the ranges in a bound formula, or None."""
        for part in walk(node):
            if isinstance(part, ErrorValue) and part.value is ExcelError.REF:
                return "points outside a range (#REF!); check the positions in INDEX"
            if isinstance(part, Area) and part not in self._sound:
                if not any(known.holds(part) for known in self._places):
                    return (
                        f"reads {part}, which lies outside every board and cell;"
                        " check entered_from, the ranges and the positions in INDEX"
                    )
                self._sound.add(part)
        return None

    def _name_that_goes_wrong(self, node: Node, host: Area) -> str | None:
        """Return the innermost name whose own formula goes wrong in ``host``."""
        spelled = {name.lower(): name for name in self._template.names}
        for word in names_in(node):
            if word in spelled and self._problem(self._binder.bind(Name(word), host)):
                written = parse(self._template.names[spelled[word]].formula)
                return self._name_that_goes_wrong(written, host) or spelled[word]
        return None


def _several(bound: Bound) -> Node | None:
    """Return what a formula gives if it is several values and nothing else."""
    if children(bound.frame):
        return None
    node = bound.node
    is_range = isinstance(node, Area) and node.shape != (1, 1)
    return node if is_range or isinstance(node, Array) else None
