"""Puzzles of nine lines, with walls, rules, and names of columns and rows as people write them.

Rows are collected until it is sure which nine rows are a puzzle.  If a row is missing, or there is
one too many, the digits of all later rows would move, so all these rows are refused together.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.board import BOX_SHAPES, Board
from xlbuilder.sudoku.line import (
    NEW_MARKS,
    NO_WALLS,
    OLD_MARKS,
    RULE,
    WALLS,
    ErrorHandler,
    as_board,
    cells_of,
    check_marks,
    delimiter_of,
    fields_of,
    mark_message,
)
from xlbuilder.sudoku.rules import PLAIN, Rules
from xlbuilder.sudoku.small import other_size

_NUMBERS = ("012345678", "123456789")
_LABELS = (*_NUMBERS, "ABCDEFGHI")
_LABEL = re.compile(r"(?i)[rz]?([0-9A-I])")
_NAMES = re.compile(r"(?i)([a-z]{0,9})_?([0-9a-i])")
_SPACED_NAME = re.compile(r"(?<=[A-Za-z])[ .-]+(?=\d)")
_OF_COLUMN = re.compile(r"(?i)|c[a-z]*|v|x|f|s|var|field|spalte")
"""How a name of a column may begin; R1 is the name of a row."""
_OF_OTHER = re.compile("(?i)row|box|block")
_SMALL = [side * side for side in BOX_SHAPES]
_NUMBERS_MESSAGE = (
    "{}: is it a row, or the numbers of the columns? Write the nine rows without them"
)
_SHIFTED_MESSAGE = (
    "{}: {} in the nine rows from here; is a row missing or one too many above?"
    " Write a blank line between puzzles"
)
_SHORT_MESSAGE = (
    "{}: {} characters; a row has 9, and it is not known where a blank is missing"
    " (write . for an empty cell)"
)
_OTHER_MARK_MESSAGE = "{}: the other rows have another mark for an empty cell; is this a row?"
_MOST_ROWS = 90_000
_LONGEST_NAMES = 120


@dataclass(frozen=True)
class Row:
    """A line of a grid."""

    number: int
    place: str
    line: str
    cells: str
    """Nine cells, each a digit or a mark; empty for a rule."""
    label: str = ""
    """What stands before the nine cells."""
    is_ended: bool = False
    """Whether an empty tenth field follows."""
    unlabeled: str = ""
    """The nine cells of a row that ``is_ended``, if its first field is no label."""

    @property
    def is_maybe(self) -> bool:
        """Whether a rule may also be a row of nine empty cells."""
        return not self.cells and self.line.translate(NO_WALLS).split() in _DASHES


_DASHES = [["-" * 9], ["---"] * 3, ["-"] * 9]


def row_of(line: str, number: int, place: str, *, within_grid: bool) -> Row | None:
    """Return the row of a grid or the rule that a line is, None for a blank line.

    ``within_grid`` says whether nine blanks may be a row.  Raises PuzzleError for another line.
    """

    def row(cells: str, label: str = "") -> Row:
        return Row(number, place, line, cells, label)

    if delimiter_of(line):
        return _of_fields(fields_of(line, place), number, place, line)
    if not line.strip():
        return row(" " * 9) if within_grid and len(line) == 9 else None
    if RULE.fullmatch(line):
        return row("")
    tokens = line.translate(NO_WALLS).split()
    packed = "".join(tokens)
    if len(tokens) == 10 and _LABEL.fullmatch(tokens[0]):
        return row(cells_of(tokens[1:], 9, place), tokens[0])
    if len(tokens) == 2 and len(tokens[1]) == 9 and _LABEL.fullmatch(tokens[0]):
        check_marks(tokens[1], place)
        return row(tokens[1], tokens[0])
    if len(tokens) == 9 and len(packed) > 9:
        return row(cells_of(tokens, 9, place))
    check_marks(line, place, WALLS)
    if len(packed) == 9:
        return row(packed)
    if (spaced := _spaced(line)) is not None:
        return row(spaced)
    if len(packed) in _SMALL:
        raise PuzzleError(f"{place}: {other_size(len(packed))}")
    raise PuzzleError(f"{place}: {len(packed)} cells; a row has 9 (write . for an empty cell)")


def _of_fields(fields: list[str], number: int, place: str, line: str) -> Row:
    """Return the row of nine fields, with a label before them, or with an empty tenth one."""
    is_numbers = not fields[0] and "".join(fields) in _NUMBERS
    is_labeled = len(fields) == 10 and (is_numbers or _LABEL.fullmatch(fields[0]) is not None)
    is_ended = len(fields) == 10 and not fields[-1]
    is_cell = not is_labeled or fields[0].isdigit()
    unlabeled = cells_of(fields[:9], 9, place) if is_ended and is_cell else ""
    if is_ended and not is_labeled:
        return Row(number, place, line, unlabeled, "", is_ended, unlabeled)
    label = fields.pop(0) if is_labeled else ""
    return Row(number, place, line, cells_of(fields, 9, place), label, is_ended, unlabeled)


def is_column_names(line: str) -> bool:
    """Return whether a line names nine columns with letters: ``A B C``, ``c1,c2,c3``."""
    return "".join(name[2] for name in _named(line)).upper() in _LABELS


def check_column_names(line: str, place: str) -> None:
    """Refuse nine names in another order, or names of rows or boxes: they would move the cells."""
    columns = _named(line)
    names = "".join(name[2] for name in columns).upper()
    if names not in _LABELS and "".join(sorted(names)) in _LABELS:
        raise PuzzleError(
            f"{place}: names the columns in another order; write them in order, with their cells"
        )
    fields = re.split(r"[,;\t|]", line.strip("| "))[-9:]
    is_of_others = names in _LABELS and not all(_OF_COLUMN.fullmatch(name[1]) for name in columns)
    if is_of_others or (len(fields) == 9 and all(map(_OF_OTHER.search, fields))):
        shown = fields if len(fields) == 9 else [name[0] for name in columns]
        named = ", ".join(name.strip(' "') for name in shown[:2])
        raise PuzzleError(
            f"{place}: names the columns {named} and so on; is each column a row or a box of the"
            " puzzle? Write the nine rows, below names such as c1, c2, or none"
        )


def _named(line: str) -> list[re.Match[str]]:
    """Return the names of nine columns, each parted into its beginning and a digit or letter."""
    if len(line) > _LONGEST_NAMES or not any(map(str.isalpha, line)):
        return []
    words = re.split(r"[\s,;|]+", _SPACED_NAME.sub("", line.replace('"', "")).strip(" \t,;|"))
    names = [_NAMES.fullmatch(word) for word in words[-9:]]
    return [name for name in names if name] if len(words) in {9, 10} else []


class Grids:
    """Collects rows, and gives the boards that they make."""

    def __init__(self, source: str, refuse: ErrorHandler, rules: Rules = PLAIN) -> None:
        self._source = source
        self._rules = rules
        self._refuse = refuse
        self._rows: list[Row] = []
        self._parts: list[list[Row]] = []
        self._is_lost = False
        self._is_below_rule = False
        self.labels = 0
        """How many lines named columns."""

    @property
    def is_open(self) -> bool:
        """Whether a puzzle has begun and rows of it are still missing."""
        return _count(self._rows) % 9 != 0 or bool(self._parts)

    def add(self, row: Row) -> None:
        """Take a row, or a rule."""
        if row.cells or self._rows or row.is_maybe:
            self._rows.append(row)
        else:
            self._is_below_rule = True
        if len(self._rows) > _MOST_ROWS:
            self._refuse_rows(self._rows, "are too many without a blank line between puzzles")
            self._rows, self._is_lost = [], True

    def spoil(self) -> None:
        """Forget the rows beside a line that was refused, unless they are puzzles by themselves."""
        if _count(self._settled()) % 9 or self._parts:
            self._rows, self._parts, self._is_lost = [], [], True

    def part(self) -> Iterator[tuple[int, Board]]:
        """Yield the boards when a blank line or a comment ends rows, with their last lines."""
        rows, self._rows = self._settled(), []
        self._is_below_rule = False
        if not rows:
            return
        parts = [*self._parts, rows]
        size = _count(rows)
        is_whole = size % 9 == 0 or (size % 9 == 1 and _is_header(rows))
        if is_whole and size > 1:
            self._refuse_parts()
            self._is_lost = False
            yield from self._boards(rows)
        elif size in {1, 3} and {_count(part) for part in parts} == {size}:
            self._parts = parts
        else:
            self._parts = parts
            self._refuse_parts()

    def end(self) -> Iterator[tuple[int, Board]]:
        """Yield the boards when no more rows can follow."""
        yield from self.part()
        rows = [row for part in self._parts for row in part]
        if rows and not self._is_lost and _count(rows) % 9 == 0:
            self._parts = []
            yield from self._boards(rows)
        self._refuse_parts()
        self._is_lost = False

    def _settled(self) -> list[Row]:
        """Return the rows; nine dashes are a row if dashes are empty cells and a row is missing.

        Dashes below the last row are no row if a rule stands above the first row, as in a frame.
        """
        rows = self._rows
        if _count(rows) % 9 and any("-" in row.cells for row in rows):
            last = rows[-1] if self._is_below_rule or not rows[0].cells else None
            return [
                replace(row, cells="-" * 9) if row.is_maybe and row is not last else row
                for row in rows
            ]
        return rows if _count(rows) else []

    def _boards(self, rows: Sequence[Row]) -> Iterator[tuple[int, Board]]:
        """Yield the boards of rows; all rows are refused together when one is in doubt."""
        try:
            boards = list(self._read(rows))
        except PuzzleError as error:
            self._refuse(error)
            return
        yield from boards

    def _read(self, rows: Sequence[Row]) -> Iterator[tuple[int, Board]]:
        if _count(rows) % 9 == 1:
            rows = rows[1:]
            self.labels += 1
        _check_rules(rows)
        rows = [row for row in rows if row.cells]
        for start in range(0, len(rows), 9):
            grid = _without_end(rows[start : start + 9])
            _check_numbers(grid)
            _check_labels(grid)
            _check_marks(grid, is_alone=len(rows) == 9)
            _check_ends(grid)
            board = as_board("".join(row.cells for row in grid), grid[0].place)
            if problems := self._rules.clashes(board):
                numbers = next((row for row in (grid[0], grid[-1]) if _is_numbers(row)), None)
                if numbers:
                    raise PuzzleError(_NUMBERS_MESSAGE.format(numbers.place))
                if short := next((row for row in grid if _is_short(row)), None):
                    raise PuzzleError(_SHORT_MESSAGE.format(short.place, _width(short)))
                if len(rows) > 9:
                    raise PuzzleError(_SHIFTED_MESSAGE.format(grid[0].place, problems[0]))
            yield grid[-1].number, board

    def _refuse_parts(self) -> None:
        rows = [row for part in self._parts for row in part]
        self._parts = []
        if rows and not self._is_lost:
            self._refuse_rows(rows, self._what(rows))
            self._is_lost = True

    def _what(self, rows: Sequence[Row]) -> str:
        count = _count(rows)
        if count < 9:
            return (
                f"the puzzle ends after {count} of 9 rows; write 81 characters in one line,"
                " or nine lines"
            )
        return f"{count} rows are no puzzles of nine rows each; write all rows, and nothing between"

    def _refuse_rows(self, rows: Sequence[Row], what: str) -> None:
        first, last = rows[0].number, rows[-1].number
        lines = f"line {last}" if _count(rows) < 9 else f"lines {first} to {last}"
        self._refuse(PuzzleError(f"{self._source}, {lines}: {what}"))


def _count(rows: Sequence[Row]) -> int:
    return sum(bool(row.cells) for row in rows)


def _is_numbers(row: Row) -> bool:
    return row.cells in _NUMBERS


def _is_header(rows: Sequence[Row]) -> bool:
    """Return whether the first row is a header: numbers, or empty cells above a table's rule."""
    second = rows[1] if len(rows) > 1 else None
    is_empty = second and not (rows[0].cells.strip() or second.cells) and "|" in second.line
    return _is_numbers(rows[0]) or bool(is_empty)


def _check_numbers(grid: Sequence[Row]) -> None:
    """Refuse a first row of numbers that is drawn in another way: it may number the columns."""
    first, *others = grid
    is_framed = [any(wall in row.line for wall in WALLS) for row in others]
    is_other = all(is_framed) and not any(wall in first.line for wall in WALLS)
    is_head = first.cells == _NUMBERS[0] and delimiter_of(first.line) is not None
    if _is_numbers(first) and (is_other or is_head):
        raise PuzzleError(_NUMBERS_MESSAGE.format(first.place))


def _without_end(grid: Sequence[Row]) -> Sequence[Row]:
    """Return the rows without their empty tenth field; either all rows have one, or none.

    Where the first column is empty too, it is not known which of the two columns to leave out.
    """
    if _are_labels(grid) or not any(row.is_ended for row in grid):
        return grid
    if all(row.unlabeled for row in grid) and any(row.unlabeled[0] != " " for row in grid):
        return [replace(row, cells=row.unlabeled, label="") for row in grid]
    row = next(row for row in grid if row.is_ended)
    raise PuzzleError(
        f"{row.place}: 10 fields; a row has 9, and it is not known which of them are cells"
        " (write . for an empty cell)"
    )


def _are_labels(grid: Sequence[Row]) -> bool:
    found = (match[1] if (match := _LABEL.fullmatch(row.label)) else " " for row in grid)
    return "".join(found).upper() in _LABELS


def _check_labels(grid: Sequence[Row]) -> None:
    """Refuse a tenth cell that is not the label of its row."""
    row = next((row for row in grid if row.label), None)
    if row is not None and not _are_labels(grid):
        raise PuzzleError(f"{row.place}: 10 cells; a row has 9")


def _check_marks(grid: Sequence[Row], *, is_alone: bool) -> None:
    """Refuse a mark such as x beside other marks: it may mean something else.

    Where no blank line stands between puzzles, the line with another mark may be no row.
    """
    used = _marks(grid)
    if len(used) > 1 and not is_alone:
        marks = " and ".join(sorted(used))
        raise PuzzleError(
            f"{grid[0].place}: {marks} are marks of one puzzle from here;"
            " write one of them, and a blank line between puzzles"
        )
    if len(used) < 2:
        return
    for row in grid if used & set(NEW_MARKS) else ():
        for position, mark in enumerate(row.line, 1):
            if mark in NEW_MARKS and mark in row.cells:
                raise PuzzleError(mark_message(row.place, position, mark))
    for row, *others in (grid, grid[::-1]):
        if _marks([row]) and not _marks([row]) & _marks(others):
            raise PuzzleError(_OTHER_MARK_MESSAGE.format(row.place))


def _marks(rows: Sequence[Row]) -> set[str]:
    """Return the marks for an empty cell in the rows, without blanks."""
    return {mark for row in rows for mark in row.cells} & set(OLD_MARKS + NEW_MARKS)


def _check_rules(rows: Sequence[Row]) -> None:
    """Refuse rows if one is missing between two rules, or there is one too many."""
    between: list[int] = [0]
    for row in rows:
        if row.cells:
            between[-1] += 1
        elif between[-1]:
            between.append(0)
    if len(between) > 2 and (odd := [size for size in between if size % 3]):
        if {*between} - {0} == {1}:
            return
        raise PuzzleError(
            f"{rows[0].place}: {odd[0]} rows between two rules below this line; write 3"
        )


def _check_ends(rows: Sequence[Row]) -> None:
    """Refuse a short row if other rows keep the blanks at their ends: it lost a cell elsewhere."""
    is_kept = max(map(_width, rows)) > 9 or any(
        row.line.strip() and row.line.endswith((" ", *WALLS)) for row in rows
    )
    if is_kept and (short := next((row for row in rows if _is_short(row)), None)):
        raise PuzzleError(_SHORT_MESSAGE.format(short.place, _width(short)))


def _is_short(row: Row) -> bool:
    """Return whether a row has less than nine characters, so that blanks at its end are missing."""
    return _width(row) < 9 and not delimiter_of(row.line)


def _width(row: Row) -> int:
    return len(row.line.translate(NO_WALLS))


def _spaced(line: str) -> str | None:
    """Return the nine characters of a row with spaces for empty cells, None for another row."""
    parts = re.split(f"[{re.escape(WALLS)}]", line)
    if len(parts) == 9 and all(len(part.strip()) < 2 for part in parts):
        return "".join(part.strip() or " " for part in parts)
    parts = [part for part in parts if part]
    is_open = set(parts[0]) & set(OLD_MARKS + NEW_MARKS) if parts else True
    if len(parts) == 1 and " " in parts[0].strip() and not is_open:
        parts = [parts[0].ljust(9)]
    cells = ""
    for part in parts:
        width = 9 // len(parts)
        shown = {width: part, 2 * width - 1: part[::2], 2 * width + 1: part[1::2]}.get(len(part))
        if shown is None:
            return None
        cells += shown
    nothing_lost = cells.replace(" ", "") == line.translate(NO_WALLS).replace(" ", "")
    return cells if len(cells) == 9 and nothing_lost else None
