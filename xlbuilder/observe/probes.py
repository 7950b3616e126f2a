"""Names evaluated at a cell, in an engine: for each value a cell is added to the model.

The engine evaluates these cells like any other.  They stand on a sheet of their own, which is not
written anywhere, and nothing refers to them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from xlbuilder.errors import FormulaError, LackError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.extents import extent_of
from xlbuilder.formula.form import Formulas, forms_of
from xlbuilder.formula.inline import Names
from xlbuilder.formula.tree import Array, Call, Name, Node, Number, to_text
from xlbuilder.formula.values import Value
from xlbuilder.recalc.engines import Session, open_workbook
from xlbuilder.xlsx.model import Model

_SHEET = "names of the watched cell"  # a sheet that no workbook has


@dataclass(frozen=True)
class Meaning:
    """What a name is at a cell."""

    name: str
    at: Area
    """The cell."""
    text: str
    """Its formula as stored."""
    bound: str
    """What it is at the cell: a range, or a formula without names."""
    values: tuple[Value, ...]
    """After the iteration, row by row; none of an array constant, and none with a problem."""
    shape: tuple[int, int] = (1, 1)
    """The rows and columns of the values."""
    problem: str = ""
    """Why the engine cannot show the values; or ""."""


class Probe:
    """One name at one cell.  Raises WorkbookError when the name has no meaning there."""

    def __init__(self, name: str, home: Area, model: Model, names: Names) -> None:
        """``names`` are the names of the model, as the schedule reads them."""
        try:
            self._bound = bind(Name(name), home, names)
        except FormulaError as error:
            raise WorkbookError(f"{model.path}: {home.sheet}!{home}: {error}") from None
        self.name, self._home = name, home
        self.shape = extent_of(self._bound).shape
        self.problem = ""
        tree = model.names[name]
        self._text = "" if isinstance(tree, FormulaError) else to_text(tree)
        self._cells = Area(_SHEET, 1, 1, 1, 1)

    @property
    def needs_cells(self) -> bool:
        """Return whether cells have to be added for it: it is no range and no array constant."""
        return not self.problem and not isinstance(self._bound, Area | Array)

    def placed(self, row: int) -> dict[Area, Node]:
        """Return the formulas of the cells that are added for it, from this row on."""
        rows, columns = self.shape
        self._cells = Area(_SHEET, row, 1, row + rows - 1, columns)
        if self.shape == (1, 1):
            return {self._cells: self._bound}
        return {
            cell: Call(
                "INDEX",
                (self._bound, Number(float(cell.top - row + 1)), Number(float(cell.left))),
            )
            for cell in self._cells.cells()
        }

    def meaning(self, session: Session) -> Meaning:
        """Return what the name is just now."""
        values: list[Value] = []
        if isinstance(self._bound, Area):
            values = session.read(self._bound)
        elif self.needs_cells:
            values = session.read(self._cells)
        bound = to_text(self._bound, home=self._home.sheet)
        return Meaning(
            self.name, self._home, self._text, bound, tuple(values), self.shape, self.problem
        )


def with_probes(model: Model, probes: list[Probe], engine: str) -> Model:
    """Return the model with the cells that the probes need.

    An array that the engine cannot take apart gets no cells, and its probe says so.
    """
    sheets = (*model.sheets, _SHEET)
    for probe in probes:
        if probe.needs_cells and probe.shape != (1, 1):
            alone = replace(model, sheets=sheets, formulas=probe.placed(1), values={})
            try:
                open_workbook(engine, alone)
            except LackError as error:
                probe.problem = error.lacks[-1].text
    formulas = dict(_formulas([probe for probe in probes if probe.needs_cells]))
    if not formulas:
        return model
    forms = {**model.forms, **forms_of(formulas)}
    return replace(model, sheets=sheets, formulas=Formulas(forms))


def _formulas(probes: list[Probe]) -> Iterator[tuple[Area, Node]]:
    row = 1
    for probe in probes:
        yield from probe.placed(row).items()
        row += probe.shape[0]
