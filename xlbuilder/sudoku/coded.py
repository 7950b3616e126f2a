"""Puzzles in the codes of programs and of links, which do not show the 81 cells.

An ID of the game Solo in Simon Tatham's collection, ``3x3:5_3b7…``: a letter is a number of empty
cells, and ``_`` stands between digits; solo.c of https://www.chiark.greenend.org.uk/~sgtatham/puzzles/.
sudokuwiki.org's 162 characters, two in base 32 for each cell: bits for the digits 1 to 9 above one
for a clue; https://www.sudokuwiki.org/Sudoku_String_Definitions.
"""

import re

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.beside import check_around

_SOLO = re.compile(r"\s*(\d+)(?:x(\d+)|(?=[a-z\d]*j))([a-z\d]*):([\da-z_]+)(,.*)?\s*")
_HARMLESS = re.compile(r"(?:d[a-z]|r\d|m[rd]?\d+|a)*")
"""The letters for symmetry and difficulty change no rule; x, j and k change the rules."""
_RUN = re.compile(r"[a-z]|[1-9]|_")
_WIKI = re.compile(r"(?<![\da-v])[\da-v]{162}(?![\da-v])")
_LINK = re.compile(r"[a-z]+://[^\s/?#]+", re.IGNORECASE)


def is_code(text: str) -> bool:
    """Return whether a text is an ID or a link, also one without a puzzle."""
    return _SOLO.fullmatch(text) is not None or _LINK.match(text.strip()) is not None


def decoded_cells(line: str, place: str) -> str | None:
    """Return the 81 cells of a line in a code, None for another line; raises PuzzleError."""
    if found := _SOLO.fullmatch(line):
        return _of_solo(found, place)
    if found := _WIKI.search(line):
        check_around(_WIKI.sub("~", line), place)
        return _of_wiki(found[0], place)
    return None


def check_link(line: str, place: str) -> None:
    """Refuse a line with a link in which no cells were found."""
    if found := _LINK.search(line):
        raise PuzzleError(
            f"{place}: the link to {found[0].partition('://')[2]} does not show 81 cells; open it,"
            " and copy the puzzle as 81 characters or nine lines"
        )


def _of_solo(found: re.Match[str], place: str) -> str:
    width, height, options, cells, cages = found.groups()
    if (width, height) != ("3", "3") or cages or not _HARMLESS.fullmatch(options):
        raise PuzzleError(
            f"{place}: {width}{f'x{height}' if height else ''}{options} is not plain Sudoku of nine"
            " by nine cells; give an ID that begins with 3x3:"
        )
    board = "".join(
        "." * (ord(mark) - ord("a") + 1) if mark.isalpha() else mark.strip("_")
        for mark in _RUN.findall(cells)
    )
    if len(board) != 81 or "0" in cells or re.search(r"\d\d", cells):
        raise PuzzleError(f"{place}: is an ID with {len(board)} cells; a puzzle has 81")
    return board


def _of_wiki(text: str, place: str) -> str:
    """Return the clues alone, without the digits and candidates that a player changed."""
    cells = ""
    for at in range(0, 162, 2):
        bits, is_clue = divmod(int(text[at : at + 2], 32), 2)
        if (is_clue and bits.bit_count() != 1) or not 0 < bits < 512:
            raise PuzzleError(
                f"{place}: cell {at // 2 + 1} of the 162 characters is {text[at : at + 2]}, which"
                " is no clue and no candidates; copy the link again, or the 81 cells"
            )
        cells += str(bits.bit_length()) if is_clue else "."
    if cells == "." * 81:
        raise PuzzleError(f"{place}: the 162 characters hold no clue; copy the 81 cells")
    return cells
