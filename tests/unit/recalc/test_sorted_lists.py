"""MATCH of order 1 and -1, and LOOKUP and its like: by halves, as Excel, or refused."""

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from tests.helpers.workbooks import cell, opened_in
from xlbuilder.errors import EngineError
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.functions import match
from xlbuilder.recalc.engines.fast.memory import View
from xlbuilder.recalc.engines.fast.texts import empty_pool

CELLS = {
    "A1": 5, "A2": 3, "A3": 1, "A4": 8,
    "B1": 1, "B2": 2, "B3": 2, "B4": "text", "B5": 4, "B6": "=1/0", "B7": 6,
    "C1": 9, "C2": 7, "C3": 7, "C4": 2,
    "D1": "a", "D2": "b", "D3": "c", "D4": "d", "D5": "e", "D6": "f", "D7": "g",
}  # fmt: skip
ANSWERED = {
    "=MATCH(2,B1:B20)": 3,
    "=MATCH(3,B1:B20,1)": 3,
    "=MATCH(99,B1:B20)": 7,
    "=MATCH(0,B1:B20)": ExcelError.NA,
    "=LOOKUP(5,B1:B7,D1:D7)": "e",
    "=VLOOKUP(4,B1:D7,3)": "e",
    "=HLOOKUP(6,A1:C2,2)": 2,
    "=MATCH(8,C1:C9,-1)": 1,
    "=MATCH(5,C1:C9,-1)": 3,
    "=MATCH(1,C1:C9,-1)": 4,
    "=MATCH(99,C1:C9,-1)": ExcelError.NA,
    "=LOOKUP(9E307,A1:A20)": 8,  # what is beyond all is at the end in any order
    "=LOOKUP(2,1/(A1:A4<6),A1:A4)": 1,
    "=MATCH(6,A1:A20)": 3,
    '=LOOKUP("zzz",D1:D20)': "g",
    "=MATCH(TRUE,{FALSE,FALSE,TRUE})": 3,
}
REFUSED = [
    "=MATCH(4,A1:A4)",
    "=MATCH(3,A1:A4,-1)",
    "=MATCH(7,C1:C4,-1)",
    "=MATCH(2,{1,2,3,2})",
    '=MATCH(2,{1,2,"a",2})',
    "=LOOKUP(1,1/(A1:A4<>3),A1:A4)",
    "=LOOKUP(4,A1:A4,D1:D4)",
    "=VLOOKUP(4,A1:B4,2)",
    "=VLOOKUP(4,A1:B4,2,TRUE)",
    "=HLOOKUP(2,{3,1,5},1)",
    '=MATCH("b",{"c","a","b"})',
    "=IFERROR(MATCH(4,A1:A4),0)",
    "=SUM(MATCH({9,4},A1:A4))",
]


def shown(folder, formula):
    session = opened_in("fast", folder, {**CELLS, "F1": formula})
    session.recalculate()
    return session.read(cell("F1"))[0]


@pytest.mark.parametrize("formula", ANSWERED)
def test_what_the_way_of_halving_does_not_change_is_answered(tmp_path, formula):
    assert shown(tmp_path, formula) == ANSWERED[formula]


@pytest.mark.parametrize("formula", REFUSED)
def test_a_list_that_is_not_sorted_is_refused(tmp_path, formula):
    """It was searched from one end to the other."""
    with pytest.raises(EngineError, match=r"^Sheet!F1: looks a value up in a list that is"):
        shown(tmp_path, formula)


def found(kinds, numbers, wanted, order):
    """Return what the machine finds, -1 where it refuses."""
    size, alarm = len(kinds), [codes.NO_ALARM, 0]
    memory = SimpleNamespace(
        kinds=np.array([codes.NUMBER, *kinds]), numbers=np.array([wanted, *numbers])
    )
    kind, number = match(memory, empty_pool(), order, 0, View(1, size, 1, 1), alarm)
    if alarm[0] != codes.NO_ALARM:
        return -1
    return int(number) if kind == codes.NUMBER else 0


def by_halves(numbers, wanted, order, share, step):
    """Go by parts to the last number that is not beyond; None stands for something else.

    From an equal number on, those with ``step`` between them are looked at, one after the other.
    """
    low, high = -1, len(numbers)
    while high - low > 1:
        middle = at = min(low + max(1, int((high - low) * share)), high - 1)
        while at < high and numbers[at] is None:
            at += 1
        if at == high:
            high = middle
        elif step and numbers[at] == wanted:
            while low < at + step < high and numbers[at + step] == wanted:
                at += step
            return at + 1
        elif order * numbers[at] > order * wanted:
            high = min(at, middle)
        else:
            low = at
    return low + 1


@pytest.mark.parametrize("order", [1, -1])
def test_all_ways_of_halving_find_what_is_answered(order):
    answered = 0
    for numbers in product([0.0, 1.0, 2.0, None], repeat=5):
        kinds = [codes.ERROR if each is None else codes.NUMBER for each in numbers]
        ours = found(kinds, [each or 0.0 for each in numbers], 1.0, order)
        ways = {
            by_halves(numbers, 1.0, order, share, step)
            for share, step in product((0.1, 0.5, 0.51, 0.9), (0, 1) if order > 0 else (0, 1, -1))
        }
        plain = [each for each in numbers if each is not None]
        is_sorted = plain == sorted(plain, reverse=order < 0)
        together = numbers[: len(plain)] == (*plain,)
        if ours >= 0:
            answered += 1
            assert ways == {ours}, numbers
        else:
            assert not (is_sorted and together and (order > 0 or plain.count(1.0) < 2)), numbers
    assert answered > 100
