"""`generator` makes the same puzzle in LibreOffice, which has an order of its own."""

import pytest

from tests.helpers.generator_sheet import Generator
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook

pytestmark = pytest.mark.program("libreoffice")

PRESSES = 120
"""How often someone presses Ctrl+Shift+F9 before giving up."""


def test_the_same_puzzles_as_in_the_engine_fast(made):
    path = made("generator")
    model, generator = read_workbook(path), Generator(path)
    office = open_workbook("libreoffice", model, Schedule(recalculations=PRESSES))
    for number, fill in ((2, "Random"), (3, "Pattern")):
        office.enter(model.area("puzzle_number"), float(number))
        office.enter(model.area("fill"), fill)
        assert office.recalculate().quiet
        shown = [office.read(model.area(name))[0] for name in ("puzzle_line", "solution_line")]
        assert tuple(shown) == generator.made(number, fill)
    office.enter(model.area("puzzle_number"), 1.5)
    office.recalculate()
    assert office.read(model.area("status_code")) == [2.0]
    assert office.read(model.area("puzzle_line")) == [""]
