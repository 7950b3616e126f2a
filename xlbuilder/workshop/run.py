"""Strategies tried on a corpus, as the command ``try`` and the API ask for it."""

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import chain

from xlbuilder.errors import EngineError, PuzzleError, TemplateError
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.corpus import Corpus
from xlbuilder.template.chosen import name_of
from xlbuilder.workshop.bases import without_and_with
from xlbuilder.workshop.findings import Findings
from xlbuilder.workshop.trial import Trial, Tried


def some_of(corpus: Corpus, unreadable: Sequence[str]) -> Iterator[Board]:
    """Return the puzzles of the corpus.

    Raises PuzzleError when there is none, with the first of the lines that are ``unreadable``.
    """
    for first in corpus:
        return chain([first], corpus)
    raise PuzzleError(f"{unreadable[0]} (no other line is a puzzle either)")


class TrialRun:
    """Two workbooks that are built and opened, and what is found when puzzles run through them.

    Raises what `without_and_with` and `Trial.open` raise, and TemplateError without a strategy.
    """

    def __init__(
        self,
        base: str,
        strategies: Sequence[str],
        orders: tuple[str, ...],
        *,
        removed: Sequence[str] = (),
        only_unsolved: bool = False,
    ) -> None:
        if not strategies:
            raise TemplateError(["no strategy is given; name one, or give the path of its file"])
        begin = time.perf_counter()
        without, with_them = without_and_with(base, strategies, removed)
        self._trial = Trial(without, with_them, orders, only_unsolved)
        _ = self._trial.answers
        self._trial.open()
        names = tuple(name_of(name) for name in strategies)
        self.findings = Findings(without, with_them, names, orders, time.perf_counter() - begin)

    def run(
        self, puzzles: Iterable[Board], workers: int
    ) -> Generator[tuple[Tried, ...], None, None]:
        """Yield what became of each puzzle; the caller adds it to the findings.

        Raises EngineError for a number of ``workers`` below 1, and what `Trial.run` raises.
        """
        if workers < 1:
            raise EngineError(f"{workers} workers: give 1 or more")
        begin = time.perf_counter()
        yield from self._trial.run(puzzles, workers)
        self.findings.run_seconds = time.perf_counter() - begin
