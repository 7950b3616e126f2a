"""The exceptions of xlbuilder; each carries one line that a person can act on.

The ``args`` of an exception are the arguments of its class, so that it can be pickled.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple


def did_you_mean(word: str, known: Iterable[str], otherwise: str | None = None) -> str:
    """Return a hint for an unknown word: "did you mean x?" for the nearest known word.

    When no known word is near, the hint is ``otherwise``, by default the list of all known words.
    Capitals do not matter.
    """
    words = {each.lower(): each for each in known}
    for close in get_close_matches(word.lower(), words, n=1):
        return f"did you mean {words[close]}?"
    return f"known are: {', '.join(words.values())}" if otherwise is None else otherwise


def counted(number: int, thing: str) -> str:
    """Return ``1 line``, ``2 lines of text``: the first word of the thing gets an s."""
    first, *others = thing.split()
    return " ".join([f"{number:,}", first + "s" * (number != 1), *others])


class XlbuilderError(Exception):
    """Anything that xlbuilder refuses or cannot do."""


class PuzzleError(XlbuilderError):
    """A text that is not a puzzle."""


class CriteriaError(XlbuilderError):
    """Criteria that no puzzle can meet, or for which no puzzle was found."""


class FormulaError(XlbuilderError):
    """A formula that Excel would refuse, or that lies outside the language of formula/parse.py."""


_ONE_LEVEL = {"workbook", "guide", "strategies", "needs", "extends", "layers", "without"}
"""Tables of a template without named entries; messages write these tables without brackets."""


class Fault(NamedTuple):
    """One thing that is wrong with a template, with its file; ``str`` of it is one line."""

    file: Path | str
    """The file, or the name that the user gave; empty when no file is at fault."""
    text: str
    """What is wrong and what to do."""
    place: tuple[str, ...] = ()
    """The keys from the top of the file, as the file writes them."""
    values: str = ""
    """The values of a repeated entry's words in braces: ``house = box``."""

    @property
    def entry(self) -> tuple[str, ...]:
        """Return the part of the place that is a table and the name of an entry there."""
        return self.place[:2] if _ONE_LEVEL.isdisjoint(self.place[:1]) else ()

    def __str__(self) -> str:
        entry, keys = self.entry, self.place[len(self.entry) :]
        values = f"({self.values})" if self.values else ""
        place = [f"[{'.'.join(entry)}]" if entry else "", ".".join(keys), values]
        return ": ".join(filter(None, [str(self.file), " ".join(filter(None, place)), self.text]))


class TemplateError(XlbuilderError):
    """A template with problems; ``problems`` holds one line for each."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(faults)
        self.faults = tuple(faults)

    @property
    def problems(self) -> list[str]:
        """Return one line for each fault: its file, its place, what is wrong and what to do."""
        return [*map(str, self.faults)]

    def __str__(self) -> str:
        return "\n".join(self.problems)


class WorkbookError(XlbuilderError):
    """A workbook file that cannot be read, written or driven."""


class EngineError(XlbuilderError):
    """An engine that could not evaluate a workbook."""


class Lack(NamedTuple):
    """What an engine lacks for one formula."""

    cell: str
    """The first cell that holds the formula: ``Main!B2``."""
    name: str | None
    """The innermost name at fault, in lower case; None if the cell's own formula is at fault."""
    text: str

    def __str__(self) -> str:
        within = f"in the name {self.name}: " if self.name else ""
        return f"{self.cell}: {within}{self.text}"


_TOLD = 5


class LackError(EngineError):
    """Formulas that an engine cannot evaluate; ``lacks`` holds them all."""

    def __init__(self, lacks: Sequence[Lack]) -> None:
        super().__init__(lacks)
        self.lacks = tuple(lacks)

    def __str__(self) -> str:
        others = len(self.lacks) - _TOLD
        more = [f"and {others} more"] if others > 0 else []
        return "; ".join([*map(str, self.lacks[:_TOLD]), *more])


class EngineUnavailableError(EngineError):
    """An engine whose software is not installed; this is never a verdict on a workbook."""


class WorkerLostError(XlbuilderError):
    """A task whose worker process was killed, and so was the second worker that repeated it."""
