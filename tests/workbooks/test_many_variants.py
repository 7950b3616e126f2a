"""Forty puzzles and twenty boards without just one solution, for each variant and every order.

`PuzzleMaker` makes the puzzles; another solver, which knows the rules by their geometry alone,
counts their solutions again.
"""

from functools import cache
from itertools import accumulate
from random import Random

import pytest

from tests.helpers.sudoku import Sheet, changed
from xlbuilder.generation.criteria import Criteria
from xlbuilder.generation.puzzle import PuzzleMaker
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load

JIGSAW = "111222333411252333441255366441255366411225366444855669778859969777888999777788899"
VARIANTS = {
    "diagonals": lambda a, b: (a[0] == a[1] and b[0] == b[1]) or sum(a) == sum(b) == 8,
    "windows": lambda a, b: window(a) == window(b) is not None,
    "anti_knight": lambda a, b: abs(a[0] - b[0]) * abs(a[1] - b[1]) == 2,
    "anti_king": lambda a, b: abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1,
    "jigsaw": lambda a, b: JIGSAW[9 * a[0] + a[1]] == JIGSAW[9 * b[0] + b[1]],
}
"""By variant, whether two cells hold different digits for its sake; rows and columns from 0."""
ORDERS = ["row-major", "column-major", "reversed", "jacobi", "random:1", "subset:1"]
STARTS = ["zero", "garbage:5"]


def window(cell):
    """Return the window of a cell, None outside of them."""
    return (cell[0] // 4, cell[1] // 4) if 0 not in (cell[0] % 4, cell[1] % 4) else None


def in_sight(variant):
    """Return the cells that each cell sees."""
    cells = [divmod(cell, 9) for cell in range(81)]

    def sees(a, b):
        same_box = variant != "jigsaw" and (a[0] // 3, a[1] // 3) == (b[0] // 3, b[1] // 3)
        return a[0] == b[0] or a[1] == b[1] or same_box or VARIANTS[variant](a, b)

    return [
        [n for n, other in enumerate(cells) if other != cell and sees(cell, other)]
        for cell in cells
    ]


def count(digits, sight, most=2):
    """Return how many solutions there are, at most ``most``, by trying digits."""
    if any(digit and any(digits[n] == digit for n in sight[at]) for at, digit in enumerate(digits)):
        return 0

    def further(digits, most):
        empty = [at for at in range(81) if not digits[at]]
        if not empty:
            return 1
        left = {at: {*range(1, 10)} - {digits[n] for n in sight[at]} for at in empty}
        at = min(empty, key=lambda each: len(left[each]))
        found = 0
        for digit in left[at]:
            found += further([*digits[:at], digit, *digits[at + 1 :]], most - found)
            if found >= most:
                break
        return found

    return further(list(digits), most)


def template_of(variant):
    """Return the template of a variant, and its strategies."""
    return ("jigsaw",) if variant == "jigsaw" else ("basic", variant, "search", "unique")


@cache
def rules_of(variant):
    template, *added = template_of(variant)
    return load(template, added).rules


@cache
def puzzles_of(variant):
    maker = PuzzleMaker(Criteria(fewest=24, most=81, rules=rules_of(variant)), 5)
    return [maker.make(number).puzzle for number in range(1, 41)]


@cache
def without_one_solution(variant):
    """Return ten boards with several solutions, and ten without any that do not clash."""
    random, sight, answers = Random(7), in_sight(variant), Answers(rules_of(variant))
    several, none = [], []
    for puzzle in puzzles_of(variant)[:20]:
        clues = [cell for cell, digit in enumerate(puzzle.digits) if digit]
        random.shuffle(clues)
        less = accumulate(clues, lambda board, cell: changed(board, cell, 0), initial=puzzle)
        several.append(next(filter(answers.has_several, less)))
        others = (
            changed(puzzle, clues[0], digit)
            for digit in {*range(1, 10)} - {puzzle.digits[cell] for cell in sight[clues[0]]}
        )
        none += [each for each in others if answers.solution(each) is None][:1]
    several, none = several[:10], none[:10]
    assert {count(each.digits, sight) for each in several} == {2}
    assert [count(each.digits, sight) for each in none] == [0] * 10
    return several, none


def runs(every):
    """Return each order and start with the puzzles that run so: ``every`` one, or a part."""
    both = [(order, start) for order in ORDERS for start in STARTS]
    return [
        (*one, slice(None) if every else slice(n, None, len(both))) for n, one in enumerate(both)
    ]


EVERY = [False, pytest.param(True, marks=pytest.mark.exhaustive)]


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("variant", VARIANTS)
def test_puzzles_with_one_solution_are_solved(built, variant, every):
    puzzles, sight = puzzles_of(variant), in_sight(variant)
    assert all(count(puzzle.digits, sight) == 1 for puzzle in puzzles)
    sheet = Sheet(built(*template_of(variant)))
    for order, start, some in runs(every):
        sheet.follow(order, start, iterations=20_000)
        kinds = {each.kind for each in sheet.verdicts(puzzles[some])}
        assert kinds == {Kind.SOLVED}, (order, start)


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("variant", VARIANTS)
def test_boards_without_one_solution_are_said_right(built, variant, every):
    several, none = without_one_solution(variant)
    sheet = Sheet(built(*template_of(variant)))
    for order, start, some in runs(every):
        sheet.follow(order, start, iterations=20_000)
        assert {each.kind for each in sheet.verdicts(several[some])} <= {Kind.SOLVED}, (
            order,
            start,
        )
        assert {each.kind for each in sheet.verdicts(none[some])} <= {Kind.NO_SOLUTION_SAID}


@pytest.mark.parametrize("variant", VARIANTS)
def test_without_search_nothing_that_is_not_true_is_said(built, variant):
    template, *added = template_of(variant)
    plain = ("jigsaw", "-search", "-unique") if template == "jigsaw" else (template, added[0])
    sheet = Sheet(built(*plain))
    found = {each.kind for each in sheet.verdicts(puzzles_of(variant))}
    assert found <= {Kind.SOLVED, Kind.STALLED}
