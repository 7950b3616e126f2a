"""Makes a plain number of each position: SUM(ROW()) of ROW().

Authors ask for a position with ``ROW()`` and ``COLUMN()``.  Excel evaluates names, conditional
formats and the arguments of SUMPRODUCT as array formulas.  In an array formula ``ROW()`` is an
array of one number, and what INDEX finds with this array may be no operand
(formula/arrays_of_one.py).  SUM makes the array a number again.  The order ``arrays-of-one`` shows
what happens without this.

SUM stands directly around ``ROW()``, ``COLUMN()`` and ``ROW(INDEX(board,1,1))``, or around the
difference of two positions, ``ROW()-ROW(INDEX(board,1,1))``: the number of rows from the corner of
a board.  If the difference is in parentheses, these become the parentheses of SUM.  An argument of
SUM, MAX or MIN is a number already.  ``ROW(D4)`` stays, as the published workbook has it.
"""

from collections.abc import Iterator

from xlbuilder.formula.extents import Extents, Gives
from xlbuilder.formula.parse import parse
from xlbuilder.formula.spans import Span, span_of
from xlbuilder.formula.tree import Call, Infix, walk
from xlbuilder.template.formulas import known_names, with_changed
from xlbuilder.template.schema import Template

_POSITIONS = ("ROW", "COLUMN")
_TOTALS = ("SUM", "MAX", "MIN")


def with_sums(template: Template) -> Template:
    """Return the template with SUM around each position that is not an argument of a total.

    A name that is to stay ``plain`` does.
    """
    extents = Extents(known_names(template))
    changed = with_changed(template, lambda text: summed(text, extents))
    plain = {name: entry for name, entry in template.names.items() if entry.plain}
    return changed.model_copy(update={"names": {**changed.names, **plain}})


def summed(text: str, extents: Extents) -> str:
    """Return a formula with SUM around its positions; ``extents`` knows the names that it calls.

    ROW of several cells stays as it is, because SUM would add the rows up.  ROW of a reference
    stays too.
    """
    called = {part.function for part in walk(parse(text)) if isinstance(part, Call)}
    if called.isdisjoint(_POSITIONS):
        return text
    for place, added in sorted(_added(span_of(text), extents), reverse=True):
        text = f"{text[:place]}{added}{text[place:]}"
    return text


def _added(whole: Span, extents: Extents) -> Iterator[tuple[int, str]]:
    """Yield the texts to insert, each with its place."""
    done: set[int] = set()
    for span in _outside_totals(whole):
        first = _minuend(span, extents)
        if first is not None:
            done |= {first.start, span.parts[1].start}
        elif span.start not in done and _is_position(span, extents):
            first = span
        if first is not None and span.is_in_parentheses and first in span.parts[:1]:
            yield span.opening, "SUM"
        elif first is not None:
            yield first.start, "SUM("
            yield span.end, ")"


def _outside_totals(span: Span, within: str = "") -> Iterator[Span]:
    """Yield the parts of a formula outside of totals' arguments, outer parts first."""
    if within not in _TOTALS:
        yield span
    function = span.node.function if isinstance(span.node, Call) else within
    for part in span.parts:
        yield from _outside_totals(part, function)


def _minuend(span: Span, extents: Extents) -> Span | None:
    """Return the position from which a part subtracts another position, else None."""
    if not isinstance(span.node, Infix) or span.node.operator != "-":
        return None
    first, second = span.parts
    if isinstance(first.node, Infix) and first.node.operator == "+":
        first = first if first.is_in_parentheses else first.parts[1]
    pair = (first, second)
    has_both = all(_is_position(one, extents) and not one.is_in_parentheses for one in pair)
    return first if has_both else None


def _is_position(span: Span, extents: Extents) -> bool:
    """Return whether a part is the number of a row or column without a written reference."""
    match span.node:
        case Call(function, ()):
            return function in _POSITIONS
        case Call(function, (Call("INDEX", _) as place,)):
            return function in _POSITIONS and extents.of(place).gives is Gives.ONE
        case _:
            return False
