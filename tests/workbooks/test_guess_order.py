"""Which guess `sudoku` makes first: the order of guesses is calculated by other means too."""

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.sudoku import opened, template_with, with_damage
from xlbuilder.sudoku.board import UNITS

NO_GUESS = 999_999_000.0


def places(cell, digit, candidates):
    """Return how many places a digit has in the row, the column and the box, added up."""
    units = [unit for unit in UNITS.values() if cell in unit]
    return sum(digit in candidates[other] for unit in units for other in unit)


def expected_order(shown, candidates, dead_ends):
    """Return what `guess_order` should show for this solution and these candidates.

    Of a cell with more than two candidates all but the greatest are added up; their sum may be the
    number of a digit.
    """
    numbers = []
    for cell, left in enumerate(candidates):
        if shown.digits[cell] or not left:
            numbers.append(NO_GUESS)
            continue
        high, rest = max(left), sum(left) - max(left)
        weight = min(120, 20 + dead_ends[cell])
        product = places(cell, high, candidates) * places(cell, rest, candidates)
        rank = len(left) * 100_000 - product * weight
        numbers.append(float(rank * 1000 + (cell // 9 + 1) * 100 + (cell % 9 + 1) * 10 + high))
    return numbers


def expected_dead_ends(sheet):
    """Return what `dead_ends` should show next: it counts when a state becomes 5, and when not."""
    if sheet.one("controller") == 0:
        return [0.0] * 81
    counts, states = sheet.read("dead_ends"), sheet.read("cell_state")
    return [
        count + (count % 2 != (state == 5)) for count, state in zip(counts, states, strict=True)
    ]


def guesses_in_another_order(sheet, puzzle):
    """Return whether the order of guesses is ever another than it should be.

    Every cell sees what there was before the iteration.  The same of the dead ends that are
    counted, and of the guesses that are made.
    """
    sheet.follow("jacobi", "zero", iterations=150)
    sheet.enter(puzzle)
    guesses, best = [0.0] * 81, 0.0
    order, dead_ends, made = None, None, 0
    for _ in sheet.session.iterations():
        if dead_ends is not None and sheet.read("dead_ends") != dead_ends:
            return True
        if order is not None and sheet.read("guess_order") != order:
            return True
        new = {value for value in sheet.read("guess_stack") if value not in (0, *guesses)}
        if order is not None and new - {best}:
            return True
        made += len(new)
        guesses, best = sheet.read("guess_stack"), min(sheet.read("guess_order")) % 1000
        dead_ends, order = expected_dead_ends(sheet), [NO_GUESS] * 81
        if sheet.one("controller") > 0:
            order = expected_order(sheet.shown(), sheet.candidates(), sheet.read("dead_ends"))
    assert made
    return False


@pytest.mark.parametrize("name", by_cost(["search_1", "none_2", "search_2", "several_1"], 0, 1))
def test_order_of_guesses(sudoku, boards, name):
    assert not guesses_in_another_order(sudoku("-unique"), boards[name])


MUTANTS = {
    "another digit first": ("high_digit", "MAX(val_bigcell)", "this_row"),
    "more candidates first": ("guess_rank", "*100000", "*-100000"),
    "no look at the other digit": ("guess_rank", "*places_of_low", ""),
    "few places first": ("guess_rank", "-places_of_high", "+places_of_high"),
    "no weight": ("weight_here", "INDEX(dead_ends, this_row, this_column)", "0"),
    "no places in the box": ("places_of_high", "+COUNTIF(val_bigbox, high_digit)", ""),
    "other dead ends": ("no_value_left", "=5", "=6"),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", MUTANTS)
def test_damage_is_seen(tmp_path, boards, name):
    template = template_with("sudoku", "-unique")
    sheet = opened(tmp_path, with_damage(template, MUTANTS[name]))
    assert guesses_in_another_order(sheet, boards["search_1"])


@pytest.mark.parametrize("name", ["search_1", "none_2"])
def test_nothing_is_guessed_while_a_guess_is_taken_back(sudoku, boards, name):
    """The order of guesses sees that the newest one is taken back an iteration after that."""
    sheet = sudoku("-unique")
    sheet.follow()
    sheet.enter(boards[name])
    taken_back, before = 0, 0
    for _ in sheet.session.iterations():
        if before < 0:
            taken_back += 1
            assert set(sheet.read("guess_order")) == {NO_GUESS}
        before = sheet.one("controller")
    assert taken_back
