"""The techniques of players that are shipped as strategies: each by itself, and damaged ones."""

import re
import tomllib
from itertools import product

import pytest

from tests.helpers.boards import board
from tests.helpers.cost import by_cost
from tests.helpers.places import DATA
from tests.helpers.sudoku import NO_LADDER, changed
from tests.helpers.technique_cases import (
    ORDERS,
    case_of,
    cases,
    damages,
    gone_of,
    left_of,
    left_with_the_solution,
    order_of,
    says,
)
from tests.oracle import one_digit, players, wings
from tests.oracle.deductions import TECHNIQUES, gone_by, in_order, told
from tests.oracle.players import by_sight
from xlbuilder.errors import TemplateError
from xlbuilder.template import locate
from xlbuilder.template.load import load

TESTED = cases(TECHNIQUES)

CELL_NAMED_TWICE = re.compile(r"(R\dC\d).*\1")

ASSUMING = [name for name in wings.TECHNIQUES if name.startswith(("bug", "unique"))]

"""Those that assume that there is one solution."""

FAMILIES = {
    "sets": [*players.TECHNIQUES],
    "one digit": [*one_digit.TECHNIQUES],
    "wings": ["naked_pairs", *(name for name in wings.TECHNIQUES if name not in ASSUMING)],
    "one solution": ASSUMING,
}

"""Those that are plugged in together; twins of a wing may be a naked pair."""

DAMAGES = tomllib.loads((DATA / "damages.toml").read_text(encoding="utf-8"))


def comes_later(case):
    """Return whether a case is not the first one of a technique without damages."""
    technique, number = case
    return technique in DAMAGES or number > 0


def check(sheet, case, order):
    """Compare what the sheet finds and says with the test's list and the words of a player."""
    position, listed = case_of(*case)
    words = told(case[0], by_sight(position.digits))
    assert gone_of(sheet, position, order) == listed
    for candidate in listed:
        said = says(sheet, candidate)
        assert in_order(said) in words[candidate]
        assert not CELL_NAMED_TWICE.search(said)


def check_all(sheet, technique):
    for case in cases([technique]):
        check(sheet, case, "row-major")


def test_the_files_list_what_a_player_finds():
    for case in TESTED:
        position, listed = case_of(*case)
        assert gone_by(case[0], by_sight(position.digits)) == listed, case


@pytest.mark.parametrize("case", by_cost(sorted(TESTED, key=comes_later), 0, 5), ids=str)
def test_it_finds_what_a_player_finds_and_says_it(bare, case):
    """Each week: the others are seen in a workbook that has damages too, none of them done."""
    check(bare(case[0]), case, order_of(TESTED, case))


@pytest.mark.parametrize("case", by_cost(product(ORDERS, FAMILIES), 0, 4), ids=str)
def test_together_they_lose_nothing_true_in_any_order_and_find_all(sudoku, boards, case):
    order, family = case
    sheet = sudoku("-search", NO_LADDER, *FAMILIES[family])
    left = left_with_the_solution(sheet, boards, order)
    assert not any(told(technique, left) for technique in FAMILIES[family])


ARRAYS = {"within_3", "without_3", "column_of_place"}

ARRAYS |= {
    "column_of_rows",
    "forced_by_chain",
    "left_by_chain",
    "left_in_columns",
    "row_of_columns",
}

ARRAYS |= {"chains_in_sight", "in_sight", "linked_in_column", "linked_in_row", "may_be_opposite"}

ARRAYS |= {"true_places", *(f"sees_twin_in_{house}" for house in ("row", "column", "box"))}

ARRAYS |= {f"places_without_{two}" for two in ("row_and_column", "row_and_box", "column_and_box")}

"""Names of arrays: they are not switched themselves but where they are used."""


@pytest.fixture(scope="module")
def damaged(once):
    """Return a function that opens the workbook of a technique with a damage."""
    return damages(DAMAGES, ARRAYS, once)


@pytest.mark.parametrize(
    ("technique", "name"), [(each, name) for each, names in DAMAGES.items() for name in names]
)
def test_damage_is_seen(damaged, technique, name):
    with pytest.raises(AssertionError):
        check_all(damaged(technique, name), technique)


@pytest.mark.parametrize("technique", DAMAGES)
def test_without_damage_nothing_is_seen(damaged, technique):
    for case in cases([technique]):
        check(damaged(technique), case, order_of(TESTED, case))


# ------------------------------------------------------------ those that assume that there is one


@pytest.mark.parametrize("name", ASSUMING)
def test_those_that_assume_one_solution_are_in_no_preset(name):
    presets = tomllib.loads((locate.find("sudoku")).read_text())["presets"]
    assert not any(name in names for names in presets.values())
    assert "one_solution" in tomllib.loads(locate.strategies()[name].read_text())["needs"]


def test_one_that_assumes_one_solution_lets_the_status_claim_less(sudoku):
    sheet = sudoku("bug_plus_one", "-search")
    puzzle, _ = case_of("bug_plus_one", 0)
    gone_of(sheet, puzzle, "row-major")
    assert sheet.one("status") == "Solved."
    sheet.solve(changed(puzzle, 9, 5))
    assert sheet.one("status") == "Stuck: these strategies find nothing more."


def test_it_cannot_be_plugged_in_where_the_claim_is_made():
    """The message names what the user wrote, not the library that it needs."""
    said = (
        r"is overridden by controller_of_verdict and .*;"
        r" leave out unique \(--without unique\), or {}$"
    )
    for names in (["bug_plus_one"], ["bug_plus_one", "unique_rectangles"]):
        with pytest.raises(TemplateError, match=said.format(" and ".join(names))):
            load("sudoku", names)


def test_a_cell_without_candidates_is_no_divisor(bare):
    """Excel 2007: MOD(223092870,1) is #NUM!, so the workbook would not come to rest.

    Some cells of the board have no candidate, and others all nine.
    """
    sheet = bare("unique_rectangles_3")
    rows = "...123...", ".78......", ".9.......", "4........", "5........", "6........"
    left_of(sheet, board(*rows), "row-major")
    assert len(sheet.done) < 100
