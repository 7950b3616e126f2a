"""The edition without names beside the one with names: python benchmarks/inline.py.

Builds ellis, sudoku, and sudoku without the ladder (few), this --with unique too, in both
editions, and prints Markdown:

- the size of the files,
- the time of sudoku in LibreOffice, as
  benchmarks/libreoffice_time.py measures it; ellis with names shows errors there,
- the number of recalculations that Gnumeric needs for some puzzles, if it is installed
  (``ssconvert --recalc``, each of the file that the one before has saved).
"""

import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

from common import arguments_of
from libreoffice_time import print_times
from openpyxl import load_workbook

from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.workbook.editions import EDITIONS
from xlbuilder.xlsx.model import Model, read_workbook
from xlbuilder.xlsx.stats import stats_of

BUILDS = {
    "ellis": ["ellis"],
    "sudoku": ["sudoku"],
    "few": ["sudoku", "--without=all"],
    "few, unique": ["sudoku", "--without=all", "--with=unique"],
}
GRADES = Path(__file__).parents[1] / "tests" / "data" / "grades.txt"
PUZZLES = ["singles_1", "locked_1", "search_5", "none_1", "clash_1", "several_1"]
ROUNDS = 5
AT_MOST = 100
"""Recalculations by Gnumeric."""


def main() -> None:
    """Print the tables."""
    with tempfile.TemporaryDirectory() as folder:
        models = {
            (name, edition): built(Path(folder), arguments, edition)
            for name, arguments in BUILDS.items()
            for edition in EDITIONS
        }
        print_sizes(models)
        print("\nLibreOffice:\n")
        print_times([models["sudoku", edition] for edition in EDITIONS], ROUNDS)
        if shutil.which("ssconvert"):
            print_gnumeric(models, Path(folder))


def built(folder: Path, arguments: list[str], edition: str) -> Model:
    """Build a workbook without stored values, and return its model."""
    path = folder / f"{'_'.join([*arguments, edition])}.xlsx"
    command = [sys.executable, "-m", "xlbuilder", "build", *arguments, "--no-values"]
    subprocess.run([*command, "--names", edition, "--out", path], check=True, capture_output=True)
    return read_workbook(path)


def print_sizes(models: dict[tuple[str, str], Model]) -> None:
    """Print the sizes of the workbooks."""
    print("| workbook | names | file, bytes | formulas | distinct | longest, characters |")
    print("|---|---|---:|---:|---:|---:|")
    for (name, edition), model in models.items():
        found = stats_of(model)
        longest = found.longest.characters if found.longest else 0
        print(
            f"| {name} | {edition} | {found.file_bytes:,} | {found.formula_cells:,} |"
            f" {found.distinct_formulas:,} | {longest:,} |"
        )


def print_gnumeric(models: dict[tuple[str, str], Model], folder: Path) -> None:
    """Print the recalculations that Gnumeric needs until the status is not 'Working'."""
    lines = [line.split() for line in GRADES.read_text(encoding="utf-8").splitlines()]
    found = {line[0]: read_puzzle(line[1], line[0]) for line in lines if line[0] in PUZZLES}
    print("\n| Gnumeric: sudoku | " + " | ".join(EDITIONS) + " |\n|---|---:|---:|")
    for name, puzzle in found.items():
        counts = [gnumeric(models["sudoku", edition], puzzle, folder) for edition in EDITIONS]
        print(f"| {name} | {' | '.join(counts)} |", flush=True)


def gnumeric(model: Model, puzzle: Board, folder: Path) -> str:
    """Return the number of recalculations after which Gnumeric has finished, and the status."""
    warnings.simplefilter("ignore")  # Gnumeric's files lack a default style
    now, after = folder / "now.xlsx", folder / "after.xlsx"
    book = load_workbook(model.path)
    for row in range(9):
        for column in range(9):
            book["Main"].cell(4 + row, 4 + column).value = puzzle.digits[9 * row + column] or None
    book.save(now)
    for number in range(1, AT_MOST + 1):
        subprocess.run(["ssconvert", "--recalc", now, after], check=True, capture_output=True)
        after.replace(now)
        status = str(load_workbook(now, data_only=True)["Main"]["P2"].value)
        if not re.match("Working|Iterative", status):
            return f"{number} ({status.partition('.')[0]})"
    return f"working after {AT_MOST}"


if __name__ == "__main__":
    arguments_of(__doc__).parse_args()
    main()
