"""Iterations of a puzzle that is typed clue by clue, row by row, into workbooks.

    python benchmarks/clue_by_clue.py WORKBOOK... --puzzles FILE...

Each workbook begins with an empty board.  After each clue follows one recalculation, as in Excel.
The table has the sum of the iterations of all recalculations of a puzzle.
"""

from pathlib import Path
from statistics import median

from common import area_of, arguments_of, first_puzzles

from xlbuilder.formula.area import Area
from xlbuilder.recalc.engines import Session, open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.model import read_workbook


def typed(session: Session, cells: list[Area], puzzle: Board) -> list[int]:
    """Return the iterations after each clue."""
    session.restart()
    for cell in cells:
        session.enter(cell, None)
    session.recalculate()
    counts = []
    for cell, digit in zip(cells, puzzle.digits, strict=True):
        if digit:
            session.enter(cell, float(digit))
            counts.append(session.recalculate().iterations)
    return counts


def main() -> None:
    """Print a line for each workbook and corpus."""
    parser = arguments_of(__doc__)
    parser.add_argument("workbooks", nargs="+", type=Path)
    parser.add_argument("--puzzles", nargs="+", type=Path, required=True)
    parser.add_argument("--count", type=int, default=50, help="puzzles of each corpus")
    options = parser.parse_args()
    print("| workbook | corpus | puzzles | first | second | median | max | most for one clue |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for path in options.workbooks:
        model = read_workbook(path)
        cells = list(area_of(model, "in_board").cells())
        session = open_workbook("fast", model, Schedule.parse(start="zero"))
        for corpus in options.puzzles:
            puzzles = first_puzzles(corpus, options.count)
            counts = [typed(session, cells, puzzle) for puzzle in puzzles]
            sums = [sum(each) for each in counts]
            most = max(map(max, counts))
            print(
                f"| {path.stem} | {corpus.stem} | {len(puzzles)} | {sums[0]:,} | {sums[1]:,}"
                f" | {median(sums):,.0f} | {max(sums):,} | {most:,} |"
            )


if __name__ == "__main__":
    main()
