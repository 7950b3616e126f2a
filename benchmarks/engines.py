"""Puzzles a second of every engine: python benchmarks/engines.py WORKBOOK INLINE PUZZLES [COUNT].

All engines run the same workbook and the same puzzles, from the second one on: as many as they do
in 20 s, and no more than COUNT.  Each of three rounds has puzzles of its own as far as there are so
many, because the engine formulas keeps results.  The start has a column of its own: reading
formulas, compiling, and the first puzzle to warm up.  LibreOffice cannot resolve relative names
with negative offsets, so it opens INLINE, the same workbook built with --names inline.  More tables
have the time of the engine fast by the number of puzzles and by the number of iterations.  Prints
Markdown.
"""

import statistics
import tempfile
import time
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from common import arguments_of, first_puzzles
from openpyxl import Workbook

from xlbuilder.errors import EngineError, EngineUnavailableError
from xlbuilder.formula.values import Value
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.engines import ENGINES, open_workbook
from xlbuilder.recalc.schedule import EXCEL, Schedule, Stop
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.model import Model, read_workbook

SECONDS = 20.0
ROUNDS = 3
AT_LEAST = {"fast": 200}
SCHEDULES = {
    "formualizer": Schedule.parse(start="empty"),
    "libreoffice": Schedule(recalculations=50),
}


@dataclass(frozen=True)
class Row:
    """The times of one engine, in seconds."""

    start: float
    puzzles: int
    rounds: int
    each: float
    board: list[Value]
    """What the solution board shows for the first puzzle."""


def main(workbook: Path, inline: Path, corpus: Path, count: int) -> None:
    """Print the tables."""
    model, without_names = read_workbook(workbook), read_workbook(inline)
    puzzles = first_puzzles(corpus, count)
    rows = {
        engine: measured(engine, without_names if engine == "libreoffice" else model, puzzles)
        for engine in ENGINES
    }
    print_engines(rows)
    print_puzzles(model, puzzles)
    with tempfile.TemporaryDirectory() as folder:
        print_iterations(counter(Path(folder) / "counter.xlsx"))


def counter(path: Path) -> Model:
    """Return a workbook with one cell that counts its iterations."""
    book = Workbook()
    book.worksheets[0]["A1"] = "=A1+1"
    book.calculation.iterate = True
    book.save(path)
    return read_workbook(path)


def measured(engine: str, model: Model, puzzles: list[Board]) -> Row | str:
    """Return the times of an engine, or why there are none."""
    begin = time.perf_counter()
    try:
        solver = Solver(model, engine, SCHEDULES.get(engine, EXCEL))
        solver.run(puzzles[0])
        board = solver.shown()
    except EngineUnavailableError:
        return "not installed"
    except EngineError as error:
        return str(error)
    start = time.perf_counter() - begin
    following = cycle(puzzles[1:] or puzzles)
    first = timed(solver, [next(following)])
    share = SECONDS / ROUNDS
    fitting = min(len(puzzles), int(share / first))
    rounds = ROUNDS if fitting else 1
    number = max(fitting, min(len(puzzles), int(SECONDS / first)) if rounds == 1 else 1, 1)
    number = max(number, AT_LEAST.get(engine, 1))
    times = [timed(solver, list(islice(following, number))) for _ in range(rounds)]
    return Row(start, number, rounds, statistics.median(times) / number, board)


def timed(solver: Solver, puzzles: list[Board]) -> float:
    """Return the seconds for these puzzles, with reading their solutions."""
    begin = time.perf_counter()
    for puzzle in puzzles:
        solver.run(puzzle)
        solver.shown()
    return time.perf_counter() - begin


def print_engines(rows: dict[str, Row | str]) -> None:
    """Print the table of the engines."""
    print(
        "| engine | start-up s | puzzles | s per puzzle | puzzles/s |"
        " x formualizer | x LibreOffice | first board |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    fast = rows["fast"]
    for engine, row in rows.items():
        if isinstance(row, str):
            print(f"| {engine} | {row} | | | | | | |")
            continue
        ratios = [
            f"{other.each / row.each:,.3g}" if isinstance(other, Row) else "-"
            for other in (rows["formualizer"], rows["libreoffice"])
        ]
        is_same = isinstance(fast, Row) and row.board == fast.board
        print(
            f"| {engine} | {row.start:.2f} | {row.rounds} x {row.puzzles:,} | {row.each:.5f} |"
            f" {1 / row.each:,.3g} | {' | '.join(ratios)} |"
            f" {'as fast' if is_same else 'differs'} |"
        )


def print_puzzles(model: Model, puzzles: list[Board]) -> None:
    """Print the time of fast by the number of puzzles."""
    solver = Solver(model, "fast")
    solver.run(puzzles[0])
    print("\n| fast: puzzles | s | ms per puzzle |\n| ---: | ---: | ---: |")
    for number in (10, 100, 1_000, 10_000):
        seconds = timed(solver, list(islice(cycle(puzzles), number)))
        print(f"| {number:,} | {seconds:.3f} | {1000 * seconds / number:.3f} |")


def print_iterations(model: Model) -> None:
    """Print the time of fast by the number of iterations of one cell."""
    print("\n| fast: iterations | s | us per iteration |\n| ---: | ---: | ---: |")
    for number in (100, 1_000, 10_000):
        session = open_workbook("fast", model, Schedule(stop=Stop.NEVER, iterations=number))
        session.recalculate()
        times = []
        for _ in range(ROUNDS):
            session.restart()
            begin = time.perf_counter()
            done = session.recalculate().iterations
            times.append(time.perf_counter() - begin)
        seconds = statistics.median(times)
        print(f"| {done:,} | {seconds:.5f} | {1e6 * seconds / done:.2f} |")


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("workbook", type=Path)
    parser.add_argument("inline", type=Path)
    parser.add_argument("corpus", type=Path, metavar="puzzles")
    parser.add_argument("count", nargs="?", type=int, default=1000)
    main(**vars(parser.parse_args()))
