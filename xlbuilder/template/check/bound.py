"""Checks formulas as they are in each cell that holds them, with every name written out.

There a name may point outside its board, read cells that hold nothing, or give several values.
"""

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import Binder
from xlbuilder.formula.form import Form
from xlbuilder.formula.inline import resolved
from xlbuilder.formula.parse import parse, parsed_form
from xlbuilder.formula.placement import BoundFormula, shared_placement
from xlbuilder.formula.tree import (
    Array,
    Call,
    ErrorValue,
    Logical,
    Name,
    Node,
    Number,
    children,
    to_text,
    walk,
)
from xlbuilder.formula.values import ExcelError
from xlbuilder.template.calls import calls_of_names, names_in, reached
from xlbuilder.template.formulas import Formula, formulas
from xlbuilder.template.limits import MAX_FORMULAS
from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import area, named_areas, words_on_sheet
from xlbuilder.template.schema import Template

_REF = ErrorValue(ExcelError.REF)


class BoundFormulas:
    """Binds formulas for each of their cells, and looks at the ranges that they read there."""

    def __init__(self, template: Template, binder: Binder) -> None:
        self._template = template
        self._binder = binder
        self._places = named_areas(template)
        self._met: dict[Area, list[str]] = {}  # of ranges that need no second look
        self._near: dict[str, list[str]] = {}  # what shares cells with a board or cell
        self._words = [*words_on_sheet(template)]
        self._calls = calls_of_names(template)
        self._spelled = {name.lower(): name for name in template.names}
        self._parts = 0  # read by all cells so far
        self.reads: dict[str, set[str]] = {}
        """The boards and cells that a board or cell without problems reads, by name."""

    def called(self, text: str) -> set[str]:
        """Return the names, in lower case, that a formula calls, and that these names call."""
        return reached(names_in(parse(text)), self._calls)

    def problems(self, formula: Formula) -> Iterator[Problem]:
        """Yield the problem of the first cell where the formula goes wrong."""
        place = formula.area
        written = parsed_form(formula.text)
        try:
            inlined = self._binder.inlined(written, place.sheet)
        except FormulaError as error:
            yield Problem(formula.place, f"in {next(place.cells())}: {error}")
            return
        reading = _cells_read(written, inlined, place)
        if (
            reading is None
            or self._parts + reading.parts > MAX_FORMULAS
            or any(map(self._problem, reading.areas))
        ):
            yield from self._problems_in_cells(formula, written, place)
            return
        self._parts += reading.parts
        if formula.is_held:
            self.reads[formula.place[1]] = self._meeting(reading.areas)

    def _problems_in_cells(self, formula: Formula, written: Form, place: Area) -> Iterator[Problem]:
        """Yield the problem of the first cell where the formula goes wrong, looked for in each.

        Here the whole formula is seen, so a branch of IF that is not taken is left alone.
        """
        beside = frozenset(self._beside(written, place))
        areas: set[Area] = set()
        for host, form in _filled(written, place):
            bound = self._binder.bound(form, host)
            self._parts += len(bound.parts)
            if self._parts > MAX_FORMULAS:
                yield Problem(
                    formula.place, f"in {host}: the formulas read too many cells together"
                )
                return
            if problem := self._problem(bound.node, beside):
                yield self._blamed(formula, form.formula, host, problem)
                return
            if several := _several(bound):
                yield Problem(formula.place, f"in {host} gives {to_text(several)}, not one value")
                return
            areas.update(_areas_in(bound.node))
        if formula.is_held:
            self.reads[formula.place[1]] = self._meeting(areas)

    def _beside(self, written: Form, place: Area) -> Iterator[Area]:
        """Yield the empty cells beside the boards that a formula reads at the edge of its board.

        In other cells of the board the same reference reads a board.
        """
        filled = [form.references for _, form in _filled(written, place)]
        for same in zip(*filled, strict=True):
            areas = {resolved(reference, place.sheet) for reference in same}
            outside = {area for area in areas if not self._holds(area)}
            if outside != areas:
                yield from (area for area in outside if not any(map(area.meets, self._words)))

    def _holds(self, found: Area) -> bool:
        """Return whether boards and cells hold an area together."""
        shared = (found.common(self._places[name]) for name in self._meets(found))
        return sum(area.size for area in shared) == found.size

    def seen_from(self, name: str, host: Area) -> set[str]:
        """Return the boards and cells that a name reads when it is evaluated in a cell."""
        node = self._binder.bind(Name(name.lower()), host)
        return self._meeting(set(_areas_in(node)))

    def _meeting(self, areas: Iterable[Area]) -> set[str]:
        return {name for area in areas for name in self._met.get(area) or self._meets(area)}

    def _meets(self, found: Area) -> list[str]:
        """Return the boards and cells that share cells with an area."""
        return [name for name, place in self._places.items() if place.meets(found)]

    def _overlapping(self, name: str) -> list[str]:
        """Return the boards and cells that share cells with a given board, itself included."""
        if name not in self._near:
            self._near[name] = self._meets(self._places[name])
        return self._near[name]

    def _problem(self, node: Node, beside: Container[Area] = ()) -> str | None:
        """Return what is wrong with the ranges in a bound formula, or None.

        It may read the areas ``beside`` the boards.
        """
        if isinstance(node, Area) and node in self._met:
            return None
        for part in _evaluated(node):
            if part == _REF:
                return "points outside a range (#REF!); check the positions in INDEX"
            if isinstance(part, Area) and part not in self._met and part not in beside:
                holder = next((n for n, known in self._places.items() if known.holds(part)), None)
                if holder is None and not self._holds(part):
                    return (
                        f"reads {part}, which lies outside every board and cell;"
                        " check entered_from, the ranges and the positions in INDEX"
                    )
                near = self._overlapping(holder) if holder else self._places
                self._met[part] = [name for name in near if self._places[name].meets(part)]
        return None

    def _blamed(self, formula: Formula, node: Node, host: Area, problem: str) -> Problem:
        """Return the problem where it is made: by a name that goes wrong, or by one that calls it.

        A name that does well on another board is called on the wrong board.
        """
        place = formula.place
        caller = ""
        for name in self._names_that_go_wrong(node, host):
            if other := self._board_for(name, formula):
                rows, columns = area(self._template, self._template.places[other].range).shape
                text = f"{name} is for boards like {other} ({rows}x{columns})"
                if caller:
                    text += f"; {caller} is evaluated on {formula.owner}"
                return Problem(place, f"{text}, and in {host} {name} {problem}")
            place, caller = ("names", name, "formula"), name
        return Problem(place, f"in {host} {problem}")

    def _names_that_go_wrong(self, node: Node, host: Area) -> Iterator[str]:
        """Yield a name of the formula that goes wrong in ``host``, then one that this calls, ..."""
        for word in names_in(node):
            if word in self._spelled and self._problem(self._binder.bind(Name(word), host)):
                yield self._spelled[word]
                written = parse(self._template.names[self._spelled[word]].formula)
                yield from self._names_that_go_wrong(written, host)
                return

    def _board_for(self, name: str, wrong: Formula) -> str | None:
        """Return another board that calls the name than ``wrong`` has, and where it does well."""
        for formula in formulas(self._template):
            if formula.is_held and formula.area != wrong.area:
                place = formula.area
                if place.shape != (1, 1) and name.lower() in self.called(formula.text):
                    corners = {(place.top, place.left), (place.top, place.right)}
                    corners |= {(place.bottom, place.left), (place.bottom, place.right)}
                    if all(self._does_well(name, place.sheet, *at) for at in corners):
                        return formula.place[1]
        return None

    def _does_well(self, name: str, sheet: str, row: int, column: int) -> bool:
        try:
            bound = self._binder.bind(Name(name.lower()), Area(sheet, row, column, row, column))
        except FormulaError:
            return False
        return self._problem(bound) is None


class _CellsRead(NamedTuple):
    """What a formula reads in all of its cells."""

    parts: int
    areas: frozenset[Area]


@lru_cache(maxsize=4_096)
def _cells_read(written: Form, inlined: Node, place: Area) -> _CellsRead | None:
    """Return what a formula reads in the cells that it fills; None when it goes wrong in one.

    Templates that a person compares differ in a few formulas; what the others read is remembered.
    """
    placement = shared_placement()
    parts, frames = 0, set()
    areas: set[Area] = set()
    for host, form in _filled(written, place):
        bound = placement.bound(inlined, form, host)
        nodes = [*bound.parts.values()]
        parts += len(nodes)
        if bound.frame not in frames:  # it is the same in most cells
            frames.add(bound.frame)
            nodes.append(bound.frame)
        for part in nodes:
            areas.update(_areas_in(part))
        if _several(bound) or any(_REF in walk(part) for part in nodes):
            return None
    return _CellsRead(parts, frozenset(areas))


def _filled(written: Form, place: Area) -> Iterator[tuple[Area, Form]]:
    """Yield the cells of a place, each with its formula; the first cell has ``written``."""
    is_moved = any(each.is_relative for each in written.references)
    for host in place.cells():
        down, right = host.top - place.top, host.left - place.left
        yield host, written.moved(down, right) if is_moved else written


def _areas_in(node: Node) -> Iterable[Area]:
    if isinstance(node, Area):
        return (node,)
    return [part for part in walk(node) if isinstance(part, Area)]


def _evaluated(node: Node) -> Iterator[Node]:
    """Yield the parts of a bound formula, without those that Excel leaves out or catches.

    It leaves out a branch of IF when the condition follows from the position alone.
    """
    pending = [node]
    while pending:
        part = pending.pop()
        yield part
        match part:
            case Call("IF", (Logical(value) | Number(value), *branches)) if branches:
                pending += branches[:1] if value else branches[1:]
            case Call("IFERROR", (_, otherwise)):
                pending.append(otherwise)
            case _:
                pending += reversed(children(part))


def _several(bound: BoundFormula) -> Node | None:
    """Return what a formula gives if it is several values and nothing else."""
    if children(bound.frame):
        return None
    node = bound.node
    is_range = isinstance(node, Area) and node.shape != (1, 1)
    return node if is_range or isinstance(node, Array) else None
