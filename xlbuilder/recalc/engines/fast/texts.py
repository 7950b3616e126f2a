"""Texts as numbers: each different text is kept once, so equal texts are equal numbers.

The functions run inside the machine; numba compiles them.  ``points`` are the code points of a
text, an array of which the first ``length`` are used.
"""

from array import array
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled, on_views
from xlbuilder.recalc.engines.fast.spelled import MAY_BE_A_NUMBER, UNREADABLE, number_in

MAX_TEXTS = 100_000
MAX_CHARACTERS = 4_000_000
EMPTY, TRUE, FALSE = 0, 1, 3
"""The numbers of "", "TRUE" and "FALSE", which are always there; small letters come behind."""

LONGEST = 32_767
"""Characters of a cell (Excel's limit)."""
DRAFT = 2 * LONGEST
"""Characters of one half of the draft: two texts that are joined."""

LESS_SIGN, EQUALS_SIGN, GREATER_SIGN, STAR, QUESTION_MARK, TILDE = map(ord, "<=>*?~")
NUMBER_SIGN, EXCLAMATION_MARK, SLASH = map(ord, "#!/")
_ALPHABETS = 0x1_0000
"""Code points that may be letters with a small letter; few are beyond."""
_BLANK, _ZERO, _NINE, _SMALL_A, _SMALL_Z = map(ord, " 09az")

_TABLE = 262_144  # a power of two, more than twice MAX_TEXTS

TEXTS_USED, CHARACTERS_USED, IS_FULL, LACK, UNREAD, FROM_1904 = range(6)
"""Places in ``Texts.used``."""


class Texts(NamedTuple):
    """A pool of texts.  A text is known by its number, its place in the arrays by text."""

    characters: NDArray[np.uint32]
    """Shape (MAX_CHARACTERS,): the code points of all texts, one text after the other."""
    start: NDArray[np.int64]
    """Shape (MAX_TEXTS,), by text: the place of its first character in ``characters``."""
    length: NDArray[np.int64]
    """Shape (MAX_TEXTS,), by text: how many characters it has."""
    folded: NDArray[np.int64]
    """Shape (MAX_TEXTS,), by text: the number of the same text in small letters, by which Excel
    compares."""
    number: NDArray[np.float64]
    """Shape (MAX_TEXTS,), by text: the number that it stands for in arithmetic, NaN for none,
    MAY_BE_A_NUMBER or UNREADABLE (spelled.py)."""
    counted_once: NDArray[np.int64]
    """Shape (MAX_TEXTS,), by text: how many of its first characters every version of Excel counts
    once.  Up to Excel 2024, LEN and its like count one beyond the first 65,536 twice; Microsoft 365
    counts it once where the compatibility version of the workbook is 2
    (https://support.microsoft.com/en-us/excel/compatibility-versions)."""
    table: NDArray[np.int64]
    """Shape (_TABLE,): a hash table with open addressing.  The hash of a text leads to its number,
    -1 where there is none."""
    used: NDArray[np.int64]
    """Shape (6,): how many texts and characters there are, 1 when the pool is full, the alarm
    (codes.py) of a text with which the machine cannot do what Excel does, 1 when a text was needed
    that MAY_BE_A_NUMBER, and 1 in a workbook that counts days from 1904."""
    draft: NDArray[np.uint32]
    """Shape (2 * DRAFT,): where a text is written before it is interned; the second half is for
    small letters.  The machine makes no array of its own (interpreter.py says why)."""
    small: NDArray[np.uint32]
    """Shape (_ALPHABETS,), by code point: its small letter, as Unicode has it."""


def empty_pool() -> Texts:
    """Return a pool that holds "", "TRUE" and "FALSE"."""
    pool = Texts(
        np.zeros(MAX_CHARACTERS, np.uint32),
        np.zeros(MAX_TEXTS, np.int64),
        np.zeros(MAX_TEXTS, np.int64),
        np.zeros(MAX_TEXTS, np.int64),
        np.full(MAX_TEXTS, np.nan),
        np.zeros(MAX_TEXTS, np.int64),
        np.full(_TABLE, -1, np.int64),
        np.zeros(6, np.int64),
        np.zeros(2 * DRAFT, np.uint32),
        _small_letters(),
    )
    for text in ("", "TRUE", "FALSE"):
        add(pool, text)
    return pool


@cache
def _small_letters() -> NDArray[np.uint32]:
    letters = [chr(point).lower() for point in range(_ALPHABETS)]
    small = [ord(each) if len(each) == 1 else point for point, each in enumerate(letters)]
    return np.array(small, np.uint32)


def add(pool: Texts, text: str) -> int:
    """Return the number of ``text``, which is kept from now on."""
    points = memoryview(array("I", map(ord, text[:LONGEST])))
    return int(_intern_on_views(pool, points, len(points)))


def is_half_full(pool: Texts) -> bool:
    """Return whether half of the places for texts, or of the places for characters, are taken."""
    texts, characters = int(pool.used[TEXTS_USED]), int(pool.used[CHARACTERS_USED])
    return 2 * texts > MAX_TEXTS or 2 * characters > MAX_CHARACTERS


def text_of(pool: Texts, number: int) -> str:
    """Return the text with this number."""
    start = pool.start[number]
    return "".join(map(chr, pool.characters[start : start + pool.length[number]]))


@can_be_compiled()
def _find(pool, points, length):
    """Return the place in the table where this text is, or where it would go."""
    code = length  # of the text: its hash
    for i in range(length):
        code = (code * 1_000_003 + points[i]) & 0x7FFF_FFFF
    place = (code ^ (code >> 13)) & (pool.table.shape[0] - 1)
    while pool.table[place] >= 0:
        number = pool.table[place]
        if pool.length[number] == length:
            start = pool.start[number]
            same = True
            for i in range(length):
                if pool.characters[start + i] != points[i]:
                    same = False
                    break
            if same:
                break
        place = (place + 1) & (pool.table.shape[0] - 1)
    return place


@can_be_compiled()
def _append(pool, points, length, place):
    number, start = pool.used[TEXTS_USED], pool.used[CHARACTERS_USED]
    if number >= pool.start.shape[0] or start + length > pool.characters.shape[0]:
        pool.used[IS_FULL] = 1
        return np.int64(0)
    counted_once = length
    for i in range(length):
        pool.characters[start + i] = points[i]
        if points[i] >= _ALPHABETS:
            counted_once = min(counted_once, i)
    pool.start[number], pool.counted_once[number] = start, counted_once
    pool.length[number] = length
    pool.number[number] = number_in(points, length)
    pool.folded[number] = number
    pool.table[place] = number
    pool.used[TEXTS_USED] += 1
    pool.used[CHARACTERS_USED] += length
    return number


@can_be_compiled()
def intern(pool, points, length):
    """Return the number of the text with these code points, adding it when it is new."""
    place = _find(pool, points, length)
    if pool.table[place] >= 0:
        return pool.table[place]
    number = _append(pool, points, length, place)
    small = pool.draft[DRAFT:]
    differs = False
    for i in range(length):
        point = points[i]
        small[i] = pool.small[point] if point < _ALPHABETS else point
        differs = differs or small[i] != points[i]
    if differs:
        place = _find(pool, small, length)
        known = pool.table[place]
        pool.folded[number] = known if known >= 0 else _append(pool, small, length, place)
    return number


_intern_on_views = on_views(intern)


@can_be_compiled()
def number_of(pool, text):
    """Return the number that a text stands for, NaN for none, and note one that is not read."""
    number = pool.number[text]
    if number == MAY_BE_A_NUMBER:
        pool.used[UNREAD] = 1
    elif number == UNREADABLE:
        pool.used[LACK] = codes.UNREAD_TEXT
    return number


@can_be_compiled()
def order_of(pool, one, other):
    """Return -1, 0 or 1 as the text ``one`` comes before, with or after ``other``.

    Excel puts letters with accents beside the plain ones, signs before letters, and takes no notice
    of hyphens and apostrophes at first (https://support.microsoft.com/office/
    sort-data-in-a-range-or-table-62d0b95d-2a90-4610-a6ae-2e545c4a4654).  Where two texts begin to
    differ in one of them, the pool notes it.
    """
    a, b = pool.folded[one], pool.folded[other]
    if a == b:
        return 0
    for i in range(min(pool.length[a], pool.length[b])):
        x, y = pool.characters[pool.start[a] + i], pool.characters[pool.start[b] + i]
        if x != y:
            if not (_has_a_known_order(x) and _has_a_known_order(y)):
                pool.used[LACK] = codes.UNORDERED_TEXT
            return -1 if x < y else 1
    return -1 if pool.length[a] < pool.length[b] else 1


@can_be_compiled()
def _has_a_known_order(point):
    """Return whether a small letter, a digit or a blank of ASCII comes where its code says."""
    return _SMALL_A <= point <= _SMALL_Z or _ZERO <= point <= _NINE or point == _BLANK


@can_be_compiled()
def fits(pool, text, pattern):
    """Return whether a text fits a pattern with ``*`` and ``?`` (``~``: the next one literally)."""
    return _fits(pool, pool.folded[text], 0, pool.folded[pattern], False)


@can_be_compiled()
def begins(pool, is_pattern, text, offset, beginning):
    """Return whether a text goes on with another one behind its first ``offset`` characters.

    With ``is_pattern`` case does not count, and ``beginning`` is a pattern as in `fits`.
    """
    if is_pattern:
        return _fits(pool, pool.folded[text], offset, pool.folded[beginning], True)
    if pool.length[beginning] > pool.length[text] - offset:
        return False
    for i in range(pool.length[beginning]):
        wanted = pool.characters[pool.start[beginning] + i]
        if pool.characters[pool.start[text] + offset + i] != wanted:
            return False
    return True


@can_be_compiled()
def _fits(pool, text, offset, pattern, is_open):
    """Return whether a text fits a pattern from ``offset`` on; ``is_open``: more may follow."""
    t, t_end = pool.start[text] + offset, pool.start[text] + pool.length[text]
    p, p_end = pool.start[pattern], pool.start[pattern] + pool.length[pattern]
    star, retry = np.int64(-1), t
    tildes = 0
    while is_open and tildes < p_end - p and pool.characters[p_end - 1 - tildes] == TILDE:
        tildes += 1
    p_end -= tildes % 2  # SEARCH ignores a tilde at the end that no character follows
    while t < t_end:
        if is_open and p == p_end:
            return True
        literal = p < p_end and pool.characters[p] == TILDE and p + 1 < p_end
        wanted = pool.characters[p + 1] if literal else (pool.characters[p] if p < p_end else 0)
        if p < p_end and not literal and wanted == STAR:
            star, retry = p, t
            p += 1
        elif p < p_end and (
            (not literal and wanted == QUESTION_MARK) or wanted == pool.characters[t]
        ):
            if wanted == QUESTION_MARK and pool.characters[t] >= _ALPHABETS:
                pool.used[LACK] = codes.COUNTED_TEXT
            t += 1
            p += 2 if literal else 1
        elif star >= 0:
            retry += 1
            t, p = retry, star + 1
        else:
            return False
    while p < p_end and pool.characters[p] == STAR:
        p += 1
    return p == p_end
