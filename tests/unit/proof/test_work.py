"""The work of small workbooks, counted by hand, and that counting changes nothing."""

import openpyxl
import pytest
from openpyxl.formatting.rule import ColorScaleRule, FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import quote_sheetname
from openpyxl.workbook.defined_name import DefinedName
from workbooks import saved

from xlbuilder.errors import EngineError, WorkbookError
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.branches import ERROR, Trails, mark_of
from xlbuilder.formula.shape import shape_of
from xlbuilder.formula.values import same
from xlbuilder.formula.work import CELL, Work, WorkCounter
from xlbuilder.proof.solver import Solver
from xlbuilder.proof.work import FormatWork, IterationWork, NameWork, profiled
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.recalc.trails import TrailSheets
from xlbuilder.workbook.editions import EDITIONS
from xlbuilder.xlsx.model import read_workbook

ZERO = Schedule.parse(start="zero")


def profile_of(folder, cells, **names):
    return profiled(read_workbook(saved(folder, cells, names=names)))


def work_of(folder, formula, **names):
    """Return the work of one evaluation of a formula in F1; A1 to C9 hold numbers, D1 an error."""
    numbers = {f"{column}{row}": row for column in "ABC" for row in range(1, 10)}
    return profile_of(folder, {**numbers, "D1": "#N/A", "F1": formula}, **names).work


@pytest.mark.parametrize(
    ("formula", "functions", "cells", "texts"),
    [
        ("=5", 0, 0, 0),
        ("=A1", 0, 1, 0),
        ("=-A1%", 2, 1, 0),
        ("=A1*2+A1*2", 3, 2, 0),  # nothing is computed once for two places
        ("=SUM(A1:C9)", 1, 27, 0),
        ("=SUM(A1:C9,A1,5)", 1, 28, 0),
        ("=COUNTIF(A1:A9,B1)", 1, 10, 0),
        ("=SUM(COUNTIF(A1:A9,{1,2,3}))", 4, 27, 0),  # COUNTIF three times
        ("=SUMPRODUCT((A1:A9=B1)*(A1:A9+1))", 28, 19, 0),  # three operators on nine elements
        ("=SUMPRODUCT(A1:A9,B1:B9)", 1, 18, 0),
        ("=SUMIF(A1:A9,2,B1:B9)", 1, 18, 0),
        ("=SUMIFS(C1:C9,A1:A9,2,B1:B9,A1)", 1, 28, 0),
        ("=COUNTIFS(A1:A9,2,B1:B9,A1)", 1, 19, 0),
        ("=MATCH(2,A1:A9,0)", 1, 9, 0),
        ("=VLOOKUP(2,A1:C9,3,FALSE)", 1, 27, 0),
        ("=INDEX(A1:C9,2,3)", 1, 1, 0),
        ("=INDEX(A1:C9,A1,B1)", 1, 3, 0),
        ("=SUM(INDEX(A1:C9,2,0))", 2, 3, 0),  # a row
        ("=SUM(INDEX(A1:C9,1,1):INDEX(A1:C9,3,2))", 4, 6, 0),  # two INDEX, a colon, SUM
        ("=ROW(A1)+ROWS(A1:C9)", 3, 0, 0),
        ("=SUM(ROW(A1:A9)*2)", 11, 0, 0),
        ("=INDEX(MMULT(A1:B2,A1:C2),1,2)", 7, 10, 0),  # six elements
        ("=A1&B1&LEFT(C1,1)", 3, 3, 3),
        ("=AND(A1=2,B1=1)", 3, 2, 0),  # both, though the first one decides
    ],
)
def test_a_formula_costs_what_one_counts_by_hand(tmp_path, formula, functions, cells, texts):
    assert work_of(tmp_path, formula) == Work(functions, cells, 0, texts)


@pytest.mark.parametrize(
    ("formula", "functions", "cells"),
    [
        ("=IF(A1=1,SUM(A1:A9),SUM(A1:C9))", 3, 10),
        ("=IF(A1=2,SUM(A1:A9),SUM(A1:C9))", 3, 28),
        ("=IF(A1=2,SUM(A1:C9))", 2, 1),
        ("=IF(A1=1,IF(A2=1,B1,SUM(A1:A9)),SUM(A1:C9))", 5, 11),
        ("=IF(IF(A1=1,B1,SUM(A1:C9))=1,2,A1)+IF(B1=1,C1,0)", 7, 4),
        ("=IF(A1,1,2)&IF(A2=1,1,IF(A3=3,B1&B2,1))", 7, 5),
        ("=IF(D1,A1,SUM(A1:A9))", 1, 1),  # an error chooses no branch
        ("=CHOOSE(A2,SUM(A1:C9),B1,SUM(A1:A9))", 1, 2),
        ("=CHOOSE(A9,SUM(A1:C9),B1)", 1, 1),
        ("=IFERROR(A1,SUM(A1:A9))", 1, 1),
        ("=IFERROR(D1,SUM(A1:A9))", 2, 10),
        ("=IFERROR(IF(A1=1,A1/0,B1),IF(A1=1,C1,SUM(A1:A9)))", 6, 4),
        ("=SUM(IF(A1:A9>5,B1:B9*1,C1*1))", 29, 19),  # an array takes both branches
    ],
)
def test_only_the_branch_that_is_given_costs(tmp_path, formula, functions, cells):
    found = work_of(tmp_path, formula)
    assert (found.functions, found.cells) == (functions, cells)


def test_without_branches_all_of_it_costs(tmp_path, monkeypatch):
    """A count that evaluates every branch is found by the test above."""
    monkeypatch.setattr(Trails, "is_chosen", lambda *_: False)
    assert work_of(tmp_path, "=IF(A1=1,SUM(A1:A9),SUM(A1:C9))").cells == 37


def test_a_name_costs_wherever_it_stands(tmp_path):
    found = profile_of(
        tmp_path,
        {"A1": 3, "A2": 4, "C1": "=IF(far,twice+twice,0)", "C2": "=IF(far,twice,SUM(block))"},
        twice="here*2",
        here="Sheet!A1*1",  # of this row, two columns to the left of who asks: relative to A1
        far="Sheet!$A$1>2",
        block="Sheet!$A$1:$A$2",
    )
    assert found.work == Work(functions=11, cells=5, names=8)
    assert found.names == (
        NameWork("", 2, Work(3, 0, 5), Work(11, 5, 8)),
        NameWork("twice", 3, Work(3, 0, 3), Work(6, 3, 3)),
        NameWork("here", 3, Work(3, 3, 0), Work(3, 3, 0)),
        NameWork("far", 2, Work(2, 2, 0), Work(2, 2, 0)),
    )
    assert {each.board: (each.cells, each.work.functions) for each in found.boards} == {
        "Sheet": (2, 11)
    }


def test_an_iteration_evaluates_the_circle_and_the_first_one_all(tmp_path):
    found = profile_of(
        tmp_path,
        {
            "C1": 5,
            "D1": "=C1+1",  # no part of the circle
            "A1": "=IF(A1=0,SUM(C1:C9),5)",  # 0, then 5: each iteration takes another branch
            "A2": "=A1*2",  # behind the circle
        },
    )
    assert found.iterations == (
        IterationWork("", 1, Work(3, 10) + Work(1, 1) + Work(1, 1)),
        IterationWork("", 2, Work(2, 1) + Work(1, 1)),
    )


def test_without_iterative_calculation_the_circle_costs_nothing(tmp_path):
    cells = {"A1": "=IF(A1=0,SUM(C1:C9),5)", "B1": "=A1*2", "D1": "=C1+1"}
    off = saved(tmp_path, cells, settings=(False, 100, 0.001))
    assert profiled(read_workbook(off)).iterations == (IterationWork("", 1, Work(1, 1)),)


def test_marks_are_different():
    marks = [mark_of(branch) for branch in range(1, 255)]  # CHOOSE has 254 at most
    assert len({*marks, ERROR}) == 255


def test_a_branch_that_changes_no_value_asks_for_no_iteration(tmp_path):
    found = profile_of(tmp_path, {"A1": "=IF(B1=0,5,2+3)", "B1": "=IF(A1=5,1,0)"})
    assert [each.work.functions for each in found.iterations] == [4, 5]


def test_formulas_of_several_sheets_mean_what_they_mean_there(tmp_path):
    book = openpyxl.Workbook()
    other = book.create_sheet("It's 2")
    for sheet, rate in ((book.active, 1), (other, 2)):
        sheet["A1"], sheet["A2"], sheet["B1"] = rate, 7, "=IF(rate=1,A1+A2,IF(high,9,A2))"
        area = f"{quote_sheetname(sheet.title)}!$A$1"
        sheet.defined_names["rate"] = DefinedName("rate", attr_text=area)
    book.defined_names["high"] = DefinedName("high", attr_text="IF($A$2>6,rate=2,1)")
    book.save(tmp_path / "x.xlsx")
    found = profiled(read_workbook(tmp_path / "x.xlsx"))
    assert {each.board: each.work for each in found.boards} == {
        "Sheet": Work(functions=3, cells=3, names=1),
        "It's 2": Work(functions=6, cells=3, names=3),
    }


def test_conditional_formats_are_counted_apart(tmp_path):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["A1"], sheet["A2"], sheet["A3"], sheet["C9"] = 1, 0, "=IF(A1=1,7,0)", "x"
    book.defined_names["two"] = DefinedName("two", attr_text="1+1")
    shown = FormulaRule(formula=["IF(A1>0,two+$A$3=9,FALSE)"], fill=PatternFill("solid", "FF0000"))
    sheet.conditional_formatting.add("A1:A2 C1:C1", shown)
    sheet.conditional_formatting.add(
        "A9:B1000", FormulaRule(formula=["A1=1"], font=Font(bold=True))
    )
    sheet.conditional_formatting.add("A1:A3", ColorScaleRule("min", None, "FF0000", "max"))
    book.save(tmp_path / "x.xlsx")
    found = profiled(read_workbook(tmp_path / "x.xlsx"))
    assert found.work == Work(2, 1)
    first = Work(2, 1) * 3 + Work(3, 1, 1)  # true in A1 alone, where the second branch is taken
    assert found.formats == (
        FormatWork("Sheet!A1:A2 Sheet!C1", "IF(A1>0,two+$A$3=9,FALSE)", 3, first),
        # Row 9 is the last one that is used.
        FormatWork("Sheet!A9:B1000", "A1=1", 2, Work(1, 1) * 2),
    )


@pytest.mark.parametrize(
    ("formula", "name", "shown", "message"),
    [
        ("=IF(one,1,2)", "IF(one,1,2)", "A1=1", "Sheet!A1: the names one > one call each other"),
        (
            "=one",
            "IF(NOW()>1,1,2)",
            "A1=1",
            "Sheet!A1: in the name one: the engine fast lacks .* NOW",
        ),
        ("=1", "1", "A1=(", "conditional format 1: "),
        ("=1", "1", "NOW()=A1", "conditional format 1!A1: the engine fast lacks .* NOW"),
    ],
)
def test_what_cannot_be_counted_is_said_with_its_place(tmp_path, formula, name, shown, message):
    book = openpyxl.Workbook()
    book.active["A1"] = formula
    book.defined_names["one"] = DefinedName("one", attr_text=name)
    book.active.conditional_formatting.add("A1", FormulaRule(formula=[shown], font=Font(bold=True)))
    book.save(tmp_path / "x.xlsx")
    with pytest.raises((WorkbookError, EngineError), match=message):
        profiled(read_workbook(tmp_path / "x.xlsx"))


def test_a_workbook_that_takes_no_puzzle_is_given_none(tmp_path, puzzles):
    model = read_workbook(saved(tmp_path, {"A1": "=1+1"}))
    with pytest.raises(WorkbookError, match="takes no puzzle"):
        profiled(model, puzzles["naked_singles"].puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("template", ["ellis", "sudoku"])
def test_counting_changes_no_value_in_any_iteration(template, built, puzzles):
    model = read_workbook(built(template))
    traced = TrailSheets(model, Trails(model.names, binder_of(model.names))).model
    plain, beside = (Solver(each, "fast", ZERO) for each in (model, traced))
    puzzle = puzzles["naked_singles"].puzzle
    steps = iter(beside.iterations(puzzle))
    for step, number, _ in plain.iterations(puzzle):
        while next(steps)[:2] != (step, number):
            pass  # one more at the end of a step, in which no cell of the workbook changes
        for cell in model.formulas:
            assert all(map(same, plain.session.read(cell), beside.session.read(cell))), cell


@pytest.mark.slow
def test_without_names_the_same_cells_are_read(built, puzzles):
    """The edition inline has the same formulas with fewer functions: positions are numbers."""
    puzzle = puzzles["naked_singles"].puzzle
    defined, inline = (
        profiled(read_workbook(built("ellis", edition=edition)), puzzle) for edition in EDITIONS
    )
    assert len(defined.iterations) == len(inline.iterations)
    for one, other in zip(defined.iterations, inline.iterations, strict=True):
        assert (one.work.cells, one.work.texts) == (other.work.cells, other.work.texts)
        assert one.work.functions > other.work.functions
    assert (defined.work.names > 0, inline.work.names) == (True, 0)
    assert [each.name for each in inline.names] == [CELL]


@pytest.mark.slow
def test_names_and_boards_are_all_of_it(built, puzzles):
    model = read_workbook(built("sudoku"))
    profile = profiled(model, puzzles["naked_singles"].puzzle)
    together = sum((each.work for each in profile.iterations), Work())
    assert profile.work == together
    assert sum((each.own for each in profile.names), Work()) == together
    assert sum((each.work for each in profile.boards), Work()) == together
    assert next(each.total for each in profile.names if each.name == CELL) == together
    assert sum(each.cells for each in profile.boards) == len(model.formulas)


@pytest.mark.slow
@pytest.mark.parametrize(
    "template", ["ellis", pytest.param("sudoku", marks=pytest.mark.exhaustive)]
)
def test_cells_that_are_counted_together_cost_the_same(template, built, puzzles):
    """Cells with one written formula, one family and one trail: the first stands for all."""
    model = read_workbook(built(template))
    binder = binder_of(model.names)
    trails = Trails(model.names, binder)
    sheets = TrailSheets(model, trails)
    solver = Solver(sheets.model, "fast", ZERO)
    solver.run(puzzles["beyond_singles"].puzzle)
    found = sheets.read(solver.session)
    counter = WorkCounter(model.names, binder, trails)
    members = load_program(model).members
    known: dict[object, object] = {}
    for cell, formula in model.formulas.items():
        kind = shape_of(formula).key, members[cell].family, found.get(cell, "")
        spent = counter.spent(formula, cell, found.get(cell, ""))
        assert known.setdefault(kind, spent) == spent, cell
    assert len(known) < len(model.formulas) / 10
