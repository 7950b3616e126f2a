"""Iterations a puzzle, as Markdown tables: python benchmarks/iterations.py WORKBOOK... PUZZLES...

Files that end in .xlsx are workbooks, all others are corpora; every workbook gets every corpus.
Each puzzle is entered into the workbook as it is stored on disk and recalculated once, row by row
or in the order of --order, with the maximum of iterations of --iterations, or else of the file.
The iterations are those of the recalculation that solves; the last of them changes nothing and
shows that the workbook is at rest.

"Right", "unfinished" and "false" are the outcomes of verdicts; docs/reference/cli.md has them.  The
exit code is 1 when a verdict is false.  With several workbooks there is a second table, of the
puzzles that all of them solve: the median beside that of the first workbook.

With --maximums 200,300 there is a last table, of smaller maximums: the share of puzzles that the
first recalculation finishes, and the most recalculations of a puzzle.  A recalculation goes on
where the one before has ended, so 700 iterations are three recalculations of at most 300.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from common import arguments_of, counted

from xlbuilder.proof.pool import Job, all_cores, run_on_cores
from xlbuilder.recalc.engines import asked_schedule
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.reading import read_puzzles
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.xlsx.model import read_workbook


@dataclass(frozen=True)
class Row:
    """The results of a workbook with a corpus, puzzle by puzzle."""

    workbook: str
    corpus: str
    kinds: list[Kind]
    iterations: list[int]


def main(paths: list[Path], order: str, iterations: int | None, maximums: str, workers: int) -> int:
    """Print the tables; return 1 when a verdict is false, and 0 else."""
    books = [path for path in paths if path.suffix == ".xlsx"]
    corpora = [path for path in paths if path.suffix != ".xlsx"]
    schedule = replace(asked_schedule("fast", order), iterations=iterations)
    print("| workbook | corpus | puzzles | right | unfinished | false | median | 95 % | max |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    rows = []
    for book in books:
        for corpus in corpora:
            rows.append(row := _measured(book, corpus, schedule, workers))
            _print(row, len(row.kinds), *counted(row.kinds), *_spread(row.iterations))
    if len(books) > 1:
        print("\nThe puzzles that all of these workbooks solve:\n")
        print("| workbook | corpus | puzzles | median | 95 % | max | median : first's |")
        print("|---|---|---:|---:|---:|---:|---:|")
        for corpus in corpora:
            _print_common([row for row in rows if row.corpus == corpus.stem])
    if maximums:
        _print_recalculations(rows, [int(number) for number in maximums.split(",")])
    return int(any(kind.is_false for row in rows for kind in row.kinds))


def _measured(book: Path, corpus: Path, schedule: Schedule, workers: int) -> Row:
    row = Row(book.stem, corpus.stem, [], [])
    with corpus.open(encoding="utf-8") as lines:
        puzzles = read_puzzles(lines, str(corpus))
        for verdict in run_on_cores(Job(read_workbook(book), "fast", schedule), puzzles, workers):
            row.kinds.append(verdict.kind)
            row.iterations.append(verdict.iterations)
    return row


def _print_common(rows: list[Row]) -> None:
    by_puzzle = zip(*(row.kinds for row in rows), strict=True)
    common = [all(kind.is_right for kind in kinds) for kinds in by_puzzle]
    if not any(common):
        return
    first = 0
    for row in rows:
        spread = _spread([n for n, taken in zip(row.iterations, common, strict=True) if taken])
        first = first or spread[0]
        _print(row, sum(common), *spread, f"{spread[0] / first:.2f}")


def _print_recalculations(rows: list[Row], maximums: list[int]) -> None:
    print(f"\n| workbook | corpus | {' | '.join(map(str, maximums))} |")
    print(f"|---|---|{'---:|' * len(maximums)}")
    for row in rows:
        taken = [[math.ceil(each / most) for each in row.iterations] for most in maximums]
        _print(row, *(f"{100 * each.count(1) / len(each):.1f} %, {max(each)}" for each in taken))


def _spread(numbers: Sequence[int]) -> tuple[int, int, int]:
    """Return the median, the 95th percentile and the maximum, each one of the numbers."""
    ordered = sorted(numbers)
    half, most = (ordered[math.ceil(part * len(ordered)) - 1] for part in (0.5, 0.95))
    return half, most, ordered[-1]


def _print(row: Row, *entries: int | str) -> None:
    texts = [f"{entry:,}" if isinstance(entry, int) else entry for entry in entries]
    print(f"| {row.workbook} | {row.corpus} | {' | '.join(texts)} |", flush=True)


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("paths", nargs="+", type=Path, metavar="file")
    parser.add_argument("--order", default="row-major")
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--maximums", default="", metavar="NUMBERS")
    parser.add_argument("--workers", type=int, default=all_cores())
    sys.exit(main(**vars(parser.parse_args())))
