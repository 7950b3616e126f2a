"""Puzzles in JSON, in lists of a program, in XML.

A library reads each form; then we search the values for boards: 81 cells as a text, in a list, in
nine lists or nine texts.  Of a puzzle and its solution, the board with empty cells is the puzzle.
"""

import ast
import json
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.beside import check_beside, check_name, check_rows_name
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.line import (
    Lines,
    as_board,
    cells_of,
    choose,
    is_damaged,
    packed_cells,
    shows_cells,
)
from xlbuilder.sudoku.rules import PLAIN, Rules
from xlbuilder.sudoku.text import cleaned

LONGEST = 20_000_000
"""The most characters of a document; it is kept in memory."""

_ASSIGNED = re.compile(
    r"\A[\w\s.:;*&<>,$\[\]]{0,80}=\s*(?:new\b ?)?(?:\[\d*\])*[\w.:<>]*(?:\[[\d, ]*\])* ?(?=[\[({])"
)
_COMMENT = re.compile(r"//[^\n\"']*$|/\*.*?\*/", re.MULTILINE | re.DOTALL)
_CALL = re.compile(r"\b[A-Za-z_][\w.]{0,40}(?=\()")
_BEGINS = re.compile(r"\s*(?:[\w.]+\()*[\[({]\s*(?:$|[\[({\"'\d.#-]|None|nan|NaN|null)")
_GAP = re.compile(r"""(?<=[\w.\]"'])\s+(?=[\w.["'])""")
_TYPE = re.compile(r",\s*dtype=[^)\]]*")
_NOTHING = re.compile(r"\b(?:(?:np|numpy|math)\.)?(?:nan|NaN|null|nil|_)\b")
_SAVED = {
    "1": re.compile(r"(\d)\|[\d,-]*\|([01])\|"),
    "2": re.compile(r"(\d)\|\d*\|{1,2}([01])\|"),
    "3": re.compile(r"(\d)\|\d*\|\d*\|([01])\|"),
    "4": re.compile(r"(\d)\|\d*\|\d*\|([01])\|"),
}
"""OpenSudoku's versions of a saved game: value, notes, whether the player may change the cell."""
_VERSION = re.compile(r"version:\s*(\d)\s+(.*)", re.DOTALL)
_DECLARED = re.compile(r"\A\s*<\?xml[^>]*\?>")
"""Names the encoding of the file; the text is decoded already."""
_PROSE = re.compile(r"(?![xX]{2})[^\W\d_]{2}")
_BRACKETS = frozenset("[({<")
_ELEMENT = re.compile(r"<[?!A-Za-z](?!ttp)")
_FLAT = re.compile(r"\s*[\[({]([^][(){}:]*)[])}][\s,;]*")
_AS_LISTS = str.maketrans("{}", "[]")
_OPEN, _CLOSED = "[({", "])}"


def flat_row(line: str) -> str | None:
    """Return the cells of ``[5, 3, 0, ...],``, a row without the list around it; None otherwise."""
    if _BRACKETS.isdisjoint(line) or not (found := _FLAT.fullmatch(line)):
        return None
    inner = found[1].replace("'", "").replace('"', "")
    cells = [cell.strip() for cell in inner.split("," if "," in inner else None)]
    return inner if len(cells) == 9 and max(map(len, cells)) < 5 else None


def begins(line: str) -> bool:
    """Return whether a document begins with this line."""
    if _BRACKETS.isdisjoint(line):
        return False
    text = _COMMENT.sub("", line).lstrip()
    return (
        _ELEMENT.match(text) is not None
        or _BEGINS.match(_ASSIGNED.sub("", text, count=1)) is not None
    )


class Document:
    """Takes the lines of a document until it ends."""

    def __init__(self, place: str, rules: Rules = PLAIN) -> None:
        self._place = place
        self._rules = rules
        self._lines: list[str] = []
        self._depth = 0
        self._size = 0
        self._is_xml = False

    def add(self, line: str) -> bool:
        """Take a line; return whether the document is complete.  XML ends with the text."""
        if not self._lines:
            self._is_xml = line.lstrip().startswith("<")
        self._lines.append(line)
        self._size += len(line) + 1
        if self._size > LONGEST:
            raise PuzzleError(f"{self._place}: is longer than {LONGEST:,} characters; split it")
        self._depth += sum(map(line.count, _OPEN)) - sum(map(line.count, _CLOSED))
        return self._depth <= 0 and not self._is_xml

    def boards(self) -> list[Board]:
        """Return the puzzles; raises PuzzleError when one cannot be read, or there is none."""
        text = "\n".join(self._lines)
        try:
            if self._is_xml:
                boards = list(_of_xml(text, self._place, self._rules))
            else:
                boards = list(_of_value(_value(text, self._place), self._place, self._rules, {}))
        except RecursionError:
            raise PuzzleError(f"{self._place}: has too many lists within lists") from None
        if not boards:
            raise PuzzleError(
                f"{self._place}: has no puzzle; write its 81 cells as a text or lists"
            )
        return boards


def _value(text: str, place: str) -> object:
    """Return the value of a text that JSON, Python, numpy, C or Matlab writes."""
    text = text.strip().rstrip(";, \n")
    bare = _ASSIGNED.sub("", text, count=1)
    check_name(text.removesuffix(bare), place)
    try:
        return json.loads(bare, object_pairs_hook=lambda pairs: _object(pairs, place))
    except (ValueError, RecursionError):
        pass
    named = _NOTHING.sub("None", _COMMENT.sub("", bare))
    for name in _CALL.findall(named):
        check_name(name, place)
    named = _TYPE.sub("", _CALL.sub("", named))
    if "," in named:
        is_braced = "{" in named and ":" not in named
        listed = named.translate(_AS_LISTS)
        written = [listed] if is_braced else [named, _GAP.sub(", ", named), listed]
    else:  # numpy prints no commas, and Matlab writes a semicolon between rows
        rows = f"[{named.replace(';', '], [')}]" if ";" in named else named
        written = [_GAP.sub(", ", rows)]
    for form in written:
        try:
            with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
                tree = ast.parse(form.strip(), mode="eval")
                value = ast.literal_eval(tree)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                _object([(ast.unparse(key), None) for key in node.keys if key], place)
        return value
    raise PuzzleError(f"{place}: is no complete list and no JSON; close its brackets")


def _object(pairs: Sequence[tuple[str, object]], place: str) -> dict[str, object]:
    """Return the object with these names and values; raises PuzzleError if a name comes twice."""
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise PuzzleError(f"{place}: {twice} stands twice in an object; leave one of them")
    return values


def _of_value(
    value: object, place: str, rules: Rules, beside: Mapping[str, object]
) -> Iterator[Board]:
    """Yield the boards of a list, an object or a text; ``beside`` is what is said of all boards."""
    if (cells := _cells(value, place)) is not None:
        yield _checked(cells, beside, place, rules)
    elif isinstance(value, Mapping):
        named = {str(key): each for key, each in value.items()}
        if all(key.isdecimal() and isinstance(each, str) for key, each in named.items()):
            # as pandas writes a column
            yield from _of_value(list(named.values()), place, rules, beside)
        else:
            yield from _of_object(named, place, rules, beside)
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value, 1):
            where = f"{place}, item {number}"
            boards = list(_of_value(each, where, rules, beside))
            if not boards:
                raise PuzzleError(f"{where}: is no puzzle; a puzzle has 81 cells, in nine rows")
            yield from boards


def _checked(cells: str, beside: Mapping[str, object], place: str, rules: Rules) -> Board:
    """Return the board of these cells; refuse it if ``beside`` says that it is no plain Sudoku."""
    board = as_board(cells, place)
    if len(set(board.digits) - {0}) == 1 < sum(board.digits):
        raise PuzzleError(
            f"{place}: has no other digit than {max(board.digits)}; is it a puzzle, or does it say"
            " something of its cells?"
        )
    check_beside(beside, place, board, rules)
    return board


def _of_object(
    named: Mapping[str, object], place: str, rules: Rules, above: Mapping[str, object]
) -> Iterator[Board]:
    """Yield the puzzle of an object, or the puzzles of objects and lists within it.

    ``above`` is what the objects around this object say.
    """
    texts = {}
    for key, each in named.items():
        if cells := _cells(each, f"{place}, {key}"):
            texts[key] = cells
        elif isinstance(each, str):
            _check_whole(each, f"{place}, {key}")
    if texts:
        beside = {key: each for key, each in named.items() if key not in texts}
        yield _checked(_chosen(texts, named, place, rules), {**above, **beside}, place, rules)
        return
    columns = {key: column for key, each in named.items() if (column := _column(each))}
    if len(columns) > 1 and len({*map(len, columns.values())}) == 1:
        beside = {key: each for key, each in named.items() if key not in columns}
        for number, row in enumerate(zip(*columns.values(), strict=True)):
            where = f"{place}, row {number}"
            fields = dict(zip(columns, row, strict=True))
            yield from _of_object(fields, where, rules, {**above, **beside})
        return
    inner = {key: each for key, each in named.items() if _may_hold_boards(each)}
    said = {**above, **{key: each for key, each in named.items() if key not in inner}}
    boards_of = {
        key: list(_of_value(each, f"{place}, {key}", rules, said)) for key, each in inner.items()
    }
    if any(boards_of.values()):
        check_beside({key: each for key, each in inner.items() if not boards_of[key]}, place)
    for key, boards in boards_of.items():
        if boards:
            check_name(key, place)
        yield from boards


def _chosen(
    texts: Mapping[str, str], values: Mapping[str, object], place: str, rules: Rules
) -> str:
    """Return the cells of the puzzle among boards by name; refuse a name that says another order.

    ``values`` are the values from which the boards were read.  The name of nine parts must say that
    they are rows, unless they are drawn as nine lines.
    """
    cells = choose(texts, place, rules)
    name = next(name for name, each in texts.items() if each == cells)
    check_name(name, place)
    value = values[name]
    parts = value if isinstance(value, list | tuple) else str(value).strip().split(" ")
    if len(parts) == 9:
        check_rows_name(name, place)
    return cells


def _may_hold_boards(value: object) -> bool:
    """Return whether this is an object, or a list of more than words or numbers."""
    if isinstance(value, list | tuple):
        return any(isinstance(each, Mapping | list | tuple) or _is_long(each) for each in value)
    return isinstance(value, Mapping)


def _is_long(value: object) -> bool:
    return isinstance(value, str) and len(value) > 40


def _column(value: object) -> list[object]:
    """Return the texts or lists of a column that may hold puzzles; nothing for another value."""
    if isinstance(value, Mapping):
        value = list(value.values()) if all(str(key).isdecimal() for key in value) else []
    is_column = isinstance(value, list) and all(isinstance(each, str | list) for each in value)
    return value if is_column and isinstance(value, list) and _may_hold_boards(value) else []


def _check_whole(text: str, place: str) -> None:
    """Refuse a text that looks like a puzzle with a cell lost."""
    if is_damaged(text) and (bare := "".join(text.split())) and len(bare) != 81:
        raise PuzzleError(f"{place}: {len(bare)} cells; a puzzle has 81")


def _cells(value: object, place: str) -> str | None:
    """Return the 81 cells of a value, None for a value that is no board."""
    if isinstance(value, str):
        return _cells_of_text(value, place)
    if not isinstance(value, list | tuple):
        return None
    if len(value) == 81 and not any(isinstance(each, list | tuple) for each in value):
        if all(isinstance(each, str) and len(each.strip()) == 81 for each in value):
            return None
        return cells_of([_field(each) for each in value], 81, place)
    if len(value) == 9 and all(isinstance(row, str) and len(row) == 9 for row in value):
        return cells_of(list("".join(value)), 81, place)
    if value and all(_is_row(row) for row in value):
        for number, row in enumerate(value, 1):
            if len(row) != 9:
                raise PuzzleError(f"{place}, row {number}: {len(row)} cells; a row has 9")
        if len(value) != 9:
            raise PuzzleError(f"{place}: {len(value)} rows; a puzzle has 9")
        return cells_of([_field(each) for row in value for each in row], 81, place)
    return None


def _cells_of_text(text: str, place: str) -> str | None:
    """Return the 81 cells of a text of one line, or of nine lines."""
    lines = [line.strip() for line in cleaned(text).strip().splitlines()]
    rows = ["".join(line.split()) for line in lines]
    if len(joined := "".join(lines)) != 81 and {*map(len, rows)} == {9}:
        joined = "".join(rows)
    if len(joined) == 81 and not _PROSE.search(joined):
        return Lines().read(joined, place)
    if len(lines) != 1:
        return None
    return packed_cells(joined) or (Lines().read(joined, place) if shows_cells(joined) else None)


def _is_row(value: object) -> bool:
    """Return whether a list holds cells, and neither lists nor puzzles."""
    return (
        isinstance(value, list | tuple)
        and 2 < len(value) < 41
        and all(
            each is None
            or isinstance(each, int | float)
            or (isinstance(each, str) and len(each) < 9)
            for each in value
        )
    )


def _field(value: object) -> str:
    return "" if value is None or value is False else cleaned(str(value)).strip()


def _of_xml(text: str, place: str, rules: Rules) -> Iterator[Board]:
    try:
        root = fromstring(_DECLARED.sub("", text).encode(), forbid_dtd=True)
    except DefusedXmlException:
        raise PuzzleError(f"{place}: has a document type definition; take it out") from None
    except (ParseError, ValueError) as error:
        raise PuzzleError(f"{place}: is no XML that can be read: {error}") from None
    yield from _of_element(root, f"{place}, {root.tag}", rules, _own_text(root), {})


def _of_element(
    element: Element,
    place: str,
    rules: Rules,
    named: dict[str, str],
    above: Mapping[str, object],
) -> Iterator[Board]:
    """Yield the puzzles of an element and of the elements within it.

    Inner elements with different names and only text are like the fields of an object: one element
    is the puzzle.  ``above`` is what the outer elements say.
    """
    leaves = {child.tag: child.text or "" for child in element if _is_leaf(child)}
    is_object = len(leaves) == sum(map(_is_leaf, element))
    fields = [*named.items(), *element.attrib.items(), *(leaves.items() if is_object else ())]
    texts: dict[str, str] = {}
    said: dict[str, object] = {}
    values = _object(fields, place)
    for key, text in values.items():
        if version := _VERSION.fullmatch(str(text).strip()):
            texts[key] = _saved(version[1], version[2], place)
        elif cells := _cells(text, place):
            texts[key] = cells
        elif key == "data" and element.tag == "game":
            raise PuzzleError(f"{place}: {len(str(text).strip())} cells; a puzzle has 81")
        else:
            _check_whole(str(text), place)
            said[key] = text
    said = {**above, **said}
    if texts:
        yield _checked(_chosen(texts, values, place, rules), said, place, rules)
    for number, child in enumerate(element, 1):
        if not is_object or not _is_leaf(child):
            where = f"{place}, {child.tag} {number}"
            yield from _of_element(child, where, rules, _own_text(child), said)


def _is_leaf(element: Element) -> bool:
    return not len(element) and not element.attrib


def _own_text(element: Element) -> dict[str, str]:
    return {element.tag: element.text or ""}


def _saved(version: str, text: str, place: str) -> str:
    """Return the givens of a saved game."""
    cells = _SAVED[version].findall(text) if version in _SAVED else []
    rest = _SAVED[version].sub("", text).strip() if cells else text
    if len(cells) != 81 or rest:
        raise PuzzleError(f"{place}: is no game of version {version} with 81 cells")
    return "".join(digit if can_change == "0" else "0" for digit, can_change in cells)
