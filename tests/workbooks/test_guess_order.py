"""Which guess `sudoku` makes first."""

import pytest
from guesses import NO_GUESS, guesses_in_another_order


@pytest.mark.parametrize("name", ["search_1", "search_2", "none_2", "several_1"])
def test_order_of_guesses(sudoku, boards, name):
    assert not guesses_in_another_order(sudoku("-unique"), boards[name])


@pytest.mark.parametrize("without", ["locked_candidates", "hidden_singles"])
def test_search_works_without(sudoku, boards, without):
    """What the order of guesses looks at may be missing."""
    (verdict,) = sudoku(f"-{without}").verdicts([boards["search_1"]])
    assert verdict.kind.is_right


def test_nothing_is_guessed_while_a_guess_is_taken_back(sudoku, boards):
    sheet = sudoku("-unique")
    sheet.follow()
    sheet.enter(boards["search_1"])
    taken_back = 0
    for _ in sheet.session.iterations():
        if sheet.one("controller") < 0:
            taken_back += 1
            assert set(sheet.read("guess_order")) == {NO_GUESS}
    assert taken_back
