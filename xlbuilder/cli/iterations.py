"""What the command ``watch`` prints of each iteration."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, in_words, is_nothing
from xlbuilder.observe.places import Places
from xlbuilder.observe.probes import Meaning
from xlbuilder.observe.watch import Change, WatchedIteration, What

_CELLS, _VALUES, _CHARACTERS = 12, 27, 60
"""The most that is printed of a list of cells, a range and a formula, unless the user wants all."""


@dataclass(frozen=True)
class IterationsView:
    """What the user wants to see."""

    places: Places
    cell: Area | None = None
    """The watched cell."""
    reasons: Collection[str] | None = None
    """Only changes made for these reasons; None for all changes."""
    all: bool = False
    """Whether long lists and formulas are printed in full."""

    def both(self, cell: Area) -> str:
        """Return a cell as ``R8C2=2 (T37)``."""
        name, address = self.places.name_of(cell), self.places.address(cell)
        return address if name == address else f"{name} ({address})"

    def of(self, one: WatchedIteration) -> list[Change]:
        """Return the changes that the user wants to see."""
        return [each for each in one.changes if self.reasons is None or each.reason in self.reasons]


def iteration_text(one: WatchedIteration, asked: IterationsView) -> RenderableType:
    """Return what one iteration did, and why the watched cell has its value."""
    lines = [Text(str(one), "bold")]
    lines += map(Text, _changes(asked.of(one), asked))
    if asked.cell:
        lines.append(Text(f"  {asked.both(asked.cell)} = {_value(one.value)}", "blue"))
        lines += map(Text, _meanings(one.meanings, asked))
    for at, meanings in groupby(one.asked, lambda meaning: meaning.at):
        lines.append(Text(f"  at {asked.both(at)}", "blue"))
        for meaning in meanings:
            lines += map(Text, _in_full(meaning, asked))
    return Group(*lines)


def _changes(changes: Sequence[Change], asked: IterationsView) -> Iterator[str]:
    """Yield a line for each board, kind of change and reason."""
    whats = list(What)
    reasons = list(dict.fromkeys(change.reason for change in changes))
    boards = list(dict.fromkeys(change.board for change in changes))

    def place(change: Change) -> tuple[int, int, int]:
        return (
            boards.index(change.board),
            whats.index(change.what),
            reasons.index(change.reason),
        )

    for _, group in groupby(sorted(changes, key=place), place):
        some = list(group)
        first = some[0]
        why = f" ({first.reason})" if first.reason else ""
        cells = [_changed(change) for change in some]
        yield f"  {first.board or 'elsewhere'}: {first.what.value}{why} {_cut(cells, asked)}"


def _changed(change: Change) -> str:
    if "=" in change.place and change.what in (What.APPEARED, What.VANISHED):
        return change.place  # the digit says the rest
    value = change.before if change.what is What.VANISHED else change.after
    return f"{change.place} {_value(value)}"


def _cut(cells: Sequence[str], asked: IterationsView) -> str:
    if asked.all or len(cells) <= _CELLS:
        return ", ".join(cells)
    return f"{', '.join(cells[:_CELLS])} … and {len(cells) - _CELLS} more (--all prints them)"


def _meanings(meanings: Sequence[Meaning], asked: IterationsView) -> Iterator[str]:
    for meaning in meanings:
        values = _line(meaning)
        if len(meaning.values) > _VALUES and not asked.all:
            filled = sum(not is_nothing(each) for each in meaning.values)
            values = f"{filled} of {len(meaning.values)} cells filled (--all prints them)"
        yield _head(meaning, asked) + (f" = {values}" if values else "")


def _in_full(meaning: Meaning, asked: IterationsView) -> Iterator[str]:
    """Yield the lines of a name that the user asked for: its values as on a sheet."""
    if len(meaning.values) <= 1 or meaning.shape[0] == 1:
        values = _line(meaning)
        yield _head(meaning, asked) + (f" = {values}" if values else "")
        return
    yield f"{_head(meaning, asked)} ="
    rows = _rows(meaning)
    width = max(len(word) for row in rows for word in row)
    for row in rows:
        yield "      " + " ".join(word.rjust(width) for word in row)


def _head(meaning: Meaning, asked: IterationsView) -> str:
    is_short = asked.all or len(meaning.bound) < _CHARACTERS
    return f"    {meaning.name} = {meaning.bound if is_short else f'={meaning.text}'}"


def _line(meaning: Meaning) -> str:
    """Return the values on one line; a semicolon ends a row, as in Excel's arrays."""
    if meaning.problem:
        return f"? ({meaning.problem})"
    if len(meaning.values) == 1:
        return _value(meaning.values[0])
    return "; ".join(" ".join(row) for row in _rows(meaning))


def _rows(meaning: Meaning) -> list[list[str]]:
    words = ["·" if is_nothing(each) else _value(each) for each in meaning.values]
    columns = meaning.shape[1]
    return [words[start : start + columns] for start in range(0, len(words), columns)]


def _value(value: Value) -> str:
    if value is None or value == "":
        return "·" if value is None else '""'
    return in_words(value)
