"""One run of a workbook, iteration by iteration: what appeared, what vanished, and why.

"Why" is for one cell: its formula, and the value of every name that the formula leads to, resolved
for that cell.  For each such name a cell is added to the model, which the engine evaluates like
any other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.arrays import gives_several
from xlbuilder.formula.bind import bind
from xlbuilder.formula.called import names_called
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Array, Name, Node, Reference, to_text
from xlbuilder.formula.values import Value, same
from xlbuilder.proof.solver import Solver
from xlbuilder.recalc.readings import read_as
from xlbuilder.recalc.schedule import Iteration, Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.boards import Boards
from xlbuilder.xlsx.model import Model

_PROBES = "names of the watched cell"  # a sheet that no workbook has: it is not written anywhere


@dataclass(frozen=True)
class Change:
    """A cell that an iteration changed."""

    board: str
    """The board's name, or "" for a cell outside every board."""
    cell: Area
    before: Value
    after: Value


@dataclass(frozen=True)
class Meaning:
    """A name that the watched cell's formula leads to."""

    name: str
    text: str
    """Its formula as stored."""
    bound: str
    """What it is for the watched cell: a range, or a formula without names."""
    values: tuple[Value, ...]
    """After the iteration: of a formula one, of a range all, of an array none."""


@dataclass(frozen=True)
class Watched:
    """One iteration of a run that is watched."""

    step: str
    """What was entered before the recalculation: ``state=Solve``."""
    number: int
    iteration: Iteration
    changes: tuple[Change, ...]
    value: Value = None
    """The watched cell's."""
    meanings: tuple[Meaning, ...] = ()


class Watch:
    """A workbook whose runs are watched; ``cell`` ("D16", "Main!D16") is explained as well."""

    def __init__(
        self, model: Model, engine: str, schedule: Schedule, cell: str | None = None
    ) -> None:
        self._plain = model
        self._meant = read_as(schedule.order.reading, model)[0].names
        self.cell = _address(model, cell) if cell else None
        self._names: list[str] = []
        if self.cell is not None:
            called = names_called([(self.cell.sheet, model.formulas[self.cell])], model.names)
            self._names = list(called)
        self._probes = self._probed()
        self._solver = Solver(self._with_probes(), engine, schedule)
        areas = {name: model.area(name) for name in model.names}
        areas |= Boards(model).found()
        self._boards = {name: area for name, area in areas.items() if area is not None}

    def run(self, puzzle: Board) -> Iterator[Watched]:
        """Take every step of the workbook's drive, yielding each iteration."""
        cells = list(self._plain.formulas)
        before = self._read(cells)
        for step, number, iteration in self._solver.iterations(puzzle):
            after = self._read(cells)
            changes = tuple(
                Change(self._board_of(cell), cell, old, new)
                for cell, old, new in zip(cells, before, after, strict=True)
                if not same(old, new)
            )
            before = after
            value = self._solver.session.read(self.cell)[0] if self.cell else None
            meanings = tuple(map(self._meaning, self._names))
            yield Watched(step, number, iteration, changes, value, meanings)

    def _probed(self) -> dict[str, Area]:
        """Return the names that have one value, each with the cell that is added for it.

        A name of several values cannot stand in a cell; it is shown without them.
        """
        bound = {name: self._bound(name) for name in self._names}
        wanted = [
            name
            for name, node in bound.items()
            if not isinstance(node, (Area, Array, Reference)) and not gives_several(node)
        ]
        return {name: Area(_PROBES, row, 1, row, 1) for row, name in enumerate(wanted, 1)}

    def _with_probes(self) -> Model:
        if not self._probes:
            return self._plain
        probes = {cell: self._bound(name) for name, cell in self._probes.items()}
        return replace(
            self._plain,
            sheets=(*self._plain.sheets, _PROBES),
            formulas={**self._plain.formulas, **probes},
        )

    def _bound(self, name: str) -> Node:
        assert self.cell is not None
        try:
            return bind(Name(name), self.cell, self._meant)
        except FormulaError as error:
            place = f"{self.cell.sheet}!{self.cell}"
            raise WorkbookError(f"{self._plain.path}: {place}: {error}") from None

    def _meaning(self, name: str) -> Meaning:
        assert self.cell is not None
        bound = self._bound(name)
        values: list[Value] = []
        if isinstance(bound, Area):
            values = self._solver.session.read(bound)
        elif name in self._probes:
            values = self._solver.session.read(self._probes[name])
        tree = self._plain.names[name]
        text = "" if isinstance(tree, FormulaError) else to_text(tree)
        return Meaning(name, text, to_text(bound, home=self.cell.sheet), tuple(values))

    def _read(self, cells: list[Area]) -> list[Value]:
        return [value for cell in cells for value in self._solver.session.read(cell)]

    def _board_of(self, cell: Area) -> str:
        return next((name for name, area in self._boards.items() if area.holds(cell)), "")


def _address(model: Model, text: str) -> Area:
    node = parse(text)
    if not isinstance(node, Reference) or node.first != node.last:
        raise WorkbookError(f"{text}: is not the address of a cell such as D16")
    sheet = node.sheet or model.sheets[0]
    cell = Area(sheet, node.first.row, node.first.column, node.first.row, node.first.column)
    if cell not in model.formulas:
        raise WorkbookError(f"{model.path}: {sheet}!{cell} holds no formula")
    return cell
