"""Graded puzzles in three engines: python benchmarks/grades.py WORKBOOK GRADES.

GRADES is tests/data/grades.txt.  An engine that cannot evaluate the workbook is named, and not run.
Each puzzle is entered into the workbook as it is stored on disk.
The engines fast and formualizer recalculate it once; LibreOffice recalculates it until a hard
recalculation changes nothing, at most 3000 times.  A + marks a count after which the workbook had
not come to rest.  What the others show is compared with what fast shows.  Prints Markdown.
"""

from collections.abc import Mapping
from pathlib import Path

from common import arguments_of

from xlbuilder.errors import EngineError, WorkbookError
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


def main(workbook: Path, grades: Path) -> None:
    """Print the table."""
    model = read_workbook(workbook)
    solvers = {}
    for engine, how in SCHEDULES.items():
        try:
            solvers[engine] = Solver(model, engine, how)
        except EngineError as error:
            print(f"Not run: {error}.\n")
    print(f"| puzzle | status | {' | '.join(solvers)} | boards | statuses |")
    print("|---|---|" + "---:|" * len(solvers) + "---|---|")
    for line in grades.read_text(encoding="utf-8").splitlines():
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
    """Return the engines that do not have what fast has, ``same`` when all have it."""
    return ", ".join(name for name in found if found[name] != found["fast"]) or "same"


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("workbook", type=Path)
    parser.add_argument("grades", type=Path)
    main(**vars(parser.parse_args()))
