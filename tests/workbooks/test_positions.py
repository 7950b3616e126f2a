"""What building does to positions.

A name on a circle that holds none gets one, and each position is made a plain number.
"""

import pytest
from openpyxl import load_workbook

import xlbuilder
from tests.helpers.basic_sheet import NO_DIGIT, RESTART, SOLVED
from tests.helpers.sudoku import Sheet, opened, with_damage
from xlbuilder.recalc.choices import Reading
from xlbuilder.recalc.program import load_program
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

OWN = """
extends = "basic"
strategies = ["{folder}/counted.toml"]
"""

COUNTED = """
[strategy]
title = "Counted"

[[rules]]
removes = "is_counted"

[plugs]
helpers_are_reset = ["none_is_counted"]

[boards.counted]
size = "9x9"
style = "helper_board"
formula = '''=IF(COUNTIF(val_bigcell, ">0")=1, 1, 0)'''

[names.none_is_counted]
formula = '''=number_counted=0'''

[names.number_counted]
formula = '''=SUM(counted)'''

[names.is_counted]
formula = '''=number_counted+clues_typed>900'''

[names.clues_typed]
formula = '''=COUNT(in_board)'''
"""


@pytest.fixture
def counted(tmp_path):
    (tmp_path / "counted.toml").write_text(COUNTED)
    path = tmp_path / "own.toml"
    path.write_text(OWN.format(folder=tmp_path.as_posix()))
    return load(str(path)).template


def test_without_a_position_a_puzzle_is_no_new_start(tmp_path, counted, boards):
    """The name is calculated once a recalculation, and the boards are back later."""
    sheet = opened(tmp_path, with_damage(counted, ("number_counted", "", "SUM(counted)")))
    remembered = load_program(sheet.model, Reading.REMEMBERED).phases.remembered
    assert [cell.sheet for cell in remembered if "number_counted" in cell.sheet]
    sheet.follow("remembered", recalculations=1)
    sheet.solve(boards["naked_1"])
    assert sheet.solve(boards["hidden_1"]) == RESTART


def test_with_a_position_it_is(tmp_path, counted, boards):
    sheet = opened(tmp_path, counted)
    assert not load_program(sheet.model, Reading.REMEMBERED).phases.remembered
    sheet.follow("remembered")
    for name in ("naked_1", "hidden_1"):
        assert sheet.solve(boards[name]) == SOLVED


def test_a_plain_workbook_has_the_names_of_the_template(tmp_path, counted):
    plain, full = (
        xlbuilder.load(tmp_path / "own.toml").build(tmp_path / f"{plain}.xlsx", plain=plain)
        for plain in (True, False)
    )
    names, others = (dict(load_workbook(path).defined_names.items()) for path in (plain, full))
    assert names["number_counted"].attr_text == "SUM(counted)"
    assert others["number_counted"].attr_text == counted.names["number_counted"].formula[1:]
    assert others.keys() - names.keys() == {"live"}


@pytest.mark.parametrize(("plain", "status"), [(False, SOLVED), (True, NO_DIGIT)])
def test_without_a_sum_nothing_works_where_a_position_is_an_array(tmp_path, boards, plain, status):
    """A plain workbook has ROW() as the template has it; INDEX finds no operand with it."""
    path = xlbuilder.load("basic").build(tmp_path / "own.xlsx", plain=plain, values=False)
    row = load_workbook(path).defined_names["this_row"].attr_text
    assert row == ("MOD(ROW()+8, 12)+1" if plain else "MOD(SUM(ROW())+8, 12)+1")
    sheet = Sheet(path)
    sheet.follow("arrays-of-one")
    assert sheet.solve(boards["naked_1"]) == status


WORDS = ["Iterative", "A clue", "Clues clash", "Working", "Working", "No solution", "Stuck"]

WORDS += ["Solved.", "Solved. There is no", "Solved. There are", "Solved. Looking"]


def says_what_its_code_means(template, path, boards):
    """Return whether it does after each recalculation, where names are remembered."""
    build(template, path)
    sheet = Sheet(path)
    sheet.follow("remembered", recalculations=1)
    seen = []
    for name in ("naked_1", "search_1", "naked_1", "locked_1"):
        sheet.enter(boards[name])
        for _ in range(3):
            sheet.calculate()
            seen.append(sheet.one("status").startswith(WORDS[int(sheet.one("status_code"))]))
    return all(seen)


def test_the_status_says_what_its_code_means_where_names_are_remembered(tmp_path, boards):
    """Without a position a name has the words of the puzzle before."""
    loaded = load("sudoku")
    assert says_what_its_code_means(loaded.template, tmp_path / "built.xlsx", boards)
    assert not says_what_its_code_means(loaded.written, tmp_path / "written.xlsx", boards)
