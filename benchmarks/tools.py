"""How long the commands take, and their memory: python benchmarks/tools.py PYTHON [ROUNDS].

PYTHON is the interpreter of another checkout's environment, the one to compare with.  The two take
turns, each command in a new process, so that other work of the machine slows both; the first round
fills the caches and does not count.  The seconds are those of the processor, of all processes of a
command together.  Prints Markdown with the medians.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median

from common import arguments_of

_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""Left out of the environment: it would have each process compile the Python of the package."""
_OPEN = """
from pathlib import Path
from xlbuilder.proof.solver import Solver
from xlbuilder.xlsx.model import read_workbook
Solver(read_workbook(Path("out/sudoku.xlsx")), "fast")
"""
_PREPARE = _OPEN.rstrip() + ".session.prepare()\n"
COMMANDS: Mapping[str, list[str]] = {
    "`xlbuilder --help`": ["-m", "xlbuilder", "--help"],
    "`xlbuilder build ellis`": ["-m", "xlbuilder", "build", "ellis"],
    "`xlbuilder build`": ["-m", "xlbuilder", "build"],
    "`xlbuilder build --no-values`": ["-m", "xlbuilder", "build", "--no-values"],
    "`xlbuilder build life`": ["-m", "xlbuilder", "build", "life"],
    "open `sudoku` in `fast`": ["-c", _OPEN],
    "open it, with the compiled machine": ["-c", _PREPARE],
    "`xlbuilder generate --seed 1`": ["-m", "xlbuilder", "generate", "--seed", "1"],
    "`xlbuilder build --names inline`": ["-m", "xlbuilder", "build", "--names", "inline"],
}


def main(before: str, rounds: int) -> None:
    """Print the table."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds + 1):
            for name, command in COMMANDS.items():
                for python in (before, sys.executable):
                    cost = measured([python, *command], Path(folder))
                    if number:
                        found.setdefault((name, python), []).append(cost)
    print("| command | s before | s now | of before | MB before | MB now |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in COMMANDS:
        (old, old_memory), (new, new_memory) = (
            map(median, zip(*found[name, python], strict=True))
            for python in (before, sys.executable)
        )
        print(
            f"| {name} | {old:.2f} | {new:.2f} | {new / old:.0%} |"
            f" {old_memory:.0f} | {new_memory:.0f} |"
        )


def measured(command: list[str], folder: Path) -> tuple[float, float]:
    """Return the seconds of the processor and the megabytes that a command takes.

    Raises SystemExit when the command fails.
    """
    environment = {key: value for key, value in os.environ.items() if key != _NO_BYTECODE}
    quiet = subprocess.DEVNULL
    done = subprocess.Popen(command, cwd=folder, env=environment, stdout=quiet, stderr=quiet)
    _, status, usage = os.wait4(done.pid, 0)
    done.returncode = os.waitstatus_to_exitcode(status)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("before", metavar="PYTHON")
    parser.add_argument("rounds", nargs="?", type=int, default=5)
    main(**vars(parser.parse_args()))
