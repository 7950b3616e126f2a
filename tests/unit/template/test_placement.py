"""Boards with a size stand where there is room, in step with the grid, and folded away."""

import pytest

from xlbuilder.template import placing
from xlbuilder.template.ranges import area, constants

TEMPLATE = """
[workbook]
title = "Room"
folded = ["A:B", "M:AZ", "30:60"]
[grid]
1 = { at = "D4", every = 3 }
9 = { at = "D4", every = 12 }
[boards.seen]
range = "D4:L12"
style = "plain"
formula = "=0"
[boards.hidden]
range = "P4:X12"
style = "plain"
formula = "=0"
[texts.note]
at = "AH20"
style = "plain"
text = "Here is a note."
[slots.all_of_them]
join = "=MAX({this}, {rest})"
last = "=0"
[cells.total]
range = "D2"
style = "plain"
formula = "=all_of_them"
[styles.plain]
"""


def board(name, size, more=""):
    return f'[boards.{name}]\nsize = "{size}"\nstyle = "plain"\nformula = "=0"\n{more}\n'


def strategy(*boards, head=""):
    return f'[strategy]\ntitle = "x"\n{head}\n' + "".join(boards)


@pytest.fixture
def room(composed):
    """Return a function that gives the template with boards of its own and of strategies."""
    return lambda *strategies, more="", template=TEMPLATE: composed(
        *strategies, template=template + more
    )


def ranges(template):
    return {name: entry.range for name, entry in template.places.items() if entry.size}


def test_a_board_stands_in_the_first_place_that_is_free_and_folded_away(room):
    """AB4 is the next place after hidden, 12 columns on; then AN4; then row 16."""
    boards = [board(f"b_{n}", "9x9") for n in range(4)]
    found = ranges(room(more="".join(boards)))
    assert found == {"b_0": "AB4:AJ12", "b_1": "AN4:AV12", "b_2": "P16:X24", "b_3": "AN16:AV24"}


def test_small_boards_stand_in_threes_with_room_around(room):
    more = board("b_0", "1x1") + board("b_1", "2x3") + '[cells.c_0]\nsize = "1x2"\nstyle = "plain"'
    more += "\nvalue = 1\n[names.used_here]\nformula = '=c_0'\n[cells.c_1]\nrange = 'F2'\n"
    more += "style = 'plain'\nformula = '=used_here'"
    found = ranges(room(more=more))
    assert found == {"b_0": "AB4", "b_1": "AE4:AG5", "c_0": "AK4:AL4"}


def test_a_label_needs_room_too(room):
    above = '[texts.above]\nat = "AB3"\nstyle = "plain"\ntext = "x"\n'
    assert ranges(room(more=board("b_0", "9x9") + above)) == {"b_0": "AN4:AV12"}
    more = '[boards.b_1]\nrange = "AB14:AJ14"\nlabel = "x"\nstyle = "plain"\nformula = "=0"\n'
    assert ranges(room(more=board("b_0", "9x9") + more)) == {"b_0": "AN4:AV12"}


def test_what_finds_no_room_stands_right_of_all_and_is_folded_too(room):
    template = room(more=board("b_0", "40x40") + board("b_1", "30x9") + board("b_2", "99x9"))
    assert ranges(template) == {"b_0": "AN4:CA43", "b_1": "P16:X45", "b_2": "CJ4:CR102"}
    assert template.workbook.folded == ["A:B", "M:CU", "30:60"]


def test_where_nothing_is_folded_they_stand_right_of_all(room):
    template = TEMPLATE.replace('folded = ["A:B", "M:AZ", "30:60"]', "")
    template = room(more=board("b_0", "9x9"), template=template)
    assert ranges(template) == {"b_0": "AN4:AV12"}
    assert template.workbook.folded == []


def test_an_extending_file_gives_a_size_for_a_range_and_a_range_for_a_size(room, edited):
    edited(TEMPLATE + board("b_0", "9x9"), "base.toml")
    top = 'extends = "base.toml"\n[boards.hidden]\nsize = "9x9"\n[boards.b_0]\nrange = "P20:X28"\n'
    boards = room(template=top).boards
    assert {name: board.range for name, board in boards.items()} == {
        "seen": "D4:L12",
        "hidden": "P4:X12",
        "b_0": "P20:X28",
    }


def test_strategies_never_collide_and_keep_their_places(room):
    """What comes first keeps its place, whatever is added behind it."""
    texts = [strategy(board(f"b_{n}", size)) for n, size in enumerate(("9x9", "5x2", "1x9"))]
    assert ranges(room(*texts)).items() >= ranges(room(*texts[:2])).items()
    template = room(*texts, *(strategy(board(f"c_{n}", "7x7")) for n in range(9)))
    taken = [area(template, entry.range) for entry in template.places.values()]
    assert not [1 for a in taken for b in taken if a is not b and a.meets(b)]
    assert ranges(template) == ranges(
        room(*texts, *(strategy(board(f"c_{n}", "7x7")) for n in range(9)))
    )


def test_a_strategy_folds_lines_and_brings_a_list(room):
    head = 'folded = ["BC:BD", "AZ:BA", "70:72"]\n'
    listing = '[lists.some]\nsheet = "Some"\ntitle = "x"\nrows = [[1, "a"]]\n'
    listing += '[lists.some.columns.some_numbers]\ntitle = "n"\n'
    listing += '[lists.some.columns.some_words]\ntitle = "w"\n'
    plug = '[plugs]\nall_of_them = ["first_number"]\n'
    plug += '[names.first_number]\nformula = "=INDEX(some_numbers,1)"\n'
    template = room(strategy(listing, head=head + plug))
    assert template.workbook.folded == ["A:B", "M:BA", "BC:BD", "30:60", "70:72"]
    assert list(template.lists["some"].columns) == ["some_numbers", "some_words"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("[boards.b]\nstyle = 'plain'", "[boards.b]: the key range or size is missing; required"),
        (board("b", "9x9", "range = 'A1'"), "[boards.b]: has a range and a size; keep one of them"),
        (
            board("b", "9by9"),
            "[boards.b] size: should be rows and columns such as 27x9, not '9by9'",
        ),
        (board("b", "9x0"), "[boards.b] size: should be rows and columns such as 27x9, not '9x0'"),
        (board("b_0", "9x1000"), "[boards.b_0] size: there is no room for 9x1000; give it a range"),
        (
            "[grid.x]\nat = 'D4'\nevery = 1",
            "[grid.x]: should be a number of one to nine digits, not",
        ),
        ("[grid.2]\nat = 'D4:D5'\nevery = 1", "[grid.2] at: should be one cell such as D16, not"),
        ("[grid.2]\nat = 'D4'", "[grid.2]: the key every is missing; required are: at, every"),
        ("[grid.2]\nat = 'D4'\nevery = 0", "[grid.2] every: should be greater than or equal to 1"),
    ],
)
def test_a_place_that_is_none(refused, more, message):
    assert any(message in line for line in refused(template=TEMPLATE + more))


def test_a_strategy_with_mistakes(refused):
    (line,) = refused(strategy(head='folded = ["C:A"]'), template=TEMPLATE)
    assert "s1.toml: [strategy.folded] 0: should be written from the first to the last" in line
    (line,) = refused(strategy("[grid.1]\nat = 'A1'\nevery = 1"), template=TEMPLATE)
    assert "s1.toml: unknown key grid" in line


def test_places_are_bounded(refused, monkeypatch):
    monkeypatch.setattr(placing, "MAX_PLACED", 2)
    boards = "".join(board(f"b_{n}", "1x1") for n in range(3))
    (line,) = refused(template=TEMPLATE + boards)
    assert "3 boards and cells have a size; 2 at most" in line


CONSTANTS = {
    "characters": ("12.\n0a9", [1, 2, None, None, "a", 9]),
    "one line": ("12. 0a9", [1, 2, None, None, "a", 9]),
    "numbers": ("2 -30 0\n 1.5  .  x", [2, -30, 0, 1.5, None, "x"]),
    "too few": ("12.\n0a", None),
    "too few numbers": ("1 2\n 3 4", None),
}


@pytest.mark.parametrize("case", CONSTANTS)
def test_constants(case):
    text, expected = CONSTANTS[case]
    assert constants(text, (2, 3)) == expected


def test_a_column_of_large_numbers():
    assert constants("10\n200", (2, 1)) == [10, 200]
