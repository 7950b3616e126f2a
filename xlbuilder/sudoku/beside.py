"""What a file says beside a board: fields of an object, columns of a table, parts of a link.

Most of it is harmless: a level, an author, a date.  Some of it makes the same cells another puzzle:
they stand box by box, or they are of another kind of Sudoku.  Such a board is refused, since its
cells read row by row would be a wrong puzzle.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.board import Board, clashes

_BETWEEN_WORDS = re.compile(r"(?<=[a-z\d])(?=[A-Z])|[\W_]+")
_TURN = r"transpos|rotat|\brot ?\d|mirror|flip|revers|shuffl|permut"
_OTHER_ORDER = (
    _TURN + r"|vertical|spiral|zigzag|snake|\bcol(?:s|umns?|umn ?wise|umn ?major| ?major)?\b"
    r"|nonet|\b(?:box|block)(?:e?s|wise)?\b|\bsub ?(?:grid|square)s?\b"
    r"|\bbottom (?:up|to top)\b|\bright to left\b|\brtl\b"
)
_OTHER_RULES = (
    r"variant|constraint|killer|\bcage|thermo|\barrow|diagonal|jigsaw|irregular|\bregions\b|chaos"
    r"|kropki|sandwich|palindrom|renban|whisper|windoku|hyper|asterisk|argyle|samurai|kakuro"
    r"|futoshiki|kenken|calcudoku|inequal|greater than|consecutive|\bknight|\banti king|\bxv\b"
    r"|disjoint|skyscraper|\bodd\b|\beven\b|wordoku|girandola|toroidal|miracle"
)
_TURNS = re.compile(_TURN)
_ORDER = re.compile(_OTHER_ORDER)
_ORDER_NAME = re.compile(
    _OTHER_ORDER + r"|\border(?:ing)?\b|orientation|direction|\bmajor\b|layout"
)
_RULES = re.compile(_OTHER_RULES + r"|^x$")
_RULES_NAME = re.compile(_OTHER_RULES + r"|\blines\b")
_TITLE = re.compile(rf"(?:{_OTHER_RULES}) (?:\w+ )?sudoku|\bx sudoku")
_TEXT_OF_RULES = re.compile(r"\brules?|ruleset|instruction")
_FREE_TEXT = re.compile(
    r"title|name|author|creator|source|publish|collection|url|link|comment|descri|note|date|time"
    r"|level|difficult|grade|rating|tech|strateg|\bid\b|hash|hint|text|message|prompt|question"
    r"|symmetr|\bstep|\bmove"
)
"""Names of texts in which any word may stand."""
_PLAIN = re.compile(
    r"rows?\b.*|horizontal.*|left to right.*|classic.*|normal.*|standard.*|regular|plain|vanilla"
    r"|default|natural|c|sudoku|grid|[39] ?x ?[39]|ltr|asc.*|portrait|landscape"
)
_SETTING = re.compile(r"""\s*([^\W\d][\w -]{0,30}?)\s*[:=]\s*["']?([\w ./-]{1,40}?)["',;\s]*""")
_NUMBER = re.compile(r"\s*-?\d+(?:\.\d*)?\s*")
_SIZES = frozenset((3.0, 9.0, 81.0))
_OFF = frozenset(("", "0", "no", "none", "false", "off", "null", "nan", "nil"))
_MOST_WORDS = 4
"""Of a value that switches something; a longer text is prose."""
_LONGEST_SHOWN = 40
_BY_ROWS = "write the cells row by row"
_PLAIN_ALONE = "only plain Sudoku is read; if it is that"


def check_beside(said: Mapping[str, object], place: str, board: Board | None = None) -> None:
    """Refuse cells beside a value which says that they are no plain Sudoku, row by row.

    ``said`` are values by name; one that is off, such as False or an empty list, says nothing.  A
    ``board`` that has a digit twice is refused beside any word, which may say why.  Raises
    PuzzleError, which names ``place`` and the value.
    """
    words = []
    for name, value in _flat(said):
        if what := _remedy(name, value):
            raise PuzzleError(f"{place}: {name} is {_shown(value)}; {what}, leave {name} out")
        if _number(value) is None:
            words.append(name)
    if board is not None and words and (problems := clashes(board)):
        raise PuzzleError(
            f"{place}: {problems[0]}; does {words[0]} say that the cells stand in another order?"
            f" Then {_BY_ROWS}, else leave {words[0]} out"
        )


def check_name(name: str, place: str) -> None:
    """Refuse cells whose own name says another order, such as ``columns`` or ``transpose``."""
    if found := _ORDER.search(_words(name)):
        raise PuzzleError(
            f"{place}: {found[0]} may be another order of the cells; {_BY_ROWS}, under another name"
        )


def check_text(line: str, place: str) -> None:
    """Refuse cells below or above a line such as ``type: columns`` or ``Killer Sudoku``."""
    if setting := _SETTING.fullmatch(line):
        check_beside({setting[1].strip(): setting[2]}, place)
    else:
        check_beside({"the text": line.strip()}, place)


class _Kind(NamedTuple):
    """What the name of a value says of it."""

    order: bool
    turn: bool
    rules: bool
    text_of_rules: bool
    free: bool


@lru_cache(maxsize=1024)
def _kind(name: str) -> _Kind:
    above, _, own = name.rpartition(".")
    words, last = _words(name), _words(own)
    if _FREE_TEXT.search(_words(above)) or "symmetr" in words:
        return _Kind(order=False, turn=False, rules=False, text_of_rules=False, free=True)
    return _Kind(
        _ORDER_NAME.search(last) is not None,
        _TURNS.search(last) is not None,
        _RULES_NAME.search(words) is not None,
        _TEXT_OF_RULES.search(words) is not None,
        _FREE_TEXT.search(last) is not None,
    )


def _remedy(name: str, value: object) -> str | None:
    """Return what to do about a value, None for one that does not matter."""
    kind, number = _kind(name), _number(value)
    if number is not None:
        is_turned = kind.order and kind.turn
        is_rule = kind.rules and number not in _SIZES
        return _BY_ROWS if is_turned else _PLAIN_ALONE if is_rule else None
    text = _words(value if isinstance(value, str) else " ".join(_listed(value)))
    is_mode = len(text.split()) <= _MOST_WORDS
    is_order = is_mode and _ORDER.search(text) is not None
    if is_mode and not is_order and _PLAIN.fullmatch(text):
        return None
    if kind.order and not _listed(value):
        return _BY_ROWS
    if value is True and _words(name) == "x":
        return _PLAIN_ALONE
    if kind.rules or _TITLE.search(text) or (kind.text_of_rules and _RULES.search(text)):
        return _PLAIN_ALONE
    if not is_mode or kind.free or kind.text_of_rules:
        return None
    return _BY_ROWS if is_order else _PLAIN_ALONE if _RULES.search(text) else None


def _flat(said: Mapping[str, object], above: str = "") -> Iterator[tuple[str, object]]:
    """Yield the values that are not off, those of objects within it too, by dotted names."""
    for key, value in said.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        elif value and str(value).strip().lower() not in _OFF:
            yield f"{above}{key}", value


def _listed(value: object) -> list[str]:
    """Return the texts of a list of texts, nothing for another value."""
    is_names = isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
    return list(value) if is_names and isinstance(value, list | tuple) else []


def _number(value: object) -> float | None:
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return float(value)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _words(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", text).strip().lower()


def _shown(value: object) -> str:
    text = str(value)
    return repr(value) if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]!r}…"
