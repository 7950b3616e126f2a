"""Cases made from what a workbook shows now, to hold it as it is."""

import logging
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from xlbuilder.errors import EngineError, WorkbookError, counted
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import LARGEST_WHOLE, ExcelError, Value, in_words
from xlbuilder.proof.cases.bound import MOST_CELLS, BoundCase, is_shown
from xlbuilder.proof.cases.prove import Manner, opened, prove, read_file
from xlbuilder.proof.cases.report import CaseReport
from xlbuilder.proof.cases.runs import schedules_of
from xlbuilder.proof.cases.verdict import judged
from xlbuilder.template.schema import CasesFile
from xlbuilder.template.source import Source
from xlbuilder.template.toml import to_toml
from xlbuilder.template.validation import validated
from xlbuilder.xlsx.atomic import check_is_new, new_text_file
from xlbuilder.xlsx.model import Model, read_workbook

_ORDERS = ("row-major",)
_log = logging.getLogger(__name__)
_NOTHING_TYPED = BoundCase("as recorded", ((),), (), None, rests=True, constants=())


def prove_workbook(path: Path, cases: Path, manner: Manner, *, is_recorded: bool) -> CaseReport:
    """Run a file of cases in a workbook; with ``is_recorded`` the file is written first.

    Raises WorkbookError when the file of cases is there already, and as `record` and `prove` do.
    """
    if not is_recorded:
        file = read_file(cases)
        ordered = manner.ordered(file.orders, _ORDERS)
        return prove(file.tests, read_workbook(path), cases, ordered)
    check_is_new(cases)
    model = read_workbook(path)
    ordered = manner.ordered((), _ORDERS)
    return prove(record(model, cases, ordered).tests, model, cases, ordered)


def record(model: Model, path: Path, manner: Manner) -> CasesFile:
    """Write a file of cases: one case, which types nothing and lists what each formula cell shows.

    The values are those of the first order and start.  If others differ, but by no more than the
    maximum change, ``within`` allows it.  The file names the orders, because others may differ.
    What changes by itself, such as NOW, is left out.  If the workbook as a whole cannot be
    calculated, the formulas that nothing reaches (recalc/dirty.py) show what the file has stored.

    The log warns of cells that have another value stored or show an error, and of a workbook that
    does not come to rest.

    Raises EngineError and WorkbookError when the workbook cannot be calculated, has no formulas, or
    too many; WorkbookError when the file cannot be written.
    """
    written = {*model.formulas, *model.unread}
    if not 0 < len(written) <= MOST_CELLS:
        text = f"has {len(written):,} formula cells to record, and 1 to {MOST_CELLS:,} can be"
        raise WorkbookError(f"{model.path}: {text}; write [[tests]] for cells that matter")
    schedules = schedules_of(manner.engine, manner.orders, manner.starts, manner.settings)
    runner = opened([_NOTHING_TYPED], model, manner.engine, schedules)
    kept = written - runner.model.formulas.keys()
    (runs,) = runner.runs([_NOTHING_TYPED])
    if errors := [run.error for run in runs if run.error]:
        raise EngineError(errors[0])
    settings = model.calculation
    verdict = judged(_NOTHING_TYPED, runs, runner.cells, settings)
    values = dict(zip(runner.cells, runs[0].values, strict=True))
    values |= {cell: model.values.get(cell) for cell in sorted(kept)}
    _warn_of_stored(model, values, settings.max_change)
    _warn_of_errors(model, values)
    case: dict[str, Any] = {"name": _NOTHING_TYPED.name}
    if verdict.restless:
        case["rests"] = False
        _log.warning("%s: does not come to rest, so the file says rests = false", model.path)
    elif verdict.is_right and any(run.values != runs[0].values for run in runs):
        case["within"] = settings.max_change
    case["shows"] = dict(_shows(model, values))
    workbook = Path(os.path.relpath(model.path, path.parent)).as_posix()
    orders = list(dict.fromkeys(manner.orders))
    tables = {"workbook": workbook, "orders": orders, "tests": [case]}
    with new_text_file(path) as file:
        file.write(f"# What {model.path.name} showed when this file was recorded.\n")
        file.write(to_toml(tables))
    return validated(Source(path, tables), CasesFile)


def _shows(model: Model, values: Mapping[Area, Value]) -> Iterator[tuple[str, Any]]:
    """Yield names and addresses with what they show, so that each cell is in one of them."""
    left = dict(values)
    named = sorted(model.named_ranges().items(), key=lambda each: -each[1].size)
    for name, area in named:
        if area.size <= len(left) and all(cell in left for cell in area.cells()):
            yield name, _content(area, left)
    while left:
        area = _block(next(iter(left)), left)
        yield f"{area.sheet}!{area}", _content(area, left)


def _block(first: Area, left: Mapping[Area, Value]) -> Area:
    """Return the largest rectangle right of and below a cell, the right side before the bottom."""
    area = first
    while first._replace(left=area.right + 1, right=area.right + 1) in left:
        area = area._replace(right=area.right + 1)
    below = area._replace(top=area.bottom + 1, bottom=area.bottom + 1)
    while all(cell in left for cell in below.cells()):
        area = area._replace(bottom=below.bottom)
        below = below._replace(top=below.top + 1, bottom=below.bottom + 1)
    return area


def _content(area: Area, left: dict[Area, Value]) -> Any:
    """Take the cells of an area out of ``left``, and return what they show as TOML has it."""
    found = [_plain(left.pop(cell)) for cell in area.cells()]
    if area.size == 1:
        return found[0]
    rows, columns = area.shape
    if 1 in (rows, columns):
        return found
    return [found[start : start + columns] for start in range(0, len(found), columns)]


def _plain(value: Value) -> float | int | str | bool:
    if isinstance(value, float):
        shown = float(in_words(value))  # with as many digits as Excel keeps
        return int(shown) if shown.is_integer() and abs(shown) < LARGEST_WHOLE else shown
    if isinstance(value, bool | str):
        return value
    return "" if value is None else str(value)


def _warn_of_stored(model: Model, values: Mapping[Area, Value], within: float) -> None:
    """Warn where the program that saved the file has calculated something else."""
    stored = {cell: value for cell in values if (value := model.values.get(cell)) is not None}
    other = [cell for cell in stored if not is_shown(values[cell], stored[cell], within)]
    if not other:
        return
    cell = other[0]
    more = f", as do {counted(len(other) - 1, 'cell')} more" if len(other) > 1 else ""
    shown = in_words(values[cell]) or "nothing"
    _log.warning(
        "%s: %s!%s has %s stored, and shows %s when it is recalculated%s",
        *(model.path, cell.sheet, cell, in_words(stored[cell]) or "nothing", shown, more),
    )


def _warn_of_errors(model: Model, values: Mapping[Area, Value]) -> None:
    errors = [cell for cell, value in values.items() if isinstance(value, ExcelError)]
    if errors:
        count, first = counted(len(errors), "cell"), errors[0]
        verb = "show errors" if len(errors) > 1 else "shows an error"
        where = f"{first.sheet}!{first} shows {values[first]}"
        _log.warning("%s: %s %s: %s", model.path, count, verb, where)
