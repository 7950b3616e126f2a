"""Puzzles a second of every engine: python benchmarks/engines.py WORKBOOK INLINE PUZZLES [COUNT].

All engines run the same workbook and the same puzzles, from the first one on, in one run: as many
as fit into 20 s, and no more than COUNT.  Starting is told apart: reading formulas, compiling, and
one puzzle to warm up.  LibreOffice cannot resolve relative names with negative offsets, so it opens
INLINE, the same workbook built with --names inline.  Then: what the engine fast takes for more
puzzles, and for more iterations.  Prints Markdown.
"""

import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from openpyxl import Workbook

from xlbuilder.errors import EngineError, EngineUnavailableError
from xlbuilder.formula.values import Value
from xlbuilder.proof.solver import Solver
from xlbuilder.recalc.engines import ENGINES, open_workbook
from xlbuilder.recalc.schedule import EXCEL, Schedule, Stop
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzles
from xlbuilder.xlsx.model import Model, read_workbook

SECONDS = 20.0
ROUNDS = 3
AT_LEAST = {"fast": 200}
SCHEDULES = {"libreoffice": Schedule(recalculations=50)}


@dataclass(frozen=True)
class Row:
    """What one engine took, in seconds."""

    start: float
    puzzles: int
    rounds: int
    each: float
    board: list[tuple[str, Value]]
    """What the solution board shows for the first puzzle."""


def main(workbook: str, inline: str, corpus: str, count: str = "1000") -> None:
    """Print the tables."""
    model, without_names = read_workbook(Path(workbook)), read_workbook(Path(inline))
    with Path(corpus).open(encoding="utf-8") as lines:
        puzzles = list(islice(read_puzzles(lines, corpus), int(count)))
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
    """Return what an engine takes, or why it takes nothing."""
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
    first = timed(solver, puzzles[:1])
    share = SECONDS / ROUNDS
    fitting = min(len(puzzles), int(share / first))
    rounds = ROUNDS if fitting else 1
    number = max(fitting, min(len(puzzles), int(SECONDS / first)) if rounds == 1 else 1, 1)
    number = max(number, AT_LEAST.get(engine, 1))
    chosen = list(islice(cycle(puzzles), number))
    times = [timed(solver, chosen) for _ in range(rounds)]
    return Row(start, number, rounds, statistics.median(times) / number, board)


def timed(solver: Solver, puzzles: list[Board]) -> float:
    """Return the seconds that these puzzles take, the reading of their solutions included."""
    begin = time.perf_counter()
    for puzzle in puzzles:
        solver.run(puzzle)
        solver.shown()
    return time.perf_counter() - begin


def print_engines(rows: dict[str, Row | str]) -> None:
    """Print the engines beside each other."""
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
    """Print what fast takes for more and more puzzles."""
    solver = Solver(model, "fast")
    solver.run(puzzles[0])
    print("\n| fast: puzzles | s | ms per puzzle |\n| ---: | ---: | ---: |")
    for number in (10, 100, 1_000, 10_000):
        seconds = timed(solver, list(islice(cycle(puzzles), number)))
        print(f"| {number:,} | {seconds:.3f} | {1000 * seconds / number:.3f} |")


def print_iterations(model: Model) -> None:
    """Print what fast takes for more and more iterations of one cell."""
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
    main(*sys.argv[1:])
