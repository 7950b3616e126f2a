"""Graded puzzles in three engines: python benchmarks/grades.py WORKBOOK GRADES.

GRADES is tests/data/grades.txt.  Each puzzle is entered into the workbook as it stands on disk and
recalculated: once by the engines fast and formualizer; by LibreOffice as often as it takes until a
hard recalculation changes nothing, or ENOUGH times.  A count with a + did not come to rest.  What
fast shows is compared with the others.  Prints Markdown.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from xlbuilder.errors import WorkbookError
from xlbuilder.proof.solver import Solver
from xlbuilder.recalc.schedule import EXCEL, Schedule
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.model import read_workbook

ENOUGH = 3000
SCHEDULES = {
    "fast": EXCEL,
    "formualizer": EXCEL,
    "libreoffice": Schedule(recalculations=ENOUGH),
}


def main(workbook: str, grades: str) -> None:
    """Print the table."""
    model = read_workbook(Path(workbook))
    solvers = {engine: Solver(model, engine, how) for engine, how in SCHEDULES.items()}
    engines = " | ".join(SCHEDULES)
    print(f"| puzzle | status | {engines} | boards | statuses |")
    print("|---|---|" + "---:|" * len(SCHEDULES) + "---|---|")
    for line in Path(grades).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, text, _ = line.split()
        puzzle = read_puzzle(text, name)
        done = {engine: solver.run(puzzle)[-1] for engine, solver in solvers.items()}
        counts = " | ".join(
            f"{each.iterations}{'' if each.quiet else '+'}" for each in done.values()
        )
        boards = {engine: solver.shown() for engine, solver in solvers.items()}
        statuses = {engine: _status(solver) for engine, solver in solvers.items()}
        print(
            f"| {name} | {statuses['fast']:g} | {counts} | {_same(boards)} | {_same(statuses)} |",
            flush=True,
        )


def _status(solver: Solver) -> float:
    cell = solver.drive.status
    if cell is None:
        raise WorkbookError(f"{solver.model.path}: has no status")
    return float(str(solver.read(cell)[0]))


def _same(found: Mapping[str, object]) -> str:
    """Say which engines do not have what fast has."""
    return ", ".join(name for name in found if found[name] != found["fast"]) or "same"


if __name__ == "__main__":
    main(*sys.argv[1:])
