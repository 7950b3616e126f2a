"""What a file says beside a board: fields of an object, columns of a table, parts of a link, text.

Most of it is harmless: a level, an author, a date.  Some of it makes the same cells another puzzle:
they stand box by box, or they are of another kind of Sudoku.  Such a board is refused, since its
cells read row by row would be a wrong puzzle.

A name such as ``type`` or ``order`` has a value that is known as plain, or the board is refused.
Under another name, and in a line of text, any words may stand, so they count only if nothing else
is said: ``Box by box`` is an order, ``Box of tricks`` is a title.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from urllib.parse import unquote_plus

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.board import Board, clashes

_BY_ROWS = "write the cells row by row"
_FROM_1 = "write the digits 1 to 9"
_PLAIN_ALONE = "only plain Sudoku is read; if it is that"
_BETWEEN_WORDS = re.compile(r"(?<=[a-z\d])(?=[A-Z])|[\W_]+")
_TURN = r"(?:transpos|rotat|mirror|flip|revers|shuffl|permut)\w*|rot ?\d+"
_OTHER_ORDER = (
    _TURN + r"|vertical\w*|spiral|zigzag|snake|col(?:s|umns?)?(?: ?wise| ?major)?|nonets?"
    r"|(?:box|block)(?:es|s)?(?: ?wise)?(?! lines?\b)|sub ?(?:grid|square)s?|upside"
    r"|squares|houses|quadrants|sectors"
    r"|bottom (?:up|to top)|right to left|rtl"
)
_OTHER_DIGITS = (
    r"(?<!\d )(?:0|zero) (?:to |through )?(?:8|eight)(?! \d)|(?:0|zero) (?:based|indexed)"
    r"|starts? (?:from|at|with) (?:0|zero)"
)
_OTHER_RULES = (
    r"(?:variant|constraint|killer|cage|thermo|arrow|diagonal|jigsaw|irregular|kropki|sandwich"
    r"|palindrom|renban|whisper|hyper|asterisk|argyle|samurai|kakuro|futoshiki|kenken|inequal"
    r"|(?:non)?consecutive|knight|disjoint|girandola|toroidal|squiggl|nonomino)\w*|(?!sudoku)\w+doku"
    r"|regions|chaos|greater than|anti ?(?:king|knight|chess|diagonal)\w*|untouchable|skyscrapers|miracle"
    r"|(?:odd|even)(?! \w+ sudoku)|cent(?:er|re) dots?"
    r"|(?:xv?|nrc|chess|sum|colou?r|skyscraper|offset|chain|parity|queens?) sudoku|sudoku xv?"
    r"|(?![39] ?x ?[39]\b)\d+ ?x ?\d+"
)
_TURNS = re.compile(rf"\b(?:{_TURN}|ax[ie]s)\b")
_ORDER = re.compile(rf"\b(?:{_OTHER_ORDER})\b")
_REGIONS = re.compile(r"\bregions\b")
_DIGITS = re.compile(rf"\b(?:{_OTHER_DIGITS})\b")
_RULES = re.compile(rf"\b(?:{_OTHER_RULES})\b")
_TITLE = re.compile(rf"\b(?:{_OTHER_RULES})(?:(?<=\bsudoku)| (?:\w+ )?sudoku)\b")
_PLAIN = re.compile(
    r"\b(?:sudoku|puzzles?|number place|grids?|boards?|games?|classic(?:al)?|normal|standard"
    r"|regular|plain|vanilla|default|natural|original|traditional|basic|rules?|apply"
    r"|[39] ?x ?[39]|string|text|array|json|csv|(?:no )?\d+|clues?|minimal|unique"
    r"|rows?(?: ?wise| ?major| first| by row)?|horizontal(?:ly)?|left to right|ltr|c|asc\w*"
    r"|portrait|landscape|levels?|very|super|extra|daily|weekly|simple|gentle|eas\w+|beginner"
    r"|novice|medium|moderate|intermediate|hard\w*|tough|difficult|challenging|advanced|expert"
    r"|master|extreme\w*|evil|fiendish|insane|nightmare|diabolical)\b"
)
_EVERY_UNIT = re.compile(r"(?=.*\brow)(?=.*\bcolumn).*\b(?:box|block|sub|square)")
"""All three kinds of units are named by the rules of plain Sudoku."""
_BETWEEN = re.compile(
    r"\b(?:the|an?|of|in|by|on|per|from|to|at|with|and|not|instead|then|is|are|as|also|too|only|each"
    r"|one|non|first|order(?:ed)?|read|written|stored|listed|starts?|counts?|down|up|top|bottom"
    r"|left|right|cells?|digits?|numbers?|values?|degrees|clockwise|lines?|dots?|groups?|sets?|xv?"
    r"|types?|kinds?|little|\w+day|this|these|that|it|which|below|above|here|following|given|used?"
    r"|uses|both|main|has been|was|were|be)\b"
)
_OF_UNITS = re.compile(r"\b(?:must|should|contains?|ha(?:s|ve)|holds?|all|every)\b")
"""Words of the rule of a unit; of a box or a column it is plain."""
"""Words that say nothing where they stand beside words of an order or of rules."""
_WHAT = r"(?:(?:sudoku|puzzle|game|grid|board|box|block|region|rule|digit|index)s? )*"
_KIND_NAME = re.compile(
    _WHAT + r"(?:types?|typ|kinds?|variants?|variations?|rules?|rule ?sets?|genre|flavou?r)"
)
_ORDER_NAME = re.compile(
    rf"\b(?:{_OTHER_ORDER}|order(?:ing)?|orientation|direction|major|layout|ax[ie]s|indexing)\b"
)
_RULES_NAME = re.compile(rf"\b(?:{_OTHER_RULES}|lines)\b")
_TEXT_OF_RULES = re.compile(r"\brules?\b|ruleset|instruction")
_NUMBERED = [
    (
        re.compile(_WHAT + r"(?:size|dim|dimensions?|shape)"),
        re.compile(r"81|([39])(?: ?(?:x|by)? ?\1)?|[^\d]*"),
        _PLAIN_ALONE,
    ),
    (
        re.compile(_WHAT + r"(?:digits|symbols|alphabet)(?: (?:set|range))?"),
        re.compile(r"9|1(?: to)? 9|1 ?2 ?3 ?4 ?5 ?6 ?7 ?8 ?9"),
        _FROM_1,
    ),
    (
        re.compile(_WHAT + r"(?:base|origin)|(?:min\w*|first|lowest) (?:digit|symbol)|digit min"),
        re.compile(r"1|3|9|10|.*[^\d].*"),
        _FROM_1,
    ),
    (re.compile(_WHAT + r"offset"), re.compile(r"0|.*[^\d].*"), _FROM_1),
    (_DIGITS, re.compile("false"), _FROM_1),
]
"""Names of numbers, and which of them are those of plain Sudoku."""
_HOLDS_ROWS = re.compile(
    r"row|grid|board|puzzle|sudoku|cell|value|data|clue|given|digit|number|matrix|array|list|table"
    r"|field|input|task|mission|quest|quiz|problem|solve|start|initial|original|state|game|level"
    r"|test|sample|example|item|content|easy|simple|medium|hard|expert|evil|^[^a-z]*$"
)
"""Parts of names under which nine lists are nine rows, such as ``newboard``."""
_NUMBERS = re.compile(r"(?:[\s,;()\[\]]*\b\d+\b){17,}[\s,;()\[\]]*")
_FEWEST_CLUES = 17
_SOLVING = re.compile(r"symmetr|tech|strateg|\bstep|\bmove|\bhint")
_LOOKS = re.compile(r"\b(?:theme|style|skin|colou?r|font)")
"""Names under which the words of an order say none; techniques have the names of rules, too."""
_SETTING = re.compile(r"""\s*([^\W\d][\w -]{0,30}?)\s*[:=]\s*["']?([\w ,./-]{1,40}?)["',;\s]*""")
_SPOKEN = re.compile(r"\s*([a-zA-Z ]{1,30}?)(?: from| of)? (-?\d[\d.x-]*(?: (?:to|x|by) \d+)?)\s*")
"""Such as ``digits 0 to 8``."""
_LINK = re.compile(r"[a-z]+://[^\s/]+(\S*)", re.IGNORECASE)
_PART_OF_LINK = re.compile(r"[/?#&;]+")
_ENDING = re.compile(r"\.\w{1,5}$")
_JOINED = re.compile("(sudoku)", re.IGNORECASE)
_REMARK = re.compile(r"\s*#[A-Z](?=[A-Za-z ])")
"""Of a .sdk file: a letter says whether it is the author, the description or the like."""
_FORMULA = re.compile(r"[\w)]\s*[=+*<>]+\s*\w")
_NUMBER = re.compile(r"\s*(-?\d+)(?:\.0*)?\s*")
_SIZES = frozenset(("3", "9", "81"))
_OFF = frozenset(("", "0", "no", "none", "false", "off", "null", "nan", "nil"))
_MOST_WORDS = 4
"""Of a value that switches something; a longer text is prose."""
_LONGEST_SHOWN = 40


def check_beside(said: Mapping[str, object], place: str, board: Board | None = None) -> None:
    """Refuse cells beside a value which says that they are no plain Sudoku, row by row.

    ``said`` are values by name; one that is off, such as False or an empty list, says nothing.  A
    ``board`` that has a digit twice is refused beside any word, which may say why.  Raises
    PuzzleError, which names ``place`` and the value.
    """
    for name, value, is_item in _flat(said):
        if what := _remedy(name, _text(value), is_item):
            raise PuzzleError(f"{place}: {name} is {_shown(value)}; {what}, leave {name} out")
    if board is not None and 0 not in board.digits:
        _check_no_list(said, place)
    for problem in clashes(board)[:1] if board is not None else ():
        for name, value, _ in _flat(said):
            text = _text(value)
            if not _NUMBER.fullmatch(text) and _words(text) not in _OFF:
                raise PuzzleError(
                    f"{place}: {problem}; does {name} say that the cells stand in another order?"
                    f" Then {_BY_ROWS}, else leave {name} out"
                )


def _check_no_list(said: Mapping[str, object], place: str) -> None:
    """Refuse a board without empty cells beside a list, which may say which of them are clues."""
    names = [name for name, _, is_item in _flat(said) if is_item]
    for name, value, _ in _flat(said):
        is_list = isinstance(value, list | tuple) or names.count(name) >= _FEWEST_CLUES
        if is_list or _NUMBERS.fullmatch(str(value)):
            raise PuzzleError(
                f"{place}: no cell is empty; does {name} say which cells are clues? Write the"
                f" puzzle with its empty cells, or leave {name} out"
            )


def check_rows_name(name: str, place: str) -> None:
    """Refuse nine parts whose name does not say that they are rows: they may be boxes."""
    if not _HOLDS_ROWS.search(_words(name)):
        raise PuzzleError(
            f"{place}: are the nine parts of {name} rows? If so, rename it to rows, else write the"
            " nine rows"
        )


def check_name(name: str, place: str) -> None:
    """Refuse cells whose own name says another order, such as ``columns`` or ``transpose``."""
    if found := _ORDER.search(_words(name)) or _REGIONS.search(_words(name)):
        raise PuzzleError(
            f"{place}: {found[0]} may be another order of the cells; {_BY_ROWS}, under another name"
        )


def check_text(line: str, place: str) -> None:
    """Refuse cells below or above a line such as ``type: columns`` or ``Killer Sudoku``."""
    if remark := _REMARK.match(line):
        check_text(line[remark.end() :], place)
    line = line.strip("# ")
    if setting := _SETTING.fullmatch(line):
        check_beside({setting[1].strip(): setting[2]}, place)
    elif not _FORMULA.search(line):
        if number := _SPOKEN.fullmatch(line):
            check_beside({number[1]: number[2]}, place)
        for text in (line, line.rpartition(":")[2]):
            check_beside({"the text": text.strip()}, place)


def check_around(rest: str, place: str) -> None:
    """Refuse cells whose line says so before or behind them, or whose link does.

    ``rest`` is the line with ``~`` instead of the cells; each part of the link is as a line of text.
    """
    for link in _LINK.finditer(rest):
        for part in _PART_OF_LINK.split(link[1]) if "~" in link[1] else ():
            text = unquote_plus(part)
            if "=" not in text:
                text = _JOINED.sub(r" \1 ", _ENDING.sub("", text))
            check_text(text.strip(), place)
    check_text(_LINK.sub("", rest).replace("~", " ").strip(), place)


@lru_cache(maxsize=1024)
def _remedy(name: str, text: str, is_item: bool) -> str | None:
    """Return what to do about a value, None for one that does not matter.

    ``is_item`` says that the value is one of a list, which has words for many purposes.
    """
    words, own = _words(name), _words(name.rpartition(".")[2])
    number = found[1] if (found := _NUMBER.fullmatch(text)) else None
    value = number or _words(text)
    if _SOLVING.search(words):
        return None
    for names, plain, remedy in _NUMBERED:
        if names.fullmatch(own) and not _LOOKS.search(words):
            return None if plain.fullmatch(value) else remedy
    if value in _OFF:
        return None
    if number:
        is_rule = _RULES_NAME.search(words) and number not in _SIZES
        return _BY_ROWS if _TURNS.search(own) else _PLAIN_ALONE if is_rule else None
    return _of_words(words, own, value, is_item)


def _of_words(words: str, own: str, value: str, is_item: bool) -> str | None:
    """Return what to do about a value that is no number, below the words of its name."""
    said = _said(value)
    is_rules = _TEXT_OF_RULES.search(words) is not None
    is_of_looks = _LOOKS.search(words) is not None
    is_unit = is_item and (is_rules or own == "constraints")
    if said == _BY_ROWS and (is_of_looks or is_unit):
        return None
    if said or is_of_looks or not _PLAIN.sub("", value).strip():
        return said
    if _ORDER_NAME.search(own) and not is_item:
        return _BY_ROWS
    is_prose = is_rules and len(value.split()) > _MOST_WORDS
    is_kind = _KIND_NAME.fullmatch(own) is not None or _RULES_NAME.search(words) is not None
    is_of_rules = is_rules and _RULES.search(value) is not None
    is_on = own == "x" and value == "true"
    return _PLAIN_ALONE if is_of_rules or (is_kind and not is_prose) or is_on else None


def _said(words: str) -> str | None:
    """Return what to do about words that say an order or rules, and nothing else."""
    if _TITLE.search(words) or _is_map(words):
        return _PLAIN_ALONE
    remedies = ((_ORDER, _BY_ROWS), (_DIGITS, _FROM_1), (_RULES, _PLAIN_ALONE))
    found = next((remedy for said, remedy in remedies if said.search(words)), None)
    if found is None or _EVERY_UNIT.match(words):
        return None
    neutral = (_PLAIN, _BETWEEN, _OF_UNITS) if found == _PLAIN_ALONE else (_PLAIN, _BETWEEN)
    for each in (_ORDER, _DIGITS, _RULES, *neutral):
        words = each.sub("", words)
    return None if words.strip() else found


def _is_map(text: str) -> bool:
    """Return whether letters are a row of a map of regions, or all of it."""
    return text.isalpha() and len(text) in {9, 81} and len({*text}) <= len(text) // 2


def _flat(said: Mapping[str, object], above: str = "") -> Iterator[tuple[str, object, bool]]:
    """Yield the values, those of objects within it too, by dotted names.

    A list of texts is yielded text by text; the last of the three says so.
    """
    for key, value in said.items():
        name = f"{above}{key}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{name}.")
        elif isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            yield from ((name, each, True) for each in value)
        else:
            yield name, value, False


def _text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _words(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", text).strip().lower()


def _shown(value: object) -> str:
    text = str(value)
    return repr(value) if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]!r}…"
