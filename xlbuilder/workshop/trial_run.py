"""Strategies tried on a corpus, as the command ``try`` and the API ask for it."""

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import chain
from typing import Self

from xlbuilder.errors import EngineError, PuzzleError, TemplateError
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.corpus import Corpus
from xlbuilder.template.strategy_ref import name_of
from xlbuilder.workshop.bases import as_they_are, without_and_with
from xlbuilder.workshop.findings import Findings
from xlbuilder.workshop.trial import RunPair, Trial
from xlbuilder.xlsx.driven import DriveSource


def some_of(corpus: Corpus, unreadable: Sequence[PuzzleError]) -> Iterator[Board]:
    """Return the puzzles of the corpus.

    Raises PuzzleError when there is none, with the first of the lines that are ``unreadable``.
    """
    for first in corpus:
        return chain([first], corpus)
    raise PuzzleError(f"{unreadable[0]} (no other line is a puzzle either)")


class TrialRun:
    """Two workbooks that are opened, and what is found when puzzles run through them."""

    def __init__(self, trial: Trial, findings: Findings) -> None:
        self._trial, self.findings = trial, findings

    @classmethod
    def of_strategies(
        cls,
        base: str,
        strategies: Sequence[str],
        orders: tuple[str, ...],
        *,
        removed: Sequence[str] = (),
        only_unsolved: bool = False,
    ) -> Self:
        """Build a template without strategies and with them, both without search.

        Raises what `without_and_with` and `Trial.open` raise, and TemplateError without a strategy.
        """
        if not strategies:
            raise TemplateError(["no strategy is given; name one, or give the path of its file"])
        begin = time.perf_counter()
        trial = Trial(*without_and_with(base, strategies, removed), orders, only_unsolved)
        return cls._opened(trial, tuple(name_of(name) for name in strategies), begin)

    @classmethod
    def of_two(
        cls, old: str, new: str, orders: tuple[str, ...], drive: DriveSource | None = None
    ) -> Self:
        """Take two workbooks or templates as they are, with their search.

        ``drive`` says where the puzzle is in workbooks that do not say it (`as_they_are`).
        Raises what `as_they_are` and `Trial.open` raise.
        """
        begin = time.perf_counter()
        trial = Trial(*as_they_are(old, new, drive), orders, is_limited=False)
        return cls._opened(trial, (new,), begin, old)

    @classmethod
    def _opened(cls, trial: Trial, tried: tuple[str, ...], begin: float, old: str = "") -> Self:
        _ = trial.answers
        trial.open()
        findings = Findings(trial.without, trial.with_them, tried, trial.orders, old)
        findings.build_seconds = time.perf_counter() - begin
        return cls(trial, findings)

    def run(
        self, puzzles: Iterable[Board], workers: int
    ) -> Generator[tuple[RunPair, ...], None, None]:
        """Yield what became of each puzzle; the caller adds it to the findings.

        Raises EngineError for a number of ``workers`` below 1, and what `Trial.run` raises.
        """
        if workers < 1:
            raise EngineError(f"{workers} workers: give 1 or more")
        begin = time.perf_counter()
        yield from self._trial.run(puzzles, workers)
        self.findings.run_seconds = time.perf_counter() - begin
