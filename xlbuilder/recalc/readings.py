"""Ways of reading: how a program takes the formulas that a file has.

Excel most probably evaluates a name anew wherever it is used.  Nobody promises it, and programs
differ, so a workbook has to be right under each reading.  A reading changes the model and nothing
else: it is the same for every engine that iterates cell by cell.
"""

from dataclasses import replace
from functools import partial

from xlbuilder.errors import EngineError, FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.arrays_of_one import ResultKind, kind_of, with_arrays_of_one
from xlbuilder.formula.called import names_called
from xlbuilder.formula.extents import gives_several
from xlbuilder.formula.inline import Inliner, Names, key_of
from xlbuilder.formula.ordinary import Ordinary
from xlbuilder.formula.tree import (
    ErrorValue,
    Name,
    Node,
    Prefix,
    is_position,
    mapped,
    walk,
)
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.choices import Reading
from xlbuilder.xlsx.model import Model


def read_as(reading: Reading, model: Model) -> tuple[Model, frozenset[Area]]:
    """Return ``model`` as it is read, and the cells that its remembered names have there.

    Raises EngineError for a name that would have to be remembered and gives several values.
    """
    match reading:
        case Reading.AS_WRITTEN:
            return model, frozenset()
        case Reading.REMEMBERED:
            return _with_remembered_names(model)
        case Reading.ARRAYS_OF_ONE:
            return _with_arrays_of_one(model), frozenset()
        case Reading.ORDINARY:
            return _ordinary(model), frozenset()


def _with_remembered_names(model: Model) -> tuple[Model, frozenset[Area]]:
    """Give each remembered name a cell on a sheet of its own, and put the cell in its place."""
    inliner = Inliner(model.names)
    formulas_by_sheet = [(cell.sheet, formula) for cell, formula in model.formulas.items()]
    cells = {
        key: Area(f"remembered name: {key}", 1, 1, 1, 1)  # no file can have such a sheet
        for key in names_called(formulas_by_sheet, model.names)
        if _is_remembered(key, model, inliner)
    }
    # Its value, and no reference: SUM takes a text as a value, but not from a reference.
    names: Names = {**model.names, **{key: Prefix("+", cell) for key, cell in cells.items()}}
    inliner = Inliner(names)
    formulas = {
        cell: inliner.inlined(tree, model.sheets[0])
        for key, cell in cells.items()
        if not isinstance(tree := model.names[key], FormulaError)
    }
    read = replace(
        model,
        sheets=(*model.sheets, *(cell.sheet for cell in cells.values())),
        formulas={**model.formulas, **formulas},
        names=names,
    )
    return read, frozenset(formulas)


def _is_remembered(key: str, model: Model, inliner: Inliner) -> bool:
    """Return whether a name is no reference, holds no position, and leads to a formula.

    One that leads to no formula cannot change while a recalculation lasts.  Raises EngineError
    when it is to be remembered and gives several values.
    """
    try:
        inlined = {inliner.inlined(Name(key), sheet) for sheet in model.sheets}
    except FormulaError:
        return False  # the cell that uses it shows the error
    node = inlined.pop()
    if inlined or isinstance(node, Area):  # it means something else on each sheet
        return False
    parts = list(walk(node))
    areas = {part for part in parts if isinstance(part, Area)}
    if any(map(is_position, parts)) or not any(
        area.holds(cell) for area in areas for cell in model.formulas
    ):
        return False
    if gives_several(node):
        raise EngineError(
            f"{model.path}: the name {key} gives several values; it cannot be remembered here"
        )
    return True


def _with_arrays_of_one(model: Model) -> Model:
    kinds: dict[str, ResultKind] = {}

    def of_name(sheet: str, text: str) -> ResultKind:
        key = key_of(text, sheet, model.names)
        if key not in kinds:
            kinds[key] = ResultKind.PLAIN  # of a name that calls itself, which is refused elsewhere
            tree = model.names.get(key)
            if tree is not None and not isinstance(tree, FormulaError):
                kinds[key] = kind_of(tree, partial(of_name, _sheet_of(key, model)))
        return kinds[key]

    return replace(
        model,
        formulas={
            cell: with_arrays_of_one(formula, partial(of_name, cell.sheet), is_name=False)
            for cell, formula in model.formulas.items()
        },
        names={
            key: tree
            if isinstance(tree, FormulaError)
            else with_arrays_of_one(tree, partial(of_name, _sheet_of(key, model)), is_name=True)
            for key, tree in model.names.items()
        },
    )


def _ordinary(model: Model) -> Model:
    """Put ``#VALUE!`` where IF and its like are given an array (formula/ordinary.py).

    SpreadJS reads names so.
    """
    names = {key: tree for key, tree in model.names.items() if not isinstance(tree, FormulaError)}
    ordinary = Ordinary(names)

    def read(node: Node) -> Node:
        if ordinary.is_given_array(node):
            return ErrorValue(ExcelError.VALUE)
        return mapped(node, read)

    return replace(
        model,
        formulas={cell: read(formula) for cell, formula in model.formulas.items()},
        names={**model.names, **{key: read(tree) for key, tree in names.items()}},
    )


def _sheet_of(key: str, model: Model) -> str:
    """Return the sheet that a name belongs to, or the first one."""
    return key.rpartition("!")[0] or model.sheets[0]
