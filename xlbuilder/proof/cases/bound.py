"""Cases bound to the cells of a workbook: each name and address stands for cells of it."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, time
from pathlib import Path
from typing import Any

from xlbuilder.errors import Fault, TemplateError, WorkbookError, counted, did_you_mean
from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import ErrorValue
from xlbuilder.formula.values import ExcelError, Value, is_nothing
from xlbuilder.proof.cases.spelled import without_quotes
from xlbuilder.template.ranges import constants
from xlbuilder.template.schema import TypedCase
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.ranges import find_range

_log = logging.getLogger(__name__)

CLOSE = 1e-9
"""A number is right up to this part of it, and up to this number itself if it is smaller than 1."""
MOST_CELLS = 30_000
"""The most cells that a case names together, and that are recorded."""


@dataclass(frozen=True)
class Content:
    """What cells hold."""

    key: str
    """The name or the address as the file writes it."""
    is_name: bool
    area: Area
    values: tuple[Value, ...]
    """Row by row; None is a blank cell."""

    def cells(self) -> Iterator[tuple[Area, Value]]:
        """Yield each cell with its value."""
        return zip(self.area.cells(), self.values, strict=True)

    def name_of(self, cell: Area) -> str:
        """Return a cell as messages name it: ``closing (Loan!F9)``, ``Loan!H8``."""
        address = f"{cell.sheet}!{cell}"
        return f"{self.key} ({address})" if self.is_name else address


@dataclass(frozen=True)
class BoundCase:
    """A case of one workbook."""

    name: str
    steps: tuple[tuple[Content, ...], ...]
    """What is typed before each recalculation; at least one step, which may be empty."""
    shows: tuple[Content, ...]
    within: float | None
    rests: bool
    constants: tuple[str, ...]
    """The cells of ``shows`` that hold no formula, a line each."""

    @property
    def wanted(self) -> list[Area]:
        """The cells that the case names."""
        return [*(each.area for each in self.shows), *self.entered]

    @property
    def entered(self) -> list[Area]:
        """The cells into which the case types."""
        return [each.area for step in self.steps for each in step]


def bound_cases(cases: Sequence[TypedCase], model: Model, path: Path) -> list[BoundCase]:
    """Return the cases of the file ``path``, bound to the cells of a workbook.

    Raises TemplateError with all problems: names that the workbook does not have, values that do
    not fit their cells, formulas into which a case would type, cases that prove nothing.

    The log warns of a case that types a text into a cell that holds a number.
    """
    faults: list[Fault] = []
    doubts: list[Fault] = []
    found = []
    names: set[str] = set()
    for name, case in zip(names_of(cases), cases, strict=True):
        binder = _Binder(model)
        bound = binder.bound(case, name)
        if bound.name in names:
            binder.problems.append("another test has this name; choose another")
        names.add(bound.name)
        faults += [Fault(path, f'test "{bound.name}": {text}') for text in binder.problems]
        doubts += [Fault(path, f'test "{bound.name}": {text}') for text in binder.doubts[:1]]
        found.append(bound)
    if faults:
        raise TemplateError(faults)
    for doubt in doubts:
        _log.warning("warning: %s", doubt)
    return found


def names_of(cases: Sequence[TypedCase]) -> list[str]:
    """Return the name of each case; one without a name has its number."""
    return [case.name or f"test {number}" for number, case in enumerate(cases, 1)]


def without_logical(case: BoundCase) -> BoundCase:
    """Return a case for an engine that shows 1 for TRUE and 0 for FALSE."""
    shows = [
        replace(each, values=tuple(float(v) if isinstance(v, bool) else v for v in each.values))
        for each in case.shows
    ]
    return replace(case, shows=tuple(shows))


def is_shown(shown: Value, expected: Value, within: float | None) -> bool:
    """Return whether a cell shows what a case expects; a text may be the word of an error."""
    match expected:
        case None:
            return is_nothing(shown)
        case float():
            return isinstance(shown, float) and is_close(shown, expected, within or 0)
        case str():
            said = str(shown) if isinstance(shown, ExcelError) else shown
            return said == expected or (said is None and not expected)
    return shown is expected


def is_close(one: float, other: float, within: float) -> bool:
    """Return whether two numbers differ by at most ``within``, or by no more than `CLOSE`."""
    return abs(one - other) <= within + CLOSE * max(1.0, abs(one), abs(other))


class _Binder:
    """Binds one case, and gathers what is wrong with it."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.problems: list[str] = []
        self.doubts: list[str] = []
        """What the case may do on purpose."""

    def bound(self, case: TypedCase, name: str) -> BoundCase:
        first = [case.set] if case.set or not case.steps else []
        steps = tuple(tuple(self._typed(step)) for step in [*first, *case.steps])
        shows = tuple(self._contents("shows", case.shows))
        cells = {cell for step in steps for each in step for cell in each.area.cells()}
        for each in shows:
            if cells.issuperset(each.area.cells()):
                text = "is what the case itself types; name cells with formulas"
                self.problems.append(f"shows: {each.key} {text}")
        if not (case.shows or case.rests):
            self.problems.append("proves nothing; write shows, or leave out rests = false")
        return BoundCase(
            name,
            steps,
            shows,
            case.within,
            case.rests,
            tuple(self._constants(shows, cells)),
        )

    def _typed(self, step: Mapping[str, Any]) -> Iterator[Content]:
        for each in self._contents("set", step):
            if held := next((cell for cell in each.area.cells() if self._is_formula(cell)), None):
                text = "holds a formula, and values are typed into cells without one"
                self.problems.append(f"set: {each.name_of(held)} {text}")
            self.doubts += self._texts_for_numbers(each)
            cleared = tuple(None if value == "" else value for value in each.values)
            yield replace(each, values=cleared)

    def _texts_for_numbers(self, content: Content) -> Iterator[str]:
        for cell, value in content.cells():
            if value and isinstance(value, str) and type(self._model.values.get(cell)) is float:
                text = f'holds a number, and the case types the text "{value}"'
                yield f"set: {content.name_of(cell)} {text}{without_quotes(value)}"

    def _contents(self, key: str, contents: Mapping[str, Any]) -> Iterator[Content]:
        for name, written in contents.items():
            try:
                area, content = self._area(name), self._with_serials(written)
                yield Content(name, name.lower() in self._model.names, area, _values(content, area))
            except WorkbookError as error:
                self.problems.append(f"{key}: {name}: {error}")

    def _with_serials(self, content: Any) -> Any:
        """Return what cells hold, with the numbers by which Excel holds dates."""
        if isinstance(content, list):
            return [self._with_serials(each) for each in content]
        return self._model.serial(content) if isinstance(content, date | time) else content

    def _area(self, name: str) -> Area:
        model = self._model
        try:
            area = find_range(model, name)
        except WorkbookError:
            sheet = name.rpartition("!")[0].strip("'")
            hint = did_you_mean(sheet, model.sheets)
            raise WorkbookError(f"{model.path.name} has no sheet {sheet}; {hint}") from None
        if area is None and model.names.get(name.lower()) == ErrorValue(ExcelError.REF):
            raise WorkbookError(f"stands for no cells (#REF!) in {model.path.name}; name cells")
        if area is None and name.lower() in model.names:
            raise WorkbookError(f"stands for a formula in {model.path.name}; name cells")
        if area is None:
            known = model.named_ranges()
            hint = did_you_mean(name, known, "write an address such as")
            if not hint.endswith("?"):
                hint += f" {Area(model.sheets[0], 8, 2, 8, 2).absolute().replace('$', '')}"
            raise WorkbookError(f"no name and no cell of {model.path.name}; {hint}")
        if area.size > MOST_CELLS:
            raise WorkbookError(f"has {area.size:,} cells; name at most {MOST_CELLS:,}")
        return area

    def _is_formula(self, cell: Area) -> bool:
        return cell in self._model.formulas or cell in self._model.unread

    def _constants(self, shows: Sequence[Content], typed: set[Area]) -> Iterator[str]:
        """Yield the cells that show the same whatever the workbook calculates."""
        for each in shows:
            for cell, expected in each.cells():
                if self._is_formula(cell) or cell in typed:
                    continue
                held = self._model.values.get(cell)
                if held is not None or expected is not None:
                    kind = "is empty" if held is None else "holds a constant"
                    yield f"{each.name_of(cell)} {kind}, where the case expects a formula"


def _values(content: Any, area: Area) -> tuple[Value, ...]:
    """Return the values for each cell; raises WorkbookError when they do not fit."""
    if area.size == 1 and not isinstance(content, list):
        return (_value(content),)
    rows, columns = area.shape
    size = f"{counted(rows, 'row')} of {counted(columns, 'cell')}"
    if isinstance(content, str):
        if (found := constants(content, area.shape)) is None:
            raise WorkbookError(f"has {size}; write a line for each row")
        return tuple(map(_value, found))
    if not isinstance(content, list):
        raise WorkbookError(f"has {size}; write a list of the values, row by row")
    has_rows = any(isinstance(each, list) for each in content)
    if has_rows and any(not isinstance(each, list) or len(each) != columns for each in content):
        raise WorkbookError(f"has {size}; write a list for each row, with a value for each cell")
    flat = [value for row in content for value in row] if has_rows else content
    if len(flat) != area.size:
        raise WorkbookError(f"has {size}; the list has {counted(len(flat), 'value')}")
    return tuple(map(_value, flat))


def _value(content: str | float | None) -> Value:
    return content if content is None or isinstance(content, bool | str) else float(content)
