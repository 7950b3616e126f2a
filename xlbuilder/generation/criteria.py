"""What a user can ask for when puzzles are made."""

import re
from dataclasses import dataclass

from xlbuilder.errors import CriteriaError
from xlbuilder.generation.symmetry import clue_counts, orbits
from xlbuilder.sudoku.board import NINE
from xlbuilder.sudoku.rules import PLAIN, Rules

FEWEST, MOST = 17, 80
"""Clues of a puzzle of plain Sudoku.  None with 16 has only one solution (McGuire, Tugemann,
Civario 2012); with other rules fewer clues may be enough."""
MOST_PRINTED = 1000
"""Puzzles in one workbook to print; Excel takes 1,026 manual page breaks a sheet."""
XLSX = ".xlsx"
SEEDS = 1_000_000_000
"""How many seeds there are to draw from, when no seed is given."""
_CLUES = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")
_RATING = re.compile(r"([0-9](?:\.[0-9])?)(?:-([0-9](?:\.[0-9])?))?")


@dataclass(frozen=True)
class RatingRange:
    """Ratings from ``lowest`` to ``highest``, both included, on the scale of Sudoku Explainer."""

    lowest: float
    highest: float

    def __str__(self) -> str:
        """Return the range as the command takes it: ``3.2``, or ``3.0-4.4``."""
        ends = f"{self.lowest:.1f}", f"{self.highest:.1f}"
        return "-".join(dict.fromkeys(ends))


@dataclass(frozen=True)
class Criteria:
    """What a user asks of a puzzle."""

    symmetry: str = "none"
    fewest: int = FEWEST
    """The least number of clues: with this number, no more clues are removed."""
    most: int = MOST
    grade: str | None = None
    rating: RatingRange | None = None
    rules: Rules = PLAIN
    """Of the puzzle."""

    def __str__(self) -> str:
        """Return the criteria as options of the command, each with a blank before it."""
        clues = f"{self.fewest}-{self.most}" if self.most > self.fewest else str(self.fewest)
        options = {
            "grade": self.grade,
            "rating": self.rating,
            "symmetry": self.symmetry if self.symmetry != "none" else None,
            "clues": clues if (self.fewest, self.most) != clue_bounds(self.rules) else None,
        }
        return "".join(f" --{name} {value}" for name, value in options.items() if value)


def clue_bounds(rules: Rules) -> tuple[int, int]:
    """Return the fewest and the most clues that a user can ask for by these rules."""
    return (FEWEST, MOST) if rules == PLAIN else (1, len(rules.cells) - 1)


def clue_range(text: str, rules: Rules = PLAIN) -> tuple[int, int]:
    """Return the fewest and the most clues of ``24`` or ``22-26``, else raise CriteriaError."""
    least, greatest = clue_bounds(rules)
    if match := _CLUES.fullmatch(text.strip()):
        fewest = int(match[1])
        most = int(match[2] or fewest)
        if least <= fewest <= most <= greatest:
            return fewest, most
    why = f" (with fewer than {FEWEST} clues no puzzle has only one solution)" * (rules == PLAIN)
    such = "22-26" if rules.side == NINE else f"{rules.side}-{rules.side + 2}"
    raise CriteriaError(
        f"--clues {text}: give a number from {least} to {greatest}, or a range such as {such}{why}"
    )


def rating_range(text: str) -> RatingRange:
    """Return the range of ratings of ``3.2`` or ``3.0-4.4``, else raise CriteriaError."""
    if match := _RATING.fullmatch(text.strip()):
        lowest = float(match[1])
        highest = float(match[2] or lowest)
        if 1 <= lowest <= highest:
            return RatingRange(lowest, highest)
    raise CriteriaError(
        f"--rating {text}: give a number from 1.0 to 9.9 on the scale of Sudoku Explainer, or a"
        " range such as 3.0-4.4"
    )


def check_clues(symmetry: str, fewest: int, most: int, side: int) -> None:
    """Refuse a number of clues that the symmetry does not allow; raises CriteriaError."""
    counts = clue_counts(symmetry, side)
    if any(fewest <= count <= most for count in counts):
        return
    together = max(map(len, orbits(symmetry, side)))
    rests = sorted({count % together for count in counts})
    allowed = " or ".join(f"{together}n+{rest}" if rest else f"{together}n" for rest in rests)
    near = max(c for c in counts if c < fewest), min(c for c in counts if c > most)
    clues = f"{fewest}-{most}" if most > fewest else str(fewest)
    raise CriteriaError(
        f"--symmetry {symmetry} --clues {clues}: this symmetry allows {allowed} clues, such as"
        f" {near[0]} or {near[1]}"
    )
