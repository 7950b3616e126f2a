"""Boards of six by six and four by four cells: how they are read, their rules, their solutions."""

from itertools import permutations, product

import pytest

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.board import BOX_SHAPES, Board, units
from xlbuilder.sudoku.corpus import board_of, opened
from xlbuilder.sudoku.position import read_position
from xlbuilder.sudoku.reading import numbered_puzzles, read_puzzle
from xlbuilder.sudoku.rules import plain, rules_with
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.text import text_lines

FOUR = "..2.2.1..3......"
SIX = "3........5...4...6..1.4........64.13"
FORMS = {
    "a line": FOUR,
    "rows": "..2.\n2.1.\n.3..\n....\n",
    "blanks and walls": "# from a book\n. . | 2 .\n2 . | 1 .\n----+----\n0 3 | 0 0\n_ _ | _ _",
    "a grade behind it": f"{FOUR} naked_single 4 -",
}


ROWS = "..2.\n2.1.\n.3..\n....\n"
"""The rows of FOUR."""


def grids_of_four():
    """Yield all full grids of 4x4, by trying each row in each order."""
    rows = [*permutations((1, 2, 3, 4))]
    bands = [(*one, *other) for one, other in product(rows, rows) if not {*one[:2]} & {*other[:2]}]
    for above, below in product(bands, bands):
        digits = (*above, *below)
        if all(len({*digits[column::4]}) == 4 for column in range(4)):
            yield Board(digits)


@pytest.mark.parametrize("form", FORMS)
def test_each_form_of_a_small_puzzle_is_read(form):
    assert str(read_puzzle(FORMS[form], "p", plain(4))) == FOUR


@pytest.mark.parametrize(
    ("damaged", "problem"),
    [
        (ROWS.replace("2.1.", "2.7."), "line 2: 7 is no digit of a puzzle of 4 x 4"),
        (ROWS.replace("....\n", ""), "line 4: the puzzle ends after 3 of 4 rows"),
        (f"{ROWS}....\n", "line 6: the puzzle ends after 1 of 4 rows"),
    ],
)
@pytest.mark.parametrize("end", ["", "# the next one"])
def test_no_puzzle_gets_rows_of_another_one(damaged, problem, end):
    told: list[PuzzleError] = []
    lines = f"{damaged}{end}\n{ROWS}\n{ROWS}".splitlines()
    read = [str(board) for _, board in numbered_puzzles(lines, "p", told.append, plain(4))]
    assert [*map(str, told)] == [f"p, {problem}"]
    assert {*read} == {FOUR}
    assert len(read) == 2 + damaged.startswith(ROWS)


@pytest.mark.parametrize(
    ("text", "side", "problem"),
    [
        (SIX, 4, "p, line 1: has 36 cells; this workbook takes puzzles of 4 x 4"),
        (SIX, 9, "p, line 1: has 36 cells; this workbook takes puzzles of 9 x 9"),
        ("1" * 81, 6, "p, line 1: has 81 cells; this workbook takes puzzles of 6 x 6"),
        (FOUR[:-1], 4, "p, line 1: has 15 cells; this workbook takes puzzles of 4 x 4"),
        ("7" + SIX[1:], 6, "p, line 1: 7 is no digit of a puzzle of 6 x 6"),
        ("1...\n..2.\n.3..\n", 4, "p, line 3: the puzzle ends after 3 of 4 rows"),
        (f"1...\n{FOUR}", 4, "p, line 2: the puzzle ends after 1 of 4 rows"),
        ("Sudoku", 4, "p, line 1: is no puzzle of 4 x 4; write 16 characters in one line, or 4 in"),
        ("# nothing", 6, "p: there is no puzzle; write 36 characters, . for an empty cell"),
        (f"{FOUR}\n{FOUR}", 4, "p: 2 puzzles; give exactly one"),
    ],
)
def test_what_is_no_puzzle_of_this_size_is_one_line(text, side, problem):
    with pytest.raises(PuzzleError) as refused:
        read_puzzle(text, "p", plain(side))
    assert str(refused.value).startswith(problem)


def test_the_lines_of_a_list_are_counted_and_the_wrong_ones_skipped(tmp_path):
    text = f"# two\n{FOUR}\n12\n\n1...\n..2.\n.3..\n...4\n5...\n"
    wrong: list[PuzzleError] = []
    found = list(numbered_puzzles(text_lines(text), "p", wrong.append, plain(4)))
    assert [(line, str(board)) for line, board in found] == [(2, FOUR), (8, "1.....2..3.....4")]
    assert [str(each).partition(":")[0] for each in wrong] == ["p, line 3", "p, line 9"]
    (tmp_path / "p.txt").write_text(text)
    with opened(tmp_path / "p.txt", "p", wrong.append, plain(4)) as corpus:
        assert list(corpus) == [board for _, board in found]


def test_a_board_of_another_size_is_refused_as_its_text_is():
    board = read_puzzle(FOUR, "p", plain(4))
    assert board_of(board, "p", plain(4)) is board
    assert (board.side, str(board), len([*board.rows()])) == (4, FOUR, 4)
    with pytest.raises(PuzzleError) as refused:
        board_of(board, "p")
    assert str(refused.value) == "p: has 16 cells; this workbook takes puzzles of 9 x 9"


@pytest.mark.parametrize("side", BOX_SHAPES)
def test_every_cell_is_in_a_row_a_column_and_a_box(side):
    found = units(side)
    assert len(found) == 3 * side
    for cell in range(side * side):
        kinds = [name.split()[0] for name, unit in found.items() if cell in unit]
        assert sorted(kinds) == ["box", "column", "row"]
    wide = BOX_SHAPES[side][1]
    assert found["box 2"][:wide] == tuple(range(wide, 2 * wide))


def test_the_judge_and_the_rules_of_four_by_four_agree_with_all_288_grids():
    rules, answers = plain(4), Answers(plain(4))
    grids = [*grids_of_four()]
    assert len(grids) == 288
    for puzzle in (
        read_puzzle(FOUR, "p", plain(4)),
        Board((1, *[0] * 15)),
        Board((1, 0, 1, *[0] * 13)),
    ):
        solutions = [grid for grid in grids if rules.is_solution(puzzle, grid)]
        held = [(cell, digit) for cell, digit in enumerate(puzzle.digits) if digit]
        assert solutions == [g for g in grids if all(g.digits[cell] == d for cell, d in held)]
        assert answers.has_several(puzzle) == (len(solutions) > 1)
        assert (answers.solution(puzzle) in solutions) == bool(solutions)
        assert bool(rules.clashes(puzzle)) == (not solutions)
    assert rules.clashes(Board((1, 0, 1, *[0] * 13))) == ["row 1 has 1 twice"]


def test_the_judge_solves_a_puzzle_of_six_by_six():
    rules = plain(6)
    puzzle, answers = read_puzzle(SIX, "p", plain(6)), Answers(rules)
    assert str(answers.solution(puzzle)) == "315624426531243156651342132465564213"
    assert rules.is_solution(puzzle, answers.solution(puzzle))
    assert not answers.has_several(puzzle)
    assert answers.true_among(puzzle, [(1, 1), (1, 2)]) == [(1, 1)]


def test_cells_a_move_apart_and_houses_of_one_own_count_in_small_boards():
    diagonal = "diagonal", [0, 5, 10, 15]
    rules = rules_with([diagonal], [(1, 1)], side=4)
    assert rules.clashes(Board((1, *[0] * 14, 1))) == ["diagonal has 1 twice"]
    assert rules.clashes(Board((0, 1, 0, 0, 0, 0, 1, *[0] * 9))) == ["R1C2 and R2C3 both have 1"]


def test_a_position_of_a_small_puzzle_is_the_puzzle():
    position = read_position(FOUR, "p", plain(4))
    assert (str(position.board), position.deleted) == (FOUR, frozenset())
