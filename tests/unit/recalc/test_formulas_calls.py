"""The package formulas calls each function once for the same arguments, and for no others."""

import formulas
import numpy as np
import pytest
import schedula
from formulas.functions.info import FalseArray, TrueArray
from formulas.tokens.operand import Error

from tests.helpers.workbooks import cell, saved
from xlbuilder.formula.area import Area
from xlbuilder.recalc.engines import formulas_calls, open_workbook
from xlbuilder.recalc.engines.formulas_calls import CallList, Calls, PackageValue
from xlbuilder.xlsx.model import read_workbook

NA = Error.errors["#N/A"]


def objects(*rows):
    return np.array(rows, dtype=object)


@pytest.fixture
def calls():
    return Calls()


def test_a_call_is_made_once_for_equal_arguments(calls):
    made = []

    def total(array):
        made.append(array)
        return sum(array.ravel())

    results = {calls.kept(total, calls.known(objects([1.0, 2.0]))) for _ in range(3)}
    assert [one.value for one in results] == [3.0]
    assert len(made) == 1


# Two values each that a function may tell apart, and a look-up by == or repr alone may not.
DIFFERENT = {
    "a number and a logical value": (1.0, True),
    "a whole number and one with decimals": (1, 1.0),
    "a number of Python and one of numpy": (1.0, np.float64(1.0)),
    "a number and its text": (1.0, "1.0"),
    "zero and its negative": (0.0, -0.0),
    "numbers that differ in the last place": (0.1 + 0.2, 0.3),
    "an error and its text": (NA, "#N/A"),
    "two errors": (NA, Error.errors["#NUM!"]),
    "blank and an empty text": (schedula.EMPTY, ""),
    "a value and an array of it": (1.0, objects([1.0])),
    "a row and a column": (objects([1.0, 2.0]), objects([1.0], [2.0])),
    "arrays with a number and a logical value": (objects([1.0, 1.0]), objects([1.0, True])),
    "arrays with zero and its negative": (objects([0.0, 1.0]), objects([-0.0, 1.0])),
    "arrays with an error and its text": (objects([NA, 1.0]), objects(["#N/A", 1.0])),
    "arrays of objects and of numbers": (objects([1.0, 2.0]), np.array([[1.0, 2.0]])),
    "classes of arrays": (
        np.array([[True]]).view(FalseArray),
        np.array([[True]]).view(TrueArray),
    ),
}


@pytest.mark.parametrize("pair", DIFFERENT.values(), ids=DIFFERENT)
def test_values_that_differ_are_not_taken_for_each_other(calls, pair):
    results = [calls.kept(PackageValue, calls.known(value)).value for value in pair]
    assert [type(one.value) for one in results] == [type(value) for value in pair]
    assert calls.known(pair[0]) is not calls.known(pair[1])


class Same:
    def __repr__(self):
        return "same"


@pytest.mark.parametrize("wrapped", [lambda one: one, lambda one: objects([one])])
def test_values_of_unknown_types_are_never_equal(calls, wrapped):
    one, other = Same(), Same()
    assert calls.known(wrapped(one)) is not calls.known(wrapped(other))


def test_an_array_with_a_value_of_its_own_is_equal_to_none(calls):
    marked = objects([1.0]).view(FalseArray)
    vars(marked)["mark"] = 5
    assert calls.known(marked) is not calls.known(objects([1.0]).view(FalseArray))


def test_functions_are_not_taken_for_each_other(calls):
    given = calls.known(2.0)
    assert calls.kept(lambda x: x + 1, given).value == 3
    assert calls.kept(lambda x: x * x, given).value == 4


def test_a_function_that_writes_into_its_argument_changes_nothing_that_is_kept(calls):
    def spoil(array):
        array[0, 0] = 9.0
        return array

    given = calls.known(objects([1.0]))
    assert calls.kept(spoil, given).value[0, 0] == 9.0
    assert given.value[0, 0] == 1.0
    assert calls.known(objects([1.0])) is given


def test_a_function_that_fails_gives_no_value(calls):
    with pytest.raises(ValueError, match="gives nothing"):
        calls.kept(lambda: schedula.NONE)


FORMULAS = [
    "=A1",
    "=5",
    "=TRUE()",
    "=A1+A1*(A1+2)-(A1+2)",
    '=IF(A1>2,SUM(B1:B3)*NUMBER_0,CHOOSE(A1,NUMBER_0,"a"))&"x"',
    "=SUM(IF(B1:B3>1,{1;2;3},B1:B3))",
    "=IFERROR(INDEX(B1:B3,A1),-1)+COUNTIF(B1:B3,A1)",
    "=MAX((COUNTIF(B1:B3,{1;2;3})=1)*{1;2;3})",
    "=SUMPRODUCT((B1:B3=A1)*(B1:B3<>NUMBER_0))",
    "=IF(ISERROR(A1),NUMBER_0,A1/0)",
]

GIVEN = [
    (1.0, [1.0, 2.0, 3.0], 7.0),
    (2.0, ["a", schedula.EMPTY, 2.0], 0.0),
    (True, [True, 1.0, ""], 1.0),
    (NA, [NA, 1.0, 2.0], 2.0),
    (schedula.EMPTY, [schedula.EMPTY] * 3, -1.0),
    ("x", [3.0, 1.0, 2.0], 3.0),
]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_gives_what_the_package_itself_gives(calls, text):
    pipe = formulas.Parser().ast(text)[1].compile()
    compiled = CallList(pipe, ["A1", "B1:B3", "NUMBER_0"], calls)
    for single, column, number in GIVEN * 2:
        given = {
            "A1": objects([single]),
            "B1:B3": objects(*([one] for one in column)),
            "NUMBER_0": number,
        }
        expected = pipe(*(given[name] for name in pipe.inputs))
        found = compiled.evaluate(map(calls.known, given.values())).value
        assert calls.known(found) is calls.known(expected), given


CIRCULAR = {"B1": "=IF(A1=0,0,MIN(B1+1,60))", "B2": "=B1*B1&A1", "B3": '=MOD(B1,7)=A1&""'}


def steps(model):
    session = open_workbook("formulas", model)
    for value in (3.0, 4.0, 3.0):
        session.enter(cell("A1"), value)
        for done in session.iterations():
            yield done, session.read(Area("Sheet", 1, 1, 3, 2))


def test_dropping_the_kept_results_changes_no_value(tmp_path, monkeypatch):
    model = read_workbook(saved(tmp_path, CIRCULAR, (True, 100, 0.001)))
    expected = list(steps(model))
    monkeypatch.setattr(formulas_calls, "MAX_KEPT", 7)
    assert list(steps(model)) == expected
    assert len(expected) > 60


def test_what_is_entered_is_told_apart(tmp_path):
    formula = '=IF(ISTEXT(A1),"text",IF(ISLOGICAL(A1),"logical",IF(ISNUMBER(A1),A1+1,"blank")))'
    model = read_workbook(saved(tmp_path, {"A1": 1, "B1": formula}))
    session = open_workbook("formulas", model)
    shown = []
    for value in (1.0, True, "1", None, 2.0, 1.0):
        session.enter(cell("A1"), value)
        session.recalculate()
        shown += session.read(cell("B1"))
    assert shown == [2.0, "logical", "text", "blank", 3.0, 2.0]
