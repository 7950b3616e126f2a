"""A workbook of another author: the user says where the puzzle is, and what to do.

The user says it in a table, or in a TOML file, with these keys:

    input = "Puzzle!B2:J10"         # 9x9 cells that take the puzzle; or 6x6, or 4x4
    solution = "Puzzle!L2:T10"      # as many cells that show the solution
    candidates = "Puzzle!B14:AB40"  # 27x27 cells; a candidate that is gone shows nothing
    status = "Puzzle!A1"            # says in words how it stands
    steps = [{ V6 = "Reset" }, { V6 = "Go" }]  # what to type; a recalculation follows each step
    recalculations = 300            # after each step at most, as with F9
    variant = { houses = ["Puzzle!B50:J58"] }  # rules that plain Sudoku does not have
    all_formulas = true             # calculate those too that nothing typed reaches

``variant`` has the keys of `Variant` (drive.py).  With gaps between the boxes or with merged cells,
``input`` and ``solution`` are the whole ranges (spacing.py).
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from xlbuilder.drive.boards import Boards, shape_of, side_of
from xlbuilder.drive.drive import MAX_STEPS, Drive, Gone, Steps, Variant
from xlbuilder.drive.spacing import cells_of, filled_between
from xlbuilder.errors import WorkbookError, did_you_mean
from xlbuilder.files import opened_to_read
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import LARGEST_WHOLE
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.origin import PROPERTY
from xlbuilder.xlsx.ranges import range_of

DriveTable: TypeAlias = Mapping[str, Any]
DriveSource: TypeAlias = str | os.PathLike[str] | DriveTable
"""The path of a drive file, or its table."""

_STEPS = TypeAdapter(Steps)

KEYS = (
    "input",
    "solution",
    "candidates",
    "status",
    "steps",
    "recalculations",
    "variant",
    "all_formulas",
)


def driven(model: Model, source: DriveSource | None) -> Model:
    """Return the workbook as if its own file said what ``source`` says; None changes nothing.

    For a key that ``source`` leaves out, the file counts; but if ``source`` says where the puzzle
    is, nothing else of the file counts.  Raises WorkbookError for a file that cannot be read, for a
    wrong key or value, and for cells that do not exist or have the wrong size.
    """
    table = {} if source is None else table_of(source)
    if not table:
        return model
    boards = Boards.of(model)
    drive, side = boards.drive, boards.side
    if table.keys() & {"input", "solution"}:
        given, shown = _puzzle(model, table)
        side = side_of(given)
        drive = Drive(input=given.absolute(), solution=shown.absolute())
    changed: dict[str, Any] = {}
    if "candidates" in table:
        changed["candidates"] = _board(model, table, "candidates", side).absolute()
        changed["gone"] = drive.gone or Gone()
    if "status" in table:
        changed["status_text"] = _cell(model, "status", table["status"])
    if "steps" in table:
        changed["steps"] = [
            {_cell(model, "steps", cell): value for cell, value in step.items()}
            for step in table["steps"]
        ]
    changed |= {key: table[key] for key in ("recalculations", "all_formulas") if key in table}
    if "variant" in table:
        variant = Variant.model_validate({**drive.variant.model_dump(), **table["variant"]})
        houses = [_houses(model, text, side) for text in variant.houses]
        changed["variant"] = variant.model_copy(update={"houses": houses})
    built_from = {key: text for key, text in model.properties.items() if key == PROPERTY}
    said = drive.model_copy(update=changed).to_properties()
    used = replace(model, properties={**built_from, **said})
    if "steps" in table:
        _check_steps(used)
    return used


def table_of(source: DriveSource) -> DriveTable:
    """Return the table of a file, or the table itself, after a check of its keys and values.

    Raises WorkbookError when a key or value is wrong, or when the file cannot be read.
    """
    if isinstance(source, Mapping):
        _check(source, "the drive")
        return source
    path = Path(source)
    try:
        with opened_to_read(path) as file:
            table = tomllib.load(file)
    except OSError as error:
        raise WorkbookError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:  # of UTF-8 and of TOML
        reason = "no text" if isinstance(error, UnicodeDecodeError) else f"no TOML: {error}"
        raise WorkbookError(f"{path}: is {reason}; xlbuilder drive writes such a file") from None
    _check(table, str(path))
    return table


def _check(table: DriveTable, place: str) -> None:
    for key, value in table.items():
        if key not in KEYS:
            raise WorkbookError(f"{place}: unknown key {key}; {did_you_mean(key, KEYS)}")
        match key:
            case "steps":
                is_right, wanted = _are_steps(value), f"at most {MAX_STEPS} of {{ A1 = value }}"
            case "recalculations":
                is_right = type(value) is int and 1 <= value <= LARGEST_WHOLE
                wanted = "a whole number from 1 on"
            case "all_formulas":
                is_right, wanted = isinstance(value, bool), "true or false"
            case "variant":
                is_right = _is_variant(value)
                wanted = "houses (a list of ranges), apart = [[1, 2]], boxes = false"
            case _:
                is_right, wanted = isinstance(value, str), 'a text such as "Sheet1!B2:J10"'
        if not is_right:
            raise WorkbookError(f"{place}: {key} is {value!r}; give {wanted}")


def _are_steps(value: object) -> bool:
    try:
        return all(_STEPS.validate_python(value))  # an empty step would type nothing
    except ValidationError:
        return False


def _is_variant(value: object) -> bool:
    try:
        return not Variant.model_validate(value).is_plain
    except ValidationError:
        return False


def _houses(model: Model, text: str, side: int) -> str:
    area = range_of(model, text, "houses")
    if area.shape != (side, side):
        raise WorkbookError(_wrong_shape(model, f"houses {text}", area, f"{side}x{side}"))
    return area.absolute()


def _wrong_shape(model: Model, what: str, area: Area, wanted: str) -> str:
    rows, columns = area.shape
    return f"{model.path}: {what}: has {rows}x{columns} cells; give {wanted}"


def _puzzle(model: Model, table: DriveTable) -> tuple[Area, Area]:
    """Return the boards of the puzzle and of the solution."""
    for key, other in (("input", "solution"), ("solution", "input")):
        if key not in table:
            raise WorkbookError(f"{model.path}: the {other} is given without the {key}; give both")
    side = side_of(range_of(model, table["input"], "input"))
    given, shown = (_board(model, table, key, side) for key in ("input", "solution"))
    if formula := next((cell for cell in given.cells() if cell in model.formulas), None):
        raise WorkbookError(
            f"{model.path}: input {table['input']}: {formula} holds a formula, and a puzzle is"
            " typed into cells without formulas"
        )
    if model.formulas.keys().isdisjoint(shown.cells()):
        raise WorkbookError(
            f"{model.path}: solution {table['solution']}: holds no formula, so it shows no solution"
        )
    if given.meets(shown):
        raise WorkbookError(
            f"{model.path}: input {table['input']} and solution {table['solution']} have cells in"
            " common"
        )
    return given, shown


def _check_steps(model: Model) -> None:
    """Raise WorkbookError for a step that types into the puzzle: it would change the puzzle."""
    boards = Boards.of(model)
    board = boards.found().get("input")
    for cell in [range_of(model, cell) for step in boards.drive.steps for cell in step]:
        if board is not None and board.meets(cell):
            raise WorkbookError(
                f"{model.path}: steps {cell}: is a cell of the input; type elsewhere"
            )


def _board(model: Model, table: DriveTable, key: str, side: int) -> Area:
    area = range_of(model, table[key], key)
    shape = shape_of(key, side)
    if key != "candidates" and cells_of(area, side):
        if cell := filled_between(model, area, side):
            raise WorkbookError(
                f"{model.path}: {key} {table[key]}: {cell} holds a formula or a number, and is"
                " between the cells of a board of this size; give the cells of the board alone"
            )
    elif area.shape != shape:
        wanted = "9x9, 6x6 or 4x4" if key == "input" else "x".join(map(str, shape))
        raise WorkbookError(_wrong_shape(model, f"{key} {table[key]}", area, wanted))
    return area


def _cell(model: Model, key: str, text: str) -> str:
    area = range_of(model, text, key)
    if area.size != 1:
        raise WorkbookError(f"{model.path}: {key} {text}: has {area.size} cells; give one")
    return area.absolute()
