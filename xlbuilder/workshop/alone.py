"""Workbooks built for a moment: a template with some strategies, read back from disk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xlbuilder.template.load import LoadedTemplate, load
from xlbuilder.template.locate import strategies
from xlbuilder.template.strategy_ref import StrategyRef, names_plugged_in, needing
from xlbuilder.workbook.write import read_back
from xlbuilder.xlsx.model import Model


@dataclass(frozen=True)
class BuiltWorkbook:
    """A workbook as it was read back from disk."""

    model: Model
    strategy_of: Mapping[str, str]
    """The strategy of each name that is plugged in."""


def built(loaded: LoadedTemplate) -> BuiltWorkbook:
    """Build a template into a temporary folder, and read it back.

    Raises WorkbookError when it cannot be written.
    """
    return BuiltWorkbook(read_back(loaded.template, loaded.name), plugged_by(loaded.strategies))


def alone(template: str, *wanted: str) -> LoadedTemplate:
    """Load a template with these strategies, and what they need, in place of its own.

    Raises TemplateError with all problems of the files.
    """
    return load(template, wanted, own=False)


def plugged_by(chosen: Sequence[StrategyRef] | None = None) -> dict[str, str]:
    """Return the strategy of each name that these plug in, by default of the shipped ones.

    A library is named only for what no other strategy needs it for.
    """
    if chosen is None:
        chosen = [StrategyRef(path) for path in strategies().values()]
    found: dict[str, str] = {}
    read = [(one, one.read()) for one in chosen]
    for one, own in sorted(read, key=lambda each: each[1].strategy.library):
        for name in names_plugged_in(one, own):
            found.setdefault(name, one.name)
    return found


def without(template: str, loaded: LoadedTemplate, unwanted: str) -> LoadedTemplate:
    """Load a template again without the strategy ``unwanted``, and without those that need it."""
    left_out = needing([unwanted], loaded.strategies)
    stay = [one.text for one in loaded.strategies if one.name not in left_out]
    is_there = len(stay) < len(loaded.strategies)
    return load(template, stay, own=False) if is_there else loaded
