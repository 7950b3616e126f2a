"""Whether many LibreOffices, under load, give the verdicts of one.

    python benchmarks/libreoffice_workers.py WORKBOOK PUZZLES [RUNS [WORKERS [BUSY]]]

This runs the command `verify --engine libreoffice` once with one worker, then RUNS times with
WORKERS workers (default: 20 runs, 4 workers), while BUSY other processes keep the cores busy
(default: as many as there are cores).  A run agrees when its exit code and, for each puzzle, the
verdict, the board and the recalculations are those of the run with one worker.
"""

import json
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import Any

from common import arguments_of

from xlbuilder.proof.pool import all_cores

COUNT = "while True: pass"


def main(workbook: str, puzzles: str, runs: int, workers: int, busy: int) -> None:
    """Print the time of each run, and how many agree."""
    expected = verdicts(workbook, puzzles, 1)
    print(f"one worker: exit code {expected[0]}, {[each['verdict'] for each in expected[1]]}")
    agreeing = 0
    with ExitStack() as stack:
        for _ in range(busy):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", COUNT]))
            stack.callback(process.kill)
        for number in range(1, runs + 1):
            begin = time.perf_counter()
            agrees = verdicts(workbook, puzzles, workers) == expected
            agreeing += agrees
            seconds = time.perf_counter() - begin
            print(f"run {number}: {'the same' if agrees else 'DIFFERENT'}, {seconds:.0f} s")
            sys.stdout.flush()
    print(f"{agreeing} of {runs} runs with {workers} workers gave the verdicts of one worker")


def verdicts(workbook: str, puzzles: str, workers: int) -> tuple[int, list[dict[str, Any]]]:
    """Return the exit code of a run, and its verdicts without their times."""
    command = [sys.executable, "-m", "xlbuilder", "verify", workbook, "--puzzles", puzzles]
    command += ["--engine", "libreoffice", "--workers", str(workers), "--json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    try:
        found = json.loads(done.stdout)["verdicts"]
    except ValueError:
        print(f"no report: {done.stderr.strip()}")
        return done.returncode, []
    for each in found:
        del each["seconds"]
    return done.returncode, found


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("workbook")
    parser.add_argument("puzzles")
    parser.add_argument("runs", nargs="?", type=int, default=20)
    parser.add_argument("workers", nargs="?", type=int, default=4)
    parser.add_argument("busy", nargs="?", type=int, default=all_cores())
    main(**vars(parser.parse_args()))
