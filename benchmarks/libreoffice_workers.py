"""Whether many LibreOffices, under load, give the verdicts of one.

    python benchmarks/libreoffice_workers.py WORKBOOK PUZZLES [RUNS [WORKERS [BUSY]]]

runs the command `verify --engine libreoffice` once with one worker, then RUNS times with WORKERS
workers (default: 20 runs, 4 workers), while BUSY other processes do nothing but count (default: as
many as there are cores).  A run agrees when its exit code and, of each puzzle, the verdict, the
board and the recalculations are those of the run with one worker.
"""

import json
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import Any

from xlbuilder.proof.pool import all_cores

COUNT = "while True: pass"


def main(workbook: str, puzzles: str, runs: str = "20", workers: str = "4", busy: str = "") -> None:
    """Print what each run took, and how many agree."""
    expected = verdicts(workbook, puzzles, "1")
    print(f"one worker: exit code {expected[0]}, {[each['verdict'] for each in expected[1]]}")
    agreeing = 0
    with ExitStack() as stack:
        for _ in range(int(busy or all_cores())):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", COUNT]))
            stack.callback(process.kill)
        for number in range(1, int(runs) + 1):
            begin = time.perf_counter()
            agrees = verdicts(workbook, puzzles, workers) == expected
            agreeing += agrees
            seconds = time.perf_counter() - begin
            print(f"run {number}: {'the same' if agrees else 'DIFFERENT'}, {seconds:.0f} s")
            sys.stdout.flush()
    print(f"{agreeing} of {runs} runs with {workers} workers gave the verdicts of one worker")


def verdicts(workbook: str, puzzles: str, workers: str) -> tuple[int, list[dict[str, Any]]]:
    """Return the exit code of a run, and its verdicts without their times."""
    command = [sys.executable, "-m", "xlbuilder", "verify", workbook, "--puzzles", puzzles]
    command += ["--engine", "libreoffice", "--workers", workers, "--json"]
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
    main(*sys.argv[1:])
