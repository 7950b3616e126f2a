"""The workbook `basic`: small and plain, and right under every order, first value and reading."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from openpyxl import load_workbook

from tests.helpers.basic_sheet import (
    CLASH,
    LATE,
    NO_DIGIT,
    NO_PLACE_FOR_9,
    NO_SOLUTION,
    OFF,
    ORDERS,
    RESTART,
    RULES,
    SOLVABLE,
    SOLVED,
    STUCK,
    WORKING,
    code_at_start,
    keeps,
    rests,
    says_of_a_digit_twice,
    typed,
)
from tests.helpers.cost import by_cost
from tests.helpers.libreoffice_user import LibreOfficeUser
from tests.helpers.sudoku import (
    EMPTY,
    READINGS,
    STARTS,
    Sheet,
    few,
    seeded,
    template_with,
    thinned,
    verify,
)
from tests.helpers.without_iteration import looks, without_iteration
from tests.oracle.rules import is_closed
from xlbuilder.formula.values import ExcelError
from xlbuilder.proof.stats import stats_of
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.render.layout import ink
from xlbuilder.sudoku.board import is_solution
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.xlsx.model import read_workbook

EACH = [*by_cost(ORDERS + READINGS, 0, 5)]

EASY = ["naked_singles", "row", "column_or_box"]


@pytest.fixture(scope="module")
def basic(built):
    sheet = Sheet(built("basic"))

    def get(order="row-major", start="zero", **settings):
        sheet.follow(order, start, **settings)
        return sheet

    return get


# -------------------------------------------------------------------------------------- it is plain


def test_it_is_small(built, made):
    stats = stats_of(read_workbook(built("basic")))
    assert stats.names <= 61
    assert stats.distinct_formulas <= 8
    assert made("basic").stat().st_size <= 30 * 1024  # with stored values


def test_most_formulas_are_simple_and_no_ifs_are_deep(built):
    found = stats_of(read_workbook(built("basic"))).readability
    assert found.simple_formulas >= 0.85 * found.formulas
    assert found.deepest_if.levels == 3


def test_the_guide_is_printed_on_two_pages(built):
    book = load_workbook(built("basic"))
    assert book["How it works"].page_setup.fitToHeight == 2
    assert book["How it works"].sheet_properties.pageSetUpPr.fitToPage


def test_every_name_has_a_comment():
    template = template_with("basic")
    for table in (template.names, template.boards, template.cells):
        assert all(entry.comment for entry in table.values())


# -------------------------------------------------------------------------- it solves, in any order


@pytest.mark.parametrize("order", EACH)
def test_it_finds_what_the_rules_find_from_any_first_values(basic, boards, order):
    puzzles = [boards[name] for name in SOLVABLE] + [boards["search_1"], EMPTY]
    for number, start in enumerate(STARTS):
        sheet = basic(order, seeded(start, number))
        for puzzle in few(2, puzzles, number):
            (verdict,) = sheet.verdicts([puzzle])
            assert verdict.kind in (Kind.SOLVED, Kind.STALLED)
            assert verdict.removed is None
            assert is_closed(sheet, puzzle, RULES)


@pytest.mark.parametrize("order", by_cost(["freeze", "freeze-random:1"], 0, 1))
def test_it_goes_on_where_a_program_stopped(basic, boards, order):
    sheet = basic(order, "garbage:1", recalculations=500)
    for name in SOLVABLE:
        (verdict,) = sheet.verdicts([boards[name]])
        assert verdict.kind is Kind.SOLVED


@pytest.mark.parametrize("order", ["row-major", "remembered"])
def test_one_iteration_at_a_time(basic, boards, order):
    sheet = basic(order, "stale", iterations=1, recalculations=500)
    for name in ("locked_1", "none_1", "search_1"):
        (verdict,) = sheet.verdicts([boards[name]])
        assert verdict.kind in (Kind.SOLVED, Kind.STALLED, Kind.NO_SOLUTION_SAID, Kind.UNSOLVABLE)


@pytest.mark.parametrize("order", EACH)
def test_puzzles_with_few_clues(basic, boards, order):
    """Much of a position remains, and is compared."""
    for seed, name in enumerate(SOLVABLE):
        sheet = basic(order)
        puzzle = thinned(sheet.answers.solution(boards[name]), seed)
        sheet.solve(puzzle)
        assert is_closed(sheet, puzzle, RULES)


def test_formualizer(built, puzzles):
    boards = [puzzles[name].puzzle for name in EASY]
    for verdict in verify(built("basic"), boards, "formualizer"):
        assert verdict.kind is Kind.SOLVED


# ------------------------------------------------------------------------- what it says is true


@pytest.mark.program("libreoffice")
def test_libreoffice(built, puzzles):
    boards = [puzzles[name].puzzle for name in EASY]
    schedule = Schedule.parse(recalculations=20)
    for verdict in verify(built("basic"), boards, "libreoffice", schedule):
        assert verdict.kind is Kind.SOLVED


@pytest.mark.parametrize("order", EACH)
def test_it_says_how_it_stands(basic, boards, order):
    sheet = basic(order)
    for puzzle, code, words in (
        (boards["naked_1"], SOLVED, "Solved."),
        (boards["search_1"], STUCK, "Stuck: these strategies find nothing more."),
        (NO_PLACE_FOR_9, NO_SOLUTION, "No solution: these clues contradict each other."),
        (typed((0, 5), (8, 5)), CLASH, "Clues clash. They are red."),
        (typed((0, 5), (72, 5)), CLASH, "Clues clash. They are red."),
        (typed((0, 5), (10, 5)), CLASH, "Clues clash. They are red."),
        (EMPTY, STUCK, "Stuck: these strategies find nothing more."),
        (boards["locked_1"], SOLVED, "Solved."),
    ):
        assert sheet.solve(puzzle) == code
        assert sheet.one("status") == words
        if code == CLASH:
            assert sheet.shown() == EMPTY


@pytest.mark.parametrize("entry", [12, -3, 2.5, "x", "5", " ", True, ExcelError.NA])
def test_a_clue_that_is_no_digit_is_named(basic, boards, entry):
    sheet = basic()
    assert sheet.solve(boards["naked_1"]) == SOLVED
    empty = boards["naked_1"].digits.index(0)
    sheet.type("in_board", empty, entry)
    sheet.calculate()
    assert sheet.one("status_code") == NO_DIGIT
    assert sheet.one("status") == "A clue is not a digit from 1 to 9, or it is text. It is red."
    assert sheet.shown() == EMPTY
    assert sheet.solve(boards["naked_1"]) == SOLVED


def test_0_is_an_empty_cell(basic, boards):
    sheet = basic()
    sheet.enter(boards["naked_1"])
    for cell, digit in enumerate(boards["naked_1"].digits):
        sheet.type("in_board", cell, digit)
    sheet.calculate()
    assert sheet.one("status_code") == SOLVED


@pytest.mark.parametrize(
    "order", by_cost(["row-major", "jacobi", "subset:1", "remembered", "random:1"], 0, 3)
)
def test_what_is_said_under_way_is_true(basic, boards, order):
    """After each iteration: no digit, no candidate and no status on the sheet is false."""
    sheet = basic(order)
    names = ["naked_1", "locked_1", "search_1", "hidden_1", "locked_5"]
    for puzzle in [boards[name] for name in names] * 2:
        solution = sheet.answers.solution(puzzle).digits
        sheet.enter(puzzle)
        said = []
        for _ in sheet.session.iterations():
            code = sheet.one("status_code")
            if code > RESTART and tuple(sheet.read("given_board")) == puzzle.digits:
                said.append(code)
                shown, left = sheet.shown().digits, sheet.candidates()
                assert all(shown[cell] in (0, digit) for cell, digit in enumerate(solution))
                assert all(digit in left[cell] for cell, digit in enumerate(solution))
                assert code != NO_SOLUTION
                assert code != SOLVED or is_solution(puzzle, sheet.shown())
        if order != "subset:1":  # each of its iterations leaves cells out
            assert said[-1] == STUCK or STUCK not in said


@pytest.mark.parametrize("strategies", [(), ("naked_pairs",)], ids="".join)
@pytest.mark.parametrize("seed", by_cost([1, 14, *range(2, 14)], 0, 2))
def test_it_is_not_stuck_while_cells_rest(built, boards, seed, strategies):
    """As in LibreOffice: a cell that did not change rests until the next recalculation."""
    sheet = Sheet(built("basic", *strategies))
    for name in ("locked_6", "locked_8", "search_1"):
        sheet.follow(f"freeze-random:{seed}")
        sheet.enter(boards[name])
        said = []
        while sheet.calculate() > 1:
            said.append(
                (sheet.one("status_code"), sheet.read("sol_board"), sheet.read("val_board"))
            )
        assert said
        assert [code for code, *shown in said if shown != [*said[-1][1:]] and code == STUCK] == []


@pytest.mark.parametrize("order", EACH)
def test_clues_are_typed_one_after_the_other_and_corrected(basic, boards, order):
    """Some of them while it still calculates."""
    sheet, random = basic(order), Random(1)
    goal = boards["locked_1"].digits
    cells = [cell for cell, digit in enumerate(goal) if digit]
    sheet.enter(EMPTY)
    for cell in random.sample(cells, len(cells)):
        sheet.type("in_board", cell, random.choice([goal[cell], goal[cell] % 9 + 1]))
        sheet.calculate(random.choice([1, 2, 5, None]))
    for cell in cells:
        sheet.type("in_board", cell, goal[cell])
        sheet.calculate(2)
    sheet.calculate()
    assert sheet.one("status_code") == SOLVED
    assert is_closed(sheet, boards["locked_1"], RULES)


def test_at_rest_nothing_changes_any_more(basic, boards):
    sheet = basic()
    for name in ("naked_1", "search_1", "none_1"):
        sheet.solve(boards[name])
        sheet.calculate()
        assert len(sheet.done) <= 2


@pytest.mark.parametrize("late", LATE)
def test_solving_begins_when_every_board_is_back(basic, boards, late):
    expected = RESTART if LATE[late] else WORKING
    assert code_at_start(basic(), boards["naked_1"], late) == expected


def test_a_board_is_not_solved_while_a_digit_stands_twice(basic, boards):
    assert says_of_a_digit_twice(basic(), boards["naked_1"]) == {WORKING, NO_SOLUTION}


def test_what_is_placed_stays_and_what_is_gone_stays_gone(basic, boards):
    assert keeps(basic(), boards["search_1"])


def test_it_comes_to_rest_without_a_solution(basic, boards):
    assert rests(basic(), boards)


@pytest.mark.parametrize("template", ["basic", "sudoku"])
def test_the_status_is_red_when_nothing_can_be_solved(made, template):
    """Iteration is off (0), a clue is no digit, clues clash, there is no solution (5)."""
    model = read_workbook(made(template))
    codes = [code for code in range(12) if is_red(model, "status_code", float(code))]
    assert codes == [0, 1, 2, 5]
    assert is_red(model, "cell_state", ExcelError.VALUE)  # iteration is off in LibreOffice


def is_red(model, name, value):
    """Return whether the status is red when the first cell of this board has this value."""
    model = replace(model, values={**model.values, next(model.area(name).cells()): value})
    return ink(looks(model)[model.area("status")]) == "B3261E"


# ----------------------------------------------------------------------------- iteration is off


def test_other_clues_hide_the_solution_and_show_the_banner(made):
    for number, value, is_hidden in ((0, 4.0, True), (1, None, True), (1, 8.0, False)):
        model = without_iteration(made("basic"), "in_board", value, number)
        seen = looks(model)
        for board in ("sol_board", "val_board", "status"):
            first = [seen[cell] for cell in model.area(board).cells() if cell in seen]
            assert all((ink(look) == look.fill) == is_hidden for look in first)
        banner = seen[next(model.area("banner").cells())]
        assert (ink(banner) != (banner.fill or "FFFFFF")) == is_hidden
        assert "File > Options > Formulas" in model.values[model.area("banner")]


def test_an_error_in_a_cell_is_no_sign_that_iteration_is_off(built):
    model = read_workbook(built("basic"))
    for name in ("status_code", "cell_state", "val_board", "sol_board", "given_board"):
        at = next(model.area(name).cells())
        values = {**model.values, at: ExcelError.VALUE}
        session = open_workbook("fast", replace(model, values=values), Schedule.parse(start="file"))
        for _ in islice(session.iterations(), 2, None):
            assert session.read(model.area("status_code")) != [OFF]
            assert "off" not in str(session.read(model.area("status"))[0])
        assert session.read(model.area("status")) == ["Solved."]


@pytest.mark.program("libreoffice")
def test_libreoffice_says_that_iteration_is_off(made):
    user = LibreOfficeUser(made("basic"))
    assert user.status() == "Solved."
    user.iterate(on=False)
    assert user.shown("status").startswith("Iterative calculation is off.")
    user.iterate(on=True)
    user.recalculate()
    assert user.status() == "Solved."
