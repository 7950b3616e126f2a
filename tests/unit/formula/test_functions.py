from collections import Counter

import pytest
from openpyxl.utils import FORMULAE

from xlbuilder.errors import EngineError
from xlbuilder.formula.element import ELEMENT
from xlbuilder.formula.functions import EXCEL_2007, FUNCTIONS, Role, function_of
from xlbuilder.formula.lambdas import RESULTS
from xlbuilder.formula.last import LAST
from xlbuilder.formula.one_value import SINGLE
from xlbuilder.formula.parse import UNION
from xlbuilder.recalc.engines.fast.asked.table import ASKED, route


def test_each_function_has_one_row():
    assert [
        name for name, count in Counter(each.name for each in FUNCTIONS).items() if count > 1
    ] == []


def test_the_functions_of_excel_2007_are_those_of_the_file_format():
    bare = {each.name for each in FUNCTIONS if each.stored == "bare"}
    assert EXCEL_2007 | bare == FORMULAE


def test_words_of_our_own_have_rows():
    ours = {each.name for each in FUNCTIONS if each.stored == "ours"}
    assert ours == {ELEMENT, RESULTS, UNION, *LAST.values()}
    assert {each.name for each in FUNCTIONS if each.stored == "sign"} == {SINGLE, "ANCHORARRAY"}


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        *[("SUM", 1, 255), ("IF", 2, 3), ("PI", 0, 0), ("RATE", 3, 6), ("SUMIFS", 3, 255)],
        *[("LAMBDA", 0, 255), ("NO_SUCH", 0, 255)],
    ],
)
def test_how_many_arguments_a_function_takes(name, least, most):
    assert function_of(name).arity == (least, most)


def test_arguments_that_come_again_have_their_roles():
    roles = function_of("SUMIFS").roles(6)
    assert "".join(role or "?" for role in roles) == "ffcfcf"
    assert function_of("ROUND").roles(3) == [Role.VALUE, Role.VALUE, None]
    assert function_of("NO_SUCH").roles(1) == [None]


def test_fast_asks_for_no_more_arguments_than_a_function_takes():
    for function in sorted(ASKED - {"XLOOKUP", "XMATCH"}):  # one argument stands for a blank cell
        least, most = function_of(function).arity
        for count in range(least):
            with pytest.raises(EngineError, match="with these arguments"):
                route(function, count, of_arrays=False)
        if most < 255:
            with pytest.raises(EngineError, match="with these arguments"):
                route(function, most + 1, of_arrays=False)
