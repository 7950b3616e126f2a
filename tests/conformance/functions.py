"""Prints what engines do with each function of Excel: python tests/conformance/functions.py.

docs/reference/functions.md is its output.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import formualizer
import formulas

from tests.helpers.deviations import DEVIATIONS, EXCEL, used
from xlbuilder.formula.fold import FOLDED
from xlbuilder.formula.functions import EXCEL_2007, NEWER, function_of
from xlbuilder.formula.values import Value
from xlbuilder.recalc.engines.fast.asked.table import ASKED, computed_by
from xlbuilder.recalc.engines.fast.code import FUNCTIONS
from xlbuilder.recalc.engines.formualizer_package import known

HEAD = """# Functions

    python tests/conformance/functions.py > docs/reference/functions.md

What the engines do with each function of Excel 2007, and with the newer ones that `fast` has. A
template may use those of Excel 2007 except the volatile ones; `xlbuilder build` refuses newer functions,
because Excel 2007 shows an unknown name. When `fast` lacks a function or has to ask for it, `build` and
`try` report each formula with it.

| word | what it means |
|---|---|
| lacks | The engine refuses a formula with this function. |
| has | The engine knows the function; no test compares it with Excel's documented values. |
| agrees 5 | Five of the [formulas](formulas.md) use it, and the engine gives what Excel documents. |
| deviates 2 of 5 | In two of these formulas the engine gives another value, or refuses them. |
| by both | `fast` calculates the arguments and asks the packages `formulas` and `formualizer` for the call, which takes longer; where they differ it gives no value, and one line that says so. |
| by formulas, by formualizer | `fast` asks one package: the other one lacks the function, or gets it wrong. |
| by own | Both packages get it wrong, and Python functions of our own give the value. |
| positions | `fast` knows it where it depends on no value: `ROW()`, `COLUMNS(board)`, `CHAR(10)`. |

An engine may still refuse some arguments of a function that it has, such as an array where it
expects one value; the message says so.
"""


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
    for function in sorted(EXCEL_2007 | ((FUNCTIONS | ASKED) & NEWER)):
        if function in ASKED:
            fast = f"{verdict(function, {})}, by {' or '.join(computed_by(function))}"
        elif function in FUNCTIONS:
            fast = verdict(function, {})
        else:
            fast = "positions" if function in FOLDED else "lacks"
        is_allowed = function in formulas_has and function in FUNCTIONS | FOLDED | ASKED
        ours = verdict(function, DEVIATIONS["formulas"]) if is_allowed else "lacks"
        rust = (
            verdict(function, DEVIATIONS["formualizer"]) if formualizer_has(function) else "lacks"
        )
        name = f"{function} (volatile)" if function_of(function).is_volatile else function
        yield f"| {name} | {fast} | {ours} | {rust} |"


if __name__ == "__main__":
    print(HEAD)
    print("| function | fast | formulas | formualizer |\n|---|---|---|---|")
    print(*functions(), sep="\n")
