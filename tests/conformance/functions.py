"""Writes what engines do with each function of Excel: python tests/conformance/functions.py.

The table stands in docs/reference/functions.md.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import formualizer
import formulas

from tests.helpers.deviations import DEVIATIONS, EXCEL, PAGE, used
from xlbuilder.formula.fold import FOLDED
from xlbuilder.formula.functions import EXCEL_2007, NEWER, function_of
from xlbuilder.formula.lambdas import CALLING
from xlbuilder.formula.values import Value
from xlbuilder.recalc.dynamic import DYNAMIC
from xlbuilder.recalc.engines.fast.asked.table import ASKED, computed_by
from xlbuilder.recalc.engines.fast.code import FUNCTIONS
from xlbuilder.recalc.engines.formualizer_package import known
from xlbuilder.recalc.subtotals import SUBTOTALS

BY_CELLS = DYNAMIC | SUBTOTALS | CALLING
"""Functions that are written as the cells that they take."""
_HEADS = "| function | fast | formulas | formualizer |\n|---|---|---|---|\n"
_TABLE = re.compile(rf"{re.escape(_HEADS)}(?:\|.*\n)*")


def verdict(function: str, theirs: Mapping[str, Value]) -> str:
    """Return what an engine with a function does with it; ``theirs`` is where it deviates."""
    about = [formula for formula in EXCEL if function in used(formula)]
    wrong = sum(formula in theirs for formula in about)
    if wrong:
        return f"deviates {wrong} of {len(about)}"
    return f"agrees {len(about)}" if about else "has"


def functions() -> Iterator[str]:
    """Yield the rows of the first table."""
    formulas_has, formualizer_has = formulas.get_functions(), known(formualizer)
    for function in sorted(EXCEL_2007 | ((FUNCTIONS | ASKED | BY_CELLS) & NEWER)):
        if function in ASKED:
            fast = f"{verdict(function, {})}, by {' or '.join(computed_by(function))}"
        elif function in FUNCTIONS:
            fast = verdict(function, {})
        elif function in BY_CELLS:
            fast = f"{verdict(function, {})}, by cells"
        else:
            fast = "positions" if function in FOLDED else "lacks"
        is_allowed = function in formulas_has and function in FUNCTIONS | FOLDED | ASKED
        ours = verdict(function, DEVIATIONS["formulas"]) if is_allowed else "lacks"
        ours = fast if function in BY_CELLS - CALLING else ours
        rust = (
            verdict(function, DEVIATIONS["formualizer"]) if formualizer_has(function) else "lacks"
        )
        name = f"{function} (volatile)" if function_of(function).is_volatile else function
        yield f"| {name} | {fast} | {ours} | {rust} |"


def page_now() -> str:
    """Return the page with the table as it is now."""
    rows = [f"{row}\n" for row in functions()]
    return _TABLE.sub(lambda _: "".join([_HEADS, *rows]), PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page_now(), encoding="utf-8")
