"""TOML files to one checked Template: what they extend, strategies plugged in."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from xlbuilder import __version__
from xlbuilder.errors import Fault, TemplateError, did_you_mean
from xlbuilder.template.check.entries import check_sheet, leaves_formulas_alone
from xlbuilder.template.check.formulas import check_built, check_formulas, unused
from xlbuilder.template.for_libreoffice import with_errors_asked, with_neighbors_first
from xlbuilder.template.here import with_cells_here
from xlbuilder.template.limits import MAX_PROBLEMS
from xlbuilder.template.live_names import with_positions
from xlbuilder.template.locate import find, name_of, shipped_names
from xlbuilder.template.misfit import with_misfits
from xlbuilder.template.placing import placed
from xlbuilder.template.problem import Problem
from xlbuilder.template.renamed import with_inlined, without_renamed
from xlbuilder.template.schema import Template, TemplateFile
from xlbuilder.template.source import Source, read
from xlbuilder.template.spare import without_spare
from xlbuilder.template.strategies import folded_with, lay_in, plugged
from xlbuilder.template.strategy_ref import StrategyRef, left_out, needing, strategies_for
from xlbuilder.template.summed import with_sums
from xlbuilder.template.validation import validated
from xlbuilder.xlsx.origin import Origin


@dataclass(frozen=True)
class LoadedTemplate:
    """A checked template, and what loading it found."""

    template: Template
    path: Path
    strategies: tuple[StrategyRef, ...]
    """The strategies that are plugged in."""
    unused: tuple[Problem, ...]
    """The names and cells that nothing uses, other than those of libraries and layers; they are not
    built."""
    source: Source
    """The tables as the files have them."""
    written: Template
    """The template as its authors wrote it, before building adds anything."""
    origin: Origin
    """What was asked for."""

    @property
    def name(self) -> str:
        """Return the name of the template, without its folder."""
        return name_of(self.path)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Return the names and cells that are not built, because nothing uses them any more."""
        return tuple(problem.place[1] for problem in self.unused)

    @property
    def guessing(self) -> set[str]:
        """The names of the strategies that guess, and of those that need one that does."""
        read = zip(self.strategies, self.template.plugged, strict=True)
        return needing((one.name for one, about in read if about.guesses), self.strategies)

    def check_used(self, one: StrategyRef) -> None:
        """Raise TemplateError with each name and cell of a strategy's file that nothing uses."""
        origins = self.source.origins
        some = [problem for problem in self.unused if origins[problem.place[:2]] == one.path]
        if faults := self.source.faults(some):
            raise TemplateError(faults)

    def fault(self, place: tuple[str, ...], text: str) -> Fault:
        """Return what is wrong with a formula, ``("names", "row", "formula")``, with its file."""
        (fault,) = self.source.faults([Problem(_written(self.template, place), text)])
        return fault


def load(
    name: str, added: Sequence[str] = (), removed: Sequence[str] = (), *, own: bool = True
) -> LoadedTemplate:
    """Load the template ``name``: the path of a TOML file, or the name of a shipped template.

    ``added`` strategies are plugged in besides the template's own, ``removed`` ones are not; a
    strategy may have parameters, ``subsets:size=3``, and those that it needs are plugged in too.
    Without ``own`` the template's own strategies are not plugged in, except those that are needed.

    Raises TemplateError with all problems of the template at once, each with the file, the table
    and what to do.
    """
    source = read(find(name), left_out=removed)
    validated(source, TemplateFile)
    others = [name for name in removed if name not in source.layers]
    laid = lay_in(
        source, strategies_for(source, added, others, own=own), left_out(source, added, others)
    )
    for above in source.above:
        laid.faults.extend(source.change(above))
    file, unplaced = placed(folded_with(validated(source, TemplateFile), laid.abouts))
    file, misplaced = with_cells_here(file)
    template, problems = plugged(file, laid)
    problems += unplaced + misplaced
    if not problems:
        problems = list(islice(check_sheet(template), MAX_PROBLEMS))
    if all(map(leaves_formulas_alone, problems)):
        template = without_spare(template, source, laid)
        problems += check_formulas(template)[: MAX_PROBLEMS - len(problems)]
    superfluous = unused(template) if not (problems or laid.faults) else []
    offering = {*laid.libraries, *source.layers.values()}
    idle = tuple(
        _idle(template, place)
        for place in superfluous
        if source.origins[_written(template, place)] not in offering
    )
    if own and not removed:  # one that is left out may take the only use of a name with it
        problems += [each for each in idle if source.origins.get(each.place[:2]) in source.files]
    written = _without(template, superfluous)
    built = written
    if not (problems or laid.faults):
        built = with_neighbors_first(with_errors_asked(with_inlined(written)))
        built = without_renamed(with_positions(with_sums(built)))
        problems += islice(check_built(built, written), MAX_PROBLEMS)
    places = (problem._replace(place=_written(template, problem.place)) for problem in problems)
    if faults := laid.faults + source.faults(places):
        raise TemplateError(with_misfits(faults, source, laid))
    origin = Origin(_shown(name), tuple(map(_shown, added)), tuple(removed), version=__version__)
    return LoadedTemplate(built, source.path, laid.strategies, idle, source, written, origin)


def _shown(name: str) -> str:
    """Return a name or a path as a file may tell it to everybody: without folders of one machine.

    The path of a shipped file is the name that it has everywhere.
    """
    path = Path(name)
    if not path.suffix.startswith(".toml"):
        return name
    return shipped_names().get(path.resolve(), path.name if path.is_absolute() else name)


def _written(template: Template, place: tuple[str, ...]) -> tuple[str, ...]:
    """Return the place in a file that ``place`` comes from: a slot's name comes from the slot."""
    is_slot = place[0] == "names" and place[1] in template.slots
    return ("slots", place[1]) if is_slot else place


def _idle(template: Template, place: tuple[str, str]) -> Problem:
    table, name = place
    key = "formula" if table == "names" else "range"
    others = set(template.names if table == "names" else template.cells) - {name}
    hint = did_you_mean(name, others, "")  # for the misspelled name of a formula to replace
    text = f"nothing uses it; {hint}" if hint else "nothing uses it"
    return Problem(_written(template, (*place, key)), text)


def _without(template: Template, places: list[tuple[str, str]]) -> Template:
    tables: dict[str, dict[str, Any]] = {
        "names": dict(template.names),
        "cells": dict(template.cells),
    }
    for table, name in places:
        del tables[table][name]
    return template.model_copy(update=tables)
