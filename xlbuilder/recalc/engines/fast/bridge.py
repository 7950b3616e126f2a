"""What the machine asks the package ``formulas`` for: the calls of functions that it lacks.

Python evaluates them before the machine comes to their cell, so such a cell takes longer than
others.  The package differs from Excel in what docs/reference/functions.md lists.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from xlbuilder.errors import EngineError
from xlbuilder.formula.arrays import gives_several
from xlbuilder.formula.fold import FOLDED
from xlbuilder.formula.tree import Call, Infix, Name, Node, walk
from xlbuilder.formula.values import Value
from xlbuilder.recalc.engines.formulas_calls import CallList, Package, element_in
from xlbuilder.recalc.family import Family, Member

_MISTAKEN = """
AREAS CELL COLUMN COLUMNS FORMULATEXT ISFORMULA ISREF ROW ROWS SHEET SHEETS
"""
_NOT_ASKED = frozenset(_MISTAKEN.split())
"""Functions of where a cell is, which the package would not see, and those that it gets wrong."""
_SEVERAL = "FILTER SORT SORTBY UNIQUE FREQUENCY MUNIT TEXTSPLIT"
_ARRAYS = frozenset(_SEVERAL.split())
"""Functions that may give several values for one."""
_TOTALS = """
AVERAGEIF AVERAGEIFS CONCAT IRR MAXIFS MEDIAN MINIFS MODE NPV PERCENTILE QUARTILE RANK STDEV SUMSQ
TEXTJOIN VAR XIRR XNPV XOR
"""
_OF_MANY = frozenset(_TOTALS.split())
"""Functions that give one value of many."""


@dataclass(frozen=True)
class BridgeCall:
    """A part of the formula of a family that the package evaluates."""

    family: Family
    """The part alone."""
    compiled: CallList
    slots: tuple[tuple[int, tuple[int, int]], ...]
    """The areas that it reads, by their numbers among the slots of the whole, and their shapes."""
    numbers: tuple[int, ...]
    """Its numbers, by their places among the numbers of the whole."""
    place: int
    """Where its value goes in the memory."""

    def value(self, member: Member, area: Callable[[int, tuple[int, int]], list[Value]]) -> Value:
        """Return the value in a cell; ``area`` gives the values of a slot.

        Raises EngineError when the package fails.
        """
        package = _package()
        own = Member(self.family, (), tuple(member.numbers[number] for number in self.numbers))
        given = [
            package.area(package.sizes(shape), map(package.cell, area(slot, shape)))
            for slot, shape in self.slots
        ]
        try:
            result = self.compiled.evaluate([*given, *map(package.cell, own.numbers)])
            return package.shown(result, element_in(own))
        except EngineError:
            raise
        except Exception as error:  # noqa: BLE001 - a failure inside the package
            raise EngineError(f"the package formulas failed: {error}") from None


def bridge_call(whole: Family, node: Node, place: int) -> BridgeCall:
    """Return a part of a formula, compiled; ``place`` is where its value goes.

    Raises EngineError for a function that the package lacks too.
    """
    called = [part.function for part in walk(node) if isinstance(part, Call)]
    lacking = [function for function in called if not can_be_asked(function)]
    if lacking:
        where = " where it depends on values" if lacking[0] in FOLDED else ""
        raise EngineError(f"the engine fast lacks the function {lacking[0]}{where}")
    within = set(walk(node))
    if any(isinstance(part, Infix) and part.operator in ": " for part in within):
        raise EngineError("the engine fast lacks ranges whose corners depend on values")
    slots = [slot for slot in whole.slots if slot in within]
    names = [name for name in whole.numbers if Name(name) in within]
    family = Family(node, tuple(slots), tuple(names))
    return BridgeCall(
        family,
        _package().compile(family),
        tuple((whole.slots.index(slot), slot.shape) for slot in slots),
        tuple(map(whole.numbers.index, names)),
        place,
    )


def is_asked_whole(formula: Node, own: frozenset[str]) -> bool:
    """Return whether a formula is to be asked as a whole.

    It has a function that is not among the machine's ``own`` and may give several values, whose
    number is not known before.
    """
    return any(
        isinstance(part, Call)
        and part.function not in own
        and (part.function in _ARRAYS or (part.function not in _OF_MANY and gives_several(part)))
        for part in walk(formula)
    )


def can_be_asked(function: str) -> bool:
    """Return whether the package has a function, is installed, and gets it right."""
    try:
        return function not in _NOT_ASKED and _package().has(function)
    except ImportError:
        return False


@lru_cache(maxsize=1)
def _package() -> Package:
    return Package()
