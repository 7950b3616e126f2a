"""Damaged formulas of `life`, each of which the checks of test_life.py must see."""

import pytest

from tests.helpers.life_sheet import Life, begun, goes_through, steps_one_by_one
from tests.helpers.sudoku import with_damage
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

# name: the formula that is damaged, what is replaced (nothing: all of it), and by what.
MUTANTS = {
    "no handshake": ("every_cell_has_obeyed", "", "TRUE"),
    "the counter is not waited for": ("must_go_on", "generation=generation_ordered", "TRUE"),
    "neighbors from the wrong board": ("alive_after_odd", "odd_neighbors", "even_neighbors"),
    "itself from the wrong board": ("alive_after_even", "even_cell", "odd_cell"),
    "B36/S23": ("alive_after_even", "1, 0, 0, 0, 0, 0", "1, 0, 0, 1-MOD(even_cell,10), 0, 0"),
    "a neighbor two columns away": ("column_before", "38", "37"),
    "no look at the pattern": ("started_otherwise", "", "FALSE"),
    "no look at the generations": ("is_out_of_step", "", "FALSE"),
    "Step does not wait": ("must_go_on", "step_ordered<>step_number", "TRUE"),
    "Step takes the number too early": ("controller", 'IF(state="Step", controller,', "("),
}
STEPS = {"Step does not wait", "Step takes the number too early"}
"""What is damaged in them is seen when the user asks for one generation after the other."""

RUNS = [("row-major", "zero"), ("random:1", "stale"), ("reversed", "wild"), ("subset:1", "midway")]


def runs_through(life):
    return all(
        goes_through(life.watched(begun(life, order, start, "Random"), 50), 1)
        for order, start in RUNS
    )


def steps(life):
    life.follow("jacobi")
    return steps_one_by_one(life)


@pytest.fixture(scope="module")
def template():
    return load("life").template


@pytest.mark.parametrize("mutant", MUTANTS)
def test_damage_is_seen(template, tmp_path, mutant):
    path = tmp_path / "mutant.xlsx"
    build(with_damage(template, MUTANTS[mutant]), path)
    does = steps if mutant in STEPS else runs_through
    assert not does(Life(path))


def test_without_damage_nothing_is_seen(made):
    life = Life(made("life"))
    assert runs_through(life)
    assert steps(life)
