"""Positions made by hand, in each of which one rule finds one thing."""

from tests.helpers.boards import board

# name: strategy, position, the clue without which nothing follows, and what follows: the cells that
# lose the digit, or the cell where it is placed.
PLACED = {
    "the last candidate of a cell": (
        "naked_singles",
        board("1234.....", *[9 * "."] * 2, "........5", "........6", "........7", "........8"),
        62,
        (8, 9),
    ),
    "the last place in a row": (
        "hidden_singles",
        board(".1.234...", "......5..", 9 * ".", "..5......"),
        29,
        (0, 5),
    ),
    "the last place in a box": (
        "hidden_singles",
        board(".1.......", "234......", "678......", "..5......"),
        29,
        (0, 5),
    ),
}
REMOVED = {
    "pointing": (board(9 * ".", "123......", "467......"), 20, ([3, 4, 5, 6, 7, 8], 5)),
    "claiming": (board("...123467"), 8, ([9, 10, 11, 18, 19, 20], 5)),
}
