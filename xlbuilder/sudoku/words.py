"""Words of another order of the cells, of other digits, and of other kinds of Sudoku.

Under a name such as ``type`` or ``order`` the value must be known as plain, else the board is
refused.  Under another name, and in a line of text, any words may stand.  So they count only if no
other words stand beside them: ``Box by box`` is an order, ``Box of tricks`` is a title.
"""

import re
from functools import lru_cache

BY_ROWS = "write the cells row by row"
_FROM_1 = "write the digits 1 to 9"
_PLAIN_ALONE = "only plain Sudoku is read; if it is that"
_BETWEEN_WORDS = re.compile(r"(?<=[a-z\d])(?=[A-Z])|[\W_]+")
_TURN = r"(?:transpos|rotat|mirror|flip|revers|shuffl|permut)\w*|rot ?\d+"
_OTHER_ORDER = (
    _TURN + r"|vertical\w*|spiral|zigzag|snake|col(?:s|umns?)?(?: ?wise| ?major)?|nonets?"
    r"|(?:box|block)(?:es|s)?(?: ?wise)?(?! lines?\b)|sub ?(?:grid|square)s?|upside"
    r"|squares|houses|quadrants|sectors|bottom (?:up|to top)|right to left|rtl"
)
_OTHER_DIGITS = (
    r"(?<!\d )(?:0|zero) (?:to |through )?(?:8|eight)(?! \d)|(?:0|zero) (?:based|indexed)"
    r"|starts? (?:from|at|with) (?:0|zero)"
)
_OTHER_RULES = (
    r"(?:variant|constraint|killer|cage|thermo|arrow|diagonal|jigsaw|irregular|kropki|sandwich"
    r"|palindrom|renban|whisper|hyper|asterisk|argyle|samurai|kakuro|futoshiki|kenken|inequal"
    r"|(?:non)?consecutive|knight|disjoint|girandola|toroidal|squiggl|nonomino)\w*|(?!sudoku)\w+doku"
    r"|regions|chaos|greater than|anti ?(?:king|knight|chess|diagonal)\w*|untouchable|skyscrapers"
    r"|miracle"
    r"|(?:odd|even)(?! \w+ sudoku)|cent(?:er|re) dots?"
    r"|(?:xv?|nrc|chess|sum|colou?r|skyscraper|offset|chain|parity|queens?) sudoku|sudoku xv?"
)
_VARIANT = re.compile(
    rf"(?i)(?<![a-z])(?:{_OTHER_RULES})(?![a-z])".replace(" ?", r"[\s_-]?").replace(" ", r"[\s_-]")
)
_OTHER_RULES += r"|(?![39] ?x ?[39]\b)\d+ ?x ?\d+"
_TURNS = re.compile(rf"\b(?:{_TURN}|ax[ie]s)\b")
_ORDER = re.compile(rf"\b(?:{_OTHER_ORDER})\b")
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
"""The rules of plain Sudoku name all three kinds of units."""
_BETWEEN = re.compile(
    r"\b(?:the|an?|of|in|by|on|per|from|to|at|with|and|not|instead|then|is|are|as|also|too|only|each"
    r"|one|non|first|order(?:ed)?|read|written|stored|listed|starts?|counts?|down|up|top|bottom"
    r"|left|right|cells?|digits?|numbers?|values?|degrees|clockwise|lines?|dots?|groups?|sets?|xv?"
    r"|types?|kinds?|little|\w+day|this|these|that|it|which|below|above|here|following|given|used?"
    r"|uses|both|main|has been|was|were|be)\b"
)
"""Words that say nothing where they stand beside words of an order or of rules."""
_OF_UNITS = re.compile(r"\b(?:must|should|contains?|ha(?:s|ve)|holds?|all|every)\b")
"""Words of the rule of a unit, which is plain for boxes and columns."""
_WHAT = r"(?:(?:sudoku|puzzle|game|grid|board|box|block|region|rule|digit|index)s? )*"
_KIND_NAME = re.compile(
    _WHAT + r"(?:types?|typ|kinds?|variants?|variations?|rules?|rule ?sets?|genre|flavou?r)"
)
_NAME_OF_CELLS = re.compile(rf"\b(?:{_OTHER_ORDER}|regions)\b")
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
"""Names of numbers, and the numbers of plain Sudoku."""
_HOLDS_ROWS = re.compile(
    r"row|grid|board|puzzle|sudoku|cell|value|data|clue|given|digit|number|matrix|array|list|table"
    r"|field|input|task|mission|quest|quiz|problem|solve|start|initial|original|state|game|level"
    r"|test|sample|example|item|content|easy|simple|medium|hard|expert|evil|^[^a-z]*$"
)
"""Parts of names under which nine lists are nine rows, such as ``newboard``."""
_SOLVING = re.compile(r"symmetr|tech|strateg|\bstep|\bmove|\bhint")
_LOOKS = re.compile(r"\b(?:theme|style|skin|colou?r|font)")
"""Names of looks: a value such as ``columns`` says no order there."""
_NUMBER = re.compile(r"\s*(-?\d+)(?:\.0*)?\s*")
_SIZES = frozenset(("3", "9", "81"))
_ON = frozenset(("1", "yes", "true", "on"))
_DENIED = frozenset(("0", "no", "false", "off"))
_OFF = _DENIED | {"", "none", "null", "nan", "nil"}
_PLAIN_NAMES = (
    (re.compile(r"(?:is )?(?:by rows?|rows? ?(?:by row|wise|major|first))"), BY_ROWS),
    (
        re.compile(rf"(?:is )?{_WHAT}(?:classic(?:al)?|plain|vanilla|traditional|regular)"),
        _PLAIN_ALONE,
    ),
)
"""Names of plain Sudoku: a value that denies the name says another order, or another kind."""
_NUMBERS = re.compile(r"\d+(?: \d+)+")
_MOST_WORDS = 4
"""The most words of a value that chooses something; a longer text is prose."""


def other_order(name: str) -> str | None:
    """Return the word in a name of cells that may be another order than row by row."""
    found = _NAME_OF_CELLS.search(words_of(name))
    return found[0] if found else None


def without_variants(line: str) -> str:
    """Return a line with ``sudoku`` in the place of words of other rules, such as ``X-Sudoku``.

    The words say nothing to a reader who knows the rules of the puzzle.
    """
    return _VARIANT.sub("sudoku", line)


def may_be_rows(name: str) -> bool:
    """Return whether nine parts under this name are rows; under other names they may be boxes."""
    return _HOLDS_ROWS.search(words_of(name)) is not None


def says_nothing(text: str) -> bool:
    """Return whether a text is a number, or a word for off."""
    return _NUMBER.fullmatch(text) is not None or words_of(text) in _OFF


@lru_cache(maxsize=1024)
def remedy_of(name: str, text: str, is_item: bool) -> str | None:
    """Return what to do about a value, None for a value that does not matter.

    ``is_item`` says that the value is an item of a list: a list has words for many purposes.
    """
    words, own = words_of(name), words_of(name.rpartition(".")[2])
    number = found[1] if (found := _NUMBER.fullmatch(text)) else None
    value = number or words_of(text)
    if _SOLVING.search(words):
        return None
    for names, plain, remedy in _NUMBERED:
        if names.fullmatch(own) and not (_LOOKS.search(words) or plain.fullmatch(value)):
            return remedy
    for plain, remedy in _PLAIN_NAMES if value in _ON | _DENIED else ():
        if plain.fullmatch(own):
            return remedy if value in _DENIED else None
    if value in _OFF:
        return None
    if number:
        is_rule = _RULES_NAME.search(words) and number not in _SIZES
        return BY_ROWS if _TURNS.search(own) else _PLAIN_ALONE if is_rule else None
    return _remedy_of_words(words, own, value, is_item)


def _remedy_of_words(words: str, own: str, value: str, is_item: bool) -> str | None:
    """Return what to do about a value in words; ``words`` are its name, ``own`` its last part."""
    said = _said(value)
    if _NUMBERS.fullmatch(value) and _RULES_NAME.search(words):  # numbers of cells
        return _PLAIN_ALONE
    is_rules = _TEXT_OF_RULES.search(words) is not None
    is_of_looks = _LOOKS.search(words) is not None
    is_unit = is_item and (is_rules or own == "constraints")
    if said == BY_ROWS and (is_of_looks or is_unit):
        return None
    if said or is_of_looks or not _PLAIN.sub("", value).strip():
        return said
    if _ORDER_NAME.search(own) and not is_item:
        return BY_ROWS
    is_prose = is_rules and len(value.split()) > _MOST_WORDS
    is_kind = _KIND_NAME.fullmatch(own) is not None or _RULES_NAME.search(words) is not None
    is_of_rules = is_rules and _RULES.search(value) is not None
    is_on = own == "x" and value == "true"
    return _PLAIN_ALONE if is_of_rules or (is_kind and not is_prose) or is_on else None


def _said(words: str) -> str | None:
    """Return what to do about words if they only say an order or rules, else None."""
    if _TITLE.search(words) or _is_map(words):
        return _PLAIN_ALONE
    remedies = ((_ORDER, BY_ROWS), (_DIGITS, _FROM_1), (_RULES, _PLAIN_ALONE))
    remedy = next((remedy for said, remedy in remedies if said.search(words)), None)
    if remedy is None or _EVERY_UNIT.match(words):
        return None
    neutral = (_PLAIN, _BETWEEN, _OF_UNITS) if remedy == _PLAIN_ALONE else (_PLAIN, _BETWEEN)
    for each in (_ORDER, _DIGITS, _RULES, *neutral):
        words = each.sub("", words)
    return None if words.strip() else remedy


def _is_map(text: str) -> bool:
    """Return whether letters are a map of regions, or a row of one."""
    return text.isalpha() and len(text) in {9, 81} and len({*text}) <= len(text) // 2


def words_of(text: str) -> str:
    """Return the words of a text or a name in small letters, one blank between them."""
    return _BETWEEN_WORDS.sub(" ", text).strip().lower()
