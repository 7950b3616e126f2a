"""What a file says beside a board: fields of an object, columns of a table, parts of a link, text.

Most of this is harmless: a level, an author, a date.  But a word may say that the cells stand box
by box, or that the puzzle is another kind of Sudoku.  Then the board is refused, because its cells,
read row by row, would be a wrong puzzle.
"""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote_plus

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.rules import PLAIN, Rules
from xlbuilder.sudoku.words import BY_ROWS, may_be_rows, other_order, remedy_of, says_nothing

_NUMBERS = re.compile(r"(?:[\s,;()\[\]]*\b\d+\b){3,}[\s,;()\[\]]*")
_CELL = re.compile(r"(?i)\W*(?:r?\d|[a-i])\W*(?:c?\d)?\W*")
_SETTING = re.compile(r"""\s*([^\W\d][\w -]{0,30}?)\s*[:=]\s*["']?([\w ,./-]{1,40}?)["',;\s]*""")
_SPOKEN = re.compile(r"\s*([a-zA-Z ]{1,30}?)(?: from| of)? (-?\d[\d.x-]*(?: (?:to|x|by) \d+)?)\s*")
"""Such as ``digits 0 to 8``."""
_LINK = re.compile(r"[a-z]+://[^\s/]+(\S*)", re.IGNORECASE)
_PART_OF_LINK = re.compile(r"[/?#&;]+")
_PART_OF_LINE = re.compile("[~#]")
_ENDING = re.compile(r"\.\w{1,5}$")
_JOINED = re.compile("(sudoku)", re.IGNORECASE)
_REMARK = re.compile(r"\s*#[A-Z](?=[A-Za-z ])")
"""A line of a .sdk file; its letter says what the line holds, such as the author."""
_FORMULA = re.compile(r"[\w)]\s*[=+*<>]+\s*\w")
_LONGEST_SHOWN = 40


def check_beside(
    said: Mapping[str, object], place: str, board: Board | None = None, rules: Rules = PLAIN
) -> None:
    """Refuse cells if a value beside them says that they are no plain Sudoku, row by row.

    ``said`` are values by name; a value that is off, such as False or an empty list, says nothing.
    A ``board`` with a clash by ``rules`` is refused if any word stands beside it: the word may say
    why.  Raises PuzzleError, which names ``place`` and the value.
    """
    for name, value, is_item in _flat(said):
        if what := remedy_of(name, _text(value), is_item):
            raise PuzzleError(f"{place}: {name} is {_shown(value)}; {what}, leave {name} out")
    if board is not None and 0 not in board.digits:
        _check_no_list(said, place)
    for problem in rules.clashes(board)[:1] if board is not None else ():
        for name, value, _ in _flat(said):
            text = _text(value)
            if not says_nothing(text):
                raise PuzzleError(
                    f"{place}: {problem}; does {name} say that the cells stand in another order?"
                    f" Then {BY_ROWS}, else leave {name} out"
                )


def _check_no_list(said: Mapping[str, object], place: str) -> None:
    """Refuse a board without empty cells beside a list: the list may say which cells are clues."""
    for name, value, is_item in _flat(said):
        is_of_cells = is_item and _CELL.fullmatch(str(value))
        is_numbered = name.rpartition(".")[2].isdecimal()
        if isinstance(value, list) or is_of_cells or is_numbered or _NUMBERS.fullmatch(str(value)):
            raise PuzzleError(
                f"{place}: no cell is empty; does {name} say which cells are clues? Write the"
                f" puzzle with its empty cells, or leave {name} out"
            )


def check_rows_name(name: str, place: str) -> None:
    """Refuse nine parts if their name does not say that they are rows: they may be boxes."""
    if not may_be_rows(name):
        raise PuzzleError(
            f"{place}: are the nine parts of {name} rows? If so, rename it to rows, else write the"
            " nine rows"
        )


def check_name(name: str, place: str) -> None:
    """Refuse cells if their name says another order or kind, such as ``columns`` or ``killer``."""
    if found := other_order(name):
        raise PuzzleError(
            f"{place}: {found} may be another order of the cells; {BY_ROWS}, under another name"
        )
    check_beside({"the name": name}, place)


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
    """Refuse cells if the text around them in their line or link says another order or kind.

    ``rest`` is the line with ``~`` instead of the cells; each part of a link is a line of text.
    """
    for link in _LINK.finditer(rest):
        for part in _PART_OF_LINK.split(link[1]) if "~" in link[1] else ():
            text = unquote_plus(part)
            if "=" not in text:
                text = _JOINED.sub(r" \1 ", _ENDING.sub("", text))
            check_text(text.strip(), place)
    for text in _PART_OF_LINE.split(_LINK.sub("", rest)):
        check_text(text.strip(), place)


def _flat(said: Mapping[str, object], above: str = "") -> Iterator[tuple[str, object, bool]]:
    """Yield each value with its dotted name, also the values of objects within objects.

    A list of texts is yielded text by text; the third item says whether the value is such a text.
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


def _shown(value: object) -> str:
    text = str(value)
    return repr(value) if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]!r}…"
