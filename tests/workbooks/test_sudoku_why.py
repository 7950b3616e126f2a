"""The reasons that `sudoku` tells are true when it finds them, in any order of evaluation."""

from random import Random

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.positions import PLACED, REMOVED
from tests.helpers.sudoku import opened, turned, with_damage
from tests.oracle.players import SIGHT, address
from tests.oracle.rules import BOXES, LINES
from xlbuilder.sudoku.board import UNITS, Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load

UNIT = {f"{name[0].upper()}{name[1:]}": set(unit) for name, unit in UNITS.items()}

"""The cells of "Row 1", "Column 1", "Box 1" and so on."""


class Witness:
    """Evaluates cell by cell in a random order, and looks at each reason the moment it appears."""

    def __init__(self, sheet, seed):
        self.sheet, self.random = sheet, Random(seed)
        self.watched = {
            cell: (board, number)
            for board in ("placement_board", "val_board")
            for number, cell in enumerate(sheet.cells(board))
        }
        members = sheet.session.program.members
        self.others = [cell for cell in members if cell not in self.watched]
        self.told = {}

    def solve(self, puzzle, passes=400):
        self.sheet.follow(iterations=1)
        self.sheet.enter(puzzle)
        self.sheet.calculate(1)
        quiet = 0
        for _ in range(passes):
            watched = self.random.sample(list(self.watched), 500)
            moved = self.sheet.sweep(self.random.sample(self.others, len(self.others)))
            if self.sheet.one("controller") < 1 or self.sheet.one("status_code") < 4:
                moved = self.sheet.sweep(self.watched) or moved
            else:
                moved = sum(map(self.look, watched)) > 0 or moved
            quiet = 0 if moved else quiet + 1
            if quiet == 12:
                return

    def look(self, cell):
        before = self.sheet.session.read(cell)[0]
        if not self.sheet.sweep([cell]):
            return False
        after = self.sheet.session.read(cell)[0]
        board, place = self.watched[cell]
        if board == "placement_board" and before != after and after:
            self.told[place] = after
            assert self.is_true_placement(place, int(after)), (place, after)
        if board == "val_board" and before > 0 > after:
            row, column = divmod(place, 27)
            digit = row % 3 * 3 + column % 3 + 1
            at = row // 3 * 9 + column // 3
            reason, kept = int(-after) % 100, int(-after % 1 * 2**27)
            assert self.is_true_removal(at, digit, reason, kept), (at, digit, after)
        return True

    def is_true_placement(self, cell, placement):
        digit, reason = placement % 10, placement // 10 % 100
        left, shown = self.sheet.candidates(), self.sheet.shown().digits
        assert shown[cell] in (0, digit)
        if reason == GUESSED:
            return placement >= 100_000
        if reason == NAKED:
            return left[cell] == {digit} and not shown[cell]
        units = {91: BOXES, 92: LINES[: len(LINES) // 2], 93: LINES[len(LINES) // 2 :]}[reason]
        (unit,) = (unit for unit in units if cell in unit)
        is_here = digit in left[cell] and not shown[cell]
        return is_here and not any(digit in left[at] for at in unit - {cell})

    def is_true_removal(self, cell, digit, reason, kept):
        shown = self.sheet.shown().digits
        if reason == 1:
            return kept == 0 and shown[cell] not in (0, digit)
        if reason == 2:
            return kept == 0 and any(shown[other] == digit for other in SIGHT[cell])
        left = self.sheet.candidates()
        if reason in SETS:
            is_pair = SETS[reason] == 2
            found = set_of_pair(reason, kept) if is_pair else set_of_bits(kept)
            is_whole = {*map(len, found[:2])} == {SETS[reason]}
            return is_whole and is_true_set(left, cell, digit, found)
        one, other = units_of_lock(cell, reason)
        return (
            kept == 0
            and cell in UNIT[other] - UNIT[one]
            and not any(digit in left[each] for each in UNIT[one] - UNIT[other])
        )


GUESSED, NAKED = 1, 94


def units_of_lock(cell, reason):
    """Return which unit has the digit only where the other one is, for reasons 81 to 88."""
    row, column = divmod(cell, 9)
    far = (reason - 81) // 2 % 2 + 1
    own = f"Box {row // 3 * 3 + column // 3 + 1}"
    if reason < 85:
        line, word = row, "Row"
        box = row // 3 * 3 + (column // 3 + far) % 3
    else:
        line, word = column, "Column"
        box = (row // 3 + far) % 3 * 3 + column // 3
    if reason % 4 < 2:  # 81 and 84, 85 and 88
        return f"Box {box + 1}", f"{word} {line + 1}"
    return f"{word} {line // 3 * 3 + (line + far) % 3 + 1}", own


X_WING = 32

SETS = {30: 2, X_WING: 2, 34: 2, 36: 3, 40: 3}

"""The size of the sets of each rung: naked and hidden pairs and triples, X-wing."""


def set_of_bits(kept):
    """Return the set that a reason keeps (kept_sets.toml), its places, and what they are in.

    ``kept`` has nine bits of the digits, nine of their places, and two for what the places are in:
    a row, a column, a box, or the rows of a digit, whose columns then stand for the digits.
    """
    numbers, places = (
        {n for n in range(9) if bits >> n & 1} for bits in (kept >> 11, kept >> 2 & 511)
    )
    return numbers, places, kept % 4


def set_of_pair(reason, kept):
    """Return the same of a pair, or of an X-wing (pairs_in_words.toml): 14728."""
    kind, *four = map(int, str(kept))
    one, two = {n - 1 for n in four[:2]}, {n - 1 for n in four[2:]}
    if reason == X_WING:
        return (two, one, 3) if kind == 2 else (one, two, 3)
    return one, two, kind - 1


def is_true_set(left, cell, digit, found):
    """Return whether a candidate goes for a set in these places."""
    numbers, places, where = found
    row, column = divmod(cell, 9)
    if where == 3:
        lines = [{at for at in range(9) if digit in left[line * 9 + at]} for line in range(9)]
        place, number = row, column
    else:
        house = [
            [row * 9 + at for at in range(9)],
            [at * 9 + column for at in range(9)],
            [row // 3 * 27 + column // 3 * 3 + at // 3 * 9 + at % 3 for at in range(9)],
        ][where]
        lines = [{each - 1 for each in left[at]} for at in house]
        place, number = house.index(cell), digit - 1
    others = set(range(9)) - places
    if number in numbers:  # all that the places have is in the set
        return place in others and all(lines[at] <= numbers for at in places)
    return place in places and not any(lines[at] & numbers for at in others)


@pytest.mark.parametrize("seed", by_cost(range(3), 0, 1))
@pytest.mark.parametrize("name", ["locked_1", "search_1"])
@pytest.mark.parametrize("strategies", [(), ("classic", "x_wing")], ids=["", "classic"])
def test_every_reason_is_true_when_it_appears(sudoku, boards, strategies, name, seed):
    witness = Witness(sudoku("-unique", *strategies), seed)
    witness.solve(boards[name])
    assert witness.sheet.kind(boards[name]) is Kind.SOLVED
    assert len(witness.told) > 20


def test_a_reason_that_comes_after_its_digit_is_seen(boards, tmp_path):
    damage = ("placement_board", "IF(BL4>0, BL4,", "IF(FALSE, 0,")
    witness = Witness(opened(tmp_path, with_damage(load("sudoku").template, damage)), 1)
    with pytest.raises(AssertionError):
        witness.solve(boards["hidden_1"])


# ------------------------------------------------------------------------- what the sheet says


@pytest.fixture
def asked(sudoku):
    """Return a function that solves without guesses, and gives the lines about one cell."""

    def ask(puzzle, cell):
        sheet = sudoku("-unique", "-search")
        sheet.follow()
        sheet.solve(puzzle, asked_cell=cell)
        return sheet.one("why"), sheet.one("why_when"), sheet.read("why_lines")

    return ask


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("the last candidate of a cell", "No other digit can stand here"),
        ("the last place in a row", "Row 1 has no other place for 5"),
        ("the last place in a box", "Box 1 has no other place for 5"),
    ],
)
def test_a_digit_says_why_it_stands_there(asked, name, words):
    _, puzzle, _, (cell, digit) = PLACED[name]
    why, when, lines = asked(puzzle, address(cell))
    assert why == f"{address(cell)} = {digit}: {words}."
    assert when == ""
    assert lines[digit - 1] == f"{digit}: stands here"


def test_nothing_is_said_of_clues_that_clash(asked):
    """They are not solved, so no digit is ruled out yet."""
    why, when, lines = asked(Board((5, 5, *[0] * 79)), "R2C1")
    assert (why, when) == ("R2C1 is empty.", "")
    assert lines == [""] * 9


LOCKED = {
    "pointing": "box 1 has 5 in row 1 only",
    "claiming": "row 1 has 5 in box 1 only",
}


def test_a_candidate_says_why_it_is_gone(asked):
    puzzle, _, (cells, digit) = REMOVED["pointing"]
    why, when, lines = asked(puzzle, address(cells[0]))
    assert why == f"{address(cells[0])} is empty."
    assert when == ""
    said = "5: locked candidates: box 1 has 5 in row 1 only"
    assert lines[digit - 1] == said
    assert lines[0] == "1: can stand here"


@pytest.mark.parametrize("name", LOCKED)
@pytest.mark.parametrize("view", [Board, turned], ids=["row", "column"])
@pytest.mark.parametrize("down", by_cost([0, 3], 0, 1), ids=["band 1", "band 2"])
def test_the_unit_that_locks_a_candidate_is_named(asked, name, view, down):
    """In all cells that lose it: they see the unit as one or the other of two."""
    puzzle, _, (cells, digit) = REMOVED[name]
    puzzle = Board(puzzle.digits[-9 * down :] + puzzle.digits[: -9 * down]) if down else puzzle
    words, line = LOCKED[name], 1 + down
    words = words.replace("row 1", f"row {line}").replace("box 1", f"box {line}")
    for each in cells:
        at = each + 9 * down
        if view is turned:
            at = 9 * (at % 9) + at // 9
            words = words.replace("row", "column").replace("box 4", "box 2")
        _, _, lines = asked(turned(puzzle) if view is turned else puzzle, address(at))
        assert lines[digit - 1] == f"5: locked candidates: {words}"


@pytest.mark.parametrize(("name", "under_guesses"), [("search_1", False), ("search_5", True)])
def test_a_guess_that_was_taken_back_is_told(sudoku, boards, name, under_guesses):
    """And under how many other guesses that was, if there were any."""
    sheet = sudoku("-unique")
    sheet.follow()
    sheet.solve(boards[name])
    values = sheet.read("val_board")
    place = next(n for n, value in enumerate(values) if value < 0 and -value % 100 == 99)
    row, column, digit = place // 81, place % 27 // 3, place // 27 % 3 * 3 + place % 3 + 1
    sheet.set(asked_cell=address(row * 9 + column))
    sheet.calculate()
    guesses = int(-values[place] // 100)
    assert (guesses > 0) == under_guesses
    said = f"{digit}: guessed, and taken back" + f" (guesses: {guesses})" * under_guesses
    assert sheet.read("why_lines")[digit - 1] == said


def test_a_given_is_given(asked, boards):
    puzzle = boards["naked_1"]
    cell = next(cell for cell, digit in enumerate(puzzle.digits) if digit)
    why, when, lines = asked(puzzle, address(cell).lower())
    digit = puzzle.digits[cell]
    assert why == f"{address(cell)} = {digit}: Given."
    assert when == ""
    assert lines[digit % 9].startswith(f"{digit % 9 + 1}: another digit stands here")


@pytest.mark.parametrize(
    "cell", ["", None, "x", "R0C1", "R10C1", "R1CX", "4711", 4711.0, 0.5, True]
)
def test_what_is_no_cell_is_said(asked, boards, cell):
    why, when, lines = asked(boards["naked_1"], cell)
    assert why == "Type R, the row, C, the column, as in R4C7."
    assert when == ""
    assert set(lines) == {""}


@pytest.mark.parametrize("strategies", [(), ("-unique",)], ids="".join)
def test_the_board_of_reasons_shows_first_letters(sudoku, boards, strategies):
    sheet = sudoku(*strategies)
    sheet.follow()
    sheet.solve(boards["search_6"])
    letters = sheet.read("reason_board")
    givens = boards["search_6"].digits
    assert all((letter == "") == bool(given) for letter, given in zip(letters, givens, strict=True))
    assert set(letters) <= {"", "N", "R", "C", "B", "G"}
    assert "G" in letters


def test_with_several_solutions_it_says_what_another_one_has(sudoku, boards):
    sheet = sudoku()
    sheet.follow()
    sheet.solve(boards["several_1"])
    solution, other = sheet.read("sol_board"), sheet.read("kept_board")
    cell = next(cell for cell in range(81) if solution[cell] != other[cell])
    sheet.set(asked_cell=address(cell))
    sheet.calculate()
    assert sheet.read("why_when")[0].startswith(f"In another solution: {other[cell]:g}. ")
