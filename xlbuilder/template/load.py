"""Loads a checked Template from its TOML files, from the template that it extends, and strategies.

Each stage takes values and returns new values:

- `_laid`: the files of the template (source.py), and the files of the strategies with their needs
  (strategies.py); the tables of all files, laid over each other, and what is plugged into their
  slots (plugging.py);
- `_checked`: a Template of these tables (assembled.py), checked (check/);
- `load`: the Template without unused names and cells, and the Template that is built, as other
  programs need it (rewritten.py).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from xlbuilder import __version__
from xlbuilder.errors import Fault, TemplateError, did_you_mean
from xlbuilder.sudoku.rules import Rules
from xlbuilder.template.assembled import assembled
from xlbuilder.template.check.entries import check_sheet, leaves_formulas_alone
from xlbuilder.template.check.formulas import check_built, check_formulas, unused
from xlbuilder.template.limits import MAX_PROBLEMS
from xlbuilder.template.locate import find, name_of, shipped_names
from xlbuilder.template.misfit import with_misfits
from xlbuilder.template.plugging import Plugging, plugging
from xlbuilder.template.problem import Problem
from xlbuilder.template.rewrite.rewritten import rewritten
from xlbuilder.template.schema import Template, TemplateFile
from xlbuilder.template.side import of_other_side
from xlbuilder.template.source import Source, read
from xlbuilder.template.spare import without_spare
from xlbuilder.template.strategies import StrategyFiles, laid_together, read_with_needs
from xlbuilder.template.strategy_ref import StrategyRef, left_out, needing, strategies_for
from xlbuilder.template.validation import validated
from xlbuilder.template.variant import out_of_place, rules_of, rules_refused
from xlbuilder.template.warn.off_steps import off_the_steps
from xlbuilder.xlsx.origin import Origin


@dataclass(frozen=True)
class LoadedTemplate:
    """A checked template, with all that was found while loading it."""

    template: Template
    path: Path
    strategies: tuple[StrategyRef, ...]
    """The strategies that are plugged in."""
    unused: tuple[Problem, ...]
    """The names and cells that nothing uses, and that come from no library and no layer; they are
    not built."""
    source: Source
    """The tables as the files have them."""
    written: Template
    """The template as its authors wrote it, before building adds anything."""
    origin: Origin
    """The arguments of `load`."""

    @property
    def name(self) -> str:
        """Return the name of the template, without its folder."""
        return name_of(self.path)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Return the names and cells that are not built, because nothing uses them any more."""
        return tuple(problem.place[1] for problem in self.unused)

    @property
    def moved(self) -> list[Fault]:
        """The boards that were moved off the steps in which names count."""
        return self.source.faults(off_the_steps(self.template, self.source))

    @property
    def guessing(self) -> set[str]:
        """The names of the strategies that guess, or need a strategy that guesses."""
        read = zip(self.strategies, self.template.plugged, strict=True)
        return needing((one.name for one, about in read if about.guesses), self.strategies)

    @property
    def rules(self) -> Rules:
        """The rules of the puzzles that the workbook takes."""
        return rules_of(self.template)

    def check_used(self, one: StrategyRef) -> None:
        """Raise TemplateError if the file of a strategy has names and cells that nothing uses."""
        origins = self.source.origins
        some = [problem for problem in self.unused if origins[problem.place[:2]] == one.path]
        if faults := self.source.faults(some):
            raise TemplateError(faults)

    def fault(self, place: tuple[str, ...], text: str) -> Fault:
        """Return the fault of a formula at ``("names", "row", "formula")``, with its file."""
        (fault,) = self.source.faults([Problem(_written(self.template, place), text)])
        return fault


def load(
    name: str, added: Sequence[str] = (), removed: Sequence[str] = (), *, own: bool = True
) -> LoadedTemplate:
    """Load the template ``name``: the path of a TOML file, or the name of a shipped template.

    ``added`` strategies are plugged in besides the template's own, ``removed`` strategies are left
    out.  A strategy may have parameters, ``subsets:size=3``; the strategies that it needs are
    plugged in too.  Without ``own``, the template's own strategies are plugged in only if needed.

    Raises TemplateError with all problems of the template at once, each with the file, the table
    and what to do.
    """
    laid = _laid(name, added, removed, own=own)
    template, faults = _checked(laid)
    superfluous = [] if faults else _superfluous(template, laid.source)
    idle = tuple(_idle(template, laid, superfluous))
    if own and not removed:  # a removed strategy may have been the only use of a name
        at_fault = (each for each in idle if laid.is_own(each))
        faults += _located(at_fault, template, laid)
    written = _without(template, superfluous)
    built = written
    if not faults:
        built = rewritten(written)
        faults = _located(islice(check_built(built, written), MAX_PROBLEMS), template, laid)
    if faults:
        raise TemplateError(_explained(faults, template, laid))
    return LoadedTemplate(
        built,
        laid.source.path,
        tuple(one.ref for one in laid.strategies),
        idle,
        laid.source,
        written,
        Origin(_shown(name), tuple(map(_shown, added)), tuple(removed), version=__version__),
    )


@dataclass(frozen=True)
class _Laid:
    """The tables of all files, laid over each other, and what is plugged into their slots."""

    source: Source
    strategies: Sequence[StrategyFiles]
    plugs: Plugging
    faults: Sequence[Fault]
    """The faults so far; what is at fault is left out."""

    def is_own(self, problem: Problem) -> bool:
        """Return whether a problem is in a file of the template, and not in what it extends."""
        return self.source.origins.get(problem.place[:2]) in self.source.files


def _laid(name: str, added: Sequence[str], removed: Sequence[str], *, own: bool) -> _Laid:
    """Read all files, and lay their tables over each other."""
    asked = read(find(name), left_out=removed)
    validated(asked, TemplateFile)
    others = [name for name in removed if name not in asked.layers]
    refs = strategies_for(asked, added, others, own=own)
    strategies, unreadable = read_with_needs(asked, refs, left_out(asked, added, others))
    source, faults = laid_together(asked, strategies)
    if unreadable:
        raise TemplateError(unreadable + faults)
    plugs = plugging(source, strategies)
    faults += plugs.faults
    for above in source.above:
        source, lost = source.overridden(above)
        faults += lost
    return _Laid(source, strategies, plugs, faults)


def _checked(laid: _Laid) -> tuple[Template, list[Fault]]:
    """Return the template of all tables, without what is spare, and all faults so far."""
    source, strategies = laid.source, laid.strategies
    template, problems = assembled(source, strategies, laid.plugs)
    if wrong := [*of_other_side(template, strategies)]:
        raise TemplateError(wrong)
    faults = [*laid.faults, *out_of_place(template.variant, strategies)]
    faults += rules_refused(template, source, strategies)
    problems = problems or [*islice(check_sheet(template), MAX_PROBLEMS)]
    if all(map(leaves_formulas_alone, problems)):
        template = without_spare(template, source, strategies, laid.plugs.spare)
        problems += check_formulas(template)[: MAX_PROBLEMS - len(problems)]
    return template, faults + _located(problems, template, laid)


def _located(problems: Iterable[Problem], template: Template, laid: _Laid) -> list[Fault]:
    """Return the problems of a template as faults, at their places in the files."""
    places = (each._replace(place=_written(template, each.place)) for each in problems)
    return laid.source.faults(places)


def _explained(faults: list[Fault], template: Template, laid: _Laid) -> list[Fault]:
    """Return the faults without those that follow from others."""
    source = laid.source
    if moved := source.faults(off_the_steps(template, source)):
        faults = [*moved, *(each for each in faults if each.file in source.files)]
    return with_misfits(faults, source, laid.strategies, laid.plugs.lacking)


def _shown(name: str) -> str:
    """Return a name or a path for the file, without the folders of this machine.

    A shipped file gets its name, which is the same on every machine.
    """
    path = Path(name)
    if not path.suffix.startswith(".toml"):
        return name
    return shipped_names().get(path.resolve(), path.name if path.is_absolute() else name)


def _written(template: Template, place: tuple[str, ...]) -> tuple[str, ...]:
    """Return the place in a file for ``place``: the name of a slot comes from its table."""
    is_slot = place[0] == "names" and place[1] in template.slots
    return ("slots", place[1]) if is_slot else place


def _superfluous(template: Template, source: Source) -> list[tuple[str, str]]:
    """Return the places of the names and cells that nothing uses, without notes."""
    return [place for place in unused(template) if not _is_note(place, template, source)]


def _idle(
    template: Template, laid: _Laid, superfluous: Iterable[tuple[str, str]]
) -> Iterator[Problem]:
    """Yield a problem for each unused name and cell, except in libraries and layers."""
    libraries = (one.source.files for one in laid.strategies if one.is_library)
    offering = {*chain.from_iterable(libraries), *laid.source.layers.values()}
    for table, name in superfluous:
        if laid.source.origins[_written(template, (table, name))] in offering:
            continue
        key = "formula" if table == "names" else "range"
        hint = _meant(table, name, template)
        text = f"nothing uses it; {hint}" if hint else "nothing uses it"
        yield Problem(_written(template, (table, name, key)), text)


def _is_note(place: tuple[str, str], template: Template, source: Source) -> bool:
    """Return whether a place is a cell to fill that no formula reads: a note of the template."""
    table, name = place
    own = source.files - {*source.layers.values()}
    if table != "cells" or source.origins.get(place) not in own:
        return False
    return not (template.cells[name].named and _meant(table, name, template))


def _meant(table: str, name: str, template: Template) -> str:
    """Return a hint for a name or cell that nothing uses, as it may be misspelled; or nothing."""
    known = template.names if table == "names" else template.cells
    return did_you_mean(name, known.keys() - {name}, "")


def _without(template: Template, places: list[tuple[str, str]]) -> Template:
    tables: dict[str, dict[str, Any]] = {
        "names": dict(template.names),
        "cells": dict(template.cells),
    }
    for table, name in places:
        del tables[table][name]
    return template.model_copy(update=tables)
