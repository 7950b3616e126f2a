"""[variant]: what it says reaches the file, and what does not fit it is refused."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from xlbuilder.drive.boards import Boards
from xlbuilder.errors import TemplateError
from xlbuilder.sudoku.rules import PLAIN
from xlbuilder.template.load import load
from xlbuilder.workbook.write import read_back, workbook_file

HOUSE = """
extends = "basic"
[variant]
houses = ["corners"]
[boards.corners]
size = "9x9"
style = "helper_board"
values = '''
1.......1
.........
.........
.........
.........
.........
.........
.........
1.......1
'''
"""


def read(template, *added):
    loaded = load(template, added)
    return loaded, Boards.of(read_back(loaded.template, "x")).rules()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("template", "added", "houses", "moves"),
    [
        ("sudoku", ["diagonals", "windows"], 33, 0),
        ("basic", ["anti_knight", "anti_king"], 27, 3),
        ("jigsaw", [], 27, 0),
    ],
)
def test_the_file_has_the_rules_of_the_template_and_its_strategies(template, added, houses, moves):
    loaded, rules = read(template, *added)
    assert (len(rules.houses), len(rules.moves)) == (houses, moves)
    assert rules == loaded.rules


def test_plain_workbooks_say_nothing_of_rules():
    loaded, rules = read("basic")
    assert rules is loaded.rules is PLAIN
    properties = read_back(loaded.template, "x").properties
    assert not any("variant" in key for key in properties)


def test_a_house_may_have_fewer_cells(edited):
    _, rules = read(str(edited(HOUSE)))
    assert rules.houses["corners"] == (0, 8, 72, 80)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('["corners"]', '["edges"]', "[variant.houses]: there is no board edges"),
        (
            '["corners"]',
            '["in_board"]',
            "in_board takes the puzzle; give the houses a board of their",
        ),
        ('["corners"]', '["val_board"]', "val_board should have 9x9 cells"),
        ('["corners"]', '["given_board"]', "given_board should have values"),
        (".........\n" * 7, "1........\n" * 7, "corners: house 1 has 11 cells; a house has 9"),
        ("1.......1", "a.......b", "corners: a is no number of a house; write digits and dots"),
        ('houses = ["corners"]', "apart = [[0, 0]]", "rows and columns, of which one at least"),
        ('houses = ["corners"]', "apart = [[1, 9]]", "less than or equal to 8"),
    ],
)
def test_what_is_no_rule_is_refused(refused, old, new, problem):
    (found,) = refused(template=HOUSE.replace(old, new))
    assert problem in found


@pytest.mark.parametrize(
    ("template", "added", "problem"),
    [
        ("sudoku", ["diagonals", "bug_plus_one"], "assumes plain Sudoku, and the puzzle has other"),
        ("jigsaw", ["naked_pairs"], "assumes that boxes hold different digits.*out naked_pairs$"),
        ("play", ["diagonals"], r"workbook: assumes plain Sudoku.*; leave out diagonals$"),
        ("jigsaw", ["box_pairs"], "needs two_places:of=box, which assumes that boxes.*box_pairs$"),
    ],
)
def test_a_strategy_that_assumes_other_rules_is_refused(edited, template, added, problem):
    """What it needs is refused with it; the user knows only its own name."""
    about = 'needs = ["two_places:of=box"]\n[strategy]\ntitle = "Pairs of boxes"'
    own = {"box_pairs": str(edited(about, "box_pairs.toml"))}
    added = [own.get(name, name) for name in added]
    with pytest.raises(TemplateError, match=problem):
        load(template, added)


@pytest.mark.slow
def test_theorems_of_plain_sudoku_are_left_out():
    formula = load("sudoku", ["windows"]).template.names["guessing_is_of_use"].formula
    assert "TRUE" in formula
    assert "TRUE" not in load("sudoku").template.names["guessing_is_of_use"].formula


def test_the_user_types_regions_but_no_house_of_a_strategy():
    """In a workbook that is protected, as it is built."""
    for template, added, board, is_locked in (
        ("jigsaw", [], "regions", False),
        ("basic", ["diagonals"], "diagonal_up", True),
    ):
        loaded = load(template, added)
        book = load_workbook(BytesIO(workbook_file(loaded.template)))
        cell = book["Main"][loaded.template.boards[board].range.partition(":")[0]]
        assert cell.protection.locked is is_locked, board


def test_a_template_adds_to_the_houses_of_the_one_that_it_extends(edited):
    _, rules = read(str(edited(HOUSE.replace('"basic"', '"jigsaw"'))))
    assert len(rules.houses) == 28


def test_numbers_of_two_digits_are_the_same_in_the_file(edited):
    rows = ["10 . . . . . . . 11", *[". . . . . . . . ."] * 7, "10 . . . . . . . 11"]
    head = HOUSE.partition("1.......1")[0]
    loaded, rules = read(str(edited(head + "\n".join([*rows, "'''"]))))
    assert rules.houses["corners 10"] == (0, 72)
    assert rules == loaded.rules


def test_each_layer_adds_its_houses(edited):
    houses = HOUSE.removeprefix('\nextends = "basic"')
    edited(houses, "one.toml")
    edited(houses.replace("corners", "ends").replace("1.......1", "1.2.....1"), "two.toml")
    _, rules = read(str(edited('extends = "basic"\nlayers = ["one.toml", "two.toml"]')))
    assert {"corners", "ends 1", "ends 2"} < rules.houses.keys()


def test_a_board_that_is_missing_is_reported_in_the_file_that_names_it(edited):
    """Not in the file that was laid on last."""
    about = '[strategy]\ntitle = "Edges"\n[variant]\nhouses = ["edges"]'
    path = str(edited(about, "edges.toml"))
    for added in ([path, "diagonals"], ["diagonals", path]):
        with pytest.raises(TemplateError) as error:
            load("basic", added)
        assert error.value.problems == [f"{path}: [variant.houses]: there is no board edges"]
