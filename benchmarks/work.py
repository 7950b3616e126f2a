"""Check the measure of work against the clock: python benchmarks/work.py FOLDER [--rounds 5].

Builds some ten variants of the workbook in FOLDER, unless they are there, and prints for each one
the work of an iteration, as `xlbuilder show --stats --work` counts it, beside the processor time of
an iteration in LibreOffice and in the package formualizer; and the rank correlations.

- LibreOffice at work: with the maximum set to 1 a hard recalculation is one iteration.  It is the
  mean of a run, from the first iteration to the last one that leaves something to do.
- LibreOffice at rest: one hard recalculation of the solved puzzle, the next one after that run.
- formualizer: the time of a run, divided by the iterations that it reports.  It is given formulas
  without names, so the work beside it is that of the edition without names.

Each time is the median of the rounds, in which all variants take turns.
"""

import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from common import arguments_of, spearman
from libreoffice_time import ENOUGH, PUZZLE, Timed

import xlbuilder
from xlbuilder.errors import EngineError
from xlbuilder.formula.work import Work
from xlbuilder.proof.run import asked_schedule
from xlbuilder.proof.solver import Solver
from xlbuilder.proof.work import Profile
from xlbuilder.recalc.engines import Session
from xlbuilder.recalc.schedule import Recalculation
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.model import Model, read_workbook

SIZES = ("pairs", "triples", "quads")
SUBSETS = [f"{kind}_{size}" for size in SIZES for kind in ("naked", "hidden")]
COUNTS = ("functions", "cells", "names", "texts", "operations")


class Variant(NamedTuple):
    """A workbook, as it is built."""

    template: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    names: str = "defined"

    @property
    def words(self) -> str:
        """The command that builds it, without ``xlbuilder build``."""
        inline = ("--names", "inline") if self.names == "inline" else ()
        plugs = [("--with", *self.add)] if self.add else []
        plugs += [("--without", *self.remove)] if self.remove else []
        return " ".join([self.template, *(word for plug in plugs for word in plug), *inline])


VARIANTS = [
    # LibreOffice cannot resolve the names of the published workbook.
    Variant("stages/naked_singles", names="inline"),
    Variant("ellis", names="inline"),
    Variant("basic"),
    Variant("sudoku", remove=("search",)),
    Variant("sudoku", remove=("unique",)),
    Variant("sudoku"),
    Variant("sudoku", names="inline"),
    Variant("sudoku", ("naked_pairs",)),
    Variant("sudoku", ("x_wing",)),
    Variant("sudoku", ("simple_colors",)),
    Variant("sudoku", tuple(SUBSETS)),
    Variant("sudoku", ("all",)),
]


@dataclass
class Measured:
    """What is known of one variant."""

    variant: Variant
    model: Model
    profile: Profile
    written_out: Profile | None
    """That of the edition without names; None if formualizer cannot evaluate it."""
    at_work: list[float] = field(default_factory=list)
    """Seconds, one a round."""
    at_rest: list[float] = field(default_factory=list)
    formualizer: list[float] = field(default_factory=list)


def main(folder: Path, rounds: int) -> None:
    """Print the tables."""
    folder.mkdir(parents=True, exist_ok=True)
    puzzle = read_puzzle(PUZZLE, "PUZZLE")
    measured = [measure(variant, folder, puzzle) for variant in VARIANTS]
    for number in range(rounds):
        for each in measured:
            in_libreoffice(each, puzzle)
            if each.written_out is not None:
                each.formualizer.append(in_formualizer(each.model, puzzle))
            last = [times[-1:] for times in (each.at_work, each.at_rest, each.formualizer)]
            print(number + 1, each.variant.words, *last, file=sys.stderr, flush=True)
    print_table(measured)
    print_correlations(measured)


def measure(variant: Variant, folder: Path, puzzle: Board) -> Measured:
    """Build a variant, and count its work."""
    model = read_workbook(built(variant, folder))
    profile = xlbuilder.Workbook(model).profile(puzzle)
    written_out = None
    try:
        Solver(model, "formualizer", asked_schedule("formualizer", "row-major"))
        inline = read_workbook(built(variant._replace(names="inline"), folder))
        written_out = xlbuilder.Workbook(inline).profile(puzzle)
    except EngineError as error:
        print(error, file=sys.stderr)
    return Measured(variant, model, profile, written_out)


def built(variant: Variant, folder: Path) -> Path:
    """Return the file of a variant, which may be there."""
    path = folder / f"{variant.words.replace(' ', '_').replace('/', '_')}.xlsx"
    if not path.exists():
        template = xlbuilder.load(variant.template, add=variant.add, remove=variant.remove)
        template.build(path, names=variant.names, values=False)
    return path


def in_libreoffice(measured: Measured, puzzle: Board) -> None:
    """Measure one round in LibreOffice."""
    book = Timed(measured.model)
    book.enter(puzzle, iterations=1)
    measured.at_work.append(statistics.mean(book.until_converged()))
    book.until_rest(ENOUGH)
    measured.at_rest.append(book.recalculate())
    book.close()


class TimedSession:
    """A session that counts iterations and processor time, and is not restarted."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.count = 0
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        """Return what the session has."""
        return getattr(self._session, name)

    def restart(self) -> None:
        """Go on with what the last puzzle left: a new workbook would have to be parsed."""

    def recalculate(self) -> Recalculation:
        """Recalculate, and count."""
        begin = time.process_time()
        done = self._session.recalculate()
        self.seconds += time.process_time() - begin
        self.count += done.iterations
        return done


def in_formualizer(model: Model, puzzle: Board) -> float:
    """Return the processor seconds of an iteration in formualizer."""
    solver = Solver(model, "formualizer", asked_schedule("formualizer", "row-major"))
    solver.run(another(puzzle))
    solver.session = timed = TimedSession(solver.session)
    solver.run(puzzle)
    return timed.seconds / timed.count


def another(puzzle: Board) -> Board:
    """Return another puzzle with the same solution path: each digit one more, 1 for 9."""
    return Board(tuple(digit % 9 + 1 if digit else 0 for digit in puzzle.digits))


def an_iteration(profile: Profile) -> dict[str, float]:
    """Return the mean counts of an iteration."""
    return counts(profile.work, len(profile.iterations))


def at_rest(profile: Profile) -> dict[str, float]:
    """Return the counts of the last iteration, which changed nothing."""
    return counts(profile.iterations[-1].work)


def counts(work: Work, iterations: int = 1) -> dict[str, float]:
    """Return the counts by their names."""
    return {name: getattr(work, name) / iterations for name in COUNTS}


def print_table(measured: Sequence[Measured]) -> None:
    """Print a row for each variant: at work, at rest, and in formualizer."""
    books = "| workbook | functions | cells | names | texts | operations"
    for what, work, seconds in (
        ("LibreOffice at work", an_iteration, [each.at_work for each in measured]),
        ("LibreOffice at rest", at_rest, [each.at_rest for each in measured]),
    ):
        print(f"{books} | {what}, ms | ns an operation |\n|---|" + "---:|" * 7)
        for each, times in zip(measured, seconds, strict=True):
            print_row(each.variant, work(each.profile), times)
        print()
    print(f"{books} | formualizer, ms | ns an operation |\n|---|" + "---:|" * 7)
    for each in measured:
        if each.written_out is not None:
            print_row(each.variant, an_iteration(each.written_out), each.formualizer)
    print()


def print_row(variant: Variant, work: dict[str, float], seconds: list[float]) -> None:
    """Print the counts of a variant, and its time."""
    found = " | ".join(f"{count:,.0f}" for count in work.values())
    median = statistics.median(seconds)
    each = 1e9 * median / work["operations"]
    print(f"| `{variant.words}` | {found} | {1000 * median:.1f} | {each:.0f} |")


def print_correlations(measured: Sequence[Measured]) -> None:
    """Print Spearman's rank correlation of each count with each time."""
    evaluated = [each for each in measured if each.written_out is not None]
    columns = {
        f"LibreOffice at work ({len(measured)})": (
            [an_iteration(each.profile) for each in measured],
            [statistics.median(each.at_work) for each in measured],
        ),
        f"LibreOffice at rest ({len(measured)})": (
            [at_rest(each.profile) for each in measured],
            [statistics.median(each.at_rest) for each in measured],
        ),
        f"formualizer ({len(evaluated)})": (
            [an_iteration(each.written_out) for each in evaluated if each.written_out],
            [statistics.median(each.formualizer) for each in evaluated],
        ),
    }
    print("| rank correlation with | " + " | ".join(COUNTS) + " |")
    print("|---|" + "---:|" * len(COUNTS))
    for what, (works, seconds) in columns.items():
        found = (correlation([work[name] for work in works], seconds) for name in COUNTS)
        print(f"| {what} | {' | '.join(found)} |")


def correlation(one: Sequence[float], other: Sequence[float]) -> str:
    """Return Spearman's rank correlation as it is printed."""
    if len(set(one)) == 1:
        return "none"  # all are equal
    return f"{spearman(one, other):.2f}"


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    main(**vars(parser.parse_args()))
