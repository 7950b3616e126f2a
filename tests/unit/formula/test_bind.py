"""Bound formulas, compared with what a person works out by hand."""

import pytest

from xlbuilder.errors import FormulaError
from xlbuilder.formula import inline
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text
from xlbuilder.xlsx.model import read_workbook


def bound(text, cell, names=None):
    reference = parse(cell)
    host = Area("Main", *(reference.first.row, reference.first.column) * 2)
    trees = {name: parse(formula) for name, formula in (names or {}).items()}
    return to_text(bind(parse(text), host, trees), home="Main")


# From the sheet, by hand: the first, a middle and the last cell of each board.
VAL = (
    'IF(J14="reset",{n},IF({cell}<>"",IF({cell}={n},{n},""),'
    'IF(OR(COUNTIF({row},{n})>0,COUNTIF({col},{n})>0,COUNTIF({box},{n})>0),"",{n})))'
)

VALID_VALUES = {
    "P4": {"n": 1, "cell": "D16", "row": "D16:L16", "col": "D16:D24", "box": "D16:F18"},
    "AC17": {"n": 5, "cell": "H20", "row": "D20:L20", "col": "H16:H24", "box": "G19:I21"},
    "AP30": {"n": 9, "cell": "L24", "row": "D24:L24", "col": "L16:L24", "box": "J22:L24"},
}

ONLY = "MAX((COUNTIF({unit},{d})=1)*(COUNTIF({cell},{d})=1)*{d})"

SOLUTION = {
    "D16": ("D4", "P4:R6", "P4:AP6", "P4:R30", "P4:X12"),
    "H20": ("H8", "AB16:AD18", "P16:AP18", "AB4:AD30", "Y13:AG21"),
    "L24": ("L12", "AN28:AP30", "P28:AP30", "AN4:AP30", "AH22:AP30"),
}


@pytest.mark.parametrize("cell", VALID_VALUES)
def test_valid_values_board_bound_by_hand(built, cell):
    assert bound_in_file(built("ellis"), cell) == VAL.format(**VALID_VALUES[cell])


@pytest.mark.parametrize("cell", SOLUTION)
def test_solution_board_bound_by_hand(built, cell):
    given, block, *units = SOLUTION[cell]
    digits = "{1;2;3;4;5;6;7;8;9}"
    singles = ",".join(ONLY.format(unit=unit, cell=block, d=digits) for unit in units)
    expected = (
        f'IF({given},{given},IF(J14="Reset","",IF(COUNT({block})=1,SUM({block}),'
        f'CHOOSE(MAX({singles})+1,"",1,2,3,4,5,6,7,8,9))))'
    )
    assert bound_in_file(built("ellis"), cell) == expected


def bound_in_file(path, cell):
    model = read_workbook(path)
    reference = parse(cell)
    host = Area("Main", *(reference.first.row, reference.first.column) * 2)
    return to_text(bind(model.formulas[host], host, model.names), home="Main")


@pytest.mark.parametrize(
    ("text", "cell", "expected"),
    [
        ("ROW()", "C7", "7"),
        ("COLUMN()", "C7", "3"),
        ("ROW(Main!$B$3:$B$5)", "C7", "{3;4;5}"),
        ("ROWS(A1:B5)*COLUMNS(A1:B5)", "C7", "10"),
        ("MOD(-1,3)", "C7", "2"),
        ("INT(-0.5)", "C7", "-1"),
        ("1/0", "C7", "#DIV/0!"),
        ("INDEX(B2:D4,2,3)", "C7", "D3"),
        ("INDEX(B2:D4,2,0)", "C7", "B3:D3"),
        ("INDEX(B2:D4,0,2)", "C7", "C2:C4"),
        ("INDEX(B2:D4,2)", "C7", "B3:D3"),
        ("INDEX(B2:D4,2.9,1)", "C7", "B3"),
        ("INDEX(B2:D4,4,1)", "C7", "#REF!"),
        ("INDEX(B2:D4,-1,1)", "C7", "#VALUE!"),
        ("INDEX(B2:D4,9,-1)", "C7", "#VALUE!"),
        ("INDEX(B2:B4,-1)", "C7", "#VALUE!"),
        ("INDEX(B2:D4,E1,1)", "C7", "INDEX(B2:D4,E1,1)"),
        ("INDEX(B2:D4,1,1):INDEX(B2:D4,2,2)", "C7", "B2:C3"),
        ("OFFSET(B2,1,2)", "C7", "D3"),
        ("OFFSET(B2:D4,1.9,,,1)", "C7", "B3:B5"),
        ("OFFSET(Main!$B$2,INT((ROW()-1)/3)*3,COLUMN()-3,3,3)", "C7", "B8:D10"),
        ("OFFSET(F6,-1,0,-3,-2)", "C7", "E3:F5"),
        ("OFFSET(B2,-2,0)", "C7", "#REF!"),
        ("OFFSET(B2,0,0,0,1)", "C7", "#REF!"),
        ("OFFSET(B2,0,16383)", "C7", "#REF!"),
        ("OFFSET(B2,E1,1)", "C7", "OFFSET(B2,E1,1)"),
        ("SUM(C3:B2)", "C7", "SUM(B2:C3)"),
        ("SUM(ROW())", "C7", "7"),
        ("SUM({1,2;3,4},ROW(),0.5)", "C7", "17.5"),
        ("SUM(ROW())-SUM(ROW(INDEX(B2:D4,1,1)))", "C7", "5"),
        ("INDEX(B2:D4,SUM(ROW()-ROW(B5)),MAX(COLUMN()-2))", "C7", "B3"),
        ("SUM(ROW()/0)", "C7", "SUM(#DIV/0!)"),
        ('SUM(1,"2")', "C7", 'SUM(1,"2")'),
        ("MAX({1,TRUE})", "C7", "MAX({1,TRUE})"),
        ("MIN(1,B2)", "C7", "MIN(1,B2)"),
        ("nobody+1", "C7", "#NAME?+1"),
        ("IF(ROW()>5,A1,B2)", "C7", "A1"),
        ("IF(ROW()>9,A1,B2)", "C7", "B2"),
        ("IF(ROW()>9,A1)", "C7", "FALSE"),
        ("IF(ROW()>3,INDEX(B2:D4,1,1),INDEX(B2:D4,ROW(),1))", "C7", "B2"),
        ("INDEX(IF(ROW()>3,B2:D4,F2:H4),2,2)", "C7", "C3"),
        ("INDEX(B2:D4,IF(COLUMN()=3,1,2),1):INDEX(B2:D4,3,CHOOSE(ROW()-5,1,2,3))", "C7", "B2:C4"),
        ("CHOOSE(MOD(ROW(),3)+1,A1:A3,B1:B3,C1:C3)", "C7", "B1:B3"),
        ("CHOOSE(ROW(),1,2)", "C7", "#VALUE!"),
        ("IF(AND(ROW()>3,NOT(COLUMN()>3)),1,A1)", "C7", "1"),
        ("IF(ROW()>5,SUM(A1:A3),B2)", "C7", "IF(TRUE,SUM(A1:A3),B2)"),
        ("IF(A1>5,1,2)", "C7", "IF(A1>5,1,2)"),
        ('IF("x",1,2)', "C7", 'IF("x",1,2)'),
    ],
)
def test_folding(text, cell, expected):
    assert bound(text, cell) == expected


def test_a_relative_name_is_resolved_for_each_caller_and_wraps():
    names = {"left": "Main!XFD1", "above": "Main!A1048576", "right": "Main!B1"}
    assert bound("left+above+right", "C7", names) == "B7+C6+D7"
    assert bound("left", "A7", names) == "XFD7"


def test_a_name_within_a_name_is_seen_from_the_same_cell():
    names = {"outer": "inner*2", "inner": "ROW(Main!A1)"}
    assert bound("outer", "C7", names) == "14"


def test_names_that_call_each_other_are_refused():
    with pytest.raises(FormulaError, match="call each other"):
        bound("one", "C7", {"one": "two+1", "two": "one+1"})


def test_names_that_double_at_each_level_are_refused():
    names = {f"n{level}_": f"n{level + 1}_+n{level + 1}_" for level in range(40)}
    with pytest.raises(FormulaError, match="beyond bounds"):
        bound("n0_", "C7", {**names, "n40_": "Main!$A$1"})


LAMBDAS = {
    "add": "LAMBDA(_xlpm.a,_xlpm.b,MOD(_xlpm.a+_xlpm.b,256))",
    "twice": "LAMBDA(_xlpm.a,ADD(_xlpm.a,_xlpm.a))",
    "other_case": "LAMBDA(_xlpm.Half,_xlpm.half/2)",
    "beside": "LAMBDA(_xlpm.a,B1*_xlpm.a)",
    "wrong": "LAMBDA(1,2)",
    "abs": "LAMBDA(_xlpm.a,5)",
    "again": "LAMBDA(_xlpm.a,IF(_xlpm.a,AGAIN(_xlpm.a-1),0))",
}


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("Add(A1,2)", "MOD(A1+2,256)"),
        ("ADD(ADD(A1,A2),A3)", "MOD(MOD(A1+A2,256)+A3,256)"),
        ("1+TWICE(A1)", "1+MOD(A1+A1,256)"),
        ("OTHER_CASE(A1)", "A1/2"),
        ("BESIDE(A1)", "D3*A1"),
        ("ABS(A1)", "ABS(A1)"),
        ("TWICE(BESIDE(4))", "MOD(D3*4+D3*4,256)"),
    ],
)
def test_the_lambda_of_a_name_is_called(formula, expected):
    assert bound(formula, "C3", LAMBDAS) == expected


@pytest.mark.parametrize(
    ("formula", "problem"),
    [
        ("ADD(1)", "calls ADD with 1; its LAMBDA takes 2 values"),
        ("WRONG(3)", "calls WRONG with 1; its LAMBDA takes 0 values"),
        ("AGAIN(3)", "AGAIN calls itself, which is not calculated"),
    ],
)
def test_a_lambda_that_is_not_calculated_is_named(formula, problem):
    with pytest.raises(FormulaError, match=problem):
        bound(formula, "C3", LAMBDAS)


def test_calls_of_lambdas_are_bounded_together(monkeypatch):
    """Each of a few thousand formulas may have 100,000 nodes: hours."""
    monkeypatch.setattr(inline, "MAX_CALLED_NODES", 10_000)
    doubled = {f"l{n}": f"LAMBDA(_xlpm.a,L{n - 1}(_xlpm.a)+L{n - 1}(_xlpm.a))" for n in range(1, 9)}
    doubled["l0"] = "LAMBDA(_xlpm.a,_xlpm.a*2)"
    inliner = inline.Inliner({name: parse(text) for name, text in doubled.items()})
    formulas = [parse(f"L8({number})") for number in range(50)]
    with pytest.raises(FormulaError, match="calls LAMBDAs too often; write a part of them into"):
        [inliner.inlined(formula, "Main") for formula in formulas]
