"""A workbook as a program shows it that does not iterate."""

from dataclasses import replace

from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.render.conditional import with_formats
from xlbuilder.render.picture import read_sheet
from xlbuilder.xlsx.model import read_workbook


def without_iteration(path, name, value, number=0):
    """Return the model after a cell, or the cell of this number of a board, was changed.

    ``name`` is None if nothing is changed.
    """
    model = read_workbook(path)
    model = replace(model, calculation=replace(model.calculation, iterate=False))
    session = open_workbook("fast", model, Schedule.parse(start="file"))
    cells = [*model.values, *model.formulas]
    if name is not None:
        changed = list(model.area(name).cells())[number]
        session.enter(changed, value)
        cells.append(changed)
    session.recalculate()
    return replace(model, values={cell: session.read(cell)[0] for cell in dict.fromkeys(cells)})


def looks(model):
    """Return how each cell looks, its conditional formats laid on."""
    return with_formats(model, read_sheet(model)).looks
