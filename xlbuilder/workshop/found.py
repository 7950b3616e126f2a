"""What is found on one puzzle, each with its line for the report and its entry for the JSON."""

from dataclasses import dataclass

from xlbuilder.proof.candidates import Removed
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind

Entry = dict[str, object]
"""An object of the JSON, by its keys."""


@dataclass(frozen=True)
class Found:
    """Something that is found on a puzzle under an order."""

    line: int
    """The line of the corpus where the puzzle ends."""
    puzzle: Board
    order: str

    @property
    def entry(self) -> Entry:
        """The keys that each entry has."""
        return {"line": self.line, "puzzle": str(self.puzzle), "order": self.order}

    def _told(self, what: str) -> str:
        return f"line {self.line}, order {self.order}: {what} ({self.puzzle})"


@dataclass(frozen=True)
class Broken(Found):
    """A puzzle that is worse with the strategies than without them."""

    kind: Kind
    """The verdict with them."""
    detail: str

    @property
    def why(self) -> str:
        """The detail; "" for a true candidate that is removed, which is listed on its own."""
        return "" if self.kind is Kind.TRUE_CANDIDATE_REMOVED else self.detail

    @property
    def entry(self) -> Entry:
        """The entry, with the verdict in the word that `verify` has for it in its JSON."""
        return {**super().entry, "verdict": self.kind.name.lower(), "detail": self.detail}

    def __str__(self) -> str:
        """Return the line for the report."""
        return self._told(": ".join(filter(None, [self.kind.value, self.why])))


@dataclass(frozen=True)
class Lost(Found):
    """The first true candidate of a puzzle that the workbook with the strategies removed."""

    removed: Removed

    @property
    def name(self) -> str:
        """The name that removed it; "" when the workbook shows no reason."""
        return self.removed.reason[1] if self.removed.reason else ""

    @property
    def digit(self) -> int:
        """The digit of the candidate."""
        return self.removed.candidate[1]

    @property
    def entry(self) -> Entry:
        """The entry, with the place of the candidate, and the name that removed it."""
        return {
            **super().entry,
            "iteration": self.removed.iteration,
            "cell": self.removed.cell,
            "digit": self.digit,
            "name": self.name,
        }

    def __str__(self) -> str:
        """Return the line for the report."""
        return self._told(str(self.removed))


@dataclass(frozen=True)
class OrdersDiffer(Found):
    """A puzzle in which the workbook with the strategies rests with other candidates."""

    cell: str
    digit: int
    """The first candidate that is left under this order or under the first one, not under both."""

    @property
    def entry(self) -> Entry:
        """The entry, with the candidate."""
        return {**super().entry, "cell": self.cell, "digit": self.digit}

    def __str__(self) -> str:
        """Return the line for the report."""
        return self._told(f"{self.digit} of {self.cell}")


@dataclass(frozen=True)
class ByName:
    """What one plugged name did at the end of the runs under the first order, with and without."""

    name: str
    is_tried: bool
    """Whether it belongs to the strategies that are tried."""
    removed: int
    """Candidates."""
    placed: int
    """Digits."""
    puzzles: int
    """In how many puzzles it did anything."""
    removed_without: int
    placed_without: int

    @property
    def entry(self) -> Entry:
        """The entry of this name."""
        return {
            "is_tried": self.is_tried,
            "removed": self.removed,
            "placed": self.placed,
            "puzzles": self.puzzles,
            "removed_before": self.removed_without,
            "placed_before": self.placed_without,
        }

    def __str__(self) -> str:
        """Return the line for the report."""
        return (
            f"{self.name}{' (tried)' * self.is_tried}: removed {self.removed} candidates, placed"
            f" {self.placed} digits, in {self.puzzles} puzzles (without:"
            f" {self.removed_without}, {self.placed_without})"
        )
