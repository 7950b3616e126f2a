"""A reason of `sudoku` keeps a whole number of its strategy, and gives it back exactly."""

from random import Random

import pytest

from tests.helpers.workbooks import cell, saved
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import EXCEL
from xlbuilder.template.load import load
from xlbuilder.xlsx.model import read_workbook

KEEPS = """
[strategy]
title = "Keeps a number"
[[rules]]
removes = "goes"
data = "kept_here"
why = "why_goes"

[[rules]]
removes = "goes_with_data"
data = "kept_here"
why = "why_goes"
[names.goes]
formula = "=onetonine>9"
[names.goes_with_data]
formula = "=onetonine<9"
[names.kept_here]
formula = "=onetonine"
[names.why_goes]
formula = '="kept "&line_data'
"""
NAMES = (
    "value_or_mark",
    "reason_now",
    "reason_of_strategy",
    "goes",
    "goes_with_data",
    "line_reason",
    "line_data",
)
GUESSES_OF_LINE = "INT((0-line_val)/100)"
CELLS = {
    "controller": "A1",
    "is_excluded": "A2",
    "kept_here": "A3",
    "onetonine": "A4",
    "sol_digit": "A5",
    "times_in_rcb": "A6",
    "line_val": "B1",
}
MOST = 99_999_999
UNIT = 2**27
GUESSES = (0, 1, 82)
KEPT = [0, 1, 2, 9, 10, 37_182_145, MOST // 2, MOST - 1, MOST, UNIT - 1]


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    path = tmp_path_factory.mktemp("strategy") / "keeps.toml"
    path.write_text(KEEPS)
    return load("sudoku", [str(path)]).template


def session_of(template, folder, engine="fast", damage=("", "", "")):
    """Return the candidate of the template and what the sheet reads from it, in four cells."""
    damaged, old, new = damage
    assert GUESSES_OF_LINE in template.names["under_guesses"].formula
    names = {name: template.names[name].formula.strip().removeprefix("=") for name in NAMES}
    if damaged:
        assert old in names[damaged]
        names[damaged] = names[damaged].replace(old, new)
    names |= {name: f"Sheet!${at[0]}${at[1]}" for name, at in CELLS.items()}
    formulas = ("value_or_mark", "line_data", "line_reason", GUESSES_OF_LINE)
    cells = {f"B{number}": f"={formula}" for number, formula in enumerate(formulas, 1)}
    cells |= {"A2": "=TRUE", "A4": "=1", "A5": "=0", "A6": "=0"}
    return open_workbook(engine, read_workbook(saved(folder, cells, names=names)), EXCEL)


def comes_back(session, guesses, kept, expected):
    for at, value in (("A1", guesses + 1), ("A3", kept)):
        session.enter(cell(at), float(value))
    session.recalculate()
    found = [session.read(cell(f"B{number}"))[0] for number in (2, 3, 4)]
    return found == [expected, 4, guesses]


def all_come_back(session):
    random = Random(13)
    numbers = [*KEPT, *(random.randrange(MOST) for _ in range(20))]
    return all(comes_back(session, guesses, kept, kept) for guesses in GUESSES for kept in numbers)


def test_every_number_comes_back_and_disturbs_nothing(template, tmp_path):
    assert all_come_back(session_of(template, tmp_path))


def test_in_another_engine_too(template, tmp_path):
    session = session_of(template, tmp_path, "formulas")
    assert all(comes_back(session, 82, kept, kept) for kept in KEPT)


@pytest.mark.program("libreoffice")
def test_in_libreoffice_too(template, tmp_path):
    session = session_of(template, tmp_path, "libreoffice")
    assert all(comes_back(session, 82, kept, kept) for kept in KEPT)


@pytest.mark.parametrize(
    ("kept", "expected"), [(UNIT, 0), (UNIT + 5, 5), (-1, UNIT - 1), (10**15, 10**15 % UNIT)]
)
def test_a_number_that_is_too_large_is_lost_and_not_the_reason(template, tmp_path, kept, expected):
    assert comes_back(session_of(template, tmp_path), 3, kept, expected)


@pytest.mark.parametrize(
    "damage",
    [
        ("line_data", "*134217728", "*134217727"),
        ("line_reason", "INT(0-line_val)", "0-line_val"),
        ("reason_of_strategy", "+MOD", "-MOD"),
        ("reason_of_strategy", "/134217728", "/100000000"),
    ],
    ids=" ".join,
)
def test_damage_is_seen(template, tmp_path, damage):
    assert not all_come_back(session_of(template, tmp_path, damage=damage))


def test_without_its_guard_a_large_number_changes_the_reason(template, tmp_path):
    damage = ("reason_of_strategy", "MOD(kept_here,134217728)", "kept_here")
    session = session_of(template, tmp_path, damage=damage)
    assert not comes_back(session, 3, UNIT + 5, 5)
