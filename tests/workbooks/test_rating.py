"""The rating of a puzzle: what the boards show at the end, and what the steps of the run say."""

import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.helpers.boards import board
from tests.helpers.cost import by_cost, spread
from tests.helpers.places import BARE, DATA
from tests.helpers.sudoku import EMPTY, NO_LADDER, Sheet, changed, template_with
from tests.helpers.switch import turn, with_switch
from tests.helpers.technique_cases import case_of
from xlbuilder.api import steps
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

SINGLES = {
    91: ("Hidden singles", 12),
    92: ("Hidden singles", 15),
    93: ("Hidden singles", 15),
    94: ("Naked singles", 23),
}

LADDER = {
    "naked_pairs": ("Naked pairs", 30),
    "x_wing": ("X-wing", 32),
    "hidden_pairs": ("Hidden pairs", 34),
    "naked_triples": ("Naked triples", 36),
    "swordfish": ("Swordfish", 38),
    "hidden_triples": ("Hidden triples", 40),
    "naked_quads": ("Naked quads", 50),
    "jellyfish": ("Jellyfish", 52),
    "hidden_quads": ("Hidden quads", 54),
}

LOCKED = "Locked candidates"

ONE_BY_ONE = 41

"""From this rating on a technique of the ladder waits for all easier ones."""

REFUTED = 99

ORDERS = ["row-major", "reversed", "jacobi", "random:1", "subset:1"]

BOOKS = {
    "few": ("-unique", "naked_pairs", "x_wing"),
    "no ladder": (NO_LADDER,),
    "all": ("-unique", *LADDER),
    "all -search": ("-search", *LADDER),
}

NAMES = ["naked_1", "hidden_2", "locked_1", "search_7", "search_2", "search_3", "search_1"]

NAMES += ["locked_8", "search_4", "search_5", "search_6", "search_8", "several_1"]

CASES = [
    ([*BOOKS][(row + column) % len(BOOKS)], order, name)
    for row, order in enumerate(ORDERS)
    for column, name in enumerate(NAMES)
]

"""Each puzzle in each order, and both in each workbook."""


def run(sheet, board, order="row-major"):
    sheet.follow(order)
    sheet.solve(board)


def gone(sheet):
    """Return the guesses and the reason of each candidate that is gone."""
    return [divmod(int(-value), 100) for value in sheet.read("val_board") if value < 0]


def used(sheet):
    """Return a title and a rating for each reason of a technique that stands on the boards."""
    placed = [int(value) // 10 % 100 for value in sheet.read("placement_board")]
    found = [SINGLES[number] for number in placed if number in SINGLES]
    rungs = {rating: (title, rating) for title, rating in LADDER.values()}
    for _, number in gone(sheet):
        if number in range(81, 89):
            found.append((LOCKED, 28 if number in (82, 83, 86, 87) else 26))
        elif number not in (1, 2, REFUTED):
            found.append(rungs[number])
    return found


def hardest(techniques, *, on_ladder):
    title, rating = max(techniques, key=lambda each: each[1])
    at_most = "" if on_ladder and rating >= ONE_BY_ONE else "at most "
    return f"{title}, {at_most}{rating / 10}"


def guesses(sheet):
    """Return what is said of guesses: of those in force, and those that stand refuted."""
    in_force = any(sheet.read("guess_stack"))
    is_guessed = in_force or any(level or number == REFUTED for level, number in gone(sheet))
    return ", then guesses" if is_guessed else ""


def expected(sheet, book):
    start = "Not solved. So far: " if sheet.one("status_code") == 6 else "Rating: "
    words = hardest(used(sheet), on_ladder=book != "no ladder")
    return start + words + ("" if "-search" in book else guesses(sheet))


@pytest.mark.parametrize("case", by_cost(spread(CASES, 17), 0, 4), ids="-".join)
def test_it_says_what_the_boards_show(sudoku, boards, case):
    book, order, name = case
    sheet = sudoku(*BOOKS[book])
    run(sheet, boards[name], order)
    assert sheet.one("rating") == expected(sheet, book)
    assert sheet.one("rating_number") == number_in(sheet.one("rating"))


def number_in(words):
    """Return the number for programs: that of the words of a puzzle that logic solves."""
    is_solved, is_guessed = words.startswith("Rating: "), "guess" in words
    return float(words[-3:]) if is_solved and not is_guessed and words[-1].isdigit() else ""


LINE = "...5....3.96..175.8..9.....1...63..2..4.5.8.......7.9.....3..2....1....9..1.....8"

PAIRS = board(LINE)

"""It needs naked pairs, and nothing harder."""

NEEDS_A_SKYSCRAPER = (
    "9.6..52..27...19..............9..57....3.2....6......9.......378...57.....72..6.1"
)

ASKED = [
    ("few", "search_4"),
    ("no ladder", "search_4"),
    ("all", "search_7"),
    ("all -search", "search_1"),
]


def lines_of(sheet):
    """Return what is said of how often each technique was used."""
    counts = sorted(Counter(used(sheet)).items(), key=lambda each: -each[0][1])
    what = "digits placed", "candidates removed"
    return [
        f"{title}, {rating / 10}: {what[not title.endswith('singles')]}: {count}"
        for (title, rating), count in counts
    ]


@pytest.mark.parametrize(("book", "name"), ASKED)
def test_it_says_how_often_if_it_is_asked(sudoku, boards, book, name):
    sheet = sudoku(*BOOKS[book])
    run(sheet, boards[name])
    sheet.set(asked_cell="rating")
    sheet.calculate()
    lines = lines_of(sheet)
    assert sheet.read("why_lines") == lines + [""] * (9 - len(lines))
    assert sheet.one("why") == "What was used, the hardest first"
    sheet.solve(EMPTY)
    assert not any(sheet.read("why_lines"))
    assert sheet.one("rating") == ""


def rating_of(step, deduction):
    """Return the technique of one deduction, by its words."""
    if step.strategy == "singles":
        number = {"Box": 91, "Row": 92, "Column": 93, "No": 94}[deduction.words.split()[0]]
        return SINGLES[number]
    if step.strategy == "locked_candidates":
        return LOCKED, 26 if re.match("locked candidates: box", deduction.words) else 28
    return LADDER[step.strategy]


@pytest.mark.parametrize("name", by_cost(NAMES[:8], 0, 2))
def test_it_says_what_the_steps_say(sudoku, boards, name):
    """Under jacobi, and without guesses, which are no steps."""
    sheet = sudoku("-search", *LADDER)
    run(sheet, boards[name], "jacobi")
    way = steps("sudoku", boards[name], with_=list(LADDER), without=["search"])
    found = {rating_of(step, each) for step in way.steps for each in step.deductions}
    said = sheet.one("rating").partition(": ")[2]
    assert said == hardest(found, on_ladder=True)


# ---- when there is nothing to rate, or not all is known


def test_nothing_is_said_before_the_end(sudoku, boards):
    sheet = sudoku()
    sheet.follow()
    sheet.enter(boards["search_4"])
    for _ in sheet.session.iterations():
        is_solved = sheet.one("status") == "Solved. There is no other solution."
        assert bool(sheet.one("rating")) == is_solved
        assert sheet.one("rating_number") == number_in(sheet.one("rating"))


@pytest.mark.parametrize(
    ("entries", "code"),
    [({"state": "Reset"}, 3), ({"state": "Step"}, 4), ({"puzzle_line": "12"}, 1)],
)
def test_nothing_is_said_where_nothing_is_solved(sudoku, boards, entries, code):
    sheet = sudoku()
    sheet.follow()
    sheet.set(**entries)
    sheet.enter(boards["search_4"])
    sheet.calculate(500)
    assert (sheet.one("status_code"), sheet.one("rating")) == (code, "")


@pytest.mark.parametrize(("name", "code"), [("none_1", 5), ("clash", 2), ("empty", 11)])
def test_nothing_is_said_of_clues_without_a_solution(sudoku, boards, name, code):
    sheet = sudoku()
    puzzles = {"clash": changed(boards["naked_1"], 0, 6), "empty": EMPTY, **boards}
    run(sheet, boards["search_4"])
    sheet.solve(puzzles[name])
    assert (sheet.one("status_code"), sheet.one("rating")) == (code, "")


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("locked_1", 8, "Rating: Locked candidates, at most 2.8"),
        ("search_4", 8, "Rating: guesses"),
        ("several_1", 9, ""),
    ],
)
def test_when_all_was_tried_it_says_what_is_still_known(sudoku, boards, name, code, words):
    """After guesses the kept solution is shown, and nothing else (strategies/unique.toml)."""
    sheet = sudoku()
    run(sheet, boards[name])
    assert (sheet.one("status_code"), sheet.one("rating")) == (code, words)
    assert sheet.one("rating_number") == (number_in(words) if words else "")


@pytest.mark.parametrize("order", by_cost(["row-major", "reversed", "jacobi"], 0, 1))
def test_who_looks_for_another_solution_says_the_same_without_guesses(sudoku, boards, order):
    """When all is tried, and the kept solution shown, the reasons are lost."""
    for name in NAMES[:-1]:
        said = []
        for sheet in (sudoku(), sudoku("-unique")):
            run(sheet, boards[name], order)
            said.append((sheet.one("rating"), sheet.one("rating_number")))
        all_was_tried = sudoku().one("keeping") == 3
        assert said[0] == (("Rating: guesses", "") if all_was_tried else said[1]), name
        assert all_was_tried <= ("guesses" in said[1][0])


def test_of_guesses_that_are_forgotten_it_does_not_say_how_often(sudoku, boards):
    sheet = sudoku()
    run(sheet, boards["search_4"])
    sheet.set(asked_cell="Rating")
    sheet.calculate()
    assert not any(sheet.read("why_lines"))
    sheet.set(asked_cell=None)


def test_a_grid_that_is_complete_needs_nothing(sudoku, boards):
    sheet = sudoku()
    run(sheet, sheet.answers.solution(boards["naked_1"]))
    assert sheet.one("rating") == "Rating: nothing to find"
    assert sheet.one("rating_number") == ""


def own_pairs(folder, rule=""):
    """Write a strategy of naked pairs that stands on no ladder, and return its path."""
    text = (DATA / "strategies" / "pairs.toml").read_text()
    text = text.replace('title = "Naked pairs"', 'title = "My \\"own\\" pairs"')
    shutil.copy(DATA / "strategies" / "couples.toml", folder)
    (folder / "mine.toml").write_text(text.replace("[[rules]]\n", f"[[rules]]\n{rule}\n"))
    return str(folder / "mine.toml")


def test_a_strategy_without_a_rating_is_named(tmp_path):
    build(load("sudoku", [own_pairs(tmp_path)]).template, tmp_path / "mine.xlsx")
    sheet = Sheet(tmp_path / "mine.xlsx")
    run(sheet, PAIRS)
    assert sheet.one("rating") == 'Rating: My "own" pairs, not rated'
    assert sheet.one("rating_number") == ""


def test_from_where_easier_ones_come_first_it_is_exact(sudoku):
    sheet = sudoku("-search", "naked_pairs", "skyscraper")
    run(sheet, board(NEEDS_A_SKYSCRAPER))
    assert re.fullmatch(r"(Rating|Not solved. So far): Skyscraper, 4\.1", sheet.one("rating"))


def test_what_stands_on_no_ladder_is_counted_as_one_technique(tmp_path):
    own = own_pairs(tmp_path)
    build(load("sudoku", [own], ["unique"]).template, tmp_path / "mine.xlsx")
    sheet = Sheet(tmp_path / "mine.xlsx")
    run(sheet, PAIRS)
    sheet.set(asked_cell="Rating")
    sheet.calculate()
    reasons = [-value % 100 for value in sheet.read("val_board") if value < 0]
    removed = sum(3 <= reason <= 5 for reason in reasons)
    lines = sheet.read("why_lines")
    assert removed > 1
    assert lines[0] == f'My "own" pairs, not rated: candidates removed: {removed}'
    assert sum('"own"' in line for line in lines) == 1


@pytest.mark.parametrize(("number", "words"), [(17, "at most 1.7"), (10, "1.0")])
def test_removals_may_be_easier_than_singles(tmp_path, number, words):
    """Nothing is easier than 1.0."""
    own = own_pairs(tmp_path, 'rating = "easy"')
    easy = f"[names.easy]\nformula = '''={number}'''\n"
    text = Path(own).read_text().replace("[[tests]]", f"{easy}[[tests]]", 1)
    Path(own).write_text(text)
    build(load(str(BARE), [own]).template, tmp_path / "mine.xlsx")
    sheet = Sheet(tmp_path / "mine.xlsx")
    run(sheet, case_of("naked_pairs", 0)[0])
    assert sheet.one("rating") == f'Not solved. So far: My "own" pairs, {words}'


def test_what_is_deleted_by_hand_is_no_technique(sudoku, boards):
    sheet = sudoku("position", "-search")
    sheet.follow()
    sheet.enter(boards["naked_1"])
    solution = sheet.answers.solution(boards["naked_1"])
    wrong = solution.digits[0] % 9 + 1
    sheet.delete([(0, wrong)])
    sheet.calculate()
    assert sheet.one("rating") == "Rating: Naked singles, at most 2.3"


def test_it_is_hidden_while_it_is_about_other_clues():
    assert "rating" in load("sudoku").template.formats["outdated_rating"].board


# ---- damage

# what is replaced in the formula of which name or cell, and by what
MUTANTS = {
    "removals are left out": ("hardest_removal", "MAX(ratings_of_removals)", "0"),
    "placements are left out": (
        "hardest_rating",
        "hardest_removal, ratings_of_placements",
        "hardest_removal",
    ),
    "all locks point": ("ratings_of_locks", ">1))", ">3))"),
    "all locks claim": ("ratings_of_locks", ">1))", ">-1))"),
    "locks are missed": ("ratings_of_locks", "reasons_of_removals<89", "reasons_of_removals<85"),
    "boxes are lines": ("ratings_of_singles", "*12", "*24"),
    "a naked single is a hidden one": ("ratings_of_singles", "*8", "*0"),
    "the ladder starts higher": ("rungs_used", ">26", ">32"),
    "locks are on the ladder": ("rungs_used", "<81", "<99"),
    "it is exact too soon": ("ladder_is_exact_from", "41", "9"),
    "guesses in force only": ("a_guess_was_made", 'COUNTIF(val_board, "<-98")>0', "FALSE"),
    "stuck is solved": ("rating", "status_code=6", "FALSE"),
    "the list has no placements": ("next_placement", "(ratings_of_placements)*", "0*"),
    "the list has no removals": ("next_removal", "MAX(ratings_of_removals*", "MAX(0*"),
    "it speaks while working": ("is_rated", '">5")', '">3")'),
    "it is silent when stuck": ("is_rated", '">5")', '">6")'),
    "guesses have a number": ("rating_number", "guesses_are_needed", "FALSE"),
    "what is stuck has a number": ("rating_number", "status_code=6", "FALSE"),
    "the number is ten times as large": ("rating_number", "/10", "/1"),
}

ARRAYS = {"ratings_of_locks", "ratings_of_singles", "rungs_used"}

ARRAYS |= {"rungs_of_removals", "ratings_of_removals", "ratings_of_placements"}

SEEN_BY = {
    "all": ["locked_8", "naked_1", "locked_1", "search_4", "search_5", "search_7", "search_2"]
}

SEEN_BY["all -search"] = ["search_3", "search_1", "naked_1"]

SEEN_BY["no ladder"] = ["search_7"]


@pytest.fixture(scope="module")
def damaged(tmp_path_factory):
    """Return a function that gives a workbook, and the damages of names that it has."""
    folder = tmp_path_factory.mktemp("rating")

    @cache
    def get(book):
        template = template_with("sudoku", *BOOKS[book])
        held = {**template.cells, **template.names}
        damages = {
            key: [damage]
            for key, damage in MUTANTS.items()
            if damage[0] in held and damage[1] in held[damage[0]].formula
        }
        path = folder / f"{book}.xlsx"
        build(with_switch(template, damages, ARRAYS), path)
        return Sheet(path), damages

    return get


def is_wrong(sheet, board, book):
    run(sheet, board)
    words = expected(sheet, book)
    if (sheet.one("rating"), sheet.one("rating_number")) != (words, number_in(words)):
        return True
    sheet.set(asked_cell="Rating")
    sheet.calculate()
    lines = [line for line in sheet.read("why_lines") if line]
    sheet.set(asked_cell=None)
    return lines != lines_of(sheet)


def is_seen(sheet, boards, book):
    sheet.follow()
    sheet.enter(boards[SEEN_BY[book][0]])
    sheet.calculate(3)
    return bool(sheet.one("rating")) or any(
        is_wrong(sheet, boards[name], book) for name in SEEN_BY[book]
    )


@pytest.mark.parametrize("mutant", MUTANTS)
def test_damage_is_seen(damaged, boards, mutant):
    for book in SEEN_BY:
        sheet, damages = damaged(book)
        if mutant in damages:
            turn(sheet, damages, mutant)
            if is_seen(sheet, boards, book):
                return
    pytest.fail("no test of the rating sees this damage")


@pytest.mark.parametrize("book", SEEN_BY)
def test_without_damage_nothing_is_seen(damaged, boards, book):
    sheet, damages = damaged(book)
    turn(sheet, damages)
    assert not is_seen(sheet, boards, book)
