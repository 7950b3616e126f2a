"""Functions that call a LAMBDA, written out."""

import pytest

from tests.helpers.workbooks import cell, opened_in
from xlbuilder.errors import EngineError, FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.lambdas import Calls
from xlbuilder.formula.newer import without_newer
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text

CELLS = {"B1": 1, "B2": 2, "B3": 3, "C1": 10, "C2": 20, "C3": 30}


def stored(text):
    """Return a formula as a file has it."""
    functions = (
        "BYROW",
        "BYCOL",
        "MAP",
        "REDUCE",
        "SCAN",
        "MAKEARRAY",
        "LAMBDA",
        "LET",
        "SEQUENCE",
    )
    for function in functions:
        text = text.replace(f"{function}(", f"_xlfn.{function}(")
    return text.replace("~", "_xlpm.")


def read(text):
    written = without_newer(parse(stored(text)), Area("S", 2, 4, 2, 4), {})
    return to_text(written, home="S")


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("BYROW(B1:C2,LAMBDA(~r,SUM(~r)+D9))", "ARRAY_OF_RESULTS(1,SUM(B1:C1)+D9,SUM(B2:C2)+D9)"),
        ("BYROW($B1:$C2,_xleta.SUM)", "ARRAY_OF_RESULTS(1,SUM($B1:$C1),SUM($B2:$C2))"),
        ("BYCOL(T!B1:C2,_xleta.MAX)", "ARRAY_OF_RESULTS(2,MAX(T!B1:B2),MAX(T!C1:C2))"),
        ("BYCOL({1,2;3,4},_xleta.MAX)", "ARRAY_OF_RESULTS(2,MAX({1;3}),MAX({2;4}))"),
        ("MAP($B1:$C1,plus)", "ARRAY_OF_RESULTS(2,PLUS($B1),PLUS($C1))"),
        ("MAP(B1:B2,C1:C2,LAMBDA(~x,~y,~x-~y))", "ARRAY_OF_RESULTS(1,B1-C1,B2-C2)"),
        ("MAP(SEQUENCE(2),LAMBDA(~x,-~x))", "ARRAY_OF_RESULTS(1,-1,-2)"),
        ("MAP(B1,LAMBDA(~x,~x+1))", "B1+1"),
        ("REDUCE(0,B1:C1,LAMBDA(~a,~b,~a*2+~b))", "(0*2+B1)*2+C1"),
        ("SCAN(0,B1:C1,LAMBDA(~a,~b,~a*2+~b))", "ARRAY_OF_RESULTS(2,0*2+B1,(0*2+B1)*2+C1)"),
        ("MAKEARRAY(1,2,LAMBDA(~r,~c,~r*~c))", "ARRAY_OF_RESULTS(2,1*1,1*2)"),
        ("LET(~f,LAMBDA(~x,~x+1),~f(2)*~f(3))", "(2+1)*(3+1)"),
        ("LET(~k,3,~f,LAMBDA(~x,~x+~k),MAP(B1:B2,~f))", "ARRAY_OF_RESULTS(1,B1+3,B2+3)"),
        ("LET(~f,plus,~f(2))", "PLUS(2)"),
        ("LET(~f,_xleta.SUM,~f(B1:B2))", "SUM(B1:B2)"),
        ("LET(~f,LAMBDA(~x,~f(~x)),~f(2))", "_XLPM.F(2)"),
        ("MAP(B1:B2,LAMBDA(~x,MAP(~x,LAMBDA(~x,~x*2))))", "ARRAY_OF_RESULTS(1,B1*2,B2*2)"),
    ],
)
def test_each_call_is_written_out(formula, expected):
    assert read(formula) == expected


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("BYROW(A:A,_xleta.SUM)", "BYROW of A.* ranges of at most 10,000 cells, and"),
        ("BYROW(B1:C2*2,_xleta.SUM)", r"BYROW of B1:C2\*2 is not .* into cells"),
        ("MAP(scores,LAMBDA(~x,~x))", "MAP of scores is not"),
        ("MAKEARRAY(B1,2,LAMBDA(~r,~c,~r))", "MAKEARRAY of B1,2 is not"),
        ("MAKEARRAY(0.5,2,LAMBDA(~r,~c,1))", "MAKEARRAY of 0.5,2 is not"),
        ("REDUCE(,B1:B2,LAMBDA(~a,~b,~a))", "REDUCE of ,B1:B2 is not"),
        ("MAP(B1:B2,C1:C3,LAMBDA(~x,~y,~x))", "MAP .* arrays of one size"),
        ("MAP(B1:B2,LAMBDA(~x,~y,~x))", "calls a LAMBDA of 2 names with 1 value$"),
        ("MAP(B1:B2,LAMBDA(~x,_xlop.y,~x))", "a LAMBDA whose values may be left out"),
        ("MAP(B1:B2,LAMBDA(1,2))", "a LAMBDA whose values may be left out"),
        ("MAP(B1:B2,3)", "MAP is calculated with a LAMBDA in its last place"),
        ("LET(~f,LAMBDA(~x,~x),~f)", "takes the LAMBDA f for a value"),
        ("REDUCE(0,B1:B400,LAMBDA(~a,~b,~a+~b))", "grow beyond bounds; write a part"),
        ("REDUCE(0,B1:B50,LAMBDA(~a,~b,IF(~b,~a+1,~a)))", "grow beyond bounds; write a part"),
    ],
)
def test_what_the_text_does_not_show_is_refused(formula, message):
    with pytest.raises(FormulaError, match=message):
        read(formula)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("SUM(BYROW(B1:C3,_xleta.SUM))", 66),
        ("SUMPRODUCT(BYROW(B1:C3,LAMBDA(~r,SUM(~r*~r)))*B1:B3)", 3636),
        ('SUM(BYROW(B1:C3,LAMBDA(~r,COUNTIF(~r,">1"))))', 5),
        ("INDEX(BYCOL(B1:C3,_xleta.MAX),2)", 30),
        ("SUM(MAP(B1:C3,LAMBDA(~x,ROW(~x))))", 12),
        ("COUNT(MAP(B3:B5,LAMBDA(~x,~x)))", 3),
        ("MAX(SCAN(0,B1:B3,LAMBDA(~a,~b,~a+~b)))", 6),
        ("SUM(MAKEARRAY(3,2,LAMBDA(~r,~c,~r*10+~c)))", 129),
    ],
)
def test_the_results_are_an_array_like_others(tmp_path, formula, value):
    session = opened_in("fast", tmp_path, CELLS | {"E1": f"={stored(formula)}"})
    session.recalculate()
    assert session.read(cell("E1")) == [value]


def test_a_lambda_that_gives_several_values_is_refused(tmp_path):
    formula = stored("=SUM(BYROW(B1:C3,LAMBDA(~r,~r+0)))")
    with pytest.raises(EngineError, match=r"^Sheet!E1: .* a LAMBDA that gives several values"):
        opened_in("fast", tmp_path, CELLS | {"E1": formula})


def test_a_name_has_fixed_ranges():
    """What a relative one is depends on the cell, and so does its size."""
    nowhere = Area("", 0, 0, 0, 0)
    fixed = parse(stored("BYROW($B$1:$C$2,_xleta.SUM)"))
    assert without_newer(fixed, nowhere, {}).arguments[1] == parse("SUM($B$1:$C$1)")
    with pytest.raises(FormulaError, match=r"BYROW in a name .* such as \$A\$1:\$B\$9"):
        without_newer(parse(stored("BYROW($B$1:C2,_xleta.SUM)")), nowhere, {})


@pytest.mark.parametrize("called", ["_xleta.SUM", "LAMBDA(~c,~c)"])
def test_calls_within_calls_are_bounded(called):
    within = f"SUM(MAP(SEQUENCE(1000),{called}))"
    with pytest.raises(FormulaError, match="calls LAMBDAs too often"):
        read(f"MAP(SEQUENCE(1000),LAMBDA(~a,{within}))")


def test_formulas_share_the_calls():
    calls, formula = Calls(5), parse(stored("MAP(B1:B3,LAMBDA(~x,~x))"))
    without_newer(formula, Area("S", 1, 1, 1, 1), {}, calls)
    with pytest.raises(FormulaError, match="calls LAMBDAs too often"):
        without_newer(formula, Area("S", 2, 1, 2, 1), {}, calls)


@pytest.mark.parametrize("formula", ["=SUM(Array_Of_Results(0,1))", "=LAST_SUM()"])
def test_a_word_of_ours_is_no_function_of_a_file(tmp_path, formula):
    """Before, a traceback, or a value where Excel shows #NAME?."""
    with pytest.raises(WorkbookError, match=r"Sheet!A1: calls \w+, which is no function of Excel"):
        opened_in("fast", tmp_path, {"A1": formula})
