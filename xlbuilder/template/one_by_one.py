"""Writes AND and OR as IFs, which ask for one condition after the other.

Authors write ``AND(a, b, c)``.  Excel evaluates all three whatever ``a`` is, and gives an error if
one of them is an error.  In a circle that is calculated hundreds of times the first costs time, and
through the second an error stays that would go away by itself.  ``IF(a, IF(b, c, FALSE), FALSE)``
looks at ``b`` only if ``a`` is TRUE, and is the same otherwise; so is ``IF(a, TRUE, b)`` for
``OR(a, b)``.

A template asks for it, ``[workbook] one_by_one = true``.  A condition is what is surely TRUE or
FALSE: AND passes over a blank cell or a text in a cell, and IF does not; and a number would stay a
number.
"""

from functools import partial

from xlbuilder.formula.calls import CallInText, calls_in
from xlbuilder.formula.ordinary import Gives, Ordinary
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, Infix, Logical, Missing, Name, Node
from xlbuilder.template.formulas import known_names, with_changed
from xlbuilder.template.schema import Template

_COMPARISONS = frozenset({"=", "<>", "<", ">", "<=", ">="})
_LOGICAL = frozenset(
    {"AND", "OR", "NOT", "ISNUMBER", "ISTEXT", "ISERROR", "ISBLANK", "ISLOGICAL", "EXACT"}
)


class Conditions:
    """Knows what formulas with the same names are, given as trees by their lower case."""

    def __init__(self, names: dict[str, Node]) -> None:
        self._names = names
        self._ordinary = Ordinary(names)
        self._logical: dict[str, bool] = {}

    def is_condition(self, node: Node) -> bool:
        """Return whether a formula gives TRUE or FALSE, and one of them, if it is no error."""
        return self._ordinary.gives(node) is Gives.ONE and self._is_logical(node)

    def _is_logical(self, node: Node) -> bool:
        match node:
            case Logical():
                return True
            case Infix(operator, _, _):
                return operator in _COMPARISONS
            case Call("IF", (_, *others)) if len(others) == 2:
                return all(map(self._is_logical, others))
            case Call(function, _):
                return function in _LOGICAL
            case Name(text) if text.lower() in self._names:
                key = text.lower()
                if key not in self._logical:
                    self._logical[key] = False  # of a name that calls itself
                    self._logical[key] = self._is_logical(self._names[key])
                return self._logical[key]
            case _:
                return False


def with_ifs(template: Template) -> Template:
    """Return the template with IFs for AND and OR where it asks for that."""
    if not template.workbook.one_by_one:
        return template
    conditions = Conditions(known_names(template))
    return with_changed(template, partial(one_by_one, conditions=conditions))


def one_by_one(text: str, conditions: Conditions) -> str:
    """Return a formula with IFs for each AND and OR whose arguments are all conditions."""
    while True:
        calls = (call for call in calls_in(text) if _is_written_out(call, text, conditions))
        call = next(calls, None)
        if call is None:
            return text
        *others, ifs = call.arguments(text)
        for other in reversed(others):
            ifs = ifs.rstrip()
            apart = " " if ifs[:1].isspace() else ""
            ifs = (
                f"IF({other.strip()},{ifs},{apart}FALSE)"
                if call.function == "AND"
                else f"IF({other.strip()},{apart}TRUE,{ifs})"
            )
            ifs = other[: len(other) - len(other.lstrip())] + ifs
        text = f"{text[: call.start]}{ifs}{text[call.end :]}"


def _is_written_out(call: CallInText, text: str, conditions: Conditions) -> bool:
    node = parse(text[call.start : call.end])
    match node:
        case Call("AND" | "OR", arguments) if len(arguments) > 1 and Missing() not in arguments:
            return all(map(conditions.is_condition, arguments))
        case _:
            return False
