"""Which formulas LibreOffice cannot take, because it writes out the formula of each name."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

from xlbuilder.errors import Fault
from xlbuilder.formula.limits import MAX_WORDS_IN_LIBREOFFICE
from xlbuilder.formula.parse import parse
from xlbuilder.formula.size import words_in_libreoffice
from xlbuilder.template.formulas import formulas, known_names
from xlbuilder.template.limits import MAX_PROBLEMS
from xlbuilder.template.load import LoadedTemplate


def too_long_for_libreoffice(loaded: LoadedTemplate) -> Iterator[Fault]:
    """Yield each formula that LibreOffice shows as Err:512, MAX_PROBLEMS at most.

    Excel takes these formulas: it calculates a name without writing it out.
    """
    yield from islice(_faults(loaded), MAX_PROBLEMS)


def _faults(loaded: LoadedTemplate) -> Iterator[Fault]:
    names = known_names(loaded.template)

    @cache
    def of_name(name: str) -> int:
        return words_in_libreoffice(names[name.lower()], of_name)

    for formula in formulas(loaded.template):
        if not formula.is_held:
            continue
        words = words_in_libreoffice(parse(formula.text), of_name)
        if words > MAX_WORDS_IN_LIBREOFFICE:
            yield loaded.fault(
                formula.place,
                f"has {words:,} words when its names are written out; LibreOffice takes "
                f"{MAX_WORDS_IN_LIBREOFFICE:,} and shows Err:512, Excel takes more; give a part of "
                "it a board or a cell of its own",
            )
