"""Spells the sheets in a formula as the tabs of its workbook."""

from collections.abc import Sequence
from itertools import chain

from attrs import evolve

from xlbuilder.errors import FormulaError
from xlbuilder.formula.form import Form, form_of
from xlbuilder.formula.parse import TAKE_UNIONS
from xlbuilder.formula.tree import Call, ErrorValue, Node, Reference, mapped
from xlbuilder.formula.values import ExcelError


def with_tabs(form: Form, sheets: Sequence[str]) -> Form:
    """Spell sheets as their tabs; a reference to a sheet that does not exist becomes ``#REF!``.

    Raises FormulaError for a reference to several sheets outside of SUM and similar functions.
    """
    spelled = {each.sheet for each in form.references}
    return form if spelled <= {None, *sheets} else form_of(_with_tabs(form.formula, sheets))


def _with_tabs(node: Node, sheets: Sequence[str]) -> Node:
    if isinstance(node, Reference) and node.sheet is not None and node.sheet not in sheets:
        if ":" in node.sheet:
            functions = ", ".join(TAKE_UNIONS)
            raise FormulaError(f"reads several sheets at once, which only {functions} do here")
        tabs = [sheet for sheet in sheets if sheet.lower() == node.sheet.lower()]
        return evolve(node, sheet=tabs[0]) if tabs else ErrorValue(ExcelError.REF)
    if isinstance(node, Call) and node.function in TAKE_UNIONS:
        each = (_on_each_sheet(argument, sheets) for argument in node.arguments)
        node = Call(node.function, tuple(chain.from_iterable(each)))
    return mapped(node, lambda child: _with_tabs(child, sheets))


def _on_each_sheet(node: Node, sheets: Sequence[str]) -> list[Node]:
    """Return a reference to several sheets, from one tab to another, as a reference to each."""
    if not (isinstance(node, Reference) and ":" in (node.sheet or "")):
        return [node]
    tabs = {sheet.lower(): place for place, sheet in enumerate(sheets)}
    ends = [tabs.get(end.lower(), -1) for end in str(node.sheet).split(":")]
    if -1 in ends:
        return [ErrorValue(ExcelError.REF)]
    return [evolve(node, sheet=sheet) for sheet in sheets[min(ends) : max(ends) + 1]]
