"""Which formulas are calculated, and which keep the values that the file has."""

import random
from dataclasses import replace

import pytest

from tests.helpers.workbooks import cell, saved, with_stored
from xlbuilder.formula.area import Area
from xlbuilder.observe.solver import Driver
from xlbuilder.recalc.dirty import only_dirty
from xlbuilder.recalc.readers import Readers
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.origin import PROPERTY, Origin

CELLS = {
    "A1": 1,
    "B1": "=A1+1",
    "B2": "=SUM(B1:B1)",
    "C1": "=2+3",
    "C2": "=C1*2",
    "D1": "=NOW()",
    "D2": "=OFFSET(C1,C9,0)",
    "D3": "=D2",
    "D4": "=SUM(C3:INDEX(C5:C7,C9))",
    "D5": "=SUM(C4:INDEX(C6:C8,C9))",
    "E1": "=E2+1",
    "E2": "=MIN(E1,7)",
    "E3": "=E1*10",
    "F1": "=E9",
}
STORED = dict.fromkeys((each for each in CELLS if each != "A1"), 99)


def book(folder, cells=CELLS, values=STORED, *, iterate=True, is_full=False):
    path = saved(folder, cells, (iterate, 100, 0.001))
    return read_workbook(with_stored(path, values, is_full=is_full))


def dirty(model, *entered):
    return {str(each) for each in only_dirty(model, map(cell, entered)).formulas}


def test_what_is_entered_reaches_and_what_is_volatile_and_on_a_circle(tmp_path, caplog):
    caplog.set_level("INFO")
    always = {"D1", "D2", "D3", "D4", "D5"}
    circle = {"E1", "E2", "E3"}
    model = book(tmp_path)
    assert dirty(model, "A1") == always | circle | {"B1", "B2"}
    assert dirty(model) == always | circle
    assert dirty(book(tmp_path, iterate=False)) == always
    assert dirty(book(tmp_path, iterate=False), "C1") == always | {"C1", "C2"}
    assert caplog.messages[0].endswith(
        "book.xlsx: 3 formulas keep the values that the file has, since nothing that is typed"
        " reaches them; --all-formulas calculates them too"
    )
    assert len(caplog.messages) == 3  # once a workbook


def test_what_tells_of_the_file_keeps_its_value(tmp_path):
    """Many models have their name in a cell; no engine knows it, and nothing typed changes it."""
    cells = {
        "A1": 1,
        "A2": '=MID(CELL("FileName",A2),2,9)',
        "A3": '=CELL("filename",A1)&A9',
        "A4": '=CELL("contents",A1)',
        "A5": '=INFO("release")',
        "A6": '=CELL("filename",A1)&A1',
        "A7": "=CELL([1]Rates!B1)",
    }
    model = book(tmp_path, cells, dict.fromkeys([*cells][1:], "x"))
    assert dirty(model) == set()
    assert dirty(model, "A1") == {"A4", "A6"}


def test_a_formula_without_a_value_is_calculated_and_what_reads_it(tmp_path):
    values = {address: value for address, value in STORED.items() if address != "C1"}
    assert {"C1", "C2"} < dirty(book(tmp_path, values=values))
    assert "C1" not in dirty(book(tmp_path, values=values | {"C1": ""}))


def test_a_file_that_asks_for_all_formulas_and_one_of_ours(tmp_path):
    model = book(tmp_path)
    assert dirty(book(tmp_path, is_full=True)) == STORED.keys()
    for origin in (Origin("sudoku"), Origin("sudoku", added=("x" * 300,))):
        assert dirty(replace(model, properties=origin.to_properties())) == STORED.keys()
    assert PROPERTY in origin.to_properties()


UNREAD = [
    ("=[1]Other!A1", {}, False),
    ("=SUM([1]Other!A1:A9,B9)", {}, False),
    ("=[1]Other!A1+A1", {}, True),
    ("=[1]Other!A1+NOW()", {}, True),
    ("=[1]Other!A1+_xlfn.RANDARRAY()", {}, True),
    ("=link+C1", {"link": "[1]Other!A1"}, False),
    ("=link+A1", {"link": "[1]Other!A1"}, True),
    ("=link", {"link": "[1]Other!A1+Sheet!$A$1"}, True),
    ("=link+other", {"link": "[1]Other!A1", "other": "Sheet!$A$1"}, True),
    ("=nobody(C1)+1+nobody(", {}, False),
    ("=LAMBDA(x,x)(A1)", {}, True),
    ("=SUM(Prices[Cost])", {}, True),
    ("=[1]Other!A1)", {}, True),
    ('=[1]Other!A1&"', {}, True),
]


@pytest.mark.parametrize(("formula", "names", "is_dirty"), UNREAD)
def test_what_a_formula_reads_that_cannot_be_read(tmp_path, formula, names, is_dirty):
    path = saved(tmp_path, {"A1": 1, "C1": "=1", "G1": formula}, names=names)
    model = read_workbook(with_stored(path, {"C1": 1, "G1": 5}))
    found = only_dirty(model, [cell("A1")])
    assert (cell("G1") in {*found.formulas, *found.unread}) is is_dirty


LAMBDAS = [
    ("=F(5)", {"F": "LAMBDA(~n,IF(~n<2,Sheet!$A$1,~n*F(~n-1)))"}, True),
    ("=F(5)", {"F": "LAMBDA(~n,IF(~n<2,Sheet!$C$1,~n*F(~n-1)))"}, False),
    ("=F(A1)", {"F": "LAMBDA(~n,IF(~n<2,1,~n*F(~n-1)))"}, True),
    ("=F(1)", {"F": "LAMBDA(~n,~n+F(Sheet!A1))"}, True),
    ("=F(1)", {"F": "LAMBDA(~n,~n+G(~n))", "G": "LAMBDA(~n,F(~n)+Sheet!$A$1)"}, True),
    ("=F(C1:C2)", {"F": "LAMBDA(~r,Sheet!$A$1+SUM(_xlfn.MAP(~r,LAMBDA(~x,~x))))"}, True),
    ("=F(C1:C2)", {"F": "LAMBDA(~r,SUM(_xlfn.MAP(~r,LAMBDA(~x,~x))))"}, False),
    ("=G(1)", {"F": "LAMBDA(~x,Sheet!$A$1+~x)", "G": "F"}, True),
    ("=F(1,2)", {"F": "LAMBDA(~x,Sheet!$A$1+~x)"}, True),
    ("=F(G,2)", {"F": "LAMBDA(~f,~x,~f(~x))", "G": "LAMBDA(~x,~x+Sheet!$A$1)"}, True),
    ("=F(1)(2)", {"F": "LAMBDA(~x,LAMBDA(~y,~x+~y+Sheet!$A$1))"}, True),
    ("=_xlfn.LET(~g,F,~g(1))", {"F": "LAMBDA(~x,Sheet!$A$1+~x)"}, True),
]


@pytest.mark.parametrize(("formula", "names", "is_dirty"), LAMBDAS)
def test_what_a_lambda_reads_that_is_not_written_out(tmp_path, formula, names, is_dirty):
    def stored(text):
        return text.replace("~", "_xlpm.").replace("LAMBDA(", "_xlfn.LAMBDA(")

    names = {name: stored(text) for name, text in names.items()}
    path = saved(tmp_path, {"A1": 1, "C1": 1, "G1": stored(formula)}, names=names)
    found = only_dirty(read_workbook(with_stored(path, {"G1": 5})), [cell("A1")])
    assert (cell("G1") in {*found.formulas, *found.unread}) is is_dirty


def test_a_kept_value_is_read_and_a_formula_that_is_reached_is_refused(run, tmp_path):
    cells = {"A1": 1, "B1": "=A1+C1", "C1": "=_xlfn.STOCKHISTORY(D1)", "D1": 2}
    with_stored(saved(tmp_path, cells), {"B1": 5, "C1": 41})
    show = ("show", "book.xlsx", "--cells", "B1", "--recalculate")
    done = run(*show, "--step", "A1=2")
    assert done.stdout.split()[-1] == "43", done.stderr
    assert "1 formula keeps the value that the file has" in done.stderr
    for more in (["--step", "D1=3"], ["--all-formulas"]):
        done = run(*show, *more)
        assert (done.returncode, done.stdout) == (2, "")
        lack = "Sheet!C1: the engine fast lacks the function _XLFN.STOCKHISTORY"
        assert done.stderr.splitlines()[-1].endswith(lack)


@pytest.mark.parametrize("engine", ["fast", "formulas", "formualizer"])
def test_each_engine_reads_what_is_kept(tmp_path, engine):
    cells = {"A1": 1, "B1": "=A1+C1", "C1": "=nobody(", "D1": 2}
    model = read_workbook(with_stored(saved(tmp_path, cells), {"C1": 41}))
    driver = Driver(model, engine)
    driver.run()
    assert driver.session.read(cell("B1")) == [42]


def test_long_ranges_are_read_as_their_cells_are():
    random_ = random.Random(1)
    every = list(Area("S", 1, 1, 40, 4).cells())
    for _ in range(300):
        cells = random_.sample(every, random_.randrange(1, 40))
        readers, reads = Readers(cells), dict[Area, set[Area]]()
        for each in cells[::2]:
            tops, lefts = (sorted(random_.choices(range(1, n + 1), k=2)) for n in (40, 4))
            area = Area("S", tops[0], lefts[0], tops[1], lefts[1])
            readers.add(each, area)
            reads[each] = {*area.cells()} & {*cells}
        reached, before = {cells[0]}, set[Area]()
        settled, waiting = set[Area](), {*cells}
        while reached != before:
            before = {*reached}
            reached |= {each for each, read in reads.items() if read & reached}
        while free := {each for each in waiting if reads.get(each, set()) <= settled}:
            settled |= free
            waiting -= free
        assert readers.reached(cells[:1]) == reached
        assert readers.circular() == waiting
