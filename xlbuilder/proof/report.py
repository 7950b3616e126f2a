"""The verdicts of a corpus of any size: counted, and written to a JSON object, as they come."""

import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TextIO, overload

from xlbuilder.errors import WorkbookError, counted
from xlbuilder.observe.removed import RemovedCandidate
from xlbuilder.proof.verify import Verdict
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.xlsx.atomic import new_text_file

LISTED_AT_MOST = 20
"""Verdicts that are shown one by one; of more puzzles only the counts are."""


class ListedVerdict(NamedTuple):
    """A verdict that is shown one by one."""

    number: int
    """The number of the puzzle in the corpus, from 1."""
    line: int | None
    """The line of the corpus in which the puzzle ends."""
    verdict: Verdict


@dataclass
class Tally:
    """The verdicts so far, counted; it keeps the first few, so its size is bounded."""

    engine: str
    order: str
    start: str
    startup_seconds: float = 0.0
    """What it took to read the file, to bind its formulas and to compile them."""
    seconds: float = 0.0
    """What the recalculations took, all puzzles and processes together."""
    kinds: Counter[Kind] = field(default_factory=Counter)
    iterations: Counter[int] = field(default_factory=Counter)
    """How many puzzles took how many iterations in the recalculation that solves."""
    unreadable: int = 0
    """Lines of the corpus that are no puzzle."""
    interrupted: bool = False
    """The corpus was not run to its end."""
    first: list[ListedVerdict] = field(default_factory=list)
    """The first verdicts, at most LISTED_AT_MOST."""
    first_unsolved: list[ListedVerdict] = field(default_factory=list)
    """The first verdicts that are not right, at most LISTED_AT_MOST."""

    @property
    def denies_a_solution(self) -> bool:
        """Return whether the workbook excludes what the rules of its puzzles allow."""
        excluding = (Kind.TRUE_CANDIDATE_REMOVED, Kind.WRONG, Kind.WRONG_STATUS)
        return any(self.kinds[kind] for kind in excluding)

    @property
    def puzzles(self) -> int:
        """Puzzles judged so far."""
        return self.kinds.total()

    @property
    def right(self) -> int:
        """Puzzles that are solved, or that have no single solution and the workbook says so."""
        return sum(count for kind, count in self.kinds.items() if kind.is_right)

    def add(self, verdict: Verdict, line: int | None = None) -> None:
        """Count one verdict; ``line`` is the line of the corpus in which its puzzle ends."""
        self.kinds[verdict.kind] += 1
        self.iterations[verdict.iterations] += 1
        self.seconds += verdict.seconds
        for some in (self.first, self.first_unsolved):
            wanted = some is self.first or not verdict.kind.is_right
            if wanted and len(some) < LISTED_AT_MOST:
                some.append(ListedVerdict(self.puzzles, line, verdict))

    def quantile(self, percent: int) -> int | None:
        """Return the iterations that so many percent of the puzzles did not exceed."""
        return quantile(self.iterations, percent)

    def summary(self) -> dict[str, object]:
        """Return the counts and the times, as ``verify --json`` prints them."""
        return {
            "engine": self.engine,
            "order": self.order,
            "start": self.start,
            "puzzles": self.puzzles,
            **{kind.name.lower(): self.kinds[kind] for kind in Kind},
            "unreadable": self.unreadable,
            "interrupted": self.interrupted,
            "iterations": {
                "median": self.quantile(50),
                "p95": self.quantile(95),
                "max": self.quantile(100),
            },
            "startup_seconds": round(self.startup_seconds, 3),
            "seconds": round(self.seconds, 3),
        }


def quantile(counts: Counter[int], percent: int) -> int | None:
    """Return the least number that so many percent of the counted numbers do not exceed."""
    seen = 0
    for number, count in sorted(counts.items()):
        seen += count
        if 100 * seen >= percent * counts.total():
            return number
    return None


class JsonReport:
    """Writes one JSON object to a file: each verdict as it comes, the summary at the end.

    What cannot be written raises nothing, so that the run goes on; nothing is written after it.
    """

    def __init__(self, file: TextIO) -> None:
        self.error: OSError | WorkbookError | None = None
        """Why the report could not be written."""
        self._file = file
        self._between = '{"verdicts": [\n'

    def add(self, verdict: Verdict, line: int | None = None) -> None:
        """Write one verdict; ``line`` is the line of the corpus in which its puzzle ends."""
        entry = {
            "line": line,
            "puzzle": str(verdict.puzzle),
            "verdict": verdict.kind.name.lower(),
            "shown": str(verdict.shown),
            "iterations": [each.iterations for each in verdict.recalculations],
            "seconds": round(verdict.seconds, 4),
            "detail": verdict.detail,
            "removed": _removed(verdict.removed) if verdict.removed else None,
        }
        self._write(self._between + json.dumps(entry))
        self._between = ",\n"

    def end(self, tally: Tally) -> None:
        """Write the summary and close the object."""
        begin = self._between if self._between.startswith("{") else ""
        self._write(begin + "],\n" + json.dumps(tally.summary(), indent=1)[1:] + "\n")

    def _write(self, text: str) -> None:
        if self.error is None:
            try:
                self._file.write(text)
            except OSError as error:
                self.error = error


@contextmanager
def report_file(path: Path) -> Iterator[JsonReport]:
    """Open a report in a file, which appears when the block ends (see `new_text_file`).

    When the report cannot be written, its ``error`` says why after the block, and no file appears.
    Raises WorkbookError when the file cannot even be begun.
    """
    report: JsonReport | None = None
    is_done = False
    try:
        with new_text_file(path) as file:
            report = JsonReport(file)
            yield report
            is_done = True
            if report.error is not None:
                raise report.error
    except WorkbookError as error:
        if report is None or not is_done:
            raise
        report.error = error


class Report(Sequence[Verdict]):
    """The verdicts on the puzzles, in the order of the puzzles, and their summary."""

    def __init__(
        self,
        tally: Tally,
        verdicts: Sequence[Verdict],
        lines: Sequence[int],
        unreadable: Sequence[str] = (),
    ) -> None:
        self._tally = tally
        self._verdicts = tuple(verdicts)
        self.lines: tuple[int, ...] = tuple(lines)
        """For each verdict the line of the file where its puzzle ends, or the puzzle's number."""
        self.unreadable: tuple[str, ...] = tuple(unreadable)
        """For each line of the file that was skipped, what is wrong with it."""

    def __len__(self) -> int:
        return len(self._verdicts)

    @overload
    def __getitem__(self, index: int) -> Verdict: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Verdict]: ...
    def __getitem__(self, index: int | slice) -> Verdict | Sequence[Verdict]:
        return self._verdicts[index]

    def __repr__(self) -> str:
        return f"<Report: {str(self).splitlines()[0]}>"

    def __str__(self) -> str:
        """Return the counts in one line, then one line for each puzzle that is not right."""
        kinds = self._tally.kinds
        counts = [f"{kinds[kind]} {kind.value}" for kind in Kind if kinds[kind]]
        wrong = [
            f"line {line}: {verdict}"
            for line, verdict in zip(self.lines, self._verdicts, strict=True)
            if not verdict.kind.is_right
        ]
        first = f"{counted(len(self), 'puzzle')}: {', '.join(counts)}"
        return "\n".join([first, *wrong, *self.unreadable])

    @property
    def all_right(self) -> bool:
        """Return whether all verdicts are right, there is at least one, and no line was skipped.

        The command ``xlbuilder verify`` then ends with exit code 0.
        """
        return 0 < len(self) == self._tally.right and not self.unreadable

    @property
    def summary(self) -> dict[str, object]:
        """Return the counts, the iterations and the seconds, by the keys that cli.md lists."""
        return self._tally.summary()

    def to_json(self) -> str:
        """Return the JSON object that ``xlbuilder verify --json`` prints."""
        text = io.StringIO()
        written = JsonReport(text)
        for line, verdict in zip(self.lines, self._verdicts, strict=True):
            written.add(verdict, line)
        written.end(self._tally)
        return text.getvalue()


def _removed(removed: RemovedCandidate) -> dict[str, object]:
    return {
        "cell": removed.cell,
        "digit": removed.candidate[1],
        "reason": removed.words or None,
        "reason_number": removed.reason.number if removed.reason else None,
        "step": removed.step or None,
        "iteration": removed.iteration,
    }
