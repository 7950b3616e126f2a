"""Reads puzzles of six by six and of four by four cells.

A puzzle is a line with a character for each cell, or as many lines as the board has rows.  Blanks
and walls may stand between the cells, and rules between the lines.  Behind a puzzle in one line
more words may follow, such as its grade.  A line that begins with ``#`` is a comment.  An empty
line and a comment end a puzzle, so that no puzzle gets rows of another one.

The forms of foreign files and links (reading.py) are read for nine by nine cells only.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from xlbuilder.errors import PuzzleError, counted
from xlbuilder.sudoku.board import NINE, Board
from xlbuilder.sudoku.text import cleaned

Numbered = Iterator[tuple[int, Board]]
_BETWEEN = re.compile(r"[\s|!:,;]+")
_RULE = re.compile(r"[-=+|\s]*")
_MARKS = re.compile(r"[0-9.*_]+")
_EMPTY = str.maketrans(".*_", "000")


def other_size(cells: int, side: int = NINE) -> str:
    """Return what is wrong with a puzzle of so many cells for a workbook of another side."""
    return f"has {counted(cells, 'cell')}; this workbook takes puzzles of {side} x {side}"


def small_puzzles(
    lines: Iterable[str], source: str, side: int, broken: Callable[[PuzzleError], None] | None
) -> Numbered:
    """Yield the puzzles of a side below nine, each with the number of the line where it ends.

    Raises PuzzleError, which names ``source``, the line and the problem.  When ``broken`` is given,
    it gets the error of a line instead, and reading continues with the next line.
    """
    rows: list[str] = []
    is_broken = is_found = False
    number = 0

    def refuse(text: str) -> None:
        nonlocal is_found
        is_found = True
        error = PuzzleError(f"{source}, line {number}: {text}")
        if broken is None:
            raise error
        broken(error)

    def end() -> None:
        if rows:
            refuse(f"the puzzle ends after {len(rows)} of {side} rows")
            rows.clear()

    for number, raw in enumerate(lines, 1):
        line = cleaned(raw).strip()
        if not line or line.startswith("#"):
            end()
            is_broken = False
            continue
        if _RULE.fullmatch(line):
            continue
        try:
            marks = _marks(line, side)
        except ValueError as error:
            rows.clear()
            is_broken = True
            refuse(str(error))
            continue
        if len(marks) == side:
            if is_broken:
                continue
            rows.append(marks)
            if len(rows) < side:
                continue
            marks = "".join(rows)
            rows.clear()
        end()
        is_broken, is_found = False, True
        yield number, Board(tuple(map(int, marks)))
    end()
    if not is_found:
        text = f"there is no puzzle; write {side * side} characters, . for an empty cell"
        raise PuzzleError(f"{source}: {text}")


def _marks(line: str, side: int) -> str:
    """Return the digits of a row or of a board; raises ValueError, which says what is wrong."""
    first = line.split(maxsplit=1)[0]
    marks = first if len(first) == side * side else _BETWEEN.sub("", line)
    if not _MARKS.fullmatch(marks):
        raise ValueError(
            f"is no puzzle of {side} x {side}; write {side * side} characters in one line, or"
            f" {side} in each of {side} lines"
        )
    digits = marks.translate(_EMPTY)
    if len(digits) not in (side, side * side):
        raise ValueError(other_size(len(digits), side))
    if (most := max(digits)) > str(side):
        raise ValueError(f"{most} is no digit of a puzzle of {side} x {side}")
    return digits
