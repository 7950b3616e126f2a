"""The controller of `sudoku` goes on when it has seen every cell obey, not before.

Random orders seldom leave out one cell for so long that it matters.
"""

import pytest
from handshake import LATE, LATE_AT_RESET, moves_too_early


@pytest.mark.parametrize("strategies", [(), ("unique",), ("-search",)], ids="".join)
def test_a_reset_ends_when_every_cell_is_reset(sudoku, boards, strategies):
    sheet = sudoku(*strategies)
    assert not moves_too_early(sheet, boards["search_1"], LATE_AT_RESET, 0)


@pytest.mark.parametrize("strategies", [(), ("unique",)], ids="".join)
def test_a_guess_is_taken_back_when_every_cell_has_forgotten_it(sudoku, boards, strategies):
    assert not moves_too_early(sudoku(*strategies), boards["none_1"], LATE, -1)
