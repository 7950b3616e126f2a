"""The numbers of texts that spell dates and times, which the machine does not read itself.

Excel takes such a text for a number in arithmetic, in criteria, and in functions that take a
number: all of them come here.  What it reads depends on the country that Windows is set to; the
package reads it as Excel in the United States does, and reads no money of other countries.
"""

from array import array
from math import isinf, isnan, nan

import numpy as np

from xlbuilder.errors import EngineError
from xlbuilder.formula.tree import Call, Text, to_text
from xlbuilder.recalc.engines.fast.asked.pyofficeeditor_package import evaluated
from xlbuilder.recalc.engines.fast.compiler import on_views
from xlbuilder.recalc.engines.fast.spelled import MAY_BE_A_NUMBER, UNREADABLE, number_in
from xlbuilder.recalc.engines.fast.texts import FROM_1904, TEXTS_USED, UNREAD, Texts, text_of

_number_in = on_views(number_in)


def number_in_text(text: str) -> float | None:
    """Return the number that a text spells, None for none.

    Raises EngineError where it depends on the day or the country what Excel reads.
    """
    found: float = _number_in(array("I", map(ord, text)), len(text))
    if found == MAY_BE_A_NUMBER:
        found = _read(text)
    return None if isnan(found) else found


def read_texts(pool: Texts) -> bool:
    """Read all texts that may spell numbers, if the pool notes that one is needed.

    Returns whether it does.
    """
    is_needed = bool(pool.used[UNREAD])
    if is_needed:
        pool.used[UNREAD] = 0
        used, is_from_1904 = pool.number[: pool.used[TEXTS_USED]], bool(pool.used[FROM_1904])
        for text in np.flatnonzero(used == MAY_BE_A_NUMBER).tolist():
            try:
                pool.number[text] = UNREADABLE if is_from_1904 else _read(text_of(pool, text))
            except EngineError:
                pool.number[text] = UNREADABLE
            except ImportError as error:
                raise EngineError(
                    f"the engine fast needs the package {error.name} for dates in texts;"
                    " run: pip install 'xlbuilder[verify]'"
                ) from None
    return is_needed


def refuse_dates(pool: Texts, text: int) -> None:
    """Raise EngineError for a text that may be a date, in a workbook that counts from 1904."""
    if pool.used[FROM_1904] and isinf(pool.number[text]):
        raise EngineError(
            "the engine fast lacks calls with a text that may be a date, if days count from 1904"
        )


def _read(text: str) -> float:
    """Return the number of a text, NaN for none."""
    if not text.isascii():
        raise EngineError(f'with the text "{text}", in which Excel may read a number')
    value = evaluated(to_text(Call("VALUE", (Text(text),))))
    return value if isinstance(value, float) else nan
