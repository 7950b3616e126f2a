"""Puzzles that our workbook and HoDoKu solve with the same techniques, as a Markdown page.

python benchmarks/hodoku_puzzles.py PUZZLES... [--count COUNT] [--preset PRESET]

Each PUZZLES is a file with one puzzle a line, of which COUNT are drawn at random, always the same.
The package hodoku-py plays HoDoKu: pip install -e '.[hodoku]'.
"""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from common import arguments_of, drawn_puzzles

import xlbuilder
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load

if TYPE_CHECKING:
    from hodoku.api import Solver

ALWAYS = {
    "FULL_HOUSE", "HIDDEN_SINGLE", "NAKED_SINGLE", "LOCKED_CANDIDATES_1", "LOCKED_CANDIDATES_2",
}  # fmt: skip
OF_STRATEGIES = {
    "naked_pairs": {"NAKED_PAIR", "LOCKED_PAIR"},
    "hidden_pairs": {"HIDDEN_PAIR"},
    "naked_triples": {"NAKED_TRIPLE", "LOCKED_TRIPLE"},
    "hidden_triples": {"HIDDEN_TRIPLE"},
    "naked_quads": {"NAKED_QUADRUPLE"},
    "hidden_quads": {"HIDDEN_QUADRUPLE"},
    "x_wing": {"X_WING"},
    "swordfish": {"SWORDFISH"},
    "jellyfish": {"JELLYFISH"},
    "skyscraper": {"SKYSCRAPER"},
    "two_string_kite": {"TWO_STRING_KITE"},
    "empty_rectangle": {"EMPTY_RECTANGLE"},
    "xy_wing": {"XY_WING"},
    "xyz_wing": {"XYZ_WING"},
    "w_wing": {"W_WING"},
    "simple_colors": {"SIMPLE_COLORS_TRAP", "SIMPLE_COLORS_WRAP"},
    "multi_colors": {"MULTI_COLORS_1", "MULTI_COLORS_2"},
    "x_chain": {"X_CHAIN"},
    "xy_chain": {"XY_CHAIN"},
    "remote_pairs": {"REMOTE_PAIR"},
}
"""The techniques of HoDoKu that each of our strategies stands for."""
HEAD = """# Beside HoDoKu

    python benchmarks/hodoku_puzzles.py {files} --count {count} > docs/results/hodoku.md

Puzzles that the workbook `sudoku` with `--with {preset} --without search` solves, and those that
HoDoKu (the package hodoku-py) solves with the same techniques switched on: {techniques}.
{count} puzzles of each list, drawn at random.

| list | puzzles | both | only the workbook | only HoDoKu | neither |
|---|---:|---:|---:|---:|---:|"""


@dataclass(frozen=True)
class Compared:
    """Which puzzles of a list each of the two solves."""

    name: str
    puzzles: Sequence[Board]
    ours: frozenset[Board]
    theirs: frozenset[Board]

    def row(self) -> str:
        """Return a row of the table."""
        both, either = self.ours & self.theirs, self.ours | self.theirs
        numbers = [len(both), len(self.ours - self.theirs), len(self.theirs - self.ours)]
        rest = len(self.puzzles) - len(either)
        return f"| {' | '.join(map(str, [self.name, len(self.puzzles), *numbers, rest]))} |"


def solver_of(strategies: Iterable[str]) -> "Solver":
    """Return HoDoKu with the techniques of these strategies switched on, and no others."""
    from hodoku.api import Solver  # noqa: PLC0415 - --help answers without it
    from hodoku.config import SolverConfig  # noqa: PLC0415
    from hodoku.core.scoring import DEFAULT_STEPS  # noqa: PLC0415
    from hodoku.core.types import SolutionType  # noqa: PLC0415

    names = ALWAYS.union(*(OF_STRATEGIES.get(name, ()) for name in strategies))
    known = {SolutionType[name] for name in names}
    overrides = {
        step.solution_type: {"enabled": step.solution_type in known} for step in DEFAULT_STEPS
    }
    return Solver(SolverConfig(step_overrides=overrides))


def compared(name: str, puzzles: Sequence[Board], book: Path, solver: "Solver") -> Compared:
    """Return what the workbook and HoDoKu solve of a list."""
    verdicts = xlbuilder.verify(book, puzzles)
    ours = {
        puzzle for puzzle, one in zip(puzzles, verdicts, strict=True) if one.kind is Kind.SOLVED
    }
    theirs = {puzzle for puzzle in puzzles if solver.solve(str(puzzle)).solved}
    return Compared(name, puzzles, frozenset(ours), frozenset(theirs))


def main(corpora: Sequence[Path], count: int, preset: str) -> None:
    """Compare the puzzles of each corpus, and print the page."""
    strategies = [one.name for one in load("sudoku", [preset]).strategies]
    used = [name for name in OF_STRATEGIES if name in strategies]
    solver = solver_of(used)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder) / "book.xlsx"
        xlbuilder.load("sudoku", add=[preset], remove=["search"]).build(book)
        for corpus in corpora:
            some = drawn_puzzles(corpus, count)
            found.append(compared(corpus.stem, some, book, solver))
    techniques = ", ".join(f"`{name}`" for name in used)
    files = " ".join(corpus.name for corpus in corpora)
    print(HEAD.format(files=files, count=count, preset=preset, techniques=techniques))
    print("\n".join(one.row() for one in found))
    print("\nPuzzles that only HoDoKu solves:\n")
    missed = [
        f"    {puzzle}" for one in found for puzzle in sorted(map(str, one.theirs - one.ours))
    ]
    print("\n".join(missed) or "None.")


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("puzzles", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--preset", default="all")
    options = parser.parse_args()
    main(options.puzzles, options.count, options.preset)
