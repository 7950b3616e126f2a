"""The workbook `basic`: small and plain, and right under every order, first value and reading."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from cost import by_cost
from libreoffice_user import User
from rules import is_closed
from sudoku import EMPTY, FIXED, STARTS, Sheet, few, moved, seeded, template_with, thinned
from switch import WHOLE, turn, with_switch

from xlbuilder.formula.tree import Call, Reference, children, to_text
from xlbuilder.formula.tree import moved as moved_to
from xlbuilder.formula.values import ExcelError
from xlbuilder.proof.verify import verify
from xlbuilder.recalc.choices import Reading
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.render.conditional import with_formats
from xlbuilder.render.sheet import read_sheet
from xlbuilder.sudoku.board import Board, is_solution
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.stats import stats_of

RULES = ["naked_singles", "hidden_singles", "locked_candidates"]
OFF, NO_DIGIT, CLASH, RESTART, WORKING, NO_SOLUTION, STUCK, SOLVED = map(float, range(8))
ORDERS = [*FIXED, "random:1", "subset:1", "asynchronous:1", "permutation:1", "prelude:1"]
READINGS = ["remembered", "remembered-random:1", "arrays-of-one", "ordinary"]
EACH = [*by_cost(ORDERS + READINGS, 3)]
EASY = ["naked_singles", "row", "column_or_box"]
SOLVABLE = ["naked_1", "hidden_1", "locked_1", "locked_5"]


@pytest.fixture(scope="module")
def basic(built):
    sheet = Sheet(built("basic"))

    def get(order="row-major", start="zero", **settings):
        sheet.follow(order, start, **settings)
        return sheet

    return get


def solve(sheet, puzzle):
    """Type a puzzle over what stands there, and recalculate."""
    sheet.enter(puzzle)
    sheet.calculate()
    return sheet.one("status_code")


# -------------------------------------------------------------------------------------- it is plain


def formulas(model):
    """Return the formulas of names, and of cells once for those that are filled from each other."""
    cells = {moved_to(node, 1 - at.top, 1 - at.left) for at, node in model.formulas.items()}
    names = [node for node in model.names.values() if not isinstance(node, Reference)]
    return names + list(cells)


def functions(node):
    own = [node.function] if isinstance(node, Call) else []
    return own + [name for child in children(node) for name in functions(child)]


def depth_of_ifs(node):
    own = isinstance(node, Call) and node.function == "IF"
    return own + max(map(depth_of_ifs, children(node)), default=0)


def is_simple(node):
    return len(to_text(node)) <= 100 and len(functions(node)) < 4 and depth_of_ifs(node) <= 2


def test_it_is_small(built, made):
    stats = stats_of(read_workbook(built("basic")))
    assert stats.names <= 60
    assert stats.distinct_formulas <= 8
    assert made("basic").stat().st_size <= 30 * 1024  # with stored values


def test_most_formulas_are_simple_and_no_ifs_are_deep(built):
    each = formulas(read_workbook(built("basic")))
    assert sum(map(is_simple, each)) >= 0.85 * len(each)
    assert max(map(depth_of_ifs, each)) == 3


def test_every_name_has_a_comment():
    template = template_with("basic")
    for table in (template.names, template.boards, template.cells):
        assert all(entry.comment for entry in table.values())


def test_no_name_on_the_circle_is_remembered(built):
    program = load_program(read_workbook(built("basic")), Reading.REMEMBERED)
    assert not program.order.remembered


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


@pytest.mark.parametrize("order", ["freeze", "freeze-random:1"])
def test_it_goes_on_where_a_program_stopped(basic, boards, order):
    sheet = basic(order, "garbage:1", recalculations=500)
    for name in SOLVABLE:
        (verdict,) = sheet.verdicts([boards[name]])
        assert verdict.kind is Kind.SOLVED


@pytest.mark.parametrize("order", ["row-major", "jacobi", "remembered", "remembered-random:2"])
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
        solve(sheet, puzzle)
        assert is_closed(sheet, puzzle, RULES)


@pytest.mark.parametrize("engine", ["formulas", "formualizer"])
def test_other_engines(built, puzzles, engine):
    boards = [puzzles[name].puzzle for name in EASY]
    for verdict in verify(built("basic"), boards, engine):
        assert verdict.kind is Kind.SOLVED


@pytest.mark.program("libreoffice")
def test_libreoffice(built, puzzles):
    boards = [puzzles[name].puzzle for name in EASY]
    schedule = Schedule.parse(recalculations=20)
    for verdict in verify(built("basic"), boards, "libreoffice", schedule):
        assert verdict.kind is Kind.SOLVED


# ------------------------------------------------------------------------- what it says is true


def typed(*clues):
    digits = [0] * 81
    for cell, digit in clues:
        digits[cell] = digit
    return Board(tuple(digits))


NO_PLACE_FOR_9 = typed(*((cell, cell + 1) for cell in range(8)), (17, 9))


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
        assert solve(sheet, puzzle) == code
        assert sheet.one("status") == words
        if code == CLASH:
            assert sheet.shown() == EMPTY


@pytest.mark.parametrize("entry", [12, -3, 2.5, "x", "5", " ", True, ExcelError.NA])
def test_a_clue_that_is_no_digit_is_named(basic, boards, entry):
    sheet = basic()
    assert solve(sheet, boards["naked_1"]) == SOLVED
    empty = boards["naked_1"].digits.index(0)
    sheet.type("in_board", empty, entry)
    sheet.calculate()
    assert sheet.one("status_code") == NO_DIGIT
    assert sheet.one("status") == "A clue is not a digit from 1 to 9. It is red."
    assert sheet.shown() == EMPTY
    assert solve(sheet, boards["naked_1"]) == SOLVED


def test_0_is_an_empty_cell(basic, boards):
    sheet = basic()
    sheet.enter(boards["naked_1"])
    for cell, digit in enumerate(boards["naked_1"].digits):
        sheet.type("in_board", cell, digit)
    sheet.calculate()
    assert sheet.one("status_code") == SOLVED


@pytest.mark.parametrize("order", ["row-major", "remembered", "jacobi", "random:1", "subset:1"])
def test_what_is_said_under_way_is_true(basic, boards, order):
    """After each iteration: whoever reads the sheet then reads nothing false."""
    sheet, early = basic(order), 0
    names = ["naked_1", "locked_1", "search_1", "hidden_1", "locked_5"]
    for puzzle in [boards[name] for name in names] * 2:
        solution = sheet.answers.solution(puzzle).digits
        sheet.enter(puzzle)
        said = []
        for _ in sheet.session.iterations():
            said.append(sheet.one("status_code"))
            if said[-1] > RESTART and tuple(sheet.read("given_board")) == puzzle.digits:
                shown, left = sheet.shown().digits, sheet.candidates()
                assert all(shown[cell] in (0, digit) for cell, digit in enumerate(solution))
                assert all(digit in left[cell] for cell, digit in enumerate(solution))
                assert said[-1] != NO_SOLUTION
                assert said[-1] != SOLVED or is_solution(puzzle, sheet.shown())
        early += said[-1] != STUCK and STUCK in said
    if order in ("row-major", "remembered"):
        assert early == 0  # in Excel's order it never says too early that it is stuck


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
        solve(sheet, boards[name])
        sheet.calculate()
        assert len(sheet.done) <= 2


def held(sheet, order, puzzle, **boards):
    """Begin where a puzzle is solved, but with other values in some boards."""
    sheet.follow(order)
    solve(sheet, puzzle)
    model = sheet.solver.model
    cells = [*model.values, *model.formulas, *model.area("in_board").cells()]
    values = {cell: sheet.session.read(cell)[0] for cell in cells}
    for name, shown in boards.items():
        values |= zip(model.area(name).cells(), map(float, shown), strict=True)
    sheet.hold(values)
    return sheet


BACK = {
    "sol_board": [0] * 81,
    "val_board": [3 * (row % 3) + column % 3 + 1 for row in range(27) for column in range(27)],
    "cell_state": [4] * 81,
    "status_code": [3],
}
LATE = {"none": None, "sol_board": 5, "val_board": 0, "cell_state": 5}


def code_at_start(sheet, puzzle, late):
    """Return the status after an iteration that begins with it, while a cell of a board is late."""
    boards = dict(BACK)
    if LATE[late] is not None:
        boards[late] = [LATE[late], *boards[late][1:]]
    held(sheet, "reversed", puzzle, **boards).calculate(1)
    return sheet.one("status_code")


@pytest.mark.parametrize("late", LATE)
def test_solving_begins_when_every_board_is_back(basic, boards, late):
    expected = WORKING if LATE[late] is None else RESTART
    assert code_at_start(basic(), boards["naked_1"], late) == expected


def says_of_a_digit_twice(sheet, puzzle):
    """Return what is said when two cells of a row have just taken the same digit."""
    solution = list(sheet.answers.solution(puzzle).digits)
    first, second = [cell for cell in range(81) if not puzzle.digits[cell]][:2]
    assert first // 9 == second // 9
    solution[second] = solution[first]
    valid = [
        digit if solution[row // 3 * 9 + column // 3] == digit else 0
        for row in range(27)
        for column in range(27)
        for digit in [3 * (row % 3) + column % 3 + 1]
    ]
    now = {"sol_board": solution, "val_board": valid, "cell_state": [4] * 81, "status_code": [4]}
    held(sheet, "jacobi", puzzle, **now)
    return {sheet.one("status_code") for _ in sheet.session.iterations()}


def test_a_board_is_not_solved_while_a_digit_stands_twice(basic, boards):
    assert says_of_a_digit_twice(basic(), boards["naked_1"]) == {WORKING, NO_SOLUTION}


def keeps(sheet, puzzle):
    """Whether a digit that is placed, and a candidate that is gone, stay so without a reason."""
    sheet.follow()
    solve(sheet, puzzle)
    digits, valid = sheet.read("sol_board"), sheet.read("val_board")
    cell = digits.index(0.0)
    first = cell // 9 * 81 + cell % 9 * 3  # of its block in the valid values
    block = [first + 27 * row + column for row in range(3) for column in range(3)]
    place = next(at for at in block if valid[at])
    with_digit, without = list(digits), list(valid)
    with_digit[cell], without[place] = valid[place], 0.0
    held(sheet, "jacobi", puzzle, sol_board=with_digit).calculate(1)
    stays = sheet.read("sol_board")[cell] == valid[place]
    held(sheet, "jacobi", puzzle, val_board=without).calculate(1)
    return stays and sheet.read("val_board")[place] == 0


def test_what_is_placed_stays_and_what_is_gone_stays_gone(basic, boards):
    assert keeps(basic(), boards["search_1"])


def rests(sheet, boards):
    """Whether clues that contradict each other, too, come to rest."""
    puzzles = [boards[f"none_{number}"] for number in range(1, 5)]
    for seed in range(20):
        sheet.follow(few(1, ["row-major", "jacobi", "reversed"], seed)[0], iterations=150)
        for puzzle in puzzles:
            solve(sheet, moved(puzzle, seed))
            if len(sheet.done) == 150:
                return False
    return True


def test_it_comes_to_rest_without_a_solution(basic, boards):
    assert rests(basic(), boards)


# ----------------------------------------------------------------------------- iteration is off


def seen_without_iteration(path, number, value):
    """Return the model and how its cells look, with another clue and without iteration."""
    model = read_workbook(path)
    model = replace(model, calculation=replace(model.calculation, iterate=False))
    session = open_workbook("fast", model, Schedule.parse(start="file"))
    typed_in = list(model.area("in_board").cells())[number]
    session.enter(typed_in, value)
    session.recalculate()
    cells = [*model.values, *model.formulas, typed_in]
    model = replace(model, values={cell: session.read(cell)[0] for cell in cells})
    return model, with_formats(model, read_sheet(model)).looks


def test_other_clues_hide_the_solution_and_show_the_banner(made):
    for number, value, is_hidden in ((0, 4.0, True), (1, None, True), (1, 8.0, False)):
        model, looks = seen_without_iteration(made("basic"), number, value)
        for board in ("sol_board", "val_board", "status"):
            first = [looks[cell] for cell in model.area(board).cells() if cell in looks]
            assert all((look.color == look.fill) == is_hidden for look in first)
        banner = looks[next(model.area("banner").cells())]
        assert (banner.color != (banner.fill or "FFFFFF")) == is_hidden
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
    user = User(made("basic"))
    assert user.status() == "Solved."
    user.iterate(on=False)
    assert user.shown("status").startswith("Iterative calculation is off.")
    user.iterate(on=True)
    user.recalculate()
    assert user.status() == "Solved."


# ---------------------------------------------------------------------------- damage is seen

MUTANTS = {
    "a row without its last cells": [("val_bigrow", "27", "26")],
    "a block of another cell": [
        ("val_bigcell", "this_column*3-2", "this_column*3-3"),
        ("val_bigcell", "this_column*3)", "this_column*3-1)"),
    ],
    "a box of two rows": [("sol_box", "band_from_val+2", "band_from_val+1")],
    "a box that is too narrow": [("val_bigbox", "this_stack*3+6", "this_stack*3+5")],
    "the next row": [("sol_row", "row_from_val", "MOD(row_from_val,9)+1")],
    "two values are a single": [("next_digit", "=1", "<3")],
    "a digit with two places": [("row_single", "=1", "<3")],
    "a hidden single that is not valid": [("col_single", "valid_digits", "array1to9")],
    "its own digit is in the way": [("is_excluded", ">3", ">2")],
    "no digit in sight is in the way": [("is_excluded", "sol_digit+times_in_rcb", "sol_digit")],
    "locked: one way of two": [("is_locked_out", "+row_b*row_c", "")],
    "locked: no pointing": [("is_locked_out", WHOLE, "(row_a+row_b)*(row_c+row_d)=0")],
    "locked: no columns": [("is_locked_out", WHOLE, "row_a*row_d+row_b*row_c=0")],
    "locked: its own row": [("next_row", "MOD(row_from_val, 3)", "MOD(row_from_val-1, 3)")],
    "locked: its own box": [("next_stack", "+6", "-3")],
    "locked: a corner": [("row_b", "last_stack+8", "last_stack+5")],
    "locked: another corner": [("col_c", "next_band+8", "next_band+2")],
    "what is placed does not stay": [("sol_board", "D16>0", "FALSE")],
    "what is gone does not stay": [("val_board", "P16=0", "FALSE")],
    "no copy of the clues": [("given_board", "D52", "N(D4)")],
    "no look at the clues": [("state_of_clue", "in_cell=given_cell", "TRUE")],
    "no handshake": [("status_code", "=891", ">0")],
    "no candidates in the handshake": [("status_code", 'COUNTIF(val_board, ">0")', "729")],
    "no solution in the handshake": [("status_code", "COUNTIF(sol_board, 0)", "81")],
    "no states in the handshake": [("status_code", "COUNTIF(cell_state, 4)", "81")],
    "a clash is not seen": [("clue_clashes", WHOLE, "FALSE")],
    "a digit is done at once": [("state_of_cell", "=sol_cell", ">=0")],
    "no cell is without values": [("state_of_cell", "SUM(val_bigcell)=0", "FALSE")],
    "a cell with an error is no reason to start": [("status_code", "<81, 3", "<0, 3")],
}


CONSTANT = ["valid_digits", "array1to9", "sol_row", "next_row", "next_stack"]
"""Arrays, ranges and positions: they are not switched themselves but where they are used."""


@pytest.fixture(scope="module")
def mutants(tmp_path_factory):
    path = tmp_path_factory.mktemp("mutants") / "mutants.xlsx"
    build(with_switch(template_with("basic"), MUTANTS, arrays=CONSTANT), path)
    return Sheet(path)


def is_seen(sheet, boards):
    """What the tests above look at, in a few orders."""
    return (
        finds_something_else(sheet, boards)
        or says_something_false(sheet, boards)
        or heals_no_error(sheet, boards)
        or any(code_at_start(sheet, boards["naked_1"], late) == WORKING for late in list(LATE)[1:])
        or SOLVED in says_of_a_digit_twice(sheet, boards["naked_1"])
        or not rests(sheet, boards)
        or not keeps(sheet, boards["search_1"])
    )


def finds_something_else(sheet, boards):
    solutions = [sheet.answers.solution(boards[name]) for name in SOLVABLE]
    puzzles = [boards[name] for name in SOLVABLE] + [boards["search_1"]]
    puzzles += [moved(boards["locked_5"], seed) for seed in range(4)]
    puzzles += [thinned(solution, seed) for seed in range(5) for solution in solutions]
    for number, puzzle in enumerate(puzzles):
        sheet.follow(few(1, ["row-major", "random:1", "subset:1"], number)[0], iterations=300)
        for each in (puzzles[number - 1], puzzle):
            solve(sheet, each)
            if not is_closed(sheet, each, RULES):
                return True
    return False


def says_something_false(sheet, boards):
    """Also under way, after a puzzle that was broken off."""
    for seed in range(12):
        sheet.follow(f"subset:{seed}", iterations=300)
        for puzzle in (boards["naked_1"], boards["none_1"], boards["locked_1"], NO_PLACE_FOR_9):
            sheet.enter(puzzle)
            sheet.calculate(10 + 5 * seed)
            sheet.enter(typed((0, 5), (8, 5)))
            sheet.calculate(seed)
            sheet.enter(puzzle)
            solution = sheet.answers.solution(puzzle)
            for _ in sheet.session.iterations():
                code = sheet.one("status_code")
                if tuple(sheet.read("given_board")) != puzzle.digits or code == CLASH:
                    continue
                if code == SOLVED and not is_solution(puzzle, sheet.shown()):
                    return True
                if code == NO_SOLUTION and solution is not None:
                    return True
            if solution is None and puzzle == NO_PLACE_FOR_9 and code != NO_SOLUTION:
                return True
        if solve(sheet, typed((0, 5), (8, 5))) != CLASH:
            return True
    return False


def heals_no_error(sheet, boards):
    for start in ("garbage:1", "garbage:2", "garbage:3"):
        sheet.follow("row-major", start, iterations=300)
        (verdict,) = sheet.verdicts([boards["naked_1"]])
        if verdict.kind is not Kind.SOLVED:
            return True
    return False


@pytest.mark.parametrize("mutant", MUTANTS)
def test_damage_is_seen(mutants, boards, mutant):
    turn(mutants, MUTANTS, mutant)
    assert is_seen(mutants, boards)


def test_without_damage_nothing_is_seen(mutants, boards):
    turn(mutants, MUTANTS)
    assert not is_seen(mutants, boards)
