"""`sudoku` goes on when it has seen every cell obey, not before.

Random orders seldom leave out one cell for so long that it matters.
"""

import pytest

from tests.helpers.handshake import LADDER, LATE, LATE_AT_RESET, RESET, moves_too_early
from tests.helpers.sudoku import opened, template_with, with_damage

CHOICES = [(), ("-unique",), ("all",)]


@pytest.mark.parametrize("strategies", CHOICES, ids="".join)
def test_solving_begins_when_every_cell_is_reset(sudoku, boards, strategies):
    sheet = sudoku(*strategies)
    assert not moves_too_early(sheet, boards["search_1"], LATE_AT_RESET, RESET)


@pytest.mark.parametrize("strategies", CHOICES, ids="".join)
def test_a_guess_is_taken_back_when_every_cell_has_forgotten_it(sudoku, boards, strategies):
    assert not moves_too_early(sudoku(*strategies), boards["none_2"], LATE, -1)


def test_a_ladder_that_is_not_waited_for_is_seen(boards, tmp_path):
    template = template_with("sudoku", "naked_pairs", "naked_triples")
    cells = {
        "pair_board": 81,
        "naked_pairs": 81,
        "houses": 324,
        "filled": 36,
        "ladder": 1,
        "rung": 1,
    }
    shown = {**dict.fromkeys(cells, 0), "houses": 223092870}
    looks = [f"COUNTIF({board},{shown[board]})={cells[board]}" for board in cells]
    damages = [("helpers_are_reset", look, "TRUE") for look in looks]
    sheet = opened(tmp_path, with_damage(template, *damages))
    assert moves_too_early(sheet, boards["search_1"], LATE_AT_RESET, RESET) == LADDER.keys()
    assert moves_too_early(sheet, boards["none_2"], LATE, -1) == LADDER.keys()
