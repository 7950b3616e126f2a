"""Makes a plain number of each position: SUM(ROW()) of ROW().

Authors ask for a position with ``ROW()`` and ``COLUMN()``.  Excel evaluates a name, a conditional
format, and what stands in SUMPRODUCT, as an array formula, and there ``ROW()`` is an array of one
number; what INDEX finds with it may be no operand (formula/arrays_of_one.py).  SUM makes it a
number again.  The order ``arrays-of-one`` shows what happens without this.

SUM stands directly around ``ROW()``, ``COLUMN()`` and ``ROW(INDEX(board,1,1))``, or around a
difference of two of them, ``ROW()-ROW(INDEX(board,1,1))``: the number of rows from the corner of a
board.  Where such a difference is in parentheses, they become those of SUM.  What SUM, MAX or MIN
takes as an argument is a number already.  ``ROW(D4)`` stays, as the published workbook has it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from xlbuilder.formula.extents import Extents, Gives
from xlbuilder.formula.parse import parse, tokens
from xlbuilder.formula.tree import Call
from xlbuilder.template.formulas import known_names, with_changed
from xlbuilder.template.schema import Template

_POSITIONS = frozenset({"ROW", "COLUMN"})
_TOTALS = frozenset({"SUM", "MAX", "MIN"})
_MINUS = re.compile(r"\s*-\s*")
_BEGINS = re.compile(r".*[=(,+&<>]\s*", re.DOTALL)
"""What stands before an expression that a difference can begin."""
_OPENING = re.compile(r"(?<![\w.])\(\s*\Z")
"""A parenthesis that is not that of a call."""
_CLOSING = re.compile(r"\s*\)")
_GOES_ON = re.compile(r"\s*[*/^%:]")
"""What stands behind a difference whose second part belongs to something else."""


class _Call(NamedTuple):
    """A call of a function in the text of a formula, or a parenthesis or brace of no function."""

    function: str
    """In upper case; empty if it is none."""
    within: str
    """The function that it is an argument of, or a part of an argument; empty if there is none."""
    start: int
    """Where its name begins."""
    end: int = 0
    """Behind its closing parenthesis."""


def with_sums(template: Template) -> Template:
    """Return the template with SUM around each position that is not an argument of a total."""
    extents = Extents(known_names(template))
    return with_changed(template, lambda text: summed(text, extents))


def summed(text: str, extents: Extents) -> str:
    """Return a formula with SUM around its positions; ``extents`` knows the names that it calls.

    ROW of several cells is left alone: SUM would add them up.  So is ROW of a reference.
    """
    for place, added in sorted(_added(text, extents), reverse=True):
        text = f"{text[:place]}{added}{text[place:]}"
    return text


def _added(text: str, extents: Extents) -> Iterator[tuple[int, str]]:
    """Yield what is put into the text, and where."""
    positions = [call for call in _calls_in(text) if _is_array_of_one(call, text, extents)]
    by_start = {call.start: call for call in positions}
    subtracted = set()
    for call in sorted(positions, key=lambda each: each.start):
        if call.start not in subtracted:
            other = _subtracted(call, text, by_start)
            end = call.end
            if other is not None:
                subtracted.add(other.start)
                end = other.end
                if (opening := _OPENING.search(text, 0, call.start)) and _CLOSING.match(text, end):
                    yield opening.start(), "SUM"
                    continue
            yield call.start, "SUM("
            yield end, ")"


def _calls_in(text: str) -> Iterator[_Call]:
    """Yield the calls of a formula that the parser takes, each after those in its arguments."""
    pending: list[_Call] = []
    for token in _words().finditer(text):
        if token.lastgroup == "FUNCTION" or token[0] in "({":
            within = (pending[-1].function or pending[-1].within) if pending else ""
            pending.append(_Call(token[0][:-1].upper(), within, token.start()))
        elif token[0] in ")}":
            yield pending.pop()._replace(end=token.end())


@cache
def _words() -> re.Pattern[str]:
    """Return what finds the words of a formula, its parentheses and braces."""
    return re.compile(f"{tokens().pattern}|[(){{}}]")


def _is_array_of_one(call: _Call, text: str, extents: Extents) -> bool:
    if call.function not in _POSITIONS or call.within in _TOTALS:
        return False
    match parse(text[call.start : call.end]):
        case Call(_, ()):
            return True
        case Call(_, (Call("INDEX", _) as place,)):
            return extents.of(place).gives is Gives.ONE
        case _:
            return False


def _subtracted(call: _Call, text: str, by_start: dict[int, _Call]) -> _Call | None:
    """Return the position that is subtracted from this one, if nothing else comes before that."""
    minus = _MINUS.match(text, call.end)
    other = by_start.get(minus.end()) if minus else None
    if other is None or _GOES_ON.match(text, other.end):
        return None
    return other if _BEGINS.fullmatch(text, 0, call.start) else None
