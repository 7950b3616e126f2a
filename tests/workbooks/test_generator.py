"""The puzzles of `generator`: each is full of sense, has one solution, and singles solve it."""

import pytest

from tests.helpers.boards import board
from tests.helpers.command import refused
from tests.helpers.generator_sheet import Generator, taken_out
from tests.helpers.sudoku import verify
from tests.helpers.workbooks import whole_numbers
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

NUMBERS = [*range(1, 21), 1_000_000]


@pytest.fixture(scope="module")
def generator(built):
    return Generator(built("generator"))


@pytest.fixture(scope="module")
def puzzles(generator):
    """The puzzle and the solution of each number, for each way to fill."""
    return {
        (number, fill): tuple(map(board, generator.made(number, fill)))
        for fill in ("Random", "Pattern")
        for number in NUMBERS
    }


def test_every_puzzle_has_one_solution_which_is_the_one_shown(puzzles):
    answers = Answers()
    for puzzle, solution in puzzles.values():
        assert answers.solution(puzzle) == solution
        assert not answers.has_several(puzzle)


def test_the_published_workbook_solves_every_puzzle(built, puzzles):
    """It knows singles only."""
    found = verify(built("ellis"), [puzzle for puzzle, _ in puzzles.values()], "fast")
    assert {verdict.kind for verdict in found} == {Kind.SOLVED}
    assert [verdict.shown for verdict in found] == [solution for _, solution in puzzles.values()]


def test_no_two_numbers_have_the_same_puzzle(puzzles):
    assert len({puzzle for puzzle, _ in puzzles.values()}) == len(puzzles)
    assert len({solution for _, solution in puzzles.values()}) == len(puzzles)


@pytest.mark.parametrize("fill", ["Random", "Pattern"])
def test_just_those_digits_are_taken_out_that_the_posts_rule_takes_out(generator, fill):
    for number in range(1, 6):
        puzzle, solution = map(board, generator.made(number, fill))
        order = [int(value) for value in generator.read("removal_order")]
        assert sorted(order) == list(range(1, 82))
        assert puzzle == taken_out(solution, order)


def test_what_the_boards_show(generator):
    puzzle, solution = map(board, generator.made(7))
    shown = [int(value or 0) for value in generator.read("puzzle_board")]
    assert shown == list(puzzle.digits)
    assert [int(value) for value in generator.read("solution_board")] == list(solution.digits)
    nines = [int(value or 9) for value in generator.read("fill_board")]
    assert nines == list(solution.digits)
    went = [value < 0 for value in generator.read("removal_board")]
    assert went == [digit == 0 for digit in shown]
    clues = sum(digit > 0 for digit in puzzle.digits)
    attempts = int(generator.one("controller")) // 10
    assert generator.one("status") == f"Puzzle 7: {clues} clues, {attempts} attempts."


# ------------------------------------------------------------------------------------- bad input


def test_a_pattern_is_the_plain_one_with_everything_shuffled(generator):
    _, solution = generator.made(5, "Pattern")
    plain = [int(value) for value in generator.read("fill_board")]
    assert plain[:9] == list(range(1, 10))
    assert plain[9:18] == [4, 5, 6, 7, 8, 9, 1, 2, 3]
    rows, columns, digits, _ = (
        generator.read("shuffle_order")[9 * n : 9 * n + 9] for n in range(4)
    )
    groups = [rows[n : n + 3] for n in (0, 3, 6)] + [columns[n : n + 3] for n in (0, 3, 6)]
    assert all(sorted(group) == [1, 2, 3] for group in groups)
    assert sorted(digits) == list(range(1, 10))
    assert generator.one("status").endswith("clues, 1 attempt.")
    assert len({generator.made(number, "Pattern")[1] for number in range(1, 60)}) == 59
    assert solution


NO_NUMBERS = [
    -1,
    0,
    1.5,
    0.999999,
    1_000_001,
    10.0**16,
    -(10.0**300),
    "17",
    "x",
    " ",
    "",
    True,
    None,
]

NO_NUMBER = "The puzzle number should be a whole number from 1 to 1,000,000."


@pytest.mark.parametrize("entry", NO_NUMBERS, ids=repr)
def test_what_is_no_puzzle_number_is_said_and_nothing_shown(generator, entry):
    generator.made(3)
    assert generator.made(entry) == ("", "")
    assert (generator.one("status_code"), generator.one("status")) == (2, NO_NUMBER)
    assert set(generator.read("puzzle_board")) == {""}
    assert generator.calculate() == 1  # it is at rest
    assert generator.made(3)[0].count(".") > 30


@pytest.mark.parametrize("entry", ["random order", "", None, 5.0])
def test_what_is_no_way_to_fill_is_said(generator, entry):
    assert generator.made(3, entry) == ("", "")
    assert generator.one("status") == "Fill should be Random or Pattern."


def test_when_the_iterations_do_not_suffice_it_says_so_and_goes_on_later(generator):
    puzzle = generator.made(12)
    generator.follow()
    generator.ask(12)
    generator.calculate(9)
    assert generator.one("status_code") == 0
    assert generator.one("status").startswith("Working, attempt ")
    assert generator.one("status").endswith(". Press F9 to go on, in LibreOffice Ctrl+Shift+F9.")
    assert generator.shown() == ("", "")
    generator.calculate()
    assert generator.shown() == puzzle


# -------------------------------------------------------------------------------------- the file


def test_the_status_when_iteration_is_off(edited, tmp_path):
    """Then a cell that depends on itself shows 0 or an error, in whatever program."""
    damage = "[cells.iteration_seen]\nformula = '=IF(puzzle_number=1, 0, 1/0)'"
    build(load(str(edited(f"extends = 'generator'\n{damage}"))).template, tmp_path / "x.xlsx")
    sheet = Generator(tmp_path / "x.xlsx")
    for number in (1, 2):
        sheet.made(number)
        assert sheet.one("status_code") == 7
        assert "Enable iterative calculation" in sheet.one("status")


def test_the_file_shows_a_puzzle_before_anything_is_calculated(made):
    model = read_workbook(made("generator"))
    (line,) = model.values_of(model.area("puzzle_line"))
    (status,) = model.values_of(model.area("status"))
    assert status.startswith("Puzzle ")
    fresh = Generator(made("generator"))
    fresh.follow()
    assert fresh.made(*whole_numbers(model.values_of(model.area("puzzle_number"))))[0] == line


def test_it_takes_no_puzzle(run):
    done = run("build", "generator", "--puzzle", "." * 81)
    refused(done, "its input is not a 9x9 board, so it takes no puzzle")
