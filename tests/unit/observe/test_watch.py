"""A watched cell: the names that it leads to, and the value of each that has one."""

import pytest

from tests.helpers.workbooks import saved
from xlbuilder.errors import EngineError, WorkbookError
from xlbuilder.observe.watch import Watch
from xlbuilder.recalc.schedule import EXCEL
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.model import read_workbook

NAMES = {
    "in_board": "Sheet!$A$1:$I$9",
    "sol_board": "Sheet!$K$1:$S$9",
    "state": "Sheet!$A$11",
    "first": "Sheet!$A$1",
    "doubled": "first*2",
    "tenfold": "Sheet!$A$1:$C$1*10",
}

CELLS = {"A11": "Solve", "K1": "=doubled+SUMPRODUCT(tenfold)"}

PUZZLE = Board((3, 1, *[0] * 79))


def watched(folder, engine, cell="K1", **names):
    model = read_workbook(saved(folder, CELLS, names={**NAMES, **names}))
    return list(Watch(model, engine, EXCEL, cell).run(PUZZLE))[-1]


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_names_are_shown_with_their_values(tmp_path, engine):
    last = watched(tmp_path, engine)
    assert last.value == 46.0
    assert {meaning.name: meaning.values for meaning in last.meanings} == {
        "doubled": (6.0,),
        "tenfold": (30.0, 10.0, 0.0),
        "first": (3.0,),
    }


@pytest.mark.parametrize("engine", ["fast", "formulas"])
@pytest.mark.parametrize(
    ("formula", "shape", "values"),
    [
        ("Sheet!$A$1:$B$2*1", (2, 2), (3.0, 1.0, 0.0, 0.0)),
        ("(Sheet!$A$1:$B$1>1)*{1;2}", (2, 2), (1.0, 0.0, 2.0, 0.0)),
        ("COUNTIF(Sheet!$A$1:$B$2,{1,3,5})", (1, 3), (1.0, 1.0, 0.0)),
        ("-{1,2}%", (1, 2), (-0.01, -0.02)),
        ("SUMPRODUCT(Sheet!$A$1:$B$2*{1,10})", (1, 1), (13.0,)),
    ],
)
def test_an_array_is_shown_row_by_row(tmp_path, engine, formula, shape, values):
    model = read_workbook(saved(tmp_path, CELLS, names={**NAMES, "array": formula}))
    (shown,) = list(Watch(model, engine, EXCEL, names={"array": "R1C1"}).run(PUZZLE))[-1].asked
    assert (shown.shape, shown.values, shown.problem) == (shape, values, "")


def test_an_array_that_the_engine_cannot_take_apart_is_the_only_one_without_values(tmp_path):
    names = {**NAMES, "either": 'CHOOSE(1+(Sheet!$A$11="Solve"),0,Sheet!$A$1:$C$1)'}
    model = read_workbook(saved(tmp_path, CELLS, names=names))
    watch = Watch(model, "fast", EXCEL, names={"either": "K1", "tenfold": "K1"})
    either, tenfold = list(watch.run(PUZZLE))[-1].asked
    assert (either.values, tenfold.values) == ((), (30.0, 10.0, 0.0))
    assert either.problem == "the engine fast lacks IF and CHOOSE that give ranges or arrays"


def test_the_engine_formulas_says_which_call_it_refuses(tmp_path):
    names = {**NAMES, "either": 'Sheet!$A$1:$C$1*AND("a",1)'}
    model = read_workbook(saved(tmp_path, CELLS, names=names))
    (either,) = list(Watch(model, "formulas", EXCEL, names={"either": "K1"}).run(PUZZLE))[-1].asked
    assert either.problem.startswith('the engine formulas does not calculate AND("a",1): ')


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("tenfolt", "has no name tenfolt; did you mean tenfold"),
        ("x", "has no name x; Excel's Name Manager lists them$"),
    ],
)
def test_a_name_that_is_not_there_is_refused(tmp_path, name, message):
    model = read_workbook(saved(tmp_path, CELLS, names=NAMES))
    with pytest.raises(WorkbookError, match=message):
        Watch(model, "fast", EXCEL, names={name: "R1C1"})


def test_an_engine_that_hides_its_iterations_is_refused(tmp_path):
    with pytest.raises(EngineError, match="formualizer does not show its iterations; use the eng"):
        watched(tmp_path, "formualizer")


def test_names_that_call_each_other_are_a_line_with_file_and_cell(tmp_path):
    with pytest.raises(WorkbookError, match=r"book\.xlsx: Sheet!K1: the names .* call each other"):
        watched(tmp_path, "fast", first="doubled")
