"""Small jobs before anything is compiled: plain Python, the same results."""

import os
import subprocess
import sys

from xlbuilder.recalc.engines.small import FAST, interpret_if_cold
from xlbuilder.verify import verify

PLAIN = """
import sys, warnings
from pathlib import Path
warnings.simplefilter("error")
from xlbuilder.recalc.engines.small import interpret_if_cold
assert interpret_if_cold(Path(sys.argv[1]))
from xlbuilder.puzzles import read_puzzle
from xlbuilder.verify import verify
from xlbuilder.recalc.engines.fast import machine
assert not hasattr(machine.run_pass, "py_func")  # a plain function
(verdict,) = verify(Path(sys.argv[2]), [read_puzzle(sys.argv[3], "test")], "fast")
print(verdict.kind.value, verdict.shown, [each.iterations for each in verdict.recalculations])
"""


def test_plain_python_gives_what_the_compiled_machine_gives(tmp_path, built, puzzles):
    (tmp_path / "machine.py").touch()  # a folder without anything compiled
    puzzle = puzzles["column_or_box"].puzzle
    done = subprocess.run(
        [sys.executable, "-c", PLAIN, tmp_path, built("ellis"), str(puzzle)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (verdict,) = verify(built("ellis"), [puzzle], "fast")
    iterations = [each.iterations for each in verdict.recalculations]
    assert done.stdout == f"{verdict.kind.value} {verdict.shown} {iterations}\n"


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
