"""Which guess `sudoku` makes first."""

import pytest
from cost import by_cost
from guesses import NO_GUESS, guesses_in_another_order
from sudoku import template_with, with_formulas


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
    changed, old, new = MUTANTS[name]
    template = template_with("sudoku", "-unique")
    formula = template.names[changed].formula
    assert old in formula
    sheet = with_formulas(template, tmp_path, {changed: formula.replace(old, new)})
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
