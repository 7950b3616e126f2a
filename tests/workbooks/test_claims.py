"""Each reason of the harder strategies is true: a player would say it in that moment too.

Those of singles, locked candidates and sets are followed cell by cell in test_sudoku_why.py.
"""

import shutil
from collections import Counter
from functools import cache
from itertools import groupby
from operator import attrgetter

import pytest

from tests.helpers.cost import by_cost, spread
from tests.helpers.places import DATA
from tests.oracle import players
from tests.oracle.deductions import TECHNIQUES, in_order, told
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.position import Position
from xlbuilder.template import locate
from xlbuilder.template.load import load
from xlbuilder.workshop.way import walker_of

WITHOUT = ["search", "unique"]

EASIER = ["naked_pairs", "x_wing", "hidden_pairs", "naked_triples", "hidden_triples"]

"""They are there always: a pair, say, would be part of a quad."""

RECTANGLES = [f"unique_rectangles{number}" for number in ("", "_2", "_3", "_4")]

# Strategies that are plugged in together, after a - what the template does without, and puzzles in
# which they find something; made at random.
FAMILIES = {
    "x_chain": [
        "000200900000000148800005006401030070000008000030007600069000000500000400000300010",
        "908407000050003040030061000000002007200030010000800094010000430026000009800000000",
        "000700003900008050030002010000051029000200000000300871000100000004089706509000000",
    ],
    "xy_chain": [
        "000700003900008050030002010000051029000200000000300871000100000004089706509000000",
        "100020000002000003500100908007593000000000800900000200600009050001070086000042000",
    ],
    "w_wing": [
        "000700003900008050030002010000051029000200000000300871000100000004089706509000000",
        "007000060090007003004062010000900000000510800030006000000000000600100005925000007",
    ],
    "skyscraper two_string_kite empty_rectangle": [
        "500704200020000800701600050950000010002007300003010002465100080000000000018000000",
        "350000008000600090000400050006014000020005010000780009908060004630001500000000000",
    ],
    # Locked candidates leave no cell that sees both places of a link.
    "skyscraper two_string_kite -locked_candidates": [
        "070001000843009000000300020600020400005003200700908000000130000000000050001056709",
        "301009070000080200000700001060000050007000830150900000002091040008006005010000700",
        "007064000060000002005000170000120090001050000000000340700000000390070050000500200",
    ],
    "simple_colors multi_colors remote_pairs": [
        "008004030000086004000200070070000040000032006003040180500090300000800200100000060",
        "040000702000700040006080030070000000000090000106000401980900000408000030010500240",
    ],
    "xy_wing xyz_wing swordfish naked_quads hidden_quads": [
        "700000250050790000600800007005006020309000600000500000000003890001000000073400010",
        "000060005000002090006479000481000000003080007000500021000020400004000230700004000",
    ],
    " ".join(RECTANGLES): [
        "906030500541008000000009002000003200100080000004000036400205007000070000000010360",
        "000060005000002090006479000481000000003080007000500021000020400004000230700004000",
        "206000704001000002980000003800000900090040200000003600005708000000100500030620070",
    ],
}

# The family whose reasons rest on a library.
OF_LIBRARY = {"pictures": "skyscraper two_string_kite -locked_candidates"}

# Formulas whose reasons are not true: the strategy or library, and what is replaced in its file.
FALSE = {
    "several places of a row are a column": (
        "x_chain",
        [
            (
                "(MATCH(MMULT(forced_by_chain,{eleven_down}),{0,11,12,13,14,15,16,17,18,19,20})-1)*",
                "forced_by_chain*{nine}*",
            )
        ],
    ),
    "places that are gone stay on the chain": (
        "x_chain",
        [("IF(rung<x_chain, 0,\n", "IF(rung<x_chain, chain,\n")],
    ),
    "the first end is the other end": (
        "xy_chain",
        [
            ("+100*({10;20;30;40;50;60;70;80;90}+{1,2,3,4,5,6,7,8,9}<>cell_of_one_end)", ""),
            ("IF(kept_cell_1=kept_cell_2,", "IF(FALSE,"),
        ],
    ),
    "three twins": ("w_wing", [('"twins_here-twin_in_box*10"', '"twins_here"')]),
    "two columns of a row are added up": (
        "pictures",
        [("*(INT((links_of_stack+200)/300)<>stack_from_val)", "")],
    ),
    "two rows of a column are added up": (
        "pictures",
        [("*(INT((MOD(links_of_band,100)+20)/30)<>band_from_val)", "")],
    ),
}


def moments(way, puzzle):
    """Yield the steps of each iteration, and the candidates before it."""
    left = players.by_sight(puzzle.digits)
    when = attrgetter("iteration")
    for _, steps in groupby(sorted(way.steps, key=when), when):
        found = list(steps)
        yield found, left
        left = [set(each) for each in left]
        for step in found:
            for cell, digit in step.eliminated:
                left[cell].discard(digit)
            for cell, digit in step.placed:
                left[cell] &= {digit}
                for other in players.SIGHT[cell]:
                    left[other].discard(digit)


def check(loaded, puzzles):
    """Count the reasons of each strategy, and return those that no player would give."""
    walker = walker_of(loaded)
    count: Counter[str] = Counter()
    wrong = []
    for text in puzzles:
        puzzle = Board(tuple(map(int, text)))
        for steps, left in moments(walker.walk(Position(puzzle)), puzzle):
            said_of = cache(lambda strategy, left=left: told(strategy, left))
            for step in (each for each in steps if each.strategy in TECHNIQUES):
                for one in step.deductions:
                    count[step.strategy] += 1
                    said, words = said_of(step.strategy), in_order(one.words)
                    if any(words not in said.get(each, ()) for each in one.eliminated):
                        wrong.append((step.strategy, f"{puzzle}: {one.words}"))
    return count, wrong


def parted(family):
    """Return the strategies of a family, those that are there always, and the template."""
    names = family.split()
    if "-locked_candidates" in names:
        return names[:-1], [], str(DATA / "no_locks.toml")
    return names, EASIER, "sudoku"


@pytest.mark.parametrize("family", by_cost(spread([*FAMILIES], 3), 0, 3))
def test_what_is_said_is_so(family):
    names, easier, template = parted(family)
    count, wrong = check(load(template, [*easier, *names], WITHOUT), FAMILIES[family])
    assert not wrong
    assert any(count[name] for name in names), count


@pytest.mark.parametrize("damage", by_cost(spread([*FALSE], 2), 0, 2))
def test_what_is_not_so_is_seen(damage, tmp_path):
    """Only of reasons that these strategies give, and of each of them."""
    name, replaced = FALSE[damage]
    files = shutil.copytree(locate.strategies()[name].parent, tmp_path / "files")
    file = files / f"{name}.toml"
    text = file.read_text(encoding="utf-8")
    for right, wrong in replaced:
        assert right in text
        text = text.replace(right, wrong)
    file.write_text(text, encoding="utf-8")
    family = OF_LIBRARY.get(name, name)
    names, easier, template = parted(family)
    added = [*easier, *(str(files / f"{each}.toml") for each in names)]
    loaded = load(template, added, WITHOUT)
    _, wrong = check(loaded, FAMILIES[family])
    assert {strategy for strategy, _ in wrong} == {*names}
