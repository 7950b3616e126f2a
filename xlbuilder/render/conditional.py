"""Finds which conditional formats are true, by the values that the file has stored."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from xlbuilder.errors import EngineUnavailableError, WorkbookError, XlbuilderError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import Binder
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import moved
from xlbuilder.formula.values import Value
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.render.sheet import ConditionalFormat, Look, Sheet
from xlbuilder.xlsx.model import Model

_BESIDE = "conditional format"


def with_formats(model: Model, sheet: Sheet) -> Sheet:
    """Return ``sheet`` with its conditional formats on the cells for which they are true.

    In a workbook that was never calculated no format is true.
    Raises WorkbookError when one cannot be evaluated, EngineUnavailableError without the engine.
    """
    if not model.is_calculated:
        return replace(sheet, formats=())
    # openpyxl reads a stored text that is empty as None.
    values: dict[Area, Value] = dict.fromkeys(model.formulas, "")
    values |= {cell: value for cell, value in model.values.items() if value is not None}
    model = replace(model, values=values)
    looks = dict(sheet.looks)
    for entry in reversed(sheet.formats):  # the first one wins
        for cell in _true_cells(model, entry, looks):
            looks[cell] = _dressed(looks[cell], entry)
    return replace(sheet, looks=looks, formats=())


def _dressed(look: Look, entry: ConditionalFormat) -> Look:
    return replace(
        look,
        fill=entry.fill or look.fill,
        color=entry.color or look.color,
        bold=look.bold if entry.bold is None else entry.bold,
        italic=look.italic if entry.italic is None else entry.italic,
    )


def _true_cells(model: Model, entry: ConditionalFormat, cells: Iterable[Area]) -> Iterator[Area]:
    """Yield the cells of a format for which its formula is true.

    The formula is bound for each cell and evaluated in a workbook that holds nothing else but
    values: nothing there is circular any more.
    """
    top = min(area.top for area in entry.areas)
    left = min(area.left for area in entry.areas)
    hosts = [cell for cell in cells if any(area.holds(cell) for area in entry.areas)]
    binder = Binder(model.names)
    try:
        written = parse(entry.formula)
        formulas = {
            host._replace(sheet=_BESIDE): binder.bind(
                moved(written, host.top - top, host.left - left), host
            )
            for host in hosts
        }
        beside = replace(model, formulas=formulas, sheets=(*model.sheets, _BESIDE))
        session = open_workbook("fast", beside)
        session.recalculate()
    except EngineUnavailableError:
        raise
    except XlbuilderError as error:
        places = " ".join(map(str, entry.areas))
        raise WorkbookError(f"{model.path}: the conditional format of {places}: {error}") from None
    for host, cell in zip(hosts, formulas, strict=True):
        value = session.read(cell)[0]
        if isinstance(value, float | bool) and value:
            yield host
