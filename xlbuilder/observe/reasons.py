"""Why a workbook removed a candidate or placed a digit, as the numbers on its boards say it."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from xlbuilder.drive.boards import Boards
from xlbuilder.drive.drive import Gone, Placed, is_name
from xlbuilder.errors import TemplateError, WorkbookError
from xlbuilder.formula.values import Value
from xlbuilder.template.strategy_ref import names_plugged_in, ref_of


@dataclass(frozen=True)
class Reason:
    """Why a candidate is gone, or why a digit stands."""

    number: int
    words: str = ""
    """The name that a strategy plugged into the workbook, such as ``in_naked_pair``, or words of
    the workbook's own, such as "it stands in sight"; "" when it has none for this number."""

    @property
    def name(self) -> str:
        """The words when they are a name, which stands for a strategy or a technique; else ""."""
        return self.words if is_name(self.words) else ""

    def __str__(self) -> str:
        """Return the words, or ``reason 3`` without any."""
        return self.words or f"reason {self.number}"


class Reasons:
    """The reasons of one workbook."""

    def __init__(self, boards: Boards) -> None:
        self._path = boards.path
        self._gone = boards.drive.gone or Gone()
        self._placed = boards.drive.placed or Placed()
        placements, shown = map(boards.areas.get, ("placements", "solution"))
        fits = placements is not None and shown is not None and placements.shape == shown.shape
        self.placements = placements if fits else None
        """The board with a placement for each digit that was placed, if there is one."""

    @property
    def known(self) -> tuple[str, ...]:
        """The reasons that the workbook has; the reasons of placements come first."""
        return tuple(dict.fromkeys([*self.placing, *self.removing]))

    @property
    def placing(self) -> tuple[str, ...]:
        """The names that place digits, by their numbers."""
        return tuple(self._placed.reasons.values())

    @property
    def removing(self) -> tuple[str, ...]:
        """The reasons for which candidates go, by their numbers."""
        return tuple(self._gone.reasons.values())

    def removed(self, value: Value) -> Reason | None:
        """Return why a candidate is gone whose cell shows ``value``.

        None for one that is there, and when no reason is kept.
        """
        digits = self._gone.reason_digits
        if not digits or not isinstance(value, float) or value >= 1:
            return None
        number = _part(value, digits)
        return Reason(number, self._gone.reasons.get(number, ""))

    def placed(self, placement: Value) -> Reason | None:
        """Return why a digit was placed, from a cell of `placements`; None without a digit."""
        if not isinstance(placement, float) or placement <= 0:
            return None
        number = _part(placement, self._placed.reason_digits, self._placed.digits_after)
        return Reason(number, self._placed.reasons.get(number, ""))

    def is_under_guess(self, value: Value) -> bool:
        """Return whether a candidate is gone under a guess, and may come back."""
        above = self._gone.for_good_above
        return above is not None and isinstance(value, float) and value <= above

    def is_placed_under_guess(self, placement: Value) -> bool:
        """Return whether a digit was placed under a guess, and may be taken back."""
        below = self._placed.for_good_below
        return below is not None and isinstance(placement, float) and placement >= below

    def asked(self, words: Iterable[str]) -> frozenset[str]:
        """Return the reasons meant by their own words, or by the strategy that plugs them in.

        A strategy is a name or the path of a file, with its parameters.  Raises WorkbookError for
        words that stand for no reason of this workbook.
        """
        return frozenset(reason for word in words for reason in self._meant(word))

    def _meant(self, word: str) -> set[str]:
        if word in self.known:
            return {word}
        with suppress(TemplateError):
            if names := _plugged_in_by(word) & {*self.known}:
                return names
        has = f"its reasons are: {', '.join(self.known)}" if self.known else "it keeps no reasons"
        raise WorkbookError(f"{self._path}: {word}: no reason of this workbook; {has}")


def _part(number: float, digits: int, after: int = 0) -> int:
    """Return the number that some digits of a whole number are; so many digits follow after."""
    return int(abs(number) // 10**after % 10**digits)


def _plugged_in_by(strategy: str) -> set[str]:
    """Return the names that a strategy plugs in, and its own, which stands for its rung.

    Raises TemplateError when there is none such.
    """
    one = ref_of(strategy)
    return {one.name, *names_plugged_in(one, one.read())}
