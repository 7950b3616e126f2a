"""The engine fast without numba, or before anything is compiled: the same results."""

import json
import os
import subprocess
import sys

import pytest
from workbooks import saved

from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.engines.fast.compiler import Compiler
from xlbuilder.recalc.engines.small import FAST, interpret_if_cold
from xlbuilder.recalc.model import read_workbook
from xlbuilder.verify import verify

ONE_PUZZLE = """
import sys, warnings
from pathlib import Path
warnings.simplefilter("error")
from xlbuilder.recalc.engines.small import interpret_if_cold
assert interpret_if_cold(Path(sys.argv[1]))
from xlbuilder.puzzles import read_puzzle
from xlbuilder.verify import verify
from xlbuilder.recalc.engines.fast import machine
assert not hasattr(machine.run_pass, "py_func")  # a plain function
assert "numba" not in sys.modules
(verdict,) = verify(Path(sys.argv[2]), [read_puzzle(sys.argv[3], "test")], "fast")
print(verdict.kind.value, verdict.shown, [each.iterations for each in verdict.recalculations])
"""
ALL_VALUES = """
import json, sys, warnings
from pathlib import Path
warnings.simplefilter("error")
sys.path.insert(0, sys.argv[1])  # where numba cannot be imported
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.engines.fast.compiler import COMPILER
from xlbuilder.recalc.model import read_workbook
model = read_workbook(Path(sys.argv[2]))
session = open_workbook("fast", model)
assert COMPILER.is_missing
session.recalculate()
print(json.dumps([str(session.read(cell)[0]) for cell in model.formulas]))
"""


def run(program, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def without_numba(tmp_path):
    """Return a folder that hides numba from a Python that looks there first."""
    (tmp_path / "numba.py").write_text("raise ImportError('not here')")
    return tmp_path


def test_plain_python_gives_what_the_compiled_machine_gives(tmp_path, built, puzzles):
    (tmp_path / "machine.py").touch()  # a folder without anything compiled
    puzzle = puzzles["column_or_box"].puzzle
    found = run(ONE_PUZZLE, tmp_path, built("ellis"), str(puzzle))
    (verdict,) = verify(built("ellis"), [puzzle], "fast")
    iterations = [each.iterations for each in verdict.recalculations]
    assert found == f"{verdict.kind.value} {verdict.shown} {iterations}\n"


# Numbers at the limits, where a number of Python, one of NumPy and a compiled one part ways.
LIMITS = {
    "CHOOSE(A1,1,2)": ExcelError.VALUE,
    "INDEX(A1:A3,A1,1)": ExcelError.REF,
    "INDEX(A1:A3,A2,1)": ExcelError.VALUE,
    "MID(B1,A1,1)": "",
    "MID(B1,2,A1)": "bc",
    "REPT(B1,A1)": ExcelError.VALUE,
    "A1^A1": ExcelError.NUM,
    "A1*A1": ExcelError.NUM,
    "A1*10^8+A1*10^8": ExcelError.NUM,
    "SUM(A4,A4)": ExcelError.NUM,
    "A4/A5": ExcelError.NUM,
    "A5^(0-2)": ExcelError.NUM,
    "A3^A2": 0.0,
    "0^A2": ExcelError.DIV0,
    "ROUND(A3,A2)": 0.0,
    "ROUND(A4,0-400)": 0.0,
    "A1^0.5": 1e150,
    "COUNTIF(A1:A3,A1)": 1.0,
    "A3&B1": "3abc",
}


def test_numbers_at_the_limits_with_numba_and_without(tmp_path, without_numba):
    cells = {"A1": 1e300, "A2": -1e300, "A3": 3, "A4": 1e308, "A5": 1e-308, "B1": "abc"}
    cells |= {f"D{row}": f"={formula}" for row, formula in enumerate(LIMITS, 1)}
    path = saved(tmp_path, cells)
    model = read_workbook(path)
    session = open_workbook("fast", model)
    session.recalculate()
    found = [session.read(cell)[0] for cell in model.formulas]
    assert dict(zip(LIMITS, found, strict=True)) == LIMITS
    assert json.loads(run(ALL_VALUES, without_numba, path)) == list(map(str, found))


def test_what_is_compiled_is_used(tmp_path):
    """An index of numba that is newer than the modules."""
    source, cache = tmp_path / "machine.py", tmp_path / "__pycache__"
    cache.mkdir()
    source.touch()
    index = cache / "machine.run_pass-1.py311.nbi"
    index.touch()
    os.utime(source, (1, 1))
    assert not interpret_if_cold(tmp_path)
    assert FAST.is_dir()


def test_once_numba_is_used_it_cannot_be_left_out():
    """Compiled functions take arrays, plain ones take views: one process has one kind."""
    one, other = Compiler(), Compiler()
    other.leave_out()
    assert one.numba is not None
    assert other.numba is None
    one.leave_out()
    assert one.numba is not None
    assert not one.is_missing
    assert not other.is_missing


def test_a_workbook_without_any_formula(tmp_path):
    """Compiled too: an array without instructions still has two dimensions."""
    session = open_workbook("fast", read_workbook(saved(tmp_path, {"A1": 5})))
    recalculation = session.recalculate()
    assert recalculation.quiet
