"""Finds the puzzle in a line: alone, in a column of CSV, behind a hash, in a link.

A puzzle is known by its form: 81 cells in a row that nothing else touches, with one sort of marks
for empty cells.  Of several boards, the board with empty cells is the puzzle; the others are its
solution.
"""

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.beside import check_around, check_beside, check_name
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.coded import check_link, decoded_cells
from xlbuilder.sudoku.rules import PLAIN, Rules

ErrorHandler = Callable[[PuzzleError], None]
"""Takes the error of lines that cannot be read; reading continues after them."""

OLD_MARKS = ".0*_"
NEW_MARKS = "-xX?·"
"""Marks for an empty cell that may also mean something else: each must be a puzzle's only mark."""
WALLS = "|!:"
RULE = re.compile(r"(?=[^-=+]*[-=+])[-=+\s.:'`|*]+|_{10,}")
_RULES = frozenset(mark * 81 for mark in "-_*")
NO_WALLS = dict.fromkeys(map(ord, WALLS))
_LONGEST_ROW, _LONGEST_FRAMED = 40, 75
_NOT_BEFORE, _NOT_BEHIND = r"(?<![0-9A-Za-z.*_·-])", r"(?![0-9A-Za-z.*_·-])"
_QUERIED = r"(?<!\?)[1-9?]{81}(?!\?)"
"""Cells with question marks; a question mark before or behind them may belong to a link."""
_CELLS = rf"(?:[1-9.0*_-]{{81}}|[1-9x]{{81}}|[1-9X]{{81}}|{_QUERIED}|[1-9·]{{81}})"
_BOARD = re.compile(_CELLS)
_FOUND = re.compile(f"{_NOT_BEFORE}{_CELLS}{_NOT_BEHIND}")
_SPACED = re.compile(r"(?=[1-9]* )[1-9 ]{81}")
_BETWEEN = re.compile(r"[ \t,;|/]+")
_DAMAGED = re.compile(r"[1-9.0*_?·xX-]{41,}")
_PUNCTUATION = re.compile(r"[^\w.*?·~-]")
_SPACED_DAMAGED = re.compile(r"(?=[^ ]* )[1-9.0*_?·xX -]{41,}")
_SEPARATOR = re.compile(r"[,;\t]")
_NUMBER = re.compile(r"([0-9])\.0*")
_NUMERAL = re.compile(r"([0-9]+)")
_NO_LETTER = re.compile(r"[^a-zA-Z1]+")
_ROW_FIRST = re.compile(
    r"(?i)(?:cell|puzzle|grid|board)?(?:(?:r|row|z|zeile|[iy])1(?:c|col|column|s|spalte|[jx])"
    r"|r|row)?1{1,2}"
)
"""Names of cells, 1 for each number: ``r1c1``, ``cell_1_1``, ``r11``."""
_WORD = re.compile(r"[^\W\d]")
_SPEAKS = re.compile(r"[^\W\d_]{3}")
_NAMES_OF_81 = re.compile(
    r"\W*(?:" + "|".join(r"\W+".join(map(str, range(at, at + 81))) for at in (0, 1)) + r")\W*"
)
_NOTHING = frozenset(("", "nan", "na", "n/a", "<na>", "none", "null"))
_PUZZLE_NAMES = re.compile(r"(?i).*(?:puzzle|quiz|question|problem|unsolved|given|start|initial)")
_SOLUTION_NAMES = re.compile(r"(?i).*(?:solution|answer|solved|result|label)")
_EMPTY = re.compile("[^1-9]")
_MARKS = bytes(code - 48 if 48 < code < 58 else 0 for code in range(256))


@dataclass(frozen=True)
class Header:
    """A line of names above the columns of a table."""

    place: str
    names: tuple[str, ...]


def as_board(cells: str, place: str) -> Board:
    """Return the board of 81 cells; a mark that is no digit is an empty cell.

    Raises PuzzleError where 0 may be a digit: empty cells have another mark, and no cell has 9.
    """
    if "0" in cells and "9" not in cells and not cells.isdigit():
        mark = next(mark for mark in cells if not mark.isdigit())
        raise PuzzleError(
            f"{place}: has both 0 and {'nothing' if mark == ' ' else mark} for an empty cell, and"
            " no 9; are the digits 0 to 8? Write 1 to 9, and one mark for an empty cell"
        )
    return Board(tuple(cells.encode("latin-1").translate(_MARKS)))


def delimiter_of(line: str) -> str | None:
    """Return what stands between the fields of a line, None for a line without fields."""
    return next((mark for mark in ",;\t" if mark in line), None)


def fields_of(line: str, place: str) -> list[str]:
    """Return the fields of a line of CSV, without blanks around them; raises PuzzleError."""
    if '"' not in line:
        return [field.strip() for field in line.split(delimiter_of(line) or ",")]
    try:
        row = next(csv.reader([line], delimiter=delimiter_of(line) or ",", skipinitialspace=True))
    except csv.Error as error:
        raise PuzzleError(f"{place}: is not CSV: {error}") from None
    return [field.strip() for field in row]


def cells_of(fields: Sequence[str], count: int, place: str) -> str:
    """Return the cells of ``count`` fields; raises PuzzleError, which names the field."""
    if len(fields) == count + 1 and not fields[-1] and all(fields[:-1]):
        fields = fields[:-1]  # a separator may follow the last field
    if count == 81 == len(fields) and all(fields[:-1]) and not fields[-1] and "0" in fields:
        raise PuzzleError(f"{place}: 80 fields and nothing behind them; a puzzle has 81")
    cells = [_cell(field) for field in fields]
    for number, (field, cell) in enumerate(zip(fields, cells, strict=True), 1):
        if cell is None:
            raise PuzzleError(f"{place}, field {number}: {field!r} is not a digit from 1 to 9")
    if len(cells) != count:
        what = "a row has 9" if count == 9 else "a puzzle has 81"
        raise PuzzleError(f"{place}: {len(cells)} fields; {what}")
    return "".join(cell or " " for cell in cells)


def _cell(field: str) -> str | None:
    """Return the cell of a field such as ``5``, ``5.0`` or ``nan`` (pandas); None for others."""
    if field.lower() in _NOTHING:
        return " "
    if number := _NUMBER.fullmatch(field):
        return number[1]
    return field if len(field) == 1 and field in "1234567890.*_" + NEW_MARKS else None


class Lines:
    """Reads puzzles of one line each, all in the same column; solutions follow ``rules``."""

    def __init__(self, rules: Rules = PLAIN) -> None:
        self._rules = rules
        self.header: Header | None = None
        self.column: int | None = None

    @property
    def name(self) -> str | None:
        """The name of the puzzles' column, None for the first column if it has no name."""
        if self.header is not None and self.column is not None:
            return self.header.names[self.column] or str(self.column + 1)
        return str(self.column + 1) if self.column else None

    def read(self, line: str, place: str, above: str | None = None) -> str | None:
        """Return the 81 cells of a line, None for a line that is not meant as a puzzle.

        The line ``above`` the first puzzle is a header if it has as many names as this line has
        fields.  Raises PuzzleError for a damaged puzzle, and for a puzzle in another column than
        before.
        """
        if not self.column and _BOARD.fullmatch(line) and above is None:
            if line in _RULES:
                raise PuzzleError(
                    f"{place}: is it a rule, or a puzzle without clues? Write . for empty cells"
                )
            self.column = 0
            return line
        if (cells := decoded_cells(line, place)) is not None:
            return cells
        if len(line) <= _LONGEST_ROW:
            check_link(line, place)
            return None
        if above is not None:
            is_other = delimiter_of(above) is not None and delimiter_of(line) is None
            names = None if is_other else header_of(above, place)
            self.header = _fitting(names, line, place)
            if (
                names is not None
                and self.header is None
                and delimiter_of(above)
                and delimiter_of(line)
                and (len(names.names) > 80 or _FOUND.search(line))
            ):
                raise PuzzleError(
                    f"{place}: has {len(fields_of(line, place))} fields, and the line above"
                    f" {len(names.names)} names; write a name for each field"
                )
            if self.header is not None and len(self.header.names) > 80:
                _check_order(self.header.names[-81:], place)
        cells = self._read(line, place)
        if cells is None and above is not None:
            self.header = None
        return cells

    def _read(self, line: str, place: str) -> str | None:
        """Return the cells of a line that is longer than a row, None for another line."""
        packed = line[:81] if _SPACED.fullmatch(_first(line)) else packed_cells(line)
        if packed is not None:
            behind = line.removeprefix(_first(line))[1:]
            if (full := packed_cells(behind) or behind.strip()) and _BOARD.fullmatch(full):
                _check_solutions(packed, {"what follows": full}, place, self._rules)
            else:
                check_around(behind, place)
            return packed
        if _FOUND.search(line):
            return self._of_columns(line, place)
        check_link(line, place)
        if delimiter_of(line):
            fields = fields_of(line, place)
            _check_whole(fields, {}, place)
            if (
                self.header is not None
                and len(self.header.names) == 82
                and not self.header.names[0]
            ):
                fields = fields[1:]  # the index of pandas
            return cells_of(fields, 81, place) if len(fields) > 18 else None
        if len(words := line.strip(" ").split(" ")) > 1:
            _check_whole(words, {}, place)
        _check_length(line, place)
        return None

    def _of_columns(self, line: str, place: str) -> str:
        """Return the puzzle among the fields of a line."""
        is_table = delimiter_of(line) is not None
        fields = fields_of(line, place) if is_table else line.split()
        all_found: dict[int, list[str]] = {
            at: _FOUND.findall(field) for at, field in enumerate(fields)
        }
        several = [at for at, cells in all_found.items() if len(cells) > 1 and len({*cells}) > 1]
        if several:
            raise PuzzleError(
                f"{place}, field {several[0] + 1}: has several times 81 cells; leave one"
            )
        boards = {at: cells[0] for at, cells in all_found.items() if cells}
        _check_whole(fields, boards, place)
        column = self.column if is_table else None
        if column is None:
            column = self._column(boards, place)
        if column not in boards or (
            _is_full(boards[column]) and not all(map(_is_full, boards.values()))
        ):
            at = next(at for at, cells in boards.items() if at != column)
            raise PuzzleError(
                f"{place}: the puzzle stands in field {at + 1}, above it in field {column + 1};"
                " write all puzzles in one column"
            )
        if len(boards) > 1:
            named = {f"field {at + 1}": cells for at, cells in boards.items()}
            _check_solutions(boards[column], named, place, self._rules)
        if is_table or _is_bank(fields, column):
            self.column = column
        if _is_full(boards[column]) and _has_more(line.replace(boards[column], "~")):
            raise PuzzleError(f"{place}: field {column + 1} is a solution; where is the puzzle?")
        self._check_beside(fields, boards, line, place)
        return boards[column]

    def _check_beside(
        self, fields: Sequence[str], found: Mapping[int, str], line: str, place: str
    ) -> None:
        """Refuse a puzzle if its line, link or other columns say that it is no plain Sudoku."""
        texts = fields if delimiter_of(line) else [line]
        if self.header is not None and len(found) < len(fields):
            said = zip(self.header.names, fields, strict=False)
            check_beside(dict(each for at, each in enumerate(said) if at not in found), place)
            texts = [fields[at] for at in found]
        for text in texts:
            if _SPEAKS.search(rest := _FOUND.sub("~", text)):
                check_around(rest, place)

    def _column(self, found: Mapping[int, str], place: str) -> int:
        """Return which field is the puzzle, by the name of its column or by its form."""
        names = self.header.names if self.header else ()
        named = {(f"{names[at]} " if names else "") + f"(field {at + 1})": at for at in found}
        chosen = choose({name: found[at] for name, at in named.items()}, place, self._rules)
        column = next(at for at in found if found[at] == chosen)
        if len(names) > 1:
            check_name(names[column], place)
        return column


def _has_more(rest: str) -> bool:
    """Return whether the rest of a line looks like a second board with a cell lost."""
    return bool(_DAMAGED.search(_PUNCTUATION.sub("", rest)) or _SPACED_DAMAGED.search(rest))


def _is_full(cells: str) -> bool:
    return not _EMPTY.search(cells)


def _is_bank(fields: Sequence[str], column: int) -> bool:
    """Return whether a line without delimiters is of a puzzle bank: ``hash puzzle rating``."""
    return len(fields) < 5 and len(fields[column]) == 81


def _fitting(header: Header | None, line: str, place: str) -> Header | None:
    """Return the header, if it has as many names as the line below it has fields."""
    if header is None:
        return None
    if delimiter_of(line) is None:
        fields = line.split()
        if len(header.names) == len(fields) - 1:  # pandas prints no name above its index
            header = Header(header.place, ("", *header.names))
    else:
        fields = fields_of(line, place)
        if len(header.names) == len(fields) - 1 and not fields[-1]:
            fields.pop()  # qqwing writes a comma behind each puzzle, and none behind the names
    return header if len(header.names) == len(fields) else None


def choose(found: Mapping[str, str], place: str, rules: Rules) -> str:
    """Return the puzzle among boards by name, by its name or by its empty cells.

    Raises PuzzleError when several boards may be the puzzle, and when another board does not solve
    it by ``rules``.
    """
    chosen = _chosen(found, place)
    for name, cells in found.items():
        if cells != chosen and not _is_full(cells) and not _extends(cells, chosen):
            raise PuzzleError(
                f"{place}: {name} has 81 cells with empty ones, too, and other digits than the"
                " puzzle; leave one of them"
            )
    if len(found) > 1 and (problems := rules.clashes(as_board(chosen, place))):
        raise PuzzleError(
            f"{place}: of {' and '.join(found)} the puzzle is no puzzle: {problems[0]}"
        )
    _check_solutions(chosen, found, place, rules)
    return chosen


def _check_solutions(puzzle: str, found: Mapping[str, str], place: str, rules: Rules) -> None:
    """Refuse a puzzle beside a full board that does not solve it, such as a map of regions."""
    board = as_board(puzzle, place)
    for name, cells in found.items():
        if cells != puzzle and _is_full(cells):
            full = as_board(cells, place)
            if not rules.is_solution(board, full):
                why = next(iter(rules.clashes(full)), "it has other digits than the puzzle")
                raise PuzzleError(
                    f"{place}: {name} has 81 digits, and is no solution of the puzzle: {why};"
                    " correct it, or leave it out if the puzzle is plain Sudoku without it"
                )


def _extends(cells: str, others: str) -> bool:
    """Return whether ``cells`` have each digit of ``others`` in its place."""
    return all(b in (a, "0") or not b.isdigit() for a, b in zip(cells, others, strict=True))


def _chosen(found: Mapping[str, str], place: str) -> str:
    named = [name for name in found if _PUZZLE_NAMES.match(name)]
    if len(named) == 1:
        return found[named[0]]
    left = [name for name in found if not _SOLUTION_NAMES.match(name)]
    if not left:
        raise PuzzleError(f"{place}: {', '.join(found)} is a solution; where is the puzzle?")
    is_open = [name for name in left if not _is_full(found[name])]
    if len({found[name] for name in is_open}) > 1:
        raise PuzzleError(
            f"{place}: {' and '.join(is_open)} have 81 cells each, some empty; which is the puzzle?"
            " Name it puzzle, or leave one of them"
        )
    return found[(is_open or left)[0]]


def header_of(line: str, place: str) -> Header | None:
    """Return the names of columns in a line, None for a line without them."""
    if not _WORD.search(line) and not _NAMES_OF_81.fullmatch(line):
        return None
    try:
        names = fields_of(line, place)
    except PuzzleError:
        return None
    if len(names) == 1:
        names = line.split()
        if len(names) > 1 and not any(map(_PUZZLE_NAMES.match, names)):
            return None
    return Header(place, tuple(names))


def _check_order(names: Sequence[str], place: str) -> None:
    """Refuse 81 names with numbers, unless they surely number the cells row by row.

    ``A1, A2`` begins a row for some people, and a column for others.
    """
    parts = [_NUMERAL.split(name) for name in names]
    if not all(len(each) > 1 for each in parts):
        return
    numbers = [[*map(int, each[1::2])] for each in parts]
    pairs = [[*divmod(each[0], 10)] if len(each) == 1 else each for each in numbers]
    first = numbers[0][0]
    is_counted = numbers == [[first + at] for at in range(81)]
    is_by_rows = any(
        pairs == [[base + at // 9, base + at % 9] for at in range(81)] for base in (0, 1)
    )
    kinds = {_NO_LETTER.sub("", "1".join(each[::2])) for each in parts}
    if len(kinds) > 1 or not (is_counted or (is_by_rows and all(map(_ROW_FIRST.fullmatch, kinds)))):
        raise PuzzleError(
            f"{place}: the columns are {', '.join(names[:3])} and so on; are the cells in another"
            " order? Write them row by row, below names such as r1c1, r1c2"
        )


def _check_whole(fields: Sequence[str], found: dict[int, str], place: str) -> None:
    """Refuse a line if another field looks like a puzzle with a cell lost."""
    for number, field in enumerate(fields):
        if number not in found and _DAMAGED.search(field.replace(" ", "")):
            raise PuzzleError(f"{place}, field {number + 1}: {len(field)} cells; a puzzle has 81")


def _first(line: str) -> str:
    """Return the part of a line before its first comma, semicolon or tab."""
    return _SEPARATOR.split(line, maxsplit=1)[0]


def packed_cells(line: str) -> str | None:
    """Return the 81 cells of a line whose separators part it evenly, None for another line.

    Behind the first comma, semicolon or tab there may also be a solution or a rating.
    """
    for text in (line, _first(line)):
        parts = _BETWEEN.split(text.strip())
        is_even = len(parts) > 1 and len({*map(len, parts)}) == 1
        if is_even and _BOARD.fullmatch(packed := "".join(parts)):
            return packed
    return None


def _check_length(line: str, place: str) -> None:
    """Refuse a line that is too long for a row, and is no rule either."""
    packed = "".join(line.split())
    if len(line) < _LONGEST_FRAMED and len(line.split()) in {9, 10}:
        return  # nine cells with wide gaps, as pandas prints them
    if len(line.rstrip()) <= 45 and len(packed.translate(NO_WALLS)) <= 18:
        return
    if not RULE.fullmatch(line):
        check_marks(line, place, WALLS)
        raise PuzzleError(
            f"{place}: {len(packed if len(packed) > 40 else line)} cells; a puzzle has 81"
        )


def check_marks(line: str, place: str, also: str = "") -> None:
    """Refuse a line with a character that is no cell; a new mark is a cell only without others."""
    marks = {mark for mark in line if mark in OLD_MARKS + NEW_MARKS}
    allowed = "123456789 \t" + OLD_MARKS + also + (NEW_MARKS if len(marks) == 1 else "")
    for position, mark in enumerate(line, 1):
        if mark not in allowed:
            raise PuzzleError(mark_message(place, position, mark))


def shows_cells(line: str) -> bool:
    """Return whether a line has 81 cells in a row that nothing else touches."""
    return _FOUND.search(line) is not None


def is_damaged(line: str) -> bool:
    """Return whether a line has more cells in a row than a row of a grid has."""
    return _DAMAGED.search(line) is not None


def mark_message(place: str, position: int, mark: str) -> str:
    """Return the message about a character that is no cell."""
    return (
        f"{place}, character {position}: {mark!r} is neither a digit from 1 to 9"
        " nor a mark for an empty cell (. 0 * _ or space; - x ? · if it is the only one)"
    )
