"""Asks a package for one function of arguments that are plain; see arguments.py.

A package is asked for a function and never for a formula, so it does not matter how the package
understands the rest of a formula.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import isclose
from typing import Any, TypeAlias

import numpy as np

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import Call, Name, Node
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.engines.fast.asked.arguments import Plain, Rows
from xlbuilder.recalc.engines.fast.asked.pyofficeeditor_package import evaluated
from xlbuilder.recalc.engines.formualizer_package import value_of
from xlbuilder.recalc.engines.formulas_calls import CallList, FormulasPackage
from xlbuilder.recalc.family import Family

Asked: TypeAlias = Callable[[str, Sequence[Plain]], Rows]
"""Gives what a function gives; raises EngineError when the package fails."""

NEAR = 1e-9
"""Two packages agree about a number when they differ by no more than this part of it."""
_SHEET = "Sheet1"
_TOO_WIDE = 8 * "#"
"""What pyofficeeditor gives for a number that has no date, or no fraction."""
_MANY_DIGITS = re.compile(r"[0-9.]{17,}")


def by_formulas(function: str, arguments: Sequence[Plain]) -> Rows:
    """Ask the package ``formulas``."""
    package = _formulas()
    lists = [each for each in arguments if isinstance(each, tuple)]
    given = [
        package.area(package.sizes((len(each), len(each[0]))), map(package.cell, _flat(each)))
        for each in lists
    ]
    given += [package.cell(each) for each in arguments if not isinstance(each, tuple)]
    shapes = tuple((len(a), len(a[0])) if isinstance(a, tuple) else None for a in arguments)
    try:
        with np.errstate(all="ignore"):
            return package.rows(_call(function, shapes).evaluate(given))
    except (EngineError, ImportError):
        raise
    except Exception as error:  # noqa: BLE001 - a failure inside the package
        raise EngineError(f"where the package formulas failed: {error}") from None


def by_formualizer(function: str, arguments: Sequence[Plain]) -> Rows:
    """Ask the package ``formualizer``."""
    try:
        value = value_of(_asked_of_formualizer(function, arguments))
    except (EngineError, ImportError):
        raise
    except Exception as error:  # noqa: BLE001 - a failure inside the package
        raise EngineError(f"where the package formualizer failed: {error}") from None
    if function.startswith("IM") and isinstance(value, str) and _MANY_DIGITS.search(value):
        raise EngineError("with a result of more than 15 digits, of which Excel writes 15")
    return ((value,),)


def _asked_of_formualizer(function: str, arguments: Sequence[Plain]) -> Any:
    """Return what formualizer gives in A1, to the right of which the lists stand."""
    book, column, texts = _formualizer(), 2, []
    for each in arguments:
        if not isinstance(each, tuple):
            texts.append(_literal(each))
            continue
        for row, values in enumerate(each, 1):
            for at, value in enumerate(values, column):
                book.set_value(_SHEET, row, at, value)
        last = column + len(each[0]) - 1
        texts.append(str(Area(_SHEET, 1, column, len(each), last)))
        column = last + 1
    book.set_formula(_SHEET, 1, 1, f"={function}({','.join(texts)})")
    book.evaluate_all()
    value = book.get_value(_SHEET, 1, 1)
    book.set_value(_SHEET, 1, 1, None)
    return value


def by_pyofficeeditor(function: str, arguments: Sequence[Plain]) -> Rows:
    """Ask the package ``pyofficeeditor``."""
    value = evaluated(f"={function}({','.join(map(_constant, arguments))})")
    if value == _TOO_WIDE:
        raise EngineError("of a number that a cell shows as ####")
    return ((value,),)


def by_both(function: str, arguments: Sequence[Plain]) -> Rows:
    """Ask both packages; where they differ at least one is wrong, and nobody answers."""
    one, other = by_formulas(function, arguments), by_formualizer(function, arguments)
    if len(one) != len(other) or not all(map(_agree, _flat(one), _flat(other))):
        raise EngineError("where the packages that know it give different values")
    return one


def _agree(one: Value, other: Value) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=NEAR, abs_tol=1e-300)
    return type(one) is type(other) and one == other


def _flat(rows: Rows) -> list[Value]:
    return [value for row in rows for value in row]


def _constant(argument: Plain) -> str:
    if not isinstance(argument, tuple):
        return _literal(argument)
    return f"{{{';'.join(','.join(map(_literal, row)) for row in argument)}}}"


def _literal(value: Value) -> str:
    match value:
        case None:
            return ""
        case bool() | ExcelError():
            return str(value).upper()
        case str():
            quoted = value.replace('"', '""')
            return f'"{quoted}"'
    return f"{value!r}".upper()


@lru_cache(maxsize=1000)
def _call(function: str, shapes: tuple[tuple[int, int] | None, ...]) -> CallList:
    left, holes, names, nodes = 1, [], [], []
    for number, shape in enumerate(shapes):
        node: Node
        if shape is None:
            node = Name(f"NUMBER_{number}")
            names.append(node.text)
        else:
            node = Area("", 1, left, shape[0], left + shape[1] - 1)
            holes.append(node)
            left += shape[1]
        nodes.append(node)
    return _formulas().compile(Family(Call(function, tuple(nodes)), tuple(holes), tuple(names)))


@lru_cache(maxsize=1)
def _formulas() -> FormulasPackage:
    return FormulasPackage()


@lru_cache(maxsize=1)
def _formualizer() -> Any:
    import formualizer  # noqa: PLC0415 - heavy, and only in the extra `verify`

    book = formualizer.Workbook()
    if _SHEET not in book.sheet_names:
        book.add_sheet(_SHEET)
    book.set_temporal_egress("serial")
    return book
