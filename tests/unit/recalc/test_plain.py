"""The engine fast: plain Python begins and the compiled machine goes on, with the same values."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import xlbuilder
from tests.helpers.workbooks import saved
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast import compiler, gradual, interpreter
from xlbuilder.recalc.engines.fast.gradual import (
    COMPILING,
    LOADING,
    GradualIteration,
    compiled_iteration,
)
from xlbuilder.recalc.engines.fast.machine import FastMachine
from xlbuilder.recalc.schedule import EXCEL
from xlbuilder.recalc.session import IteratedSession
from xlbuilder.xlsx.model import read_workbook

ONE_PUZZLE = """
import sys, warnings
warnings.simplefilter("error")
import xlbuilder
(verdict,) = xlbuilder.verify(sys.argv[1], sys.argv[2])
assert sum(each.evaluations for each in verdict.recalculations) < int(sys.argv[3])
print(verdict.kind.value, "numba" in sys.modules)
"""

READ_ONLY = """
import sys
sys.path.insert(0, sys.argv[1])
from xlbuilder.recalc.engines.fast import compiler, values
assert compiler.__file__.startswith(sys.argv[1])
truncated = compiler.compiled(values.truncated)
print(truncated(97.5), truncated.stats.cache_path, compiler.is_on_disk(values.truncated))
"""


def run(program, *arguments, **variables):
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def opened(model, run_iteration):
    return IteratedSession(model, lambda program: FastMachine(program, run_iteration), EXCEL)


class Alternating:
    """Hands the values over from one machine to the other after each iteration."""

    def __init__(self):
        self.turns = [gradual.plain_iteration, compiled_iteration()]

    def __call__(self, *arguments):
        self.turns.reverse()
        return self.turns[0](*arguments)


@pytest.mark.exhaustive
def test_plain_python_gives_what_the_compiled_machine_gives_and_hands_over(built, puzzles):
    model = read_workbook(built("ellis"))
    cells = list(model.formulas)
    machines = gradual.plain_iteration, compiled_iteration(), Alternating()
    assert hasattr(machines[1], "py_func")  # numba's
    assert not hasattr(machines[0], "py_func")
    values: list[list] = []
    for session in (opened(model, each) for each in machines):
        values.append([])
        for cell, digit in zip(
            model.area("in_board").cells(), puzzles["column_or_box"].puzzle.digits, strict=True
        ):
            session.enter(cell, float(digit) if digit else None)
        for state in ("Reset", "Solve"):
            session.enter(model.area("state"), state)
            for iteration in session.iterations():
                values[-1].append((iteration, [session.read(cell)[0] for cell in cells]))
    assert values[0] == values[1] == values[2]
    assert len(values[0]) > 4


@pytest.mark.slow
def test_a_small_job_does_without_numba(built, puzzles):
    puzzle = puzzles["column_or_box"].puzzle
    assert run(ONE_PUZZLE, built("ellis"), puzzle, LOADING) == "solved False\n"


IN_MEMORY, ON_DISK, NOWHERE = (True, True), (False, True), (False, False)


@pytest.mark.parametrize(
    ("state", "work", "is_right"),
    [
        (IN_MEMORY, 0, True),  # what this process has, it uses
        (ON_DISK, LOADING, False),
        (ON_DISK, LOADING + 1, True),
        (NOWHERE, LOADING + 1, False),
        (NOWHERE, COMPILING, False),
        (NOWHERE, COMPILING + 1, True),
    ],
)
def test_when_the_compiled_machine_goes_on(monkeypatch, state, work, is_right):
    monkeypatch.setattr(gradual, "is_in_memory", lambda _: state[0])
    monkeypatch.setattr(gradual, "is_on_disk", lambda _: state[1])
    assert gradual.pays(work) is is_right
    monkeypatch.setattr(gradual, "is_in_memory", lambda _: False)
    monkeypatch.setattr(gradual, "numba_or_none", lambda: None)
    assert not gradual.pays(work)


def test_a_long_run_is_begun_in_plain_python_and_ended_compiled(monkeypatch):
    ran = []
    monkeypatch.setattr(
        gradual, "plain_iteration", lambda order: ran.append("plain") or (order[0], 1, 1)
    )
    monkeypatch.setattr(
        gradual, "compiled_iteration", lambda: lambda _: ran.append("fast") or (1, 1, 1)
    )
    monkeypatch.setattr(gradual, "is_in_memory", lambda _: False)
    monkeypatch.setattr(gradual, "is_on_disk", lambda _: True)
    one = GradualIteration()
    for _ in range(4):
        one([LOADING // 2])
    assert ran == ["plain", "plain", "fast", "fast"]  # the third could pass the limit
    other = GradualIteration()
    other([1])
    assert ran[4:] == ["plain"]
    monkeypatch.setattr(gradual, "is_in_memory", lambda _: True)
    other([1])
    assert ran[5:] == ["fast"]


@pytest.fixture
def package(tmp_path):
    """Return a copy of the package in a folder of its own."""
    ignored = shutil.ignore_patterns("__pycache__")
    return shutil.copytree(Path(xlbuilder.__file__).parent, tmp_path / "xlbuilder", ignore=ignored)


def imported(package):
    """Return the files that the machine imports in a new process; packages import nothing there."""
    for file in package.rglob("__init__.py"):
        file.write_text("")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "import xlbuilder.recalc.engines.fast.interpreter;"
        "print(*(each.__file__ for name, each in sys.modules.items() if 'xlbuilder' in name))"
    )
    return {Path(each) for each in run(code, package.parent).split()}


@pytest.mark.slow
def test_numba_keeps_what_it_compiles_under_a_name_that_changes_with_all_that_it_rests_on(package):
    """numba looks at the file of a function, not at the files of what the function calls."""
    root = package / "recalc/engines/fast/interpreter.py"

    def digest():
        compiler.digest.cache_clear()
        return compiler.digest(root)

    files = {each for each in imported(package) if each.name != "__init__.py"}
    assert {package / "formula/values.py", root.with_name("compiler.py")} < files
    before = digest()
    for file in files:
        text = file.read_text()
        file.write_text(f"{text}# changed")
        assert digest() != before, file
        file.write_text(text)
    (package / "recalc/session.py").write_text("# changed")
    assert digest() == before


def test_numba_keeps_what_it_compiles_under_a_name_of_this_numpy(monkeypatch):
    def digest():
        compiler.digest.cache_clear()
        return compiler.digest(Path(interpreter.__file__))

    before = digest()
    with monkeypatch.context() as patch:
        patch.setattr("xlbuilder.recalc.engines.fast.compiler.np.__version__", "another")
        assert digest() != before
    assert digest() == before


@pytest.mark.slow
def test_a_read_only_installation_without_a_home_compiles_too(package, tmp_path):
    """Files stand where numba wants its folders, as root may write into any folder."""
    (package / "recalc/engines/fast/__pycache__").touch()
    away = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"), "/dev/null/away")
    found = run(READ_ONLY, tmp_path, NUMBA_CACHE_DIR="", **away)
    assert found == "97 None False\n"


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


def test_numbers_at_the_limits_in_plain_python_and_compiled(tmp_path):
    cells = {"A1": 1e300, "A2": -1e300, "A3": 3, "A4": 1e308, "A5": 1e-308, "B1": "abc"}
    cells |= {f"D{row}": f"={formula}" for row, formula in enumerate(LIMITS, 1)}
    model = read_workbook(saved(tmp_path, cells))
    for run_iteration in (gradual.plain_iteration, compiled_iteration()):
        session = opened(model, run_iteration)
        session.recalculate()
        found = [session.read(cell)[0] for cell in model.formulas]
        assert dict(zip(LIMITS, found, strict=True)) == LIMITS


@pytest.mark.slow
def test_a_workbook_without_any_formula(tmp_path):
    """Compiled too: an array without instructions still has two dimensions."""
    model = read_workbook(saved(tmp_path, {"A1": 5}))
    for run_iteration in (gradual.plain_iteration, compiled_iteration()):
        assert opened(model, run_iteration).recalculate().quiet
