"""A model with a cell for the trail of each formula that has branches (formula/branches.py).

Such a cell stands on a sheet of its own, which is written nowhere.  Row by row it is evaluated
directly before the cell whose trail it has, so both see the same values.
"""

from collections.abc import Mapping
from dataclasses import replace

from xlbuilder.formula.area import Area, around
from xlbuilder.formula.branches import Trails, names_elsewhere
from xlbuilder.formula.tree import Node
from xlbuilder.recalc.engines import Session
from xlbuilder.xlsx.model import Model


class TrailSheets:
    """The sheets with the trails of a workbook."""

    def __init__(self, model: Model, trails: Trails) -> None:
        formulas: dict[Area, Node] = {}
        self._cells: dict[str, list[Area]] = {}
        for cell, formula in model.formulas.items():
            trail = trails.of_cell(formula, cell)
            if trail is not None:
                formulas[cell._replace(sheet=_beside(cell.sheet))] = trail
                self._cells.setdefault(cell.sheet, []).append(cell)
            formulas[cell] = formula
        sheets = tuple(map(_beside, self._cells))
        names = {**model.names, **trails.names}
        for sheet in self._cells:
            names |= names_elsewhere(model.names, sheet, _beside(sheet))
        self.model = replace(model, sheets=(*model.sheets, *sheets), formulas=formulas, names=names)
        """The workbook together with these sheets."""

    def read(self, session: Session) -> Mapping[Area, str]:
        """Return the trail of each cell whose formula has branches, in its last evaluation.

        ``session`` is one of ``model``.
        """
        found: dict[Area, str] = {}
        for sheet, cells in self._cells.items():
            area = around(cells)._replace(sheet=_beside(sheet))
            values = session.read(area)
            columns = area.shape[1]
            for cell in cells:
                value = values[(cell.top - area.top) * columns + cell.left - area.left]
                found[cell] = str(value)
        return found


def _beside(sheet: str) -> str:
    return f"trails: {sheet}"  # no sheet of a file can have a colon
