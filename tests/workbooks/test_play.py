"""The workbook `play`: its hints are true, and what the player types starts nothing again."""

from dataclasses import replace

import pytest

from tests.helpers.boards import board
from tests.helpers.player import STAGES, Player
from tests.helpers.sudoku import EMPTY, changed, template_with, verify
from tests.helpers.sudoku import clashing as clashes
from tests.helpers.switch import WHOLE, each_with_its_check, turn, with_switch
from tests.helpers.without_iteration import looks, without_iteration
from tests.oracle.hints import GUESSED, has_singles
from xlbuilder.sudoku.board import Board
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

ORDERS = ["row-major", "column-major", "reversed", "alternating", "jacobi", "random:1"]
SOME = ["naked_1", "locked_3", "search_1", "search_5"]
"""In some of their hints a mark has to go from a row, a column, a box or a cell."""
RED, GREEN, CLUE, YELLOW = "F4B6B0", "CDE8C9", "EFEFEF", "FFF8E1"


@pytest.fixture(scope="module")
def player(built):
    return Player(built("play"))


@pytest.fixture
def begun(player, boards):
    """One who has begun with a puzzle that singles solve."""
    player.follow()
    player.begin(boards["naked_1"])
    return player


@pytest.mark.parametrize("start", ["zero", "garbage:1", "stale"])
@pytest.mark.parametrize("order", ORDERS)
def test_hints_are_true_at_any_stage_of_the_work(player, boards, order, start):
    player.follow(order, start)
    for name in SOME:
        player.begin(boards[name])
        assert not [*player.false_hints(name, 10)]


def test_hints_name_a_technique_that_is_plugged_in(built):
    shelf = load("sudoku").template.lists["shelf"].rows
    (puzzle,) = [board(row[-1]) for row in shelf if row[0] == "16 naked pairs"]
    player = Player(built("play", "naked_pairs"))
    player.follow()
    player.begin(puzzle)
    assert not [*player.false_hints(1, 40, [("Naked pairs", "naked_pairs")])]
    order, said = player.in_order(), ""
    for number in range(len(order)):
        player.have(order[:number])
        said += player.hint()[0]
    assert "Look for Naked pairs, then for a" in said


@pytest.mark.parametrize("name", ["search_5", "search_6"])
def test_after_guesses_hints_find_singles_and_say_where_they_do_not(player, boards, name):
    """The solution was kept while another one was looked for, so its reasons were lost."""
    player.follow()
    player.begin(boards[name])
    assert player.one("keeping") == 3
    order, guesses = player.in_order(), 0
    for number in range(len(order)):
        player.have(order[:number])
        if GUESSED in player.hint()[0]:
            guesses += 1
            assert not has_singles(player.digits)
    assert 0 < guesses < len(order) / 4
    assert not [value for value in player.read("val_board") if value < 0 and -value % 100 == 99]


def test_each_stage_of_a_hint_says_more(begun):
    begun.have(begun.empty[1:])
    row, column = begun.empty[0] // 9 + 1, begun.empty[0] % 9 + 1
    cell = f"The cell is R{row}C{column}: row {row}, column {column}."
    said = [begun.hint(stage) for stage in STAGES]
    words, answer = said[-1]
    assert [first for first, _ in said] == [f"{words.split('.')[0]}.", words, words, words]
    assert [second for _, second in said] == ["", "", cell, answer]
    assert begun.hint("Off") == ("", "")


def test_the_cell_of_a_hint_is_green_from_the_third_stage_on(begun):
    begun.have(begun.empty[1:])
    green = []
    for stage in STAGES:
        begun.hint(stage)
        green.append([cell for cell, fill in enumerate(begun.fills()) if fill == GREEN])
    assert green == [[], [], begun.empty[:1], begun.empty[:1]]


def test_a_wrong_digit_is_said_before_any_hint(begun):
    begun.have(begun.empty[5:30], wrong=[begun.empty[3]])
    cell = f"R{begun.empty[3] // 9 + 1}C{begun.empty[3] % 9 + 1}"
    assert begun.hint(STAGES[0]) == ("A digit on your board is wrong.", "")
    assert begun.hint() == (f"{cell} is wrong.", "")


@pytest.mark.parametrize("typed", [12.0, 2.5, "5", "x", True])
def test_what_is_no_digit_is_wrong(begun, typed):
    begun.have()
    begun.type("in_board", begun.empty[0], typed)
    assert begun.hint()[0].endswith(" is wrong.")


def test_work_is_counted_and_checked(begun):
    left = len(begun.empty)
    cell = begun.empty[0]
    begun.have(begun.empty[1:11], wrong=[cell])
    said, red = [], []
    for check in ("Off", "Clashes", "Wrong digits"):
        begun.set(check=check)
        begun.calculate()
        said.append(begun.one("your_work"))
        red.append([at for at, fill in enumerate(begun.fills()) if fill == RED])
    clashing = clashes(Board(tuple(begun.digits)))
    assert cell in clashing
    assert said == [
        f"11 of {left}",
        f"11 of {left}, {len(clashing)} clash",
        f"11 of {left}, 1 wrong",
    ]
    assert red == [[], clashing, [cell]]


def test_the_end_is_said(begun):
    begun.have(begun.empty)
    assert begun.one("your_work") == begun.one("status").rstrip(".") == "Solved by you"
    assert begun.hint() == ("You have all digits.", "")


def test_marks_are_what_row_column_and_box_leave(begun):
    begun.have(begun.empty[::2])
    marks = begun.read("marks_board")
    for row in range(27):
        for column in range(27):
            cell, digit = row // 3 * 9 + column // 3, row % 3 * 3 + column % 3 + 1
            sees = {
                begun.digits[at]
                for at in range(81)
                if at // 9 == cell // 9
                or at % 9 == cell % 9
                or (at // 27, at % 9 // 3) == (cell // 27, cell % 9 // 3)
            }
            stands = not begun.digits[cell] and digit not in sees
            assert marks[27 * row + column] == digit * stands


def test_typed_digits_start_nothing_again(begun):
    """Nor does State, unless it is New puzzle."""
    solution, placements = begun.shown(), begun.read("placement_board")
    begun.have(begun.empty[:9], wrong=begun.empty[9:12])
    assert begun.read("placement_board") == placements
    for state in ("Solve", "Step", "Reset", "Any solution", "Play"):
        begun.set(state=state)
        begun.calculate()
        assert begun.read("given_board") == list(begun.clues)
    assert begun.shown() == solution
    assert begun.one("your_work") == f"12 of {len(begun.empty)}"


@pytest.mark.parametrize("typed", [None, 0, "x"])
def test_a_clue_that_is_changed_stays_and_is_asked_for(begun, typed):
    cell = next(cell for cell, digit in enumerate(begun.clues) if digit)
    begun.have(begun.empty[:3])
    begun.type("in_board", cell, typed)
    begun.calculate()
    said = f"R{cell // 9 + 1}C{cell % 9 + 1} is a clue: type {begun.clues[cell]} again."
    assert begun.one("status") == begun.hint()[0] == said
    assert begun.fills()[cell] == RED
    assert begun.read("given_board") == list(begun.clues)


def test_clues_look_otherwise_than_typed_digits(begun):
    begun.have(begun.empty[:3])
    assert begun.fills() == [CLUE if digit else YELLOW for digit in begun.clues]


@pytest.mark.parametrize("order", ORDERS)
def test_play_begins_with_the_clues_that_are_typed(player, boards, order):
    """Even where another puzzle is typed and State set to Play before one recalculation."""
    player.follow(order)
    player.begin(boards["naked_1"])
    player.set(state="New puzzle")
    player.calculate()
    other = boards["hidden_1"]
    player.enter(other)
    player.set(state="Play")
    player.calculate()
    assert player.read("given_board") == list(other.digits)
    assert player.one("play_began") == 1
    assert player.one("status") == "The puzzle has one solution. Find it."


@pytest.mark.parametrize("name", ["several_1", "none_1", "clash"])
def test_without_one_solution_nothing_is_checked(player, boards, name):
    player.follow()
    clues = changed(changed(EMPTY, 0, 5), 1, 5) if name == "clash" else boards[name]
    player.enter(clues)
    player.set(state="New puzzle", check="Wrong digits")
    player.calculate()
    player.set(state="Play")
    player.calculate()
    assert player.hint() == ("No hint: see the status above.", "")
    assert "wrong" not in player.one("your_work")
    assert player.one("status").startswith(
        ("The puzzle has several solutions: no", "No solution", "Clues")
    )


def asked(player, cell, check):
    player.set(asked_cell=f"R{cell // 9 + 1}C{cell % 9 + 1}", check=check)
    player.calculate()
    return player.one("why").partition(" ")[2], player.read("why_lines")


def test_why_tells_no_digit_that_the_player_lacks(begun):
    begun.have()
    cell = begun.empty[0]
    said, lines = asked(begun, cell, "Wrong digits")
    assert said == "is empty."
    marks = begun.read("marks_board")
    first = cell // 9 * 81 + cell % 9 * 3
    stand = [d for d in range(1, 10) if marks[first + (d - 1) // 3 * 27 + (d - 1) % 3]]
    assert [d for d in range(1, 10) if lines[d - 1].endswith("can stand here")] == stand


def test_why_tells_what_is_wrong_while_the_check_does(begun):
    cell = begun.empty[0]
    typed = "is typed. First check for Wrong digits."
    for check in ("Off", "Clashes", "Wrong digits"):
        begun.have(wrong=[cell])
        is_told = check == "Wrong digits"
        assert asked(begun, cell, check) == ("is wrong." if is_told else typed, [""] * 9)
        begun.have([cell])
        said, lines = asked(begun, cell, check)
        assert said.startswith(f"= {begun.right[cell]}: " if is_told else typed)
        assert any(lines) == is_told
    clue = next(cell for cell, digit in enumerate(begun.clues) if digit)
    assert asked(begun, clue, "Off")[0] == f"= {begun.clues[clue]}: Given."


def test_step_begins_with_the_clues_alone(begun):
    """And leads from there to what the player looks for."""
    solution, given = begun.shown(), begun.read("given_board")
    begun.set(state="Step", step=1)
    begun.calculate()
    assert begun.read("sol_board") == given
    assert begun.one("status") == "Waiting. Raise the step number for the next round."
    begun.set(step=2)
    begun.calculate()
    assert given.count(0) > begun.read("sol_board").count(0) > 0
    begun.set(state="Play", step=1)
    begun.calculate()
    assert (begun.shown(), begun.read("given_board")) == (solution, given)


def test_the_player_reads_nothing_of_the_search(player, boards):
    player.follow()
    player.set(state="New puzzle")
    player.enter(boards["search_5"])
    said = set()
    while player.calculate(4) and player.one("status_code") != 8:
        said.add(player.one("status"))
        assert len(said) < 3
    assert said == {"Working. Press F9 to go on, in LibreOffice Ctrl+Shift+F9."}


def test_the_solution_is_out_of_sight_until_state_is_solve(begun):
    begun.have()
    for state in ("Play", "Solve"):
        begun.set(state=state, marks="On")
        begun.calculate()
        seen = looks(replace(begun.model, values=begun.everything()))
        hidden = {
            name: all(seen[cell].font.color == "FFFFFF" for cell in begun.cells(name))
            for name in ("sol_board", "reason_board", "val_board", "marks_board")
        }
        assert set(hidden.values()) == ({True, False} if state == "Play" else {False})
        assert not hidden["marks_board"]


def test_it_solves_what_sudoku_solves(built, boards):
    verdicts = verify(built("play"), [boards[name] for name in SOME], "fast")
    assert all(each.kind.is_right for each in verdicts)


@pytest.mark.parametrize(("state", "is_told"), [("New puzzle", True), ("Play", False)])
def test_while_iteration_is_off_new_clues_are_told_to_be_unsolved(built, state, is_told):
    model = without_iteration(built("play"), None, None)
    state_cell = model.area("state")
    model.values[state_cell] = state
    empty = next(c for c in model.area("in_board").cells() if model.values.get(c) is None)
    model.values[empty] = 5.0
    banner = next(iter(model.area("banner").cells()))
    assert (looks(model)[banner].fill == "B3261E") == is_told


# ------------------------------------------------------------------------------------ damage


def after_beginning(test):
    """Return a check that does what a test does with one who has begun."""

    def check(player, boards):
        player.follow()
        player.begin(boards["naked_1"])
        test(player)

    check.__name__ = test.__name__
    return check


wrong_digits_come_first = after_beginning(test_a_wrong_digit_is_said_before_any_hint)
work_is_checked = after_beginning(test_work_is_counted_and_checked)
typed_digits_start_nothing = after_beginning(test_typed_digits_start_nothing_again)
why_tells_no_digit = after_beginning(test_why_tells_no_digit_that_the_player_lacks)
why_tells_what_is_wrong = after_beginning(test_why_tells_what_is_wrong_while_the_check_does)
nothing_is_said_of_the_search = test_the_player_reads_nothing_of_the_search


def clues_stay(player, boards):
    player.follow()
    player.begin(boards["naked_1"])
    test_a_clue_that_is_changed_stays_and_is_asked_for(player, None)


def play_begins_with_its_clues(player, boards):
    for order in ("row-major", "reversed"):
        test_play_begins_with_the_clues_that_are_typed(player, boards, order)


def hints_are_true(player, boards):
    player.follow()
    for name in SOME:
        player.begin(boards[name])
        assert not [*player.false_hints(name, 40)]


def guesses_are_told(player, boards):
    for name in ("search_5", "search_6"):
        test_after_guesses_hints_find_singles_and_say_where_they_do_not(player, boards, name)


SEEN_BY = {
    hints_are_true: {
        "placements without an order": [("new_placement", '+COUNTIF(val_board, "<1")/1024', "")],
        "hints in another order": [("hint_ranks", "*1024)*100", "*0)*100")],
        "marks that are not named": [("mark_values", "single_of_workbook=1", "TRUE")],
        "marks that the player does not have": [("mark_values", "IF(INDEX(", "IF(1+INDEX(")],
        "marks of the solution": [("mark_values", "INT(0-MIN(0, ", "INT(ABS(")],
        "marks that need not go": [("hint_single", "1+hint_alone", "1")],
        "marks that need not go, named": [("mark_values", "hint_alone>0", "FALSE")],
        "places in other boxes": [("hint_alone", "=INT((hint_column+2)/3)", ">0")],
        "locks in another house": [("lock_column", "+3*(MOD", "+6*(MOD")],
        "locks in another line": [("lock_row", "-1+(MOD", "-1+2*(MOD")],
        "locks that wait for nothing": [("mark_waits", WHOLE, "0")],
        "locks that wait for themselves": [("mark_waits", "<>lock_", "<99+lock_")],
        "marks that go for another reason": [("technique_otherwise", "<89", "<80")],
        "always a box": [("hint_single", WHOLE, "2")],
        "no naked singles": [("what_in_words", "hint_single=5", "FALSE")],
        "the cell of another mark": [("mark_values", "hint_row, this_row", "hint_row, hint_row")],
    },
    guesses_are_told: {
        "guesses that are not those of the kept solution": [("this_guess", "keeping=3", "FALSE")],
        "guesses that come early": [("nothing_goes", "keeping<3", "TRUE")],
    },
    typed_digits_start_nothing: {
        "clues that follow what is typed": [("clue_board", "play_began=1", "FALSE")],
    },
    play_begins_with_its_clues: {
        "play that begins at any time": [
            ("play_began", "SUMPRODUCT((given_board<>in_board)*1)=0", "1")
        ],
        "play that never begins": [("play_began", "(status_code>3)", "0")],
        "a new puzzle that is none": [("play_began", '"New puzzle"', '"x"')],
    },
    work_is_checked: {
        "wrong digits that are right": [("work_board", "3, 2)", "3, 3)")],
        "clashes that are none": [("clash_board", ">3", ">2")],
        "no clashes": [("clash_board", ">3", ">4")],
    },
    wrong_digits_come_first: {
        "wrong digits that come last": [("hint_ranks", "*100-100", "*100+8700")],
    },
    clues_stay: {
        "clues that may change": [("work_board", "4, 1)", "4, 4)")],
    },
    why_tells_no_digit: {
        "Why? tells the digit": [("asked_digit", "asked_case=1", "asked_case>0")],
        "Why? tells by what is gone": [("line_is_open", WHOLE, "FALSE")],
    },
    why_tells_what_is_wrong: {
        "Why? tells what is right": [("asked_case", "3, 3, 1", "3, 1, 1")],
        "Why? tells what is wrong": [("asked_case", "3, 3, 1", "4, 3, 1")],
        "Why? tells by its lines": [("a_cell_is_asked", "asked_case<3", "TRUE")],
    },
    nothing_is_said_of_the_search: {
        "the status tells of a solution": [("words_of_play", WHOLE, '""')],
    },
}
"""Each check, and the mutants that it sees."""

MUTANTS = {name: damages for group in SEEN_BY.values() for name, damages in group.items()}


@pytest.fixture(scope="module")
def mutants(tmp_path_factory):
    path = tmp_path_factory.mktemp("mutants") / "mutants.xlsx"
    build(with_switch(template_with("play"), MUTANTS), path)
    return Player(path)


@pytest.mark.parametrize(("check", "mutant"), each_with_its_check(SEEN_BY))
def test_damage_is_seen(mutants, boards, check, mutant):
    turn(mutants, MUTANTS, mutant)
    with pytest.raises(AssertionError):
        check(mutants, boards)


@pytest.mark.parametrize("check", SEEN_BY)
def test_without_damage_nothing_is_seen(mutants, boards, check):
    turn(mutants, MUTANTS)
    check(mutants, boards)
