"""Positions in the forms in which people paste them."""

import pytest

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.position import Position, read_position
from xlbuilder.sudoku.rules import PLAIN

BOARD = Board((1, 0, 0, 0, 5, 0, 0, 0, 9, *(0,) * 63, 0, 2, 0, 0, 0, 0, 8, 0, 0))

GONE = frozenset({(1, 2), (1, 3), (40, 7), (80, 4)}) & Position(BOARD).candidates(PLAIN)

POSITION = Position(BOARD, GONE)


def marks(position):
    """Return the digits of each cell, as a player writes them."""
    left = position.candidates(PLAIN)
    return [
        str(held) if held else "".join(str(d) for d in range(1, 10) if (cell, d) in left)
        for cell, held in enumerate(position.board.digits)
    ]


def nine(cell):
    return "".join(str(d) if str(d) in cell else "." for d in range(1, 10))


def bare(cells):
    return "\n".join(" ".join(cells[9 * row : 9 * row + 9]) for row in range(9))


def framed(cells):
    rule = "+-----------+-----------+-----------+"
    lines = [rule]
    for row in range(len(cells) // 9):
        third = [" ".join(cells[9 * row + at : 9 * row + at + 3]) for at in (0, 3, 6)]
        lines += [f"| {' | '.join(third)} |"] + [rule] * (row % 3 == 2)
    return "\n".join(lines)


def dotted(cells):
    return framed(cells).replace("+-", ".-").replace("-+", "-:")


def in_a_line(cells):
    return "".join(map(nine, cells))


def drawn(cells):
    """As the command show draws them."""
    lines = []
    for row in range(27):
        third = [nine(cells[9 * (row // 3) + c])[3 * (row % 3) :][:3] for c in range(9)]
        groups = ["   ".join(" ".join(part) for part in third[at : at + 3]) for at in (0, 3, 6)]
        lines += ["─" * 70 if row % 9 == 0 else ""] * (row % 3 == 0) + [" │ ".join(groups)]
    return "\n".join(lines)


def of_simple_sudoku(cells):
    """Its frames, walls that touch marks, and the caption below."""
    wide = [cell.ljust(10) if at % 3 else f" {cell}".ljust(11) for at, cell in enumerate(cells)]
    rule, middle = f" *{'-' * 95}*", f" |{'+'.join(['-' * 31] * 3)}|"
    lines = [rule]
    for row in range(9):
        third = ["".join(wide[9 * row + at : 9 * row + at + 3]) for at in (0, 3, 6)]
        lines += [f" |{'|'.join(third)}|"] + [middle] * (row in (2, 5))
    return "\n".join([*lines, rule, "", "   Simple Sudoku", "    Version 4.2n", ""])


def of_hodoku(cells):
    return dotted(cells).replace("+", "'").replace("|", " | ")


def of_sudocue(cells):
    """What the user placed has a u before it."""
    return bare([cell if len(cell) > 1 or cell == "9" else f"u{cell}" for cell in cells])


def of_sudoku_studio(cells):
    """Brackets round givens, stars round what was placed."""
    return framed(
        [cell if len(cell) > 1 else f"<{cell}>" if cell > "4" else f"*{cell}*" for cell in cells]
    )


def quoted(cells):
    """In an answer in a forum or a mail."""
    return "\n".join(f"> {line}" for line in framed(cells).splitlines())


def as_csv(cells):
    return "\n".join(",".join(cells[9 * row : 9 * row + 9]) for row in range(9))


def from_a_sheet(cells):
    return as_csv(cells).replace(",", "\t").replace("\n", "\r\n")


def marked(before, behind=""):
    """What somebody wants to show has marks before or behind it."""

    def form(cells):
        return framed(
            [f"{before}{cell}{behind}" if at % 5 == 0 else cell for at, cell in enumerate(cells)]
        )

    return form


def ruled(rule):
    def form(cells):
        return framed(cells).replace("+-----------+-----------+-----------+", rule)

    return form


PROGRAMS = [of_simple_sudoku, of_hodoku, of_sudocue, of_sudoku_studio]

OTHERS = [quoted, as_csv, from_a_sheet]

MARKS = [marked(mark) for mark in "-@?#"] + [marked("", mark) for mark in "#?a"]

RULES = [ruled(rule) for rule in ("_" * 30, "+++++++", "- - - - - -", "~~~~~", "*---+---+---*")]


@pytest.mark.parametrize(
    "form",
    [
        bare,
        framed,
        dotted,
        in_a_line,
        drawn,
        *PROGRAMS,
        *OTHERS,
        *MARKS,
        *RULES,
    ],
)
def test_every_form_gives_the_position(form):
    assert read_position(form(marks(POSITION)), "here") == POSITION


def test_a_single_candidate_that_another_cell_has_too_is_not_placed_yet():
    """R2C3 is left with 7, and 7 is a candidate of the cells that it sees."""
    found = read_position(framed(changed(11, "7")), "here")
    assert found.board == BOARD
    others = {(11, digit) for digit in range(1, 10) if digit != 7}
    assert found.candidates(PLAIN) == POSITION.candidates(PLAIN) - others
    peers = [cell for cell in range(81) if cell != 11 and sees(cell, 11)]
    cells = [
        cell.replace("7", "") if at in peers else cell for at, cell in enumerate(changed(11, "7"))
    ]
    assert read_position(framed(cells), "here").board.digits[11] == 7


def sees(one, other):
    boxes = [(cell // 27, cell % 9 // 3) for cell in (one, other)]
    return one // 9 == other // 9 or one % 9 == other % 9 or boxes[0] == boxes[1]


@pytest.mark.parametrize("form", [framed, in_a_line, drawn])
@pytest.mark.parametrize(
    "said", ["Column by column", "# transposed", "order: columns", "Killer Sudoku"]
)
def test_a_text_that_says_another_order_or_kind_is_one_line(form, said):
    text = form(marks(POSITION))
    for around in (f"{said}\n{text}", f"{text}\n\n{said}"):
        with pytest.raises(PuzzleError, match=r"^here: .* leave .* out$"):
            read_position(around, "here")


def test_zeros_stand_for_gone_candidates_too():
    text = in_a_line(marks(POSITION)).replace(".", "0")
    assert read_position(text, "here") == POSITION


@pytest.mark.parametrize("form", ["{0}:{1}", "{0}:{1}::", " {0} : {1} "])
@pytest.mark.parametrize("mark", [".", "0", "…"])
def test_digits_that_were_placed_and_candidates_that_are_gone(form, mark):
    digits = str(BOARD).replace("8", "+8").replace("." * len(mark.replace("…", "...")), mark)
    assert read_position(form.format(digits, "212 312 755 499"), "here") == POSITION


def test_candidates_without_a_given():
    nothing = Board((0,) * 81)
    assert read_position("123456789" * 81, "here") == Position(nothing)
    assert read_position(".23456789" + "123456789" * 80, "here") == Position(
        nothing, frozenset({(0, 1)})
    )


def library():
    digits = str(BOARD).replace("8", "+8")
    return f":0300:4:{digits}:212 312 755 499:612:::"


def test_a_line_of_the_library():
    assert read_position(library(), "here") == POSITION


def changed(cell, text):
    cells = marks(POSITION)
    cells[cell] = text
    return cells


def twice():
    """R1C1 and R1C2 hold 1, and no cell has it among others."""
    return ["1", "1", *(cell.replace("1", "") for cell in marks(POSITION)[2:])]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (bare(changed(1, "477")), "here: R1C2 holds '477'; write the digits that may stand there"),
        (bare(changed(1, "4x6")), "here: R1C2 holds '4x6'; write the digits that may stand there"),
        (bare(changed(1, "1")), "here: R1C2 holds 1, which digits in sight exclude"),
        (bare(twice()), "here: row 1 has 1 twice; a cell with one candidate holds that digit"),
        (in_a_line(changed(1, "")), "here: R1C2 holds nothing; write the digits"),
        ("2" + in_a_line(marks(POSITION))[1:], "here: R1C1: 2 stands in place of 1"),
        (framed(marks(POSITION)[:54]), "here: 54 cells with candidates; a position has 81"),
        (f"{BOARD}:29", "here: '29' is no candidate; write digit, row and column"),
        (bare(changed(1, "2-4")), "here: R1C2 holds '2-4'; write the digits that may stand there"),
        (":0300:4:123", "here: 3 fields; a line of the library has 7"),
    ],
)
def test_what_is_no_position(text, says):
    with pytest.raises(PuzzleError) as error:
        read_position(text, "here")
    assert str(error.value).startswith(says)
