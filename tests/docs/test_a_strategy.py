"""The strategy of docs/tutorial/a-strategy.md finds what it must, and nothing that is not so."""

import pytest

from tests.helpers.boards import board
from tests.helpers.cost import by_cost
from tests.helpers.handshake import RESET, moves_too_early
from tests.helpers.pages import Page
from tests.helpers.sudoku import FIXED, Sheet, changed
from xlbuilder.errors import TemplateError
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

FILES = Page("docs/tutorial/a-strategy.md").files

FILE = FILES["naked_pairs.toml"]

PUZZLES = [board(text) for text in FILES["puzzles.txt"].split()]

SOLVED_BY_PAIRS = PUZZLES[:3]

BOTH = {"pair_board": 47.0, "twin_board": 47.0}

FINE = {Kind.SOLVED, Kind.STALLED}

# In the first row two cells of two boxes are left with 1 and 2; 9 in R4C4 is the last clue of it.
PAIR = board(
    *(9 * ".", "3456.....", "6..345...", "...9....."),
    *("7........", "8........", "9........", "...7.....", "...8....."),
)

LAST_CLUE, OTHERS = 30, [4, 5, 6, 7, 8]


@pytest.fixture(scope="module")
def made_of(tmp_path_factory):
    """Return a function that builds the workbook with a text for a strategy, without search."""
    folder = tmp_path_factory.mktemp("pairs")

    def make(text=FILE, damage=("", "")):
        number = len(list(folder.iterdir()))
        strategy, workbook = folder / f"{number}.toml", folder / f"{number}.xlsx"
        strategy.write_text(text, encoding="utf-8")
        template = load("sudoku", [str(strategy)], ["search"]).template
        names = template.names
        slot = names["helpers_are_reset"]
        formula = slot.formula.replace(*damage)
        names = {**names, "helpers_are_reset": slot.model_copy(update={"formula": formula})}
        build(template.model_copy(update={"names": names}), workbook)
        return Sheet(workbook)

    return make


@pytest.fixture(scope="module")
def with_pairs(made_of):
    return made_of()


@pytest.mark.slow
def test_it_removes_where_it_must_and_not_before(with_pairs):
    sheet = with_pairs
    for position, stay in ((PAIR, False), (changed(PAIR, LAST_CLUE, 0), True)):
        sheet.follow()
        sheet.solve(position, asked_cell="R1C5")
        left = sheet.candidates()
        assert [{1, 2} <= left[cell] for cell in OTHERS] == [stay] * 5
        assert [{1, 2}.isdisjoint(left[cell]) for cell in OTHERS] == [not stay] * 5
        assert {1, 2} <= left[0] & left[3]
        says = sheet.read("why_lines")[0]
        assert says == ("1: can stand here" if stay else "1: naked pair in row 1")


ORDERS = [*FIXED[::2], "random:1", "subset:1", "permutation:1", "asynchronous:1"]


@pytest.mark.slow
@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 0))
def test_it_solves_its_puzzles_and_spoils_none(with_pairs, boards, order):
    """Under each order, from the start that is its turn."""
    start = ["zero", "stale", "garbage:1", "midsolve:1", "edited:1"][ORDERS.index(order) % 5]
    with_pairs.follow(order, start)
    solvable = [puzzle for name, puzzle in boards.items() if name[:4] not in ("none", "seve")]
    kinds = [verdict.kind for verdict in with_pairs.verdicts([*SOLVED_BY_PAIRS, *solvable])]
    assert kinds[:3] == [Kind.SOLVED] * 3
    assert set(kinds) <= FINE


@pytest.mark.slow
def test_the_workbook_waits_for_both_boards(with_pairs, boards):
    assert not moves_too_early(with_pairs, boards["search_1"], BOTH, RESET)


@pytest.mark.slow
def test_a_workbook_that_does_not_wait_is_seen(made_of, boards):
    damage = ("COUNTIF(pair_board,0)=81, AND(COUNTIF(twin_board,0)=81", "TRUE, AND(TRUE")
    sheet = made_of(damage=damage)
    assert moves_too_early(sheet, boards["search_1"], BOTH, RESET) == set(BOTH)


def test_a_file_that_does_not_wait_is_refused(made_of):
    with pytest.raises(TemplateError) as error:
        made_of(FILE.replace("at_start = 0\n", ""))
    lines = error.value.problems
    assert all("may keep its old values after a reset" in line for line in lines)
    assert ["[boards.pair_board]" in lines[0], "[boards.twin_board]" in lines[1]] == [True] * 2


MISTAKES = [
    ("digit_in_own_twin>1", "digit_in_own_twin>0"),
    ("COUNTIF(pairs_of_row,pair)>1", "COUNTIF(pairs_of_row,pair)>0"),
    ("twins_with_digit-digit_in_own_twin>1", "twins_with_digit>1"),
    ("=2, pair_here", "<4, pair_here"),
]


@pytest.mark.parametrize("mistake", by_cost(MISTAKES, 0, 1), ids=" to ".join)
def test_a_mistake_is_seen(made_of, mistake):
    right, wrong = mistake
    assert right in FILE
    sheet = made_of(FILE.replace(right, wrong))
    sheet.follow()
    kinds = [verdict.kind for verdict in sheet.verdicts(SOLVED_BY_PAIRS)]
    assert not set(kinds) <= FINE
