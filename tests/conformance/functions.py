"""Prints what engines do with each function of Excel 2007: python tests/conformance/functions.py.

docs/reference/functions.md is its output.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "helpers"))

import formualizer
import formulas
from deviations import DEVIATIONS, FORMUALIZER, LIBREOFFICE, REFUSED

from xlbuilder.formula.fold import FOLDED
from xlbuilder.formula.limits import EXCEL_2007, VOLATILE
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, walk
from xlbuilder.formula.values import Value
from xlbuilder.recalc.engines.fast.bridge import can_be_asked
from xlbuilder.recalc.engines.fast.code import FUNCTIONS
from xlbuilder.recalc.engines.formualizer_package import known

HEAD = """# Functions

    python tests/conformance/functions.py > docs/reference/functions.md

What the engines do with each function of Excel 2007. A template may use all of them except the
volatile ones; `xlbuilder build` refuses newer functions, because Excel 2007 shows an unknown name.
When `fast` lacks a function or has to ask for it, `build` and `try` report each formula with it.

| word | what it means |
|---|---|
| lacks | The engine refuses a formula with this function. |
| has | The engine knows the function; no test compares it with Excel's documented values. |
| agrees 5 | Five formulas of the [second table](#formulas) use it, and the engine gives what Excel documents. |
| deviates 2 of 5 | In two of these formulas the engine gives another value, or refuses them. |
| asks | `fast` leaves the call to the package `formulas`, which takes longer; a workbook that others made may have it. |
| positions | `fast` knows it where it depends on no value: `ROW()`, `COLUMNS(board)`, `CHAR(10)`. |

An engine may still refuse some arguments of a function that it has, such as an array where it
expects one value; the message says so.
"""
FORMULAS_HEAD = """
## Formulas

What Excel documents, which is what `fast` gives, and what others give where they differ. The cells
that the formulas read are at the head of `tests/helpers/deviations.py`. LibreOffice has no logical
values in cells: TRUE is 1 there.

| formula | Excel, `fast` | `formulas` | `formualizer` | LibreOffice |
|---|---|---|---|---|"""
FORMULAS = {formula: theirs for formula, _, theirs in DEVIATIONS if theirs is not None}
_AROUND = {"SUM", "SUMPRODUCT"}
"""Functions that make one value of the array that a formula is about."""


def used(formula: str) -> set[str]:
    """Return the functions that a formula is about."""
    calls = {part.function for part in walk(parse(formula)) if isinstance(part, Call)}
    return calls - _AROUND or calls


def verdict(function: str, theirs: Mapping[str, Value]) -> str:
    """Return what an engine with a function does with it; ``theirs`` is where it deviates."""
    about = [formula for formula, *_ in DEVIATIONS if function in used(formula)]
    wrong = sum(formula in theirs for formula in about)
    if wrong:
        return f"deviates {wrong} of {len(about)}"
    return f"agrees {len(about)}" if about else "has"


def functions() -> Iterator[str]:
    """Yield the rows of the first table."""
    formulas_has, formualizer_has = formulas.get_functions(), known(formualizer)
    for function in sorted(EXCEL_2007):
        if function in FUNCTIONS:
            fast = verdict(function, {})
        else:
            otherwise = "asks" if can_be_asked(function) else "lacks"
            fast = "positions" if function in FOLDED else otherwise
        ours = verdict(function, FORMULAS) if function in formulas_has else "lacks"
        rust = verdict(function, FORMUALIZER) if formualizer_has(function) else "lacks"
        name = f"{function} (volatile)" if function in VOLATILE else function
        yield f"| {name} | {fast} | {ours} | {rust} |"


def shown(value: Value) -> str:
    """Return a value as Excel shows it, a text in quotes."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return f"{value:.15g}"
    return "refuses" if value == REFUSED else f'"{value}"' if type(value) is str else str(value)


def comparisons() -> Iterator[str]:
    """Yield the rows of the second table; an empty place is Excel's value."""
    for formula, excel, _ in DEVIATIONS:
        others = [
            shown(theirs[formula]) if formula in theirs else ""
            for theirs in (FORMULAS, FORMUALIZER, LIBREOFFICE)
        ]
        yield f"| `{formula}` | {shown(excel)} | {' | '.join(others)} |"


if __name__ == "__main__":
    print(HEAD)
    print("| function | fast | formulas | formualizer |\n|---|---|---|---|")
    print(*functions(), sep="\n")
    print(FORMULAS_HEAD)
    print(*comparisons(), sep="\n")
