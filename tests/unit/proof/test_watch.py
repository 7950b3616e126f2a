"""A watched cell: the names that it leads to, and the value of each that has one."""

import pytest
from workbooks import saved

from xlbuilder.errors import EngineError, WorkbookError
from xlbuilder.proof.watch import Watch
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
def test_a_name_of_several_values_is_shown_without_them(tmp_path, engine):
    last = watched(tmp_path, engine)
    assert last.value == 46.0
    assert {meaning.name: meaning.values for meaning in last.meanings} == {
        "doubled": (6.0,),
        "tenfold": (),
        "first": (3.0,),
    }


def test_an_engine_that_hides_its_iterations_is_refused(tmp_path):
    with pytest.raises(EngineError, match="formualizer does not show its iterations; use the eng"):
        watched(tmp_path, "formualizer")


def test_names_that_call_each_other_are_a_line_with_file_and_cell(tmp_path):
    with pytest.raises(WorkbookError, match=r"book\.xlsx: Sheet!K1: the names .* call each other"):
        watched(tmp_path, "fast", first="doubled")
