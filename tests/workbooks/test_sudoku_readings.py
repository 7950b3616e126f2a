"""Programs that read names or positions in another way: our workbooks are right there too.

What is meant stands in recalc/readings.py; `lagged` is beyond any program known.
"""

import re
from random import Random

import pytest
from cost import by_cost
from sudoku import READINGS, Sheet, template_with, with_formulas
from workbooks import whole_numbers

from xlbuilder import api
from xlbuilder.errors import TemplateError
from xlbuilder.recalc.choices import Reading
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.corpus import board_of
from xlbuilder.sudoku.verdict import Kind, Says
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

PUZZLES = ["naked_1", "locked_1", "search_1", "none_2", "search_4"]
OURS = [
    ("sudoku",),
    ("sudoku", "-unique"),
    ("sudoku", "-search", "-unique"),
    ("sudoku", "-all", "-search", "-unique"),
    ("generator",),
    ("life",),
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


@pytest.mark.parametrize(("template", "strategies"), [(name, rest) for name, *rest in OURS])
def test_no_name_that_hangs_on_the_circle_is_without_a_position(built, template, strategies):
    assert not remembered(built(template, *strategies))


def remembered(path):
    program = load_program(read_workbook(path), Reading.REMEMBERED)
    return [cell.sheet for cell in program.order.remembered]


DEFAULT = tuple(name for name in api.load("sudoku").strategies if name in api.strategies())


def selections():
    """Return selections of strategies, none, each alone, all but one, and random ones.

    Each is what is added, and what is left out.
    """
    every, random = api.strategies(), Random(1)
    yield (), DEFAULT
    for name in every:
        yield (name,), tuple(each for each in DEFAULT if each != name)
    for name in DEFAULT:
        yield (), (name,)
    for _ in range(40):
        added = tuple(name for name in every if random.random() < 1 / 3)
        rest = [name for name in DEFAULT if name not in added]
        yield added, tuple(name for name in rest if random.random() < 1 / 2)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("added", "removed"), list(selections()))
def test_whatever_strategies_are_selected_no_name_is_remembered(tmp_path, added, removed):
    try:
        template = api.load("sudoku", add=added, remove=removed)
    except TemplateError:
        return  # what cannot be together is refused
    assert not remembered(template.build(tmp_path / "x.xlsx", values=False))


@pytest.mark.exhaustive
def test_a_name_that_is_remembered_is_seen(tmp_path):
    template = template_with("sudoku", "-search", "-unique")
    dead = "=0-guess_number*10000-digits_shown*100"
    with_formulas(template, tmp_path, {"eliminated": dead})
    assert remembered(tmp_path / "blind.xlsx") == ["remembered name: eliminated"]


@pytest.mark.slow
@pytest.mark.parametrize("start", ["garbage:525839", "garbage:1", "edited:1"])
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
@pytest.mark.parametrize(("template", "strategies"), [(name, rest) for name, *rest in OURS])
def test_no_name_is_relative_and_each_position_is_a_number(tmp_path, template, strategies):
    found = template_with(template, *strategies)
    for name, entry in found.names.items():
        assert entry.entered_from is None, name
    build(found, tmp_path / "x.xlsx")
    model = read_workbook(tmp_path / "x.xlsx")
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


@pytest.mark.slow
def test_an_if_over_an_array_is_noticed(tmp_path, boards):
    """So the names were, and SpreadJS came to no end: after each solution it began again."""
    text = "=IF(live, MOD(INT(0-val_board),100))"
    sheet = with_formulas(template_with("sudoku"), tmp_path, {"reasons": text})
    for order, kind in {"row-major": Kind.SOLVED, "ordinary": Kind.WORKING}.items():
        sheet.follow(order, iterations=200)
        (verdict,) = sheet.verdicts([boards["naked_1"]])
        assert verdict.kind is kind


# ----------------------------------------------------------- values that are mixed are noticed


def test_a_program_that_mixes_old_and_new_values_gets_no_verdict(sudoku, boards):
    """Before, seven of ten such runs ended in "No solution"."""
    said = []
    for seed, start in enumerate(["zero", "stale", "midsolve:1", "edited:1", "garbage:1"]):
        sudoku().follow(f"lagged:{seed}", start, iterations=400)
        said += [
            (verdict.kind, sudoku().solver.says())
            for name in ("naked_1", "locked_1", "search_1", "several_1")
            for verdict in sudoku().verdicts([boards[name]])
        ]
    sudoku().follow()
    assert not [kind for kind, _ in said if kind in (Kind.WRONG_STATUS, Kind.WRONG)]
    assert (Kind.WORKING, Says.WORKING) in said  # none of them can be solved so


def test_the_words_for_mixed_values_claim_nothing(sudoku, boards):
    sudoku().follow("lagged:1", iterations=400)
    sudoku().verdicts([boards["naked_1"]])
    assert "mixes old and new values" in sudoku().one("status")
    sudoku().follow()


@pytest.mark.parametrize("order", ["row-major", "jacobi", "freeze", "random:1", "subset:1"])
def test_no_other_order_mixes_values(sudoku, boards, order):
    sudoku().follow(order, recalculations=1 if order == "row-major" else 500)
    for name in PUZZLES:
        sudoku().verdicts([boards[name]])
        assert sudoku().one("mixture") == 0
    sudoku().follow()


DEAD = "=ABS(controller-0.5)-0.5"
"""The number of guesses without a position: some program calculates it once a recalculation."""


def torn(template):
    """Return formulas that read the number of guesses as it was and as it is."""
    readers = {
        name: f"=IF(live, {entry.formula.strip()[1:]})"
        for name, entry in template.names.items()
        if re.search("guess_number|number_of_guesses", entry.formula)
    }
    return {**readers, "number_of_guesses": DEAD}


@pytest.mark.exhaustive
def test_a_name_that_is_not_live_is_noticed(tmp_path, boards):
    """The mutant has one name without a position, the number of guesses, and reads it torn."""
    template = template_with("sudoku")
    assert template.names["number_of_guesses"].formula == f"=live*({DEAD.removeprefix('=')})"
    sheet = with_formulas(template, tmp_path, torn(template))
    for name in ("search_1", "search_4"):
        sheet.follow("remembered", iterations=1, recalculations=500)
        (verdict,) = sheet.verdicts([boards[name]])
        assert verdict.kind in (Kind.WORKING, Kind.SOLVED)
        assert sheet.solver.says() in (Says.WORKING, Says.SOLVED)
        sheet.enter(boards[name])
        assert 1 in mixture_after(sheet, 20)


@pytest.mark.slow
def test_a_puzzle_is_a_new_start_after_one_that_could_not_be_finished(tmp_path, boards):
    """Aspose.Cells said of each later puzzle that it mixes old and new values."""
    template = template_with("sudoku")
    sheet = with_formulas(template, tmp_path, torn(template))
    sheet.follow("remembered")
    for recalculations in range(1, 4):
        sheet.enter(boards["search_4"])
        assert 1 in mixture_after(sheet, recalculations)
        sheet.enter(boards["naked_1"])
        assert not any(mixture_after(sheet, 3))
        assert sheet.solver.says() is Says.ONLY_SOLUTION


@pytest.mark.slow
def test_a_kept_solution_is_no_claim_while_values_are_mixed(tmp_path, boards):
    """Aspose.Cells said "Solved. Looking for another solution" over a board of givens only."""
    template = template_with("sudoku")
    sheet = with_formulas(template, tmp_path, torn(template))
    sheet.follow("remembered", iterations=1)
    sheet.enter(boards["search_4"])
    said = set()
    for _ in range(60):
        if mixture_after(sheet, 1) == [1]:
            said.add(sheet.one("status_code"))
    assert 14 in said
    assert said <= {0, 1, 14}


def mixture_after(sheet, recalculations):
    """Return what the cell `mixture` shows after each of some recalculations."""
    return [(sheet.session.recalculate(), sheet.one("mixture"))[1] for _ in range(recalculations)]
