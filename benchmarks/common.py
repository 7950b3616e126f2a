"""What several benchmarks need: a command line, puzzles, the cells of a name, counted verdicts."""

import argparse
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from xlbuilder.formula.area import Area
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzles
from xlbuilder.sudoku.verdict import Kind, Outcome
from xlbuilder.xlsx.model import Model

FEW_STRATEGIES = Path(__file__).parents[1] / "tests" / "data" / "few_strategies.toml"
"""The template of the workbook without the ladder."""


def arguments_of(documentation: str | None) -> argparse.ArgumentParser:
    """Return a parser of a command line; ``--help`` prints ``documentation`` as it is."""
    return argparse.ArgumentParser(
        description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def first_puzzles(corpus: Path, count: int) -> list[Board]:
    """Return the first ``count`` puzzles of a corpus."""
    with corpus.open(encoding="utf-8") as lines:
        return list(islice(read_puzzles(lines, str(corpus)), count))


def counted(kinds: Iterable[Kind]) -> list[int]:
    """Return how many verdicts are right, how many unfinished, and how many false."""
    counts = Counter(kind.outcome for kind in kinds)
    return [counts[outcome] for outcome in Outcome]


def area_of(model: Model, name: str) -> Area:
    """Return the cells that a name of a workbook stands for; SystemExit when there are none."""
    area = model.area(name)
    if area is None:
        raise SystemExit(f"{model.path}: has no cells named {name}")
    return area
