"""What Excel takes in a formula: lengths, levels, and functions with their arguments.

Excel refuses a file that breaks one of these with its repair dialog; openpyxl checks none.
Limits: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3
"""

from collections.abc import Iterator

from xlbuilder.errors import did_you_mean
from xlbuilder.formula import tree
from xlbuilder.formula.functions import EXCEL_2007, Role, function_of

MAX_CHARACTERS = 8192
MAX_LEVELS = 64

MAX_WORDS_IN_LIBREOFFICE = 8_191
"""A formula with more is Err:512 there (tests/conformance/test_long_formulas.py)."""

MAX_TEXT = 255
"""Characters of one text within a formula."""

MAX_BOUND = 255
"""Characters of a formula of a validation."""


def problems_with_formula(text: str, node: tree.Node) -> Iterator[str]:
    """Yield why Excel 2007 or a later one refuses the formula, each with its remedy."""
    length = len(text.removeprefix("="))
    if length > MAX_CHARACTERS:
        yield (
            f"is {length:,} characters long; Excel allows {MAX_CHARACTERS:,}:"
            " move parts of it into names"
        )
    levels = tree.depth(node, lambda part: isinstance(part, tree.Call))
    if levels > MAX_LEVELS:
        yield f"nests functions {levels} levels deep; Excel allows {MAX_LEVELS}"
    calls = [part for part in tree.walk(node) if isinstance(part, tree.Call)]
    for call in calls:
        function = function_of(call.function)
        least, most = function.arity
        if not least <= len(call.arguments) <= most:
            needed = f"{least}" if least == most else f"{least} to {most}"
            yield f"gives {call.function} {len(call.arguments)} arguments; it takes {needed}"
        roles = function.roles(len(call.arguments))
        if any(
            role is Role.REFERENCE
            and isinstance(each, (tree.Array, tree.Number, tree.Text, tree.Logical))
            for each, role in zip(call.arguments, roles, strict=True)
        ):
            yield f"gives {call.function} a constant where it takes a range"
    for part in tree.walk(node):
        if isinstance(part, tree.Infix) and part.operator == " ":
            yield f"has a blank between two ranges, {tree.to_text(part)}: is a comma missing?"
        if isinstance(part, tree.Text) and len(part.value) > MAX_TEXT:
            yield f"has a text of {len(part.value)} characters; Excel allows {MAX_TEXT}"
    for name in dict.fromkeys(call.function for call in calls):
        if problem := _problem_with_function(name):
            yield problem


def _problem_with_function(function: str) -> str | None:
    newer = function.removeprefix("_XLFN.")
    if function_of(newer).is_newer:
        return f"uses {newer}, which Excel 2007 lacks (_xlfn.); use classic functions"
    if function_of(function).is_volatile:
        return (
            f"uses {function}, which is volatile and widens every iteration; INDEX does what"
            " OFFSET and INDIRECT do"
        )
    if function not in EXCEL_2007:
        hint = did_you_mean(function, EXCEL_2007, "write the English name of one")
        return f"uses {function}, which is no function of Excel; {hint}"
    return None
