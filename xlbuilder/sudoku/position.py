"""Reads positions: puzzles with pencil marks, in the forms in which people paste them.

A grid of candidates as forums and programs print it: 81 cells with or without frames, brackets and
a caption.  729 characters, nine for each cell; or 27 lines of 27, as ``xlbuilder show`` draws them.
A line of HoDoKu's library, or ``+71..+8…:214 425``: digits that were placed, candidates that are
gone.  A puzzle: its candidates are all that its digits leave.

A cell with one candidate holds this digit, unless a cell in sight still has the digit among several
candidates: then nobody has placed the digit yet.  Simple Sudoku and Sukaku Explainer read grids in
the same way.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.beside import check_text
from xlbuilder.sudoku.board import NINE, Board, Candidate
from xlbuilder.sudoku.grid import check_column_names, is_column_names
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.sudoku.rules import PLAIN, Rules, name_of
from xlbuilder.sudoku.text import cleaned, text_lines
from xlbuilder.sudoku.words import without_variants

_WRITTEN = re.compile(r"\b([1-9]) *[Rr]([1-9])[Cc]([1-9])\b")
_FRAME = re.compile(r"[|!:,;]")
_RULE = re.compile(r"[-=+.'`,:|*\s]*[-=]{3}[-=+.'`,:|*\s]*|[^\w.·]*|[\s_|+]*")
_CAPTION = re.compile(r".*[A-Za-z]{3}.*")
_QUOTE = "> "
_BESIDE = r"[A-Za-z<>(){}\[\]\"'*#@+%^&~?!-]{0,4}"
_MARKED = re.compile(f"{_BESIDE}([1-9]+){_BESIDE}")
_PLACED_AND_DELETED = re.compile(r"\s*([+1-9.0*_]{81,162})\s*(?::([\s,1-9]*):*\s*)?")
_MARKS = re.compile(r"[1-9]+")
_EMPTY = str.maketrans("0*_-·", ".....")
_LIBRARY_FIELDS = 7
_DRAWN = 27


@dataclass(frozen=True)
class Position:
    """Digits on a board, and candidates that are gone although no digit in sight excludes them."""

    board: Board
    deleted: frozenset[Candidate] = frozenset()

    def candidates(self, rules: Rules) -> frozenset[Candidate]:
        """Return the candidates of the empty cells under these rules."""
        return rules.possible(self.board) - self.deleted


def read_position(text: str, source: str, rules: Rules = PLAIN) -> Position:
    """Return the position that ``text`` shows; ``source`` names it in the PuzzleError otherwise."""
    if rules.side != NINE:
        return Position(read_puzzle(text, source, rules))
    if rules != PLAIN:
        text = without_variants(text)
    unquoted = [cleaned(line).lstrip(_QUOTE) for line in text_lines(text)]
    lines = [line for line in unquoted if line.strip() and not _RULE.fullmatch(line)]
    if len(lines) == 1 and lines[0].lstrip().startswith(":"):
        return _of_library(lines[0], source, rules)
    if len(lines) == 1 and (parts := _PLACED_AND_DELETED.fullmatch(lines[0])):
        return _of_line(parts[1], (parts[2] or "").replace(",", " "), source, rules)
    captions = [line for line in lines if _CAPTION.fullmatch(line) or is_column_names(line)]
    rows = [_FRAME.sub(" ", line).split() for line in lines if line not in captions]
    marks = ["".join(row).translate(_EMPTY) for row in rows]
    cells = [bare for row in rows for cell in row if (bare := _bare(cell))]
    position = None
    if len(drawn := [row for row in marks if len(row) == _DRAWN]) == _DRAWN:
        position = _of_cells([_block(drawn, cell) for cell in range(81)], source, rules)
    elif len(packed := "".join(marks)) == 729:
        position = _of_cells([packed[9 * cell : 9 * cell + 9] for cell in range(81)], source, rules)
    elif len(cells) == 81 and any(len(cell) > 1 for cell in cells):
        position = _of_marks(cells, source, rules)
    if position is not None:
        for caption in captions:
            check_column_names(caption, source)
            if not is_column_names(caption):
                check_text(caption, source)
        return position
    try:
        return Position(read_puzzle(text, source, rules))
    except PuzzleError:
        if len(cells) > _DRAWN and any(len(cell) > 1 for cell in cells):
            what = f"{len(cells)} cells with candidates; a position has 81"
            raise PuzzleError(f"{source}: {what}") from None
        raise


def _of_library(line: str, source: str, rules: Rules) -> Position:
    """Return the position of a line of HoDoKu's library.

    ``:technique:candidates:digits:deleted:eliminated:placed:more``; + stands before a digit that is
    no given, and a candidate is written as digit, row, column.
    """
    fields = line.strip().removeprefix(":").split(":")
    if len(fields) < _LIBRARY_FIELDS - 1:
        raise PuzzleError(f"{source}: {len(fields)} fields; a line of the library has 7")
    return _of_line(fields[2], fields[3], source, rules)


def _of_line(digits: str, deleted: str, source: str, rules: Rules) -> Position:
    """Return the position of 81 cells and deleted candidates; + stands before a deduced digit."""
    board = read_puzzle(digits.replace("+", ""), source, rules)
    return Position(board, _listed(deleted, source, rules.side) & rules.possible(board))


def read_candidates(text: str, source: str, rules: Rules = PLAIN) -> frozenset[Candidate]:
    """Return the candidates of a text, such as ``4 R1C2`` or ``412 413`` (digit, row, column).

    ``rules`` are the rules of the puzzle.  Raises PuzzleError, which names ``source``, for anything
    else, and for an empty text.
    """
    found = _listed(_WRITTEN.sub(r"\1\2\3", text.replace(",", " ")), source, rules.side)
    if not found:
        raise PuzzleError(f"{source}: names no candidate; write 4 R1C2, or 412")
    return found


def _listed(text: str, source: str, side: int) -> frozenset[Candidate]:
    """Return the candidates of ``427 428``: digit, row, column."""
    for word in text.split():
        if not re.fullmatch(f"[1-{side}]{{3}}", word):
            raise PuzzleError(f"{source}: {word!r} is no candidate; write digit, row and column")
    return frozenset(
        (side * (row - 1) + column - 1, digit)
        for digit, row, column in (map(int, word) for word in text.split())
    )


def _block(rows: Sequence[str], cell: int) -> str:
    """Return the nine marks of a cell, 0 to 80, in a drawing of 27 lines of 27 marks."""
    row, column = divmod(cell, 9)
    return "".join(line[3 * column : 3 * column + 3] for line in rows[3 * row : 3 * row + 3])


def _of_cells(cells: Iterable[str], source: str, rules: Rules) -> Position:
    """Return the position of 81 cells with nine marks each: the digit, or ``.``."""
    marks = []
    for number, cell in enumerate(cells):
        for place, mark in enumerate(cell, 1):
            if mark not in (".", str(place)):
                raise PuzzleError(f"{source}: {name_of(number)}: {mark} stands in place of {place}")
        marks.append(cell.replace(".", ""))
    return _of_marks(marks, source, rules)


def _bare(cell: str) -> str:
    """Return the marks of a cell without what forums put around them: ``<8>``, ``#17``, ``24a``."""
    found = _MARKED.fullmatch(cell)
    return found[1] if found else cell


def _of_marks(cells: Sequence[str], source: str, rules: Rules) -> Position:
    """Return the position of 81 cells, each with the digits that may stand there."""
    for number, marks in enumerate(cells):
        if not _MARKS.fullmatch(marks) or len(set(marks)) < len(marks):
            what = repr(marks) if marks else "nothing"
            raise PuzzleError(
                f"{source}: {name_of(number)} holds {what}; write the digits that may stand there"
            )
    board = Board(
        tuple(
            int(marks) if len(marks) == 1 and not _is_open(cells, cell, rules) else 0
            for cell, marks in enumerate(cells)
        )
    )
    if problems := rules.clashes(board):
        raise PuzzleError(f"{source}: {problems[0]}; a cell with one candidate holds that digit")
    shown = {(cell, int(mark)) for cell, marks in enumerate(cells) for mark in marks}
    possible = rules.possible(board)
    allowed = {cell for cell, _ in shown & possible}
    for number, digit in enumerate(board.digits):
        if not digit and number not in allowed:
            what = f"{name_of(number)} holds {cells[number]}, which digits in sight exclude"
            raise PuzzleError(f"{source}: {what}; write the digits that may stand there")
    return Position(board, possible - shown)


def _is_open(cells: Sequence[str], cell: int, rules: Rules) -> bool:
    """Return whether a cell in sight has the only candidate of this one among several."""
    sight = rules.in_sight[cell]
    return any(len(cells[other]) > 1 and cells[cell] in cells[other] for other in sight)
