"""Which formulas of the user's own files are hard to read.

Files that come with xlbuilder are left out: the user cannot change them.
"""

from collections.abc import Iterator
from itertools import islice

from xlbuilder.errors import Fault
from xlbuilder.formula.parse import parse
from xlbuilder.formula.size import Size, size_of
from xlbuilder.template.formulas import formulas
from xlbuilder.template.limits import MAX_PROBLEMS
from xlbuilder.template.load import LoadedTemplate
from xlbuilder.template.locate import is_shipped

_LONG = 200
"""Characters, twice as many as a simple formula has."""
_DEEP = 4
"""Levels of IFs, twice as many as a simple formula has."""


def hard_to_read(loaded: LoadedTemplate) -> Iterator[Fault]:
    """Yield each formula that is hard to read, MAX_PROBLEMS at most.

    Repeats within a formula count as they are written out.  Formulas that one table makes with
    ``for_each`` are yielded once; formulas that slots join are left out, because they have no
    author.
    """
    yield from islice(_faults(loaded), MAX_PROBLEMS)


def _faults(loaded: LoadedTemplate) -> Iterator[Fault]:
    source = loaded.source
    seen = set()
    for formula in formulas(loaded.written):
        origin = source.origins.get(formula.place)
        if origin is None or is_shipped(origin):
            continue
        written = source.written.get(formula.place[:2])
        place = (origin, written.place if written else formula.place[:2])
        text = _why(size_of(parse(formula.text)))
        if text and place not in seen:
            seen.add(place)
            yield loaded.fault(formula.place, f"{text}; give parts of it names")


def _why(size: Size) -> str:
    """Return what makes a formula of this size hard to read; empty if it is readable."""
    long = (
        f"is {size.characters} characters long when written out" if size.characters > _LONG else ""
    )
    deep = f"its IFs are {size.ifs} deep" if size.ifs > _DEEP else ""
    return " and ".join(filter(None, [long, deep]))
