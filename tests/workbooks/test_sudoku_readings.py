"""Programs that read names or positions in another way: our workbooks are right there too.

What is meant stands in recalc/readings.py; `lagged` is beyond any program known.
"""

from random import Random

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.sudoku import READINGS, Sheet, template_with
from tests.helpers.workbooks import whole_numbers
from xlbuilder import api
from xlbuilder.errors import TemplateError
from xlbuilder.recalc.choices import Reading
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.corpus import board_of
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.xlsx.model import read_workbook

PUZZLES = ["naked_1", "locked_1", "search_1", "none_2", "search_4"]

OURS = [
    ("sudoku",),
    ("sudoku", "-unique"),
    ("sudoku", "-search", "-unique"),
    ("sudoku", "all"),
    ("generator",),
    ("life",),
    ("basic",),
    ("basic", "search"),
    ("basic", "search", "unique"),
    ("basic", "naked_pairs"),
    ("basic", "hidden_pairs"),
    ("basic", "x_wing"),
    ("basic", "naked_pairs", "hidden_pairs", "x_wing"),
    ("sudoku", "all", "-search", "-unique"),
]


@pytest.mark.parametrize("order", by_cost(READINGS, 0, 2))
def test_sudoku_is_right_and_takes_no_more_iterations(sudoku, boards, order):
    puzzles = [boards[name] for name in PUZZLES]
    sudoku().follow()
    expected = [verdict.iterations for verdict in sudoku().verdicts(puzzles)]
    sudoku().follow(order)
    found = sudoku().verdicts(puzzles)
    assert all(verdict.kind.is_right for verdict in found)
    assert [verdict.iterations for verdict in found] == expected
    sudoku().follow()


@pytest.mark.parametrize("order", READINGS[:2])
def test_sudoku_is_right_when_it_is_calculated_one_iteration_at_a_time(sudoku, boards, order):
    """This ended in a false "No solution" in a program that remembers names."""
    sudoku().follow(order, iterations=1, recalculations=500)
    for verdict in sudoku().verdicts([boards["search_1"], boards["none_2"]]):
        assert verdict.kind.is_right
    sudoku().follow()


@pytest.mark.parametrize("choice", by_cost(OURS, 0, -1), ids=" ".join)
def test_no_name_that_hangs_on_the_circle_is_without_a_position(built, choice):
    assert not remembered(built(*choice))


def remembered(path):
    program = load_program(read_workbook(path), Reading.REMEMBERED)
    return [cell.sheet for cell in program.phases.remembered]


def selections():
    """Return selections of strategies, none, each alone, all but one, and random ones.

    Each is what is added, and what is left out.
    """
    every, random = api.strategies(), Random(1)
    default = tuple(name for name in api.load("sudoku").strategies if name in every)
    yield (), default
    for name in every:
        yield (name,), tuple(each for each in default if each != name)
    for name in default:
        yield (), (name,)
    for _ in range(40):
        added = tuple(name for name in every if random.random() < 1 / 3)
        rest = [name for name in default if name not in added]
        yield added, tuple(name for name in rest if random.random() < 1 / 2)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("added", "removed"), list(selections()))
def test_whatever_strategies_are_selected_no_name_is_remembered(tmp_path, added, removed):
    try:
        template = api.load("sudoku", with_=added, without=removed)
    except TemplateError:
        return  # what cannot be together is refused
    assert not remembered(template.build(tmp_path / "x.xlsx", values=False))


@pytest.mark.slow
@pytest.mark.parametrize("start", ["garbage:525839", "edited:1"])
def test_without_search_it_is_right_too(built, boards, start):
    """`eliminated` held no position there: a candidate got the marks of what stood there before."""
    sheet = Sheet(built("sudoku", "-search", "-unique"))
    sheet.follow("remembered", start)
    for name in ("naked_1", "locked_1"):
        (verdict,) = sheet.verdicts([boards[name]])
        assert verdict.kind is Kind.SOLVED
    text = "500090800040100000007006000020500000900060700006003000700050089190430500400070031"
    (verdict,) = sheet.verdicts([board_of(text, "puzzle")])
    assert verdict.kind is Kind.SOLVED


@pytest.mark.exhaustive
@pytest.mark.parametrize("choice", OURS, ids=" ".join)
def test_no_name_is_relative_and_each_position_is_a_number(built, choice):
    for name, entry in template_with(*choice).names.items():
        assert entry.entered_from is None, name
    model = read_workbook(built(*choice))
    assert load_program(model, Reading.ARRAYS_OF_ONE).members == load_program(model).members


def test_generator_is_right_under_every_reading(built):
    model, shown = read_workbook(built("generator")), set()
    for order in ["row-major", *READINGS]:
        session = open_workbook("fast", model, Schedule.parse(order))
        session.enter(model.area("puzzle_number"), 23.0)
        session.recalculate()
        shown.add(session.read(model.area("puzzle_line"))[0])
        assert session.read(model.area("status_code")) == [1.0]
    assert len(shown) == 1


def test_life_steps_right_under_every_reading(built):
    model, shown = read_workbook(built("life")), set()
    for order in ["row-major", *READINGS]:
        session = open_workbook("fast", model, Schedule.parse(order))
        session.recalculate()
        for step in range(1, 4):
            session.enter(model.area("step"), float(step))
            session.recalculate()
        assert session.read(model.area("generation")) == [3.0]
        shown.add(tuple(each % 10 for each in whole_numbers(session.read(model.area("odd_board")))))
    assert len(shown) == 1
