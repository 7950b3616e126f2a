"""One run of a workbook told iteration by iteration: what appeared, what vanished, and why.

"Why" is for one cell: its formula, and the value of every name that the formula leads to, resolved
for that cell.  For each such name a cell is added to the model, which the engine evaluates like
any other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from xlbuilder.errors import EngineError, FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Array, Name, Node, Reference, to_text, walk
from xlbuilder.formula.values import Value, same
from xlbuilder.proof.solver import Solver
from xlbuilder.recalc.orders import reading_of
from xlbuilder.recalc.readings import read_as
from xlbuilder.recalc.schedule import Schedule, Swept
from xlbuilder.sudoku.board import Board
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
class Told:
    """One iteration."""

    step: str
    """What was entered before the recalculation: ``state=Solve``."""
    number: int
    swept: Swept
    changes: tuple[Change, ...]
    value: Value = None
    """The watched cell's."""
    meanings: tuple[Meaning, ...] = ()


class Watch:
    """A workbook whose runs are told; ``cell`` ("D16", "Main!D16") is explained as well."""

    def __init__(
        self, model: Model, engine: str, schedule: Schedule, cell: str | None = None
    ) -> None:
        self._plain = model
        self._meant = read_as(reading_of(schedule.order), model)[0].names
        self.cell = _address(model, cell) if cell else None
        self._names = list(_names_below(model, self.cell)) if self.cell else []
        self._probes: dict[str, Area] = {}
        self._solver = self._opened(engine, schedule)
        drive = self._solver.drive
        areas = {name: model.area(name) for name in model.names}
        areas |= {name: model.area(board) for name, board in drive.boards.items()}
        self._boards = {name: area for name, area in areas.items() if area is not None}

    def run(self, puzzle: Board) -> Iterator[Told]:
        """Take every step of the workbook's drive, yielding each iteration."""
        cells = list(self._plain.formulas)
        before = self._read(cells)
        for step, number, swept in self._solver.told(puzzle):
            after = self._read(cells)
            changes = tuple(
                Change(self._board_of(cell), cell, old, new)
                for cell, old, new in zip(cells, before, after, strict=True)
                if not same(old, new)
            )
            before = after
            value = self._solver.session.read(self.cell)[0] if self.cell else None
            yield Told(step, number, swept, changes, value, tuple(map(self._meaning, self._names)))

    def _opened(self, engine: str, schedule: Schedule) -> Solver:
        """Open the workbook with a cell for each name that has one value."""
        bound = {name: self._bound(name) for name in self._names}
        wanted = [
            name for name in self._names if not isinstance(bound[name], (Area, Array, Reference))
        ]
        while True:
            self._probes = {
                name: Area(_PROBES, row, 1, row, 1) for row, name in enumerate(wanted, 1)
            }
            probes = {self._probes[name]: bound[name] for name in wanted}
            model = replace(
                self._plain,
                sheets=(*self._plain.sheets, _PROBES),
                formulas={**self._plain.formulas, **probes},
            )
            try:
                return Solver(model if wanted else self._plain, engine, schedule)
            except EngineError as error:
                # A name that is an array cannot stand in a cell; it is shown without a value.
                guilty = [name for name in wanted if f"!{self._probes[name]}: " in str(error)]
                if _PROBES not in str(error) or not guilty:
                    raise
                wanted.remove(guilty[0])

    def _bound(self, name: str) -> Node:
        assert self.cell is not None
        return bind(Name(name), self.cell, self._meant)

    def _meaning(self, name: str) -> Meaning:
        assert self.cell is not None
        bound = self._bound(name)
        values: list[Value] = []
        if isinstance(bound, Area):
            values = self._solver.session.read(bound)
        elif name in self._probes:
            values = self._solver.session.read(self._probes[name])
        text = to_text(_tree(self._plain, name))
        return Meaning(name, text, to_text(bound, home=self.cell.sheet), tuple(values))

    def _read(self, cells: list[Area]) -> list[Value]:
        return [value for cell in cells for value in self._solver.session.read(cell)]

    def _board_of(self, cell: Area) -> str:
        return next((name for name, area in self._boards.items() if area.holds(cell)), "")


def _tree(model: Model, name: str) -> Node:
    found = model.names[name]
    if isinstance(found, FormulaError):
        raise found
    return found


def _address(model: Model, text: str) -> Area:
    node = parse(text)
    if not isinstance(node, Reference) or node.first != node.last:
        raise WorkbookError(f"{text}: is not the address of a cell such as D16")
    sheet = node.sheet or model.sheets[0]
    cell = Area(sheet, node.first.row, node.first.column, node.first.row, node.first.column)
    if cell not in model.formulas:
        raise WorkbookError(f"{model.path}: {sheet}!{cell} holds no formula")
    return cell


def _names_below(model: Model, cell: Area) -> Iterator[str]:
    """Yield the names that a cell's formula leads to, each once, callers before the called."""
    pending, seen = [model.formulas[cell]], set()
    while pending:
        for part in walk(pending.pop(0)):
            name = part.text.lower() if isinstance(part, Name) else ""
            if name in model.names and name not in seen:
                seen.add(name)
                yield name
                pending.append(_tree(model, name))
