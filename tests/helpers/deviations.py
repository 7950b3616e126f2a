"""What Excel documents for formulas, and what engines give: docs/reference/functions.md."""

import re

from tests.helpers.places import ROOT
from xlbuilder.formula.area import Area
from xlbuilder.formula.lambdas import CALLING
from xlbuilder.formula.newer import without_newer
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, Node, walk
from xlbuilder.formula.values import ExcelError, Value

PAGE = ROOT / "docs" / "reference" / "functions.md"
_TEXT = PAGE.read_text(encoding="utf-8")
REFUSED = "an EngineError"


def _value(text: str) -> Value:
    """Return what stands in a place: a text is in quotes, a formula in backticks."""
    if text in ("TRUE", "FALSE"):
        return text == "TRUE"
    if text.startswith("#"):
        return ExcelError(text)
    if text.startswith(('"', "`")):
        return text[1:-1]
    return REFUSED if text == "refuses" else float(text)


CELLS = {at: _value(content) for at, content in re.findall(r"(?m)^\| (\w\d) \| (.+) \|$", _TEXT)}
"""What the formulas read."""
ROWS = re.findall(r"(?m)^\| `(=.+)` \| (.+?) \| (.*?) \| (.*?) \| (.*?) \|$", _TEXT)
EXCEL = {formula: _value(excel) for formula, excel, *_ in ROWS}
"""What Excel documents, which is what the engine fast gives."""
DEVIATIONS = {
    engine: {row[0]: _value(row[number]) for row in ROWS if row[number]}
    for number, engine in enumerate(("formulas", "formualizer", "libreoffice"), 2)
}
"""What each other engine gives where it differs."""
_AROUND = {"SUM", "SUMPRODUCT"}
"""Functions that make one value of the array that a formula is about."""


_SOMEWHERE = Area("Sheet", 1, 1, 1, 1)


def used(formula: str) -> set[str]:
    """Return the functions that a formula is about."""
    node = parse(formula)
    calling = _calls(node) & {f"_XLFN.{each}" for each in CALLING}
    calls = _calls(without_newer(node, _SOMEWHERE, {}))
    return {each.removeprefix("_XLFN.") for each in calling} or calls - _AROUND or calls


def _calls(node: Node) -> set[str]:
    return {part.function for part in walk(node) if isinstance(part, Call)}
