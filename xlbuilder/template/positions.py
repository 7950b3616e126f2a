"""Gives a position to each name on a circle that holds none.

Some programs calculate a name whose formula holds no position (no ``ROW()``, no relative reference)
once a recalculation, and keep its value in all iterations of it, while they read cells anew: a
formula that reads a cell directly and through such a name sees two times at once.  Excel calculates
a name wherever it is used, most probably; nobody promises it.  tests/workbooks/test_positions.py
shows what happens without this.

So a name that reads a circle becomes ``=IF(live, ...)``.  The name ``live`` is always TRUE, and
asks for its own row.
"""

from collections.abc import Iterator, Mapping

from xlbuilder.formula.area import Area
from xlbuilder.formula.ordinary import Gives, Ordinary
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, Name, Node, Reference, walk
from xlbuilder.template.formulas import Formula, formulas, known_names
from xlbuilder.template.ranges import area, named_areas
from xlbuilder.template.schema import Name as NameEntry
from xlbuilder.template.schema import Template, bare

_LIVE = "live"
_TRUE = NameEntry(
    formula="=SUM(ROW())>0",  # in a name ROW() is an array of one number, SUM makes it a number
    comment="TRUE. It looks at its own row, so what calls it is calculated anew in every cell and"
    " every iteration; some programs keep the value of a name without a position.",
)


def with_positions(template: Template) -> Template:
    """Return the template with a position in each name that reads a circle and holds none.

    A name that calls one with a position holds one too.  Names that give several values stay as
    they are: IF would take one of them in a cell (formula/ordinary.py).
    """
    names = known_names(template)
    calls = {name: _called(node) for name, node in names.items()}
    circle = _on_circle(template, calls)
    ordinary = Ordinary(names)
    lacking = {}
    for name in template.names:
        node, reached = names[name.lower()], _reached(name.lower(), calls)
        is_value = not isinstance(node, Name | Reference) and ordinary.gives(node) is Gives.ONE
        if is_value and reached & circle and not any(_holds_position(names[n]) for n in reached):
            lacking[name.lower()] = name
    own = template.names.get(_LIVE, _TRUE)
    is_free = bare(own.formula) == bare(_TRUE.formula) and _LIVE not in template.places
    test = _LIVE if is_free else bare(_TRUE.formula)
    changed = {}
    for lower, name in lacking.items():
        if lacking.keys() & _reached(lower, calls) == {lower}:
            entry = template.names[name]
            text = f"=IF({test}, {bare(entry.formula)})"
            changed[name] = entry.model_copy(update={"formula": text})
    if changed and is_free:
        changed[_LIVE] = own
    return template.model_copy(update={"names": {**template.names, **changed}})


def _on_circle(template: Template, calls: Mapping[str, set[str]]) -> set[str]:
    """Return the boards and cells, in lower case, on a circle, and those that read these."""
    areas = {name.lower(): place for name, place in named_areas(template).items()}
    reads = {}
    for formula in formulas(template):
        if formula.is_held:
            words = set().union(*(_reached(word, calls) for word in _called(parse(formula.text))))
            met = {
                name
                for place in _places(formula, area(template, formula.range))
                for name, other in areas.items()
                if place.meets(other)
            }
            reads[formula.place[1].lower()] = (words & areas.keys()) | met
    circle = {name for name in reads if name in _reached(name, reads, itself=False)}
    return {name for name in reads if not circle.isdisjoint(_reached(name, reads))}


def _places(formula: Formula, held: Area) -> Iterator[Area]:
    """Yield what the references in a board's formula cover, seen from all of its cells."""
    down, right = held.bottom - held.top, held.right - held.left
    for part in walk(parse(formula.text)):
        if isinstance(part, Reference):
            first, last = part.first, part.last
            yield Area(
                part.sheet or held.sheet,
                first.row,
                first.column,
                last.row + (0 if last.row_fixed else down),
                last.column + (0 if last.column_fixed else right),
            )


def _called(node: Node) -> set[str]:
    return {part.text.lower() for part in walk(node) if isinstance(part, Name)}


def _reached(name: str, reads: Mapping[str, set[str]], *, itself: bool = True) -> set[str]:
    """Return what a name calls or reads, directly or through others, and ``itself``."""
    found = {name} if itself else set()
    pending = [name]
    while pending:
        for word in reads.get(pending.pop(), ()):
            if word not in found:
                found.add(word)
                pending.append(word)
    return found


def _holds_position(node: Node) -> bool:
    return any(
        (isinstance(part, Call) and part.function in ("ROW", "COLUMN") and not part.arguments)
        or (isinstance(part, Reference) and part.is_relative)
        for part in walk(node)
    )
