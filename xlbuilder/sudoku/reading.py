"""Reads puzzles in the forms that people use.

One line: 81 characters, ``.``, ``0``, ``*``, ``_``, ``-`` or a space for an empty cell, blanks
between them allowed; what follows the 81st after a separator (a solution, a rating) is ignored.  Or
81 fields of CSV.  Nine lines: nine characters each, or nine fields (``,``, ``;`` or tab), with
walls (``|``) and rules (``---+---``) as people draw them.  A line that begins with ``#`` is a
comment.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.board import Board

_EMPTY = ".0*_ "
_DIGITS = tuple("123456789")
_CELLS = "123456789" + _EMPTY
_BLANKS = " \t\N{NO-BREAK SPACE}"
_LINE_END = re.compile(r"\r\n|\r|\n")
_SEPARATOR = re.compile(r"[,;\t]")
_WALLS = "|!:│┃║"
_RULE = re.compile(r"[-=+─━═┌-╬\s.:'|*│┃║]*[-=+─━═┌-╬][-=+─━═┌-╬\s.:'|*│┃║]*")
_LEADING_BOARD = re.compile(r"([1-9.0*_-]{81})(?=[\s,;]|$)")


def text_lines(text: str) -> list[str]:
    """Return the lines of ``text`` as a text file has them; `str.splitlines` knows more ends."""
    return _LINE_END.split(text.removesuffix("\n"))


def read_puzzle(text: str, source: str) -> Board:
    """Return the only puzzle in ``text``.

    Raises PuzzleError, which names ``source``, when there is no puzzle or more than one.
    """
    puzzles = list(read_puzzles(text_lines(text), source))
    if len(puzzles) != 1:
        raise PuzzleError(f"{source}: {len(puzzles)} puzzles; give exactly one")
    return puzzles[0]


def read_puzzles(
    lines: Iterable[str], source: str, broken: Callable[[PuzzleError], None] | None = None
) -> Iterator[Board]:
    """Yield the puzzles of ``lines`` one by one, so that a corpus of any size can be streamed.

    Raises PuzzleError, which names ``source``, the line and the problem.  When ``broken`` is given,
    it gets the error of a line instead, and reading continues with the next line.
    """
    rows: list[tuple[int, ...]] = []
    drawn: list[tuple[str, str]] = []
    found = False
    number = 0

    def refuse(error: PuzzleError) -> None:
        if broken is None:
            raise error
        broken(error)

    for number, raw in enumerate(lines, 1):
        line = raw.lstrip("\ufeff").rstrip("\r\n")
        if line.lstrip().startswith("#"):
            continue
        place = f"{source}, line {number}"
        try:
            if not rows and (digits := _one_line(line, place)):
                found = True
                yield Board(digits)
                continue
            if row := _row(line, place, within_grid=bool(rows)):
                rows.append(row)
                drawn.append((place, line))
            if len(rows) == 9:
                _check_ends(drawn)
        except PuzzleError as error:
            refuse(error)
            rows, drawn, found = [], [], True
            continue
        if len(rows) == 9:
            found = True
            yield Board(tuple(digit for row in rows for digit in row))
            rows, drawn = [], []
    if rows:
        refuse(
            PuzzleError(
                f"{source}, line {number}: the puzzle ends after {len(rows)} of 9 rows;"
                " write 81 characters in one line, or nine lines"
            )
        )
        found = True
    if not found:
        raise PuzzleError(f"{source}: there is no puzzle; write 81 characters, . for an empty cell")


def _one_line(line: str, place: str) -> tuple[int, ...] | None:
    """Return the 81 digits of a puzzle on one line, or None when the line is not meant as one."""
    head = _SEPARATOR.split(line, maxsplit=1)[0]  # a solution or a rating may follow
    if len(head) == 81 and all(mark in _CELLS + "-" for mark in head):
        return tuple(map(_digit, head))
    packed = head.translate(_without(_BLANKS))
    if match := _LEADING_BOARD.match(line.strip()) or _LEADING_BOARD.fullmatch(packed):
        return tuple(map(_digit, match[1]))
    if delimiter := _delimiter(line):
        fields = _split(line, delimiter, place)
        if len(fields) > 18:
            return _fields(fields, 81, place)
        return None
    if len(line.rstrip()) > 45 or len(packed.translate(_without(_WALLS))) > 18:
        if _RULE.fullmatch(line):
            return None
        cells = packed if len(packed) > 40 else line
        _check_marks(line, place, _CELLS + "-")
        raise PuzzleError(f"{place}: {len(cells)} cells; a puzzle has 81")
    return None


def _row(line: str, place: str, *, within_grid: bool) -> tuple[int, ...] | None:
    """Return the nine digits of a row of a grid, or None for a rule or a blank line."""
    if delimiter := _delimiter(line):
        return _fields(_split(line, delimiter, place), 9, place)
    if not line.strip():
        return (0,) * 9 if within_grid and len(line) == 9 else None
    if _RULE.fullmatch(line):
        return None
    _check_marks(line, place, _CELLS + _WALLS)
    tokens = line.translate(_without(_WALLS)).split()
    if len(tokens) == 9:
        return _fields(tokens, 9, place)
    packed = "".join(tokens)
    if len(packed) == 9:
        return tuple(map(_digit, packed))
    if (spaced := _spaced(line)) is not None:
        return tuple(map(_digit, spaced))
    raise PuzzleError(f"{place}: {len(packed)} cells; a row has 9 (write . for an empty cell)")


def _spaced(line: str) -> str | None:
    """Return the nine characters of a row with spaces for empty cells, None for another row."""
    parts = [part for part in re.split(f"[{re.escape(_WALLS)}]", line) if part]
    if len(parts) == 1 and " " in parts[0].strip() and not set(parts[0]) & set(".0*_"):
        parts = [parts[0].ljust(9)]
    cells = ""
    for part in parts:
        width = 9 // len(parts)
        shown = {width: part, 2 * width - 1: part[::2], 2 * width + 1: part[1::2]}.get(len(part))
        if shown is None:
            return None
        cells += shown
    nothing_lost = cells.replace(" ", "") == line.translate(_without(_WALLS + " "))
    return cells if len(cells) == 9 and nothing_lost else None


def _check_ends(rows: Sequence[tuple[str, str]]) -> None:
    """Refuse a short row beside rows that keep the blanks at their ends: it lost one elsewhere."""
    widths = [len(line.translate(_without(_WALLS))) for _, line in rows]
    short = [
        (place, width)
        for (place, line), width in zip(rows, widths, strict=True)
        if width < 9 and not _delimiter(line)
    ]
    is_kept = max(widths) > 9 or any(
        line.strip() and line.endswith((" ", *_WALLS)) for _, line in rows
    )
    if short and is_kept:
        place, width = short[0]
        raise PuzzleError(
            f"{place}: {width} characters; a row has 9, and where a blank is missing cannot be told"
            " (write . for an empty cell)"
        )


def _split(line: str, delimiter: str, place: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter))
    except csv.Error as error:
        raise PuzzleError(f"{place}: is not CSV: {error}") from None


def _fields(fields: list[str], count: int, place: str) -> tuple[int, ...]:
    is_ended = count == 9 or all(field.strip() for field in fields[:-1])
    if len(fields) == count + 1 and not fields[-1].strip() and is_ended:
        fields = fields[:-1]  # a separator may follow the last field
    for number, field in enumerate(fields, 1):
        if len(field.strip()) > 1 or (field.strip() and field.strip() not in _CELLS):
            raise PuzzleError(
                f"{place}, field {number}: {field.strip()!r} is not a digit from 1 to 9"
            )
    if len(fields) != count:
        what = "a row has 9" if count == 9 else "a puzzle has 81"
        raise PuzzleError(f"{place}: {len(fields)} fields; {what}")
    return tuple(_digit(field.strip()) for field in fields)


def _digit(mark: str) -> int:
    return int(mark) if mark in _DIGITS else 0


def _delimiter(line: str) -> str | None:
    return next((mark for mark in ",;\t" if mark in line), None)


def _without(marks: str) -> dict[int, None]:
    return dict.fromkeys(map(ord, marks))


def _check_marks(line: str, place: str, allowed: str) -> None:
    for position, mark in enumerate(line, 1):
        if mark not in allowed:
            raise PuzzleError(
                f"{place}, character {position}: {mark!r} is neither a digit from 1 to 9"
                " nor a mark for an empty cell (. 0 * _ or space)"
            )
