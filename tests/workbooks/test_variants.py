"""Puzzles with other rules: the strategies and templates of variants solve them, and damages show.

`generate` made the puzzles under these rules; each has one solution, which is counted again here.
"""

from dataclasses import replace
from itertools import product

import openpyxl
import pytest

import xlbuilder
from tests.helpers.boards import board
from tests.helpers.sudoku import EMPTY, Sheet, changed, opened
from xlbuilder.drive.boards import Boards
from xlbuilder.formula.values import ExcelError
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.template.locate import shipped, strategies
from xlbuilder.xlsx.model import read_workbook

PUZZLES = {
    "diagonals": [
        "....697.......4.15..4..3.86297.......1....4574...1.....5......4...7....8........9",
        "..1...4.....2.......79.5..67..53.94..5......2....2......2..6......3...6..6.451...",
    ],
    "windows": [
        "..4.......2.56..9..6.9...3.......52....1.....649......98..54.........76..73......",
        "....69..........15..4..2.86291.......4....5298...........6....3..3.....1........7",
    ],
    "anti_knight": [
        "........6............9.6..8.2...7..3.7......2.........54..69..7.17...........485.",
    ],
    "anti_king": [
        "3...84...42.513..97..9............21....7....1.4..673.........8.......1..4.8.7...",
        ".9.5....6....9..3....1.7..8.8...4..5.7...9..2.........91.436..7.3....1.4.....5.8.",
    ],
    "jigsaw": [
        "..4.......2.5...9.85.....6........7....4.....679.......8..16...9.3...742.12....3.",
        "..1...4.....2......679.2..87..8..19..8.....63...49..........5.2..........1.37....",
    ],
}
ORDERS = ["row-major", "reversed", "jacobi", "random:1", "subset:1"]
SEARCH = ["search", "unique"]


def verdicts(sheet, puzzles, order="row-major", start="zero"):
    """Return the kinds of verdicts, when the workbook goes on as with F9."""
    sheet.follow(order, start, iterations=20_000)
    return [each.kind for each in sheet.verdicts(map(board, puzzles))]


def of(variant):
    """Return the template of a variant, and its strategies."""
    return ("jigsaw",) if variant == "jigsaw" else ("basic", variant, *SEARCH)


@pytest.mark.parametrize("variant", PUZZLES)
def test_each_puzzle_has_one_solution_under_its_rules(variant):
    template, *added = of(variant)
    answers = Answers(load(template, added).rules)
    for puzzle in map(board, PUZZLES[variant]):
        assert answers.solution(puzzle) is not None
        assert not answers.has_several(puzzle)
        assert Answers().has_several(puzzle) or Answers().solution(puzzle) is None


@pytest.mark.parametrize("variant", PUZZLES)
def test_it_solves_in_every_order_and_from_garbage(built, variant):
    sheet, puzzles = Sheet(built(*of(variant))), PUZZLES[variant]
    for order in ORDERS:
        for start in ("zero", "garbage:5"):
            found = verdicts(sheet, puzzles, order, start)
            assert found == [Kind.SOLVED] * len(puzzles), (order, start)


@pytest.mark.parametrize("variant", PUZZLES)
def test_it_says_that_there_are_several_solutions_or_none(built, variant):
    sheet = Sheet(built(*of(variant)))
    answers, puzzle = sheet.answers, board(PUZZLES[variant][0])
    solution = answers.solution(puzzle)
    clues = [cell for cell, digit in enumerate(puzzle.digits) if digit]
    fewer = next(
        each for count in range(1, 9) if answers.has_several(each := without(puzzle, clues[:count]))
    )
    other = solution.digits[clues[0]] % 9 + 1
    none = next(
        each
        for digit in (other, other % 9 + 1, other % 9 + 2)
        if answers.solution(each := changed(puzzle, clues[0], digit)) is None
    )
    for each in (fewer, none):
        assert verdicts(sheet, [str(each)])[0].is_right


def without(puzzle, cells):
    return Board(tuple(0 if cell in cells else digit for cell, digit in enumerate(puzzle.digits)))


@pytest.mark.parametrize("layout", ["diagonals", "windows"])
def test_the_default_workbook_takes_them_with_reasons(built, layout):
    assert verdicts(Sheet(built("sudoku", layout)), PUZZLES[layout][:1]) == [Kind.SOLVED]


NO_CLUE = "A clue is not a digit from 1 to 9, or it is text. It is red."
NO_LAYOUT = "Each region, 1 to 9, needs nine cells with its number."


@pytest.mark.parametrize("variant", PUZZLES)
def test_a_clue_that_is_no_digit_is_said_of_any_cell(built, variant):
    sheet = Sheet(built(*of(variant)))
    for cell, value in product((0, 40, 77), (ExcelError.NA, "x", 1.5, 12, True)):
        sheet.enter(EMPTY)
        sheet.type("in_board", cell, value)
        sheet.calculate()
        assert sheet.one("status") == NO_CLUE, (cell, value)


def test_regions_that_are_no_jigsaw_are_said_and_it_goes_on_when_they_are(built):
    """Also nine cells with a number that is no region."""
    sheet = Sheet(built(*of("jigsaw")))
    puzzle, regions = board(PUZZLES["jigsaw"][0]), sheet.read("regions")
    for other in (0, 10, 2, 1.5, "a", None, True, ExcelError.NA):
        for cell, region in enumerate(regions):
            sheet.type("regions", cell, other if region == 1 else region)
        sheet.solve(puzzle)
        assert sheet.one("status") == NO_LAYOUT, other
    for cell, region in enumerate(regions):
        sheet.type("regions", cell, region)
    sheet.calculate()
    assert sheet.kind(puzzle) is Kind.SOLVED


def test_regions_that_were_changed_while_iteration_is_off_are_known(made):
    stored = read_workbook(made("jigsaw"))
    assert not Boards.of(stored).is_outdated()
    first = next(stored.area("regions").cells())
    assert Boards.of(replace(stored, values={**stored.values, first: 4.0})).is_outdated()


def test_other_regions_are_other_rules(made, tmp_path):
    """`diff` counts them among what is calculated, though the user types them."""
    book = openpyxl.load_workbook(made("jigsaw"))
    book["Main"]["P4"] = 4
    book.save(tmp_path / "other.xlsx")
    assert "Main!P4 (regions)" in str(xlbuilder.diff(made("jigsaw"), tmp_path / "other.xlsx"))


DAMAGES = {
    "a wrong cell of a diagonal": ("diagonals", "....1....\n", ".....1...\n"),
    "a window that is moved": ("windows", ".111.222.", "111..222."),
    "a move that the rules leave out": ("anti_knight", "[[1, 2], [2, 1]]", "[[1, 2]]"),
    "a move that the formulas leave out": ("anti_king", "_from_val)=1", "_from_val)=9"),
    "a diagonal with two places": ("diagonals", "(places_on_{way}=1)", "(places_on_{way}=2)"),
    "two cells of regions exchanged": ("jigsaw", "\n111222333\n", "\n112122333\n"),
    "regions that are not counted": ("jigsaw", "(places_in_regions=1)", "(places_in_regions=2)"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_shows(tmp_path, damage):
    variant, old, new = DAMAGES[damage]
    source = (shipped() if variant == "jigsaw" else strategies())[variant]
    text = source.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / f"{variant}.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    template, *added = [str(path) if part == variant else part for part in of(variant)]
    sheet, puzzles = opened(tmp_path, load(template, added).template), PUZZLES[variant]
    assert verdicts(sheet, puzzles) != [Kind.SOLVED] * len(puzzles)
