"""Reads puzzles in the forms that people use.

One line: 81 characters, alone or in a column of a table (line.py).  Nine lines, with or without
walls and rules (grid.py).  JSON, lists and XML (document.py).  text.py handles the characters, and
what people put around a puzzle.  A line that begins with ``#`` is a comment.  Names of columns, and
lines of text beside grids, are skipped, and the log says so.  Any other line is an error.  Puzzles
of six by six and of four by four cells have a reader of their own (small.py).
"""

import logging
import re
from collections.abc import Iterable, Iterator

from xlbuilder.errors import PuzzleError, counted
from xlbuilder.sudoku.beside import check_text
from xlbuilder.sudoku.board import NINE, Board, is_map
from xlbuilder.sudoku.document import Document, begins, flat_row
from xlbuilder.sudoku.grid import Grids, check_column_names, is_column_names, row_of
from xlbuilder.sudoku.line import ErrorHandler, Lines, as_board, header_of, is_damaged
from xlbuilder.sudoku.rules import PLAIN, Rules
from xlbuilder.sudoku.small import small_puzzles
from xlbuilder.sudoku.text import cleaned, text_lines
from xlbuilder.sudoku.words import without_variants

_log = logging.getLogger(__name__)
_SECTION = re.compile(r"\s*\[(puzzle|state|pencilmarks|candidates|solution|metadata|info)\]\s*")
_BESIDE = re.compile(
    r"\s*(?:sep=.|(?:Name: .*, )?(?:Length: \d+, )?dtype: \S+|\[\d+ rows x \d+ columns\])\s*"
)
"""What Excel and pandas write beside a table."""
_ITEM = re.compile(r"""\s*- +(?=["'\[])""")
_WORD = re.compile(r"(?![xX]{3})[^\W\d_]{3}")
_QUOTED = re.compile(r"""\s*(["'])([^"']*)\1\s*[,;+\\]?\s*""")
_QUOTES = frozenset("\"'")
_MAP_MESSAGE = (
    "{}: equal digits touch, as in a map of regions; only plain Sudoku is read; if the puzzle"
    " beside it is that, leave the map out"
)
Numbered = Iterator[tuple[int, Board]]


def read_puzzle(text: str, source: str, rules: Rules = PLAIN) -> Board:
    """Return the only puzzle in ``text``, by ``rules`` if it says more than the puzzle.

    Raises PuzzleError, which names ``source``, when there is no puzzle or more than one.
    """
    puzzles = list(read_puzzles(text_lines(text), source, rules=rules))
    if len(puzzles) != 1:
        raise PuzzleError(f"{source}: {len(puzzles)} puzzles; give exactly one")
    return puzzles[0]


def read_puzzles(
    lines: Iterable[str],
    source: str,
    broken: ErrorHandler | None = None,
    rules: Rules = PLAIN,
) -> Iterator[Board]:
    """Yield the puzzles of ``lines`` one by one, so that a corpus of any size can be streamed.

    Raises PuzzleError, which names ``source``, the line and the problem.  When ``broken`` is given,
    it gets the error of a line instead, and reading continues with the next line.
    """
    return (board for _, board in numbered_puzzles(lines, source, broken, rules))


def numbered_puzzles(
    lines: Iterable[str],
    source: str,
    broken: ErrorHandler | None = None,
    rules: Rules = PLAIN,
) -> Numbered:
    """Yield the puzzles as `read_puzzles` does, each with the number of the line where it ends.

    A solution beside a puzzle is checked by ``rules``.  Words of other rules, such as ``jigsaw``,
    are refused if ``rules`` are the rules of plain Sudoku; else the words say nothing.  The log
    gets a line about what was taken and what was skipped.
    """
    if rules.side != NINE:
        yield from small_puzzles(lines, source, rules.side, broken)
        return
    if rules != PLAIN:
        lines = map(without_variants, lines)
    reader = _LineReader(source, broken, rules)
    count = 0
    before = None
    for number, board in reader.all(lines):
        if before is not None and _is_solution_of(board, before):
            reader.solutions += 1
            continue
        before = board
        count += 1
        yield number, board
    if not count and not reader.is_refused:
        raise PuzzleError(f"{source}: there is no puzzle; write 81 characters, . for an empty cell")
    if count and (what := reader.taken(count)):
        _log.info("%s: %s", source, what)


def _is_solution_of(board: Board, puzzle: Board) -> bool:
    """Return whether a board has no empty cell and keeps the digits of ``puzzle``."""
    if 0 in board.digits or 0 not in puzzle.digits:
        return False
    return all(d in {0, s} for d, s in zip(puzzle.digits, board.digits, strict=True))


class _LineReader:
    """Takes lines one by one; what a line may be depends on the lines above it."""

    def __init__(self, source: str, broken: ErrorHandler | None, rules: Rules) -> None:
        self._source = source
        self._broken = broken
        self._rules = rules
        self._lines = Lines(rules)
        self._grids = Grids(source, self._refuse, rules)
        self._document: Document | None = None
        self._section = "puzzle"
        self._texts: list[tuple[str, PuzzleError]] = []
        self._doubts: dict[str, PuzzleError] = {}
        self._are_doubts_ended = False
        self._number = 0
        self._is_begun = False
        self._is_grid = False
        self._skipped = 0
        self._is_document = False
        self.is_refused = False
        self.solutions = 0
        """How many boards were the solution of the puzzle just before."""

    @property
    def _place(self) -> str:
        return f"{self._source}, line {self._number}"

    def all(self, lines: Iterable[str]) -> Numbered:
        """Yield all boards of the lines."""
        for number, raw in enumerate(lines, 1):
            yield from self._sure(self.read(number, raw))
        yield from self._sure(self.end())

    def _sure(self, boards: Numbered) -> Numbered:
        """Yield the boards; a board below a text that says another order or rules is refused."""
        for number, board in boards:
            self._are_doubts_ended = True
            if self._doubts:
                self._refuse(next(iter(self._doubts.values())))
            elif is_map(board):
                self._refuse(PuzzleError(_MAP_MESSAGE.format(f"{self._source}, line {number}")))
            else:
                yield number, board

    def read(self, number: int, raw: str) -> Numbered:
        """Yield the puzzles that this line ends or completes."""
        self._number = number
        if self._document is not None:
            yield from self._continue(self._document, raw)
            return
        line = cleaned(raw)
        if line.lstrip().startswith("#"):
            yield from self._grids.part()
            if ":" in line or "=" in line or not self._is_begun:
                self._check_text(line)
        elif len(line) < 81 and (section := _SECTION.fullmatch(line.lower())):
            yield from self._grids.end()
            self._section = section[1]
        elif len(line) < 81 and _BESIDE.fullmatch(line):
            return
        elif self._section == "puzzle":
            yield from self._of_line(line, raw)

    def end(self) -> Numbered:
        """Yield the last puzzles, which the end of the text completes."""
        if self._document is not None:
            yield from self._of_document(self._document)
        yield from self._grids.end()
        if self._is_grid:
            self._skip_texts()
        self._refuse_texts()

    def taken(self, count: int) -> str:
        """Return in words what was taken and skipped, nothing when all lines are puzzles."""
        column = self._lines.name
        said = [counted(count, "puzzle") + (f" in column {column}" if column else "")]
        skipped = {
            "header line": int(self._lines.header is not None),
            "line of column names": self._grids.labels,
            "line of text": self._skipped,
            "solution": self.solutions,
        }
        said += [f"{counted(number, what)} skipped" for what, number in skipped.items() if number]
        return ", ".join(said) if column or self._is_document or len(said) > 1 else ""

    def _refuse(self, error: PuzzleError) -> None:
        self.is_refused = True
        if self._broken is None:
            raise error
        self._broken(error)

    def _of_line(self, line: str, raw: str) -> Numbered:
        """Yield the puzzles that end with a line of a corpus or a grid."""
        if item := _ITEM.match(line):
            line = line[item.end() :]  # of YAML
        if not _QUOTES.isdisjoint(line) and (quoted := _QUOTED.fullmatch(line)):
            line = quoted[2]
        if row := flat_row(line):
            line = row
        elif begins(line) and not self._grids.is_open:
            yield from self._grids.end()
            self._document = Document(self._place, self._rules)
            yield from self._continue(self._document, raw)
            return
        elif is_column_names(line):
            yield from self._grids.end()
            self._grids.labels += 1
            self._check_text(line)
            return
        try:
            cells = self._lines.read(line, self._place, self._header())
            if cells is None:
                yield from self._of_row(line)
                return
            board = as_board(cells, self._place)
        except PuzzleError as error:
            yield from self._wrong(line, error)
            return
        yield from self._grids.end()
        self._drop_header()
        self._refuse_texts()
        self._is_begun, self._is_grid = True, False
        yield self._number, board

    def _of_row(self, line: str) -> Numbered:
        row = row_of(line, self._number, self._place, within_grid=self._grids.is_open)
        if row is None:
            yield from self._grids.part()
            return
        if row.cells:
            self._skip_texts()
            self._is_begun = self._is_grid = True
        self._grids.add(row)

    def _wrong(self, line: str, error: PuzzleError) -> Numbered:
        """Keep a line of text until its puzzle is clear; refuse another line."""
        if self._is_text(line):
            yield from self._grids.end()
            if not self._is_begun:
                self._lines.header = None
            self._check_text(line)
            self._texts.append((line, error))
            return
        self._grids.spoil()
        yield from self._grids.part()
        self._drop_header()
        self._refuse_texts()
        self._refuse(error)
        self._is_begun, self._is_grid = True, False

    def _check_text(self, line: str) -> None:
        """Keep in mind what a text says of the puzzles below it."""
        if self._are_doubts_ended:
            self._doubts, self._are_doubts_ended = {}, False
        try:
            check_column_names(line, self._place)
            if not is_column_names(line):
                check_text(line, self._place)
        except PuzzleError as error:
            if self._is_begun and not self._doubts:
                self._refuse(error)
            self._doubts[line] = error

    def _is_text(self, line: str) -> bool:
        """Return whether a line is text, which may stand beside grids, or above a table."""
        if is_damaged(line):
            return False
        is_first = not self._is_begun and not self._texts
        header = header_of(line, self._place) if is_first else None
        return _WORD.search(line) is not None or (header is not None and len(header.names) > 1)

    def _header(self) -> str | None:
        """Return the line that may name the columns: the only line above the first puzzle."""
        return self._texts[0][0] if len(self._texts) == 1 and not self._is_begun else None

    def _drop_header(self) -> None:
        """Forget the text above the first puzzle if it is the header of a table."""
        if self._lines.header is not None and not self._is_begun:
            if len(self._lines.header.names) > 1 and ":" not in self._texts[0][0]:
                self._doubts.pop(self._texts[0][0], None)
            self._texts = self._texts[1:]

    def _skip_texts(self) -> None:
        self._skipped += len(self._texts)
        self._texts = []

    def _refuse_texts(self) -> None:
        texts, self._texts = self._texts, []
        for text, error in texts:
            self._refuse(self._doubts.get(text, error))

    def _continue(self, document: Document, raw: str) -> Numbered:
        """Yield the puzzles of a document when it ends with this line."""
        try:
            is_complete = document.add(raw.rstrip("\r\n").lstrip("\ufeff"))
        except PuzzleError as error:
            self._document = None
            self._refuse(error)
            return
        if is_complete:
            yield from self._of_document(document)

    def _of_document(self, document: Document) -> Numbered:
        self._document = None
        try:
            boards = document.boards()
        except PuzzleError as error:
            self._refuse(error)
            return
        self._skip_texts()
        self._is_begun = self._is_grid = self._is_document = True
        for board in boards:
            yield self._number, board
