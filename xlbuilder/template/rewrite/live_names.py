"""Gives a position to each name that reads a circle and holds no position.

A position is ``ROW()`` or a relative reference.  Some programs calculate a name without a position
only once in a recalculation, and keep its value in all iterations, while they read cells anew.
Then a formula that reads a cell directly and through the name sees an old and a new value at once.
Excel most probably calculates a name wherever it is used, but nobody promises this.
tests/workbooks/test_positions.py shows what happens without this module.

So a name that reads a circle becomes ``=IF(live, ...)``.  The name ``live`` is always TRUE, and
asks for its own row.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from xlbuilder.formula.area import Area, around
from xlbuilder.formula.extents import Extents, Gives
from xlbuilder.formula.inline import resolved
from xlbuilder.formula.parse import parse, references
from xlbuilder.formula.tree import Name, Node, Reference, is_position, moved, walk
from xlbuilder.template.calls import names_in, reached
from xlbuilder.template.formulas import formulas, known_names
from xlbuilder.template.locate import parts
from xlbuilder.template.ranges import named_areas
from xlbuilder.template.rewrite.summed import summed
from xlbuilder.template.schema import NamedFormula, Template, bare
from xlbuilder.template.toml import read_toml

_LIVE = "live"


def with_positions(template: Template) -> Template:
    """Return the template with a position in each name that reads a circle and holds none.

    A name that calls a name with a position holds a position too.  Names that give several values
    stay as they are: in a cell, IF would take a single value of the name (formula/ordinary.py).
    """
    names = known_names(template)
    areas = {name.lower(): place for name, place in named_areas(template).items()}
    calls = {name: {*names_in(node), *_met(_fixed(node), areas)} for name, node in names.items()}
    circle = _on_circle(template, names, areas, calls)
    extents = Extents(names)
    positions = {name for name, node in names.items() if any(map(is_position, walk(node)))}
    lacking = {}
    for name, entry in template.names.items():
        node, led_to = names[name.lower()], reached([name.lower()], calls)
        is_value = (
            not (entry.plain or isinstance(node, Name | Reference))
            and extents.of(node).gives is Gives.ONE
        )
        if is_value and led_to & circle and not led_to & positions:
            lacking[name.lower()] = name
    if not lacking:
        return template
    live = _live()
    tree = parse(live.formula)
    is_free = names.get(_LIVE, tree) == tree
    test = _LIVE if is_free else bare(live.formula)
    changed = {} if _LIVE in names else {_LIVE: live}
    for lower, name in lacking.items():
        if lacking.keys() & reached([lower], calls) == {lower}:
            entry = template.names[name]
            text = f"=IF({test}, {bare(entry.formula)})"
            changed[name] = entry.model_copy(update={"formula": text})
    return template.model_copy(update={"names": {**template.names, **changed}})


@cache
def _live() -> NamedFormula:
    """Return the name ``live`` of the shipped part, as it is built."""
    entry = NamedFormula.model_validate(read_toml(parts()["shared/live"])["names"][_LIVE])
    return entry.model_copy(update={"formula": summed(entry.formula, Extents({}))})


def _on_circle(
    template: Template,
    names: Mapping[str, Node],
    areas: Mapping[str, Area],
    calls: Mapping[str, set[str]],
) -> set[str]:
    """Return the boards and cells that are on a circle or read a circle, in lower case."""
    relative = {
        name for name, node in names.items() if any(part.is_relative for part in references(node))
    }
    reads = {}
    for formula in formulas(template):
        if formula.is_held:
            held, node = formula.area, parse(formula.text)
            words = reached(names_in(node), calls)
            seen = [moved(names[word], held.top - 1, held.left - 1) for word in words & relative]
            met = _met((place for each in (node, *seen) for place in _places(each, held)), areas)
            reads[formula.place[1].lower()] = (words & areas.keys()) | met
    circle = {name for name in reads if name in reached(reads[name], reads)}
    return {name for name in reads if not circle.isdisjoint(reached([name], reads))}


def _met(places: Iterable[Area], areas: Mapping[str, Area]) -> set[str]:
    """Return the boards, cells and columns of lists that overlap a place."""
    return {name for place in places for name, other in areas.items() if place.meets(other)}


def _fixed(node: Node) -> Iterator[Area]:
    """Yield the areas of a name's absolute references, which mean the same everywhere."""
    return (resolved(part) for part in references(node) if not part.is_relative)


def _places(node: Node, held: Area) -> Iterator[Area]:
    """Yield the areas that the references in a board's formula cover, seen from all its cells."""
    down, right = held.bottom - held.top, held.right - held.left
    for part in references(node):
        ends = (part, part.moved(down, right))
        yield around([resolved(end, held.sheet) for end in ends])
