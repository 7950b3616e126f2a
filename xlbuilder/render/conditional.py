"""Finds which conditional formats are true, by the values that the file has stored."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from xlbuilder.errors import EngineUnavailableError, XlbuilderError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import Binder
from xlbuilder.formula.newer import without_newer
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Node, moved
from xlbuilder.formula.values import Value
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.render.layout import known_color
from xlbuilder.xlsx.looks import Look, SheetLooks
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.rules import PLAIN, Dressing, Rule

Formulas = Mapping[Area, Node]
"""The bound formula of a format in each of its cells."""
_log = logging.getLogger(__name__)
_BESIDE = "conditional format"
MAX_RULES = 5_000
"""The most conditional formats of a sheet: even a small format takes much time."""


def with_formats(model: Model, sheet: SheetLooks) -> SheetLooks:
    """Return ``sheet`` with its conditional formats on the cells for which they are true.

    In a workbook that was never calculated no format is true.  A format that cannot be evaluated is
    left out, and the log says so.  Raises EngineUnavailableError without the engine.
    """
    formats = drawn_formats(sheet)
    if not model.is_calculated or not formats:
        return replace(sheet, formats=())
    # openpyxl reads a stored text that is empty as None.
    values: dict[Area, Value] = dict.fromkeys(model.formulas, "")
    values |= {cell: value for cell, value in model.values.items() if value is not None}
    model = replace(model, values=values)
    bound = [
        (entry, formulas)
        for entry in formats
        if (formulas := _formulas(model, entry, sheet.looks)) is not None
    ]
    try:
        true = _true_cells(model, [formulas for _, formulas in bound])
    except EngineUnavailableError:
        raise
    except XlbuilderError:  # one at a time: all may be too many, and a message must name one
        true = [_alone(model, entry, formulas) or [] for entry, formulas in bound]
    looks = dict(sheet.looks)
    pairs = [(entry, cells) for (entry, _), cells in zip(bound, true, strict=True)]
    for entry, cells in reversed(pairs):  # the first one wins
        for cell in cells:
            looks[cell] = _dressed(looks[cell], entry.look)
    return replace(sheet, looks=looks, formats=())


def drawn_formats(sheet: SheetLooks) -> tuple[Rule, ...]:
    """Return the conditional formats that a picture shows.

    These formats have a formula, cells and a look; with more than MAX_RULES formats there are none.
    """
    if len(sheet.formats) > MAX_RULES:
        return ()
    with_formula = (each for each in sheet.formats if each.kind == "expression" and each.formulas)
    return tuple(each for each in with_formula if each.areas and each.look != PLAIN)


def _dressed(look: Look, entry: Dressing) -> Look:
    font = look.font
    return look._replace(
        fill=known_color(entry.fill) or look.fill,
        font=font._replace(
            color=known_color(entry.color) or font.color,
            bold=font.bold if entry.bold is None else entry.bold,
            italic=font.italic if entry.italic is None else entry.italic,
        ),
    )


def _formulas(model: Model, entry: Rule, cells: Iterable[Area]) -> Formulas | None:
    """Return the formula of a format, bound for each of its cells; None if it is left out."""
    top = min(area.top for area in entry.areas)
    left = min(area.left for area in entry.areas)
    hosts = [cell for cell in cells if any(area.holds(cell) for area in entry.areas)]
    binder = Binder(model.names)
    with _left_out(model, entry):
        written = without_newer(parse(entry.formulas[0]), Area("", 0, 0, 0, 0), {})
        return {
            host: binder.bind(moved(written, host.top - top, host.left - left), host)
            for host in hosts
        }
    return None


def _alone(model: Model, entry: Rule, formulas: Formulas) -> list[Area] | None:
    """Return the cells of a format for which it is true; None if it is left out."""
    with _left_out(model, entry):
        return _true_cells(model, [formulas])[0]
    return None


@contextmanager
def _left_out(model: Model, entry: Rule) -> Iterator[None]:
    """Leave a format out that cannot be evaluated, and say so."""
    try:
        yield
    except EngineUnavailableError:
        raise
    except XlbuilderError as error:
        places = " ".join(map(str, entry.areas))
        reason = str(error).removeprefix(f"{model.path}: ").replace(f"{_BESIDE} 0!", "")
        _log.warning("%s: left out: the conditional format of %s: %s", model.path, places, reason)


def _true_cells(model: Model, formats: Sequence[Formulas]) -> list[list[Area]]:
    """Return the cells of each format for which its formula is true.

    The formulas are evaluated in a workbook that otherwise holds only values: so nothing in it is
    circular.
    """
    sheets = [f"{_BESIDE} {number}" for number in range(len(formats))]
    beside = {
        host._replace(sheet=sheet): node
        for sheet, formulas in zip(sheets, formats, strict=True)
        for host, node in formulas.items()
    }
    alone = replace(
        model,
        formulas=beside,
        arrays=frozenset(beside),  # so Excel evaluates formats
        sheets=(*model.sheets, *sheets),
        unread={},
        not_followed={},
    )
    session = open_workbook("fast", alone)
    session.recalculate()

    def is_true(cell: Area) -> bool:
        value = session.read(cell)[0]
        return isinstance(value, float | bool) and bool(value)

    return [
        [host for host in formulas if is_true(host._replace(sheet=sheet))]
        for sheet, formulas in zip(sheets, formats, strict=True)
    ]
