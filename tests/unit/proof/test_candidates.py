"""A true candidate that is gone for good has a verdict of its own, and nothing else has it."""

import json
from itertools import count, islice
from pathlib import Path

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.places import DATA
from tests.helpers.sudoku import Sheet, moved, one_first, verify
from xlbuilder.drive.boards import Boards
from xlbuilder.drive.drive import Drive, Gone
from xlbuilder.errors import TemplateError
from xlbuilder.formula.values import ExcelError
from xlbuilder.observe.candidates import CANDIDATES, gone_for_good, left
from xlbuilder.observe.reasons import Reason
from xlbuilder.observe.removed import RemovedCandidate
from xlbuilder.observe.solver import Solver
from xlbuilder.proof.pool import Job, run_on_cores
from xlbuilder.proof.verify import judged
from xlbuilder.recalc.choices import Order
from xlbuilder.recalc.engines import HiddenIterations
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind, with_removed
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

MUTANTS = DATA / "strategies"

PATH = Path("x.xlsx")

FIRST = (0, 1)  # the digit 1 of R1C1

SEVERAL = ["several_1", "several_2", "several_3"]

MARKS = Gone(for_good_above=-100, reason_digits=2, reasons={3: "in_naked_pair"})


@pytest.fixture(scope="module")
def answers():
    return Answers()


@pytest.fixture(scope="module")
def sheet(tmp_path_factory):
    """Return a function that builds sudoku with these mutants or strategies, and opens it."""
    folder = tmp_path_factory.mktemp("candidates")
    opened: dict[object, Sheet] = {}

    def get(*added, removed=()):
        if (added, removed) not in opened:
            files = [MUTANTS / f"{name}.toml" for name in added]
            names = [str(path) if path.exists() else path.stem for path in files]
            path = folder / f"{len(opened)}.xlsx"
            build(load("sudoku", names, removed).template, path)
            opened[added, removed] = Sheet(path)
        opened[added, removed].follow()
        return opened[added, removed]

    return get


@pytest.fixture(scope="module")
def sixty_two(boards, answers):
    """Return 62 puzzles with one solution, in which R1C1 is no clue and must be 1."""
    of = [board for name, board in boards.items() if not name.startswith(("none", "several"))]
    all_of_them = (moved(of[seed % len(of)], seed) for seed in count())
    found = list(islice((board for board in all_of_them if board.digits[0] == 0), 62))
    assert len(set(found)) == 62
    return [one_first(board, answers) for board in found]


# --------------------------------------------------------------------------------- the mutants


@pytest.mark.slow
@pytest.mark.parametrize("removed", [("search",), ()], ids=["rules", "search"])
def test_a_strategy_that_removes_a_true_candidate_is_caught_on_every_puzzle(
    sheet, sixty_two, removed
):
    verdicts = sheet("always_gone", removed=removed).verdicts(sixty_two)
    assert [verdict.removed.candidate for verdict in verdicts] == [FIRST] * 62
    assert {verdict.removed.reason for verdict in verdicts} == {Reason(3, "always_gone")}
    assert {verdict.removed.iteration for verdict in verdicts} == {2}
    kinds = {verdict.kind for verdict in verdicts}
    if removed:  # singles may place a digit that is wrong by now: that counts for more
        assert kinds == {Kind.TRUE_CANDIDATE_REMOVED, Kind.WRONG}
    else:
        assert kinds == {Kind.TRUE_CANDIDATE_REMOVED}
    said = "1 of R1C1 is in a solution, and gone for good: always_gone (reason 3), in iteration 2"
    assert all(verdict.detail.endswith(said) for verdict in verdicts)


@pytest.mark.parametrize("removed", by_cost([(), ("search",)], 0, 1), ids=["search", "rules"])
def test_honest_strategies_lose_nothing(sheet, sixty_two, removed):
    verdicts = sheet(removed=removed).verdicts(sixty_two)
    assert {verdict.kind for verdict in verdicts} <= {Kind.SOLVED, Kind.STALLED}
    assert {verdict.removed for verdict in verdicts} == {None}


@pytest.mark.slow
def test_a_strategy_that_removes_it_only_sometimes(sheet, sixty_two):
    """The iteration is the one in which it went, and what went later is not blamed."""
    some = sixty_two[:20]
    verdicts = sheet("gone_late", removed=("search",)).verdicts(some)
    lost = [verdict.removed for verdict in verdicts if verdict.removed]
    assert 5 < len(lost) < 20
    assert {(each.candidate, each.reason) for each in lost} == {(FIRST, Reason(3, "gone_late"))}
    assert len({each.iteration for each in lost}) > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", SEVERAL)
def test_with_several_solutions_a_candidate_of_any_is_true(sheet, boards, answers, name):
    """It is gone though the workbook shows a solution, and a right one."""
    puzzle = boards[name]
    cell, digit = next(
        (cell, digit)
        for cell, digit in CANDIDATES
        if puzzle.digits[cell] == 0 and answers.has_other(puzzle, cell, digit)
        if answers.true_among(puzzle, [(cell, digit)])
    )
    # Cells and digits change places, so that it is the digit 1 of R1C1.
    row, column = divmod(cell, 9)
    rows = sorted(range(9), key=lambda i: (i // 3 != row // 3, i // 3, i != row))
    columns = sorted(range(9), key=lambda i: (i // 3 != column // 3, i // 3, i != column))
    names = {digit: 1, 1: digit}
    digits = [puzzle.digits[9 * r + c] for r in rows for c in columns]
    turned = Board(tuple(names.get(each, each) for each in digits))
    (verdict,) = sheet("always_gone", removed=("unique",)).verdicts([turned])
    assert verdict.kind is Kind.TRUE_CANDIDATE_REMOVED
    assert verdict.removed.reason == Reason(3, "always_gone")
    (verdict,) = sheet(removed=("unique",)).verdicts([turned])
    assert verdict.kind is Kind.SOLVED


@pytest.mark.slow
def test_without_solution_there_is_nothing_to_lose(sheet, boards):
    none = [board for name, board in boards.items() if name.startswith("none")]
    kinds = {verdict.kind for verdict in sheet("always_gone").verdicts(none)}
    assert kinds == {Kind.NO_SOLUTION_SAID}


@pytest.mark.slow
def test_what_was_removed_before_the_maximum_of_iterations_is_gone_for_good(sheet, sixty_two):
    mutant = sheet("always_gone")
    mutant.follow(iterations=6)
    verdicts = mutant.verdicts(sixty_two[:8])
    assert not any(verdict.recalculations[-1].quiet for verdict in verdicts)
    assert {verdict.kind for verdict in verdicts} == {Kind.TRUE_CANDIDATE_REMOVED}


ELLIS = """
extends = "ellis"
[boards.val_board]
formula = '''
=IF(SUM(ROW())+SUM(COLUMN())=20, IF(state="reset", 1, ""),
 IF(state="reset", onetonine,
 IF(sol_cell_from_val<>"", IF(sol_cell_from_val=onetonine, onetonine, ""),
 IF(solution_in_rcb, "", onetonine))))'''
"""


@pytest.mark.parametrize("edition", by_cost(["defined", "inline"], 0, 1))
def test_a_candidate_that_shows_nothing(edited, tmp_path, sixty_two, edition):
    """As in the published workbook: no reasons, no guesses."""
    build(load(str(edited(ELLIS))).template, tmp_path / "x.xlsx", edition=edition)
    verdicts = verify(tmp_path / "x.xlsx", sixty_two[:20], "fast")
    assert {verdict.removed.candidate for verdict in verdicts} == {FIRST}
    assert {verdict.removed.reason for verdict in verdicts} == {None}
    alone = [v.detail for v in verdicts if v.kind is Kind.TRUE_CANDIDATE_REMOVED]
    state = {"defined": "state", "inline": "Main!$J$14"}[edition]
    said = f"1 of R1C1 is in a solution, and gone for good, in iteration 1 of {state}=Solve"
    assert set(alone) == {said}


class Mute(HiddenIterations):
    """A session that recalculates and does not show its iterations."""

    engine = "mute"

    def __init__(self, session):
        self.restart, self.enter, self.read = session.restart, session.enter, session.read
        self.recalculate, self.schedule = session.recalculate, session.schedule


def test_an_engine_that_does_not_show_its_iterations(edited, tmp_path, sixty_two, answers):
    build(load(str(edited(ELLIS))).template, tmp_path / "x.xlsx")
    solver = Solver(read_workbook(tmp_path / "x.xlsx"), "fast")
    solver.session = Mute(solver.session)
    (verdict,) = judged(solver, answers, sixty_two[:1])
    assert verdict.removed == RemovedCandidate(FIRST)


# ------------------------------------------------------- what is gone, and is not gone for good


@pytest.mark.slow
def test_what_a_guess_removed_comes_back(sheet, boards):
    """Broken off at any iteration: without the number it would be taken for a loss."""
    honest = sheet()
    puzzle = boards["search_5"]
    solution = honest.answers.solution(puzzle).digits
    under_guesses = 0
    for _ in honest.solver.iterations(puzzle):
        gone = honest.solver.gone(quiet=False)
        assert not any(solution[cell] == digit for cell, digit in gone)
        marks = honest.solver.marks().items()
        under_guesses += any(v <= -100 and solution[cell] == d for (cell, d), v in marks)
    assert under_guesses > 5


@pytest.mark.slow
def test_marks_of_other_clues_say_nothing_of_these(sheet, boards):
    """The status at 3: everything goes back to the start."""
    honest = sheet()
    honest.follow("row-major", "stale", iterations=1)
    (verdict,) = honest.verdicts([boards["locked_1"]])
    assert honest.one("status_code") == 3
    assert verdict.removed is None
    gone = gone_for_good(honest.solver.marks(), MARKS, quiet=False)
    assert honest.answers.true_among(boards["locked_1"], gone)


@pytest.mark.slow
def test_one_solution_kept_aside(sheet, boards):
    """With `unique` the marks without a guess speak of other solutions, until all is tried."""
    unique = sheet()
    lost = 0
    for name in ["search_4", "search_6", *SEVERAL]:
        for _ in unique.solver.iterations(boards[name]):
            assert not unique.answers.true_among(boards[name], unique.solver.gone(quiet=False))
            if unique.one("controller") != 0:
                gone = gone_for_good(unique.solver.marks(), MARKS, quiet=False)
                lost += bool(unique.answers.true_among(boards[name], gone))
    assert lost > 5


@pytest.mark.parametrize("order", ["column-major", "jacobi", "random:1", "subset:1", "freeze"])
@pytest.mark.parametrize("start", by_cost(["zero", "garbage:1", "text", "edited:1"], 0, 2))
def test_no_schedule_makes_a_false_loss(sheet, boards, order, start):
    honest = sheet()
    seldom = (order, start) == ("subset:1", "garbage:1")  # until then the status may be garbage
    for iterations in (9, 40) if seldom else (1, 3, 9, 40):
        honest.follow(order, start, iterations=iterations)
        verdicts = honest.verdicts([boards["search_2"], boards["several_1"]])
        assert {verdict.removed for verdict in verdicts} == {None}


@pytest.mark.slow
def test_a_file_that_does_not_say_how_to_read_its_candidates_is_not_judged(sheet, sixty_two):
    """As older files are."""
    mutant = sheet("always_gone", removed=("search",))
    properties = mutant.solver.model.properties
    older = {key: text for key, text in properties.items() if "gone" not in key.split()}
    drive = Drive.from_properties(older, PATH)
    assert drive.gone is None
    said, mutant.solver.drive = mutant.solver.drive, drive
    try:
        assert {verdict.removed for verdict in mutant.verdicts(sixty_two[:3])} == {None}
    finally:
        mutant.solver.drive = said


# ------------------------------------------------------------------------- without any workbook


def shown(**values):
    """Return the marks of a board on which some digits of R1C1 show something else."""
    changed = {(0, int(name.removeprefix("d"))): value for name, value in values.items()}
    return {each: float(each[1]) for each in CANDIDATES} | changed


def test_marks():
    board = shown(d1=-1.0, d2=-99.0, d3=-100.0, d4=-302.0, d5="", d6=None, d7=0.0)
    board[0, 8] = ExcelError.REF
    for quiet in (True, False):
        assert set(gone_for_good(board, MARKS, quiet=quiet)) == {(0, 1), (0, 2)}
        without_reasons = MARKS.model_copy(update={"reason_digits": 0})
        assert set(gone_for_good(board, without_reasons, quiet=quiet)) == {(0, 1), (0, 2), (0, 7)}
    assert left(board) == {each for each in CANDIDATES if each[0]} | {(0, 9)}


def test_blanks():
    board = shown(d1=-1.0, d2="", d3=None, d4=ExcelError.NA)
    assert set(gone_for_good(board, Gone(), quiet=True)) == {(0, 2), (0, 3)}
    assert gone_for_good(board, Gone(), quiet=False) == {}


def test_what_is_said_of_a_removed_candidate():
    assert str(RemovedCandidate((12, 5))) == "5 of R2C4 is in a solution, and gone for good"
    assert str(RemovedCandidate((12, 5), Reason(9), "", 3)).endswith(
        "gone for good: reason 9, in iteration 3"
    )


@pytest.mark.parametrize("kind", Kind)
def test_only_what_is_shown_wrongly_counts_for_more(kind):
    found, detail = with_removed(kind, "this", "that")
    if kind in (Kind.WRONG, Kind.GIVENS_CHANGED, Kind.ERROR):
        assert (found, detail) == (kind, "this; that")
    else:
        assert (found, detail) == (Kind.TRUE_CANDIDATE_REMOVED, "that")


def test_true_among_leaves_the_answers_as_they_were(boards):
    answers = Answers()
    puzzle, none = boards["search_1"], boards["none_1"]
    solution = answers.solution(puzzle)
    right = list(enumerate(solution.digits))
    false = [each for each in CANDIDATES if each not in right]
    for _ in range(20):
        assert answers.true_among(puzzle, false) == []
        assert answers.true_among(puzzle, []) == []
        assert answers.true_among(none, CANDIDATES) == []
        assert answers.true_among(puzzle, [*false, right[7]]) == [right[7]]
        assert answers.solution(puzzle) == solution
        assert answers.has_several(boards["several_1"])
        assert not answers.has_several(puzzle)


# ------------------------------------------------------------------------------------ the drive


def test_the_file_says_it(built):
    drive = Boards.of(read_workbook(built("sudoku"))).drive
    assert drive.gone.for_good_above == -100
    assert drive.gone.reasons[2] == "it stands in sight"
    assert drive.gone.reasons[81] == "locked_candidates"
    assert drive.placed.reasons[1] == "guess_here"
    assert drive.placed.reasons[91] == "singles"
    assert drive.gone.unless == {"status_code": [0, 1, 2, 3, 9, 10]}
    assert (drive.rating, drive.rating_text) == ("rating_number", "rating")
    said = drive.to_properties()
    assert Drive.from_properties(said, PATH) == drive
    assert max(map(len, drive.to_properties().values())) < 256  # what Excel keeps of a text here
    assert Boards.of(read_workbook(built("ellis"))).drive.gone == Gone()
    assert Drive.from_properties({}, PATH).gone == Gone()


MISTAKES = {
    "candidates = 'no_board'": "[drive.candidates]: there is no board no_board",
    "[drive.gone]\nunless = { controler = [0] }": "[drive.gone] unless: there is no cell controler",
    "[drive.gone]\nreason_digits = 0": "[drive.gone] reasons: needs reason_digits = how many last",
    "[drive.gone.reasons]\nthree = 'x'": "[drive.gone] reasons.three: should be a number of one",
    "[drive.gone.rules]\nthree = 'x'": "[drive.gone] rules.three: should be a number of one",
    "[drive.gone.rules]\n3 = 'removed'": "[drive.gone] rules: no slot is over removed, as a field",
    "[drive.placed.rules]\nthree = 'x'": "[drive.placed] rules.three: should be a number of one",
    "[drive.placed]\nreason_digits = 0": "[drive.placements]: needs [drive.placed] reason_digits",
    "asked_words = ['', ' (']": "[drive.asked_words] 0: should have at least 1 character",
    "[drive.copies]\nregions = 'given_board'": "[drive.copies]: there is no board regions",
    "[drive.gone]\nrungs = 'must_guess'": "[drive.gone] rungs: no slot is over must_guess, as a",
    "[drive.gone]\nrungs = 'removes'": "[slots.eliminated_by_strategy]: is about the rungs of",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_drive_with_a_mistake(edited, text):
    with pytest.raises(TemplateError) as error:
        load(str(edited(f"extends = 'sudoku'\n[drive]\n{text}")))
    assert MISTAKES[text] in str(error.value)


# --------------------------------------------------------------------------------- several orders

ORDERS = ["row-major", "jacobi", "reversed", "random:1"]


def in_orders(orders):
    return [word for order in orders for word in ("--order", order)]


def compared(path, puzzles, orders=ORDERS):
    """Judge puzzles under all orders at once."""
    first, *others = map(Order.parse, orders)
    job = Job(read_workbook(path), "fast", Schedule(first), tuple(others))
    return list(run_on_cores(job, puzzles, workers=1))


@pytest.mark.slow
def test_monotone_strategies_leave_the_same_under_every_order(sheet, boards):
    path = sheet("naked_pairs", removed=("search",)).solver.model.path
    assert sheet("naked_pairs", removed=("search",)).solver.drive.monotone
    names = ["naked_1", "hidden_1", "locked_1", "search_1", "search_2", "several_1"]
    verdicts = compared(path, [boards[name] for name in names])
    assert [verdict.kind for verdict in verdicts] == [Kind.SOLVED] * 3 + [Kind.STALLED] * 3


@pytest.mark.slow
def test_a_strategy_that_only_claims_to_be_monotone_is_reported(sheet, boards):
    path = sheet("not_monotone", removed=("search",)).solver.model.path
    first, second = compared(path, [boards["search_1"], boards["naked_1"]])
    assert (first.kind, second.kind) == (Kind.ORDERS_DIFFER, Kind.SOLVED)
    assert first.detail == (
        "2 of R1C3 is left under the order jacobi, gone under row-major, though all strategies say"
        " that they are monotone"
    )


@pytest.mark.slow
def test_a_strategy_that_does_not_claim_it_may_differ(tmp_path, boards):
    text = (MUTANTS / "not_monotone.toml").read_text().replace("monotone = true\n", "")
    (tmp_path / "honest.toml").write_text(text)
    template = load("sudoku", [str(tmp_path / "honest.toml")], ["search"]).template
    build(template, tmp_path / "x.xlsx")
    (verdict,) = compared(tmp_path / "x.xlsx", [boards["search_1"]])
    assert verdict.kind is Kind.STALLED


@pytest.mark.slow
def test_what_is_not_right_under_another_order_counts(run, built, boards):
    """The verdict names the order."""
    orders = in_orders(["row-major", "freeze"])
    found = run("verify", built("ellis"), "--puzzles", boards["naked_1"], "--json", *orders)
    report = json.loads(found.stdout)
    (verdict,) = report["verdicts"]
    assert (report["order"], report["solved"], verdict["removed"]) == ("row-major, freeze", 0, None)
    assert verdict["detail"].endswith("(order freeze)")
    assert found.returncode == 1


@pytest.mark.slow
def test_what_is_false_under_another_order_counts_for_more(built, boards):
    """Without the search a puzzle is often unfinished under the first order already."""
    puzzle = boards["search_1"]
    (verdict,) = compared(built("basic"), [puzzle], ["row-major", "lagged:1"])
    assert verdict.kind is Kind.TRUE_CANDIDATE_REMOVED
    assert verdict.detail.endswith("(order lagged:1)")


@pytest.mark.slow
def test_orders_that_differ_count_for_more_than_one_that_is_unfinished(sheet, boards):
    path = sheet("not_monotone", removed=("search",)).solver.model.path
    (verdict,) = compared(path, [boards["search_1"]], ["freeze", *ORDERS])
    assert verdict.kind is Kind.ORDERS_DIFFER
