"""Loads a checked Template from its TOML files, from the template that it extends, and strategies.

The stages stand one below the other in `load`; each stage takes values and returns new values:

- the files of the template (source.py), and the files of the strategies with their needs
  (strategies.py);
- the tables of all files, laid over each other, and what is plugged into their slots (plugging.py);
- a Template of these tables (assembled.py), checked (check/), without unused names and cells;
- the Template that is built, as other programs need it (rewritten.py).
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
from xlbuilder.template.plugging import plugging
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

    template, problems = assembled(source, strategies, plugs)
    if wrong := [*of_other_side(template, strategies)]:
        raise TemplateError(wrong)
    faults += out_of_place(template.variant, strategies)
    faults += rules_refused(template, source, strategies)
    problems = problems or [*islice(check_sheet(template), MAX_PROBLEMS)]
    if all(map(leaves_formulas_alone, problems)):
        template = without_spare(template, source, strategies, plugs.spare)
        problems += check_formulas(template)[: MAX_PROBLEMS - len(problems)]
    superfluous = unused(template) if not (problems or faults) else []
    superfluous = [place for place in superfluous if not _is_note(place, template, source)]
    idle = tuple(_idle(template, source, strategies, superfluous))
    if own and not removed:  # a removed strategy may have been the only use of a name
        problems += [each for each in idle if source.origins.get(each.place[:2]) in source.files]
    written = _without(template, superfluous)
    built = written
    if not (problems or faults):
        built = rewritten(written)
        problems += islice(check_built(built, written), MAX_PROBLEMS)

    faults += source.faults(
        problem._replace(place=_written(template, problem.place)) for problem in problems
    )
    if faults:
        if moved := source.faults(off_the_steps(template, source)):
            faults = [*moved, *(each for each in faults if each.file in source.files)]
        raise TemplateError(with_misfits(faults, source, strategies, plugs.lacking))
    return LoadedTemplate(
        built,
        source.path,
        tuple(one.ref for one in strategies),
        idle,
        source,
        written,
        Origin(_shown(name), tuple(map(_shown, added)), tuple(removed), version=__version__),
    )


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


def _idle(
    template: Template,
    source: Source,
    strategies: Sequence[StrategyFiles],
    superfluous: Iterable[tuple[str, str]],
) -> Iterator[Problem]:
    """Yield a problem for each unused name and cell, except in libraries and layers."""
    libraries = (one.source.files for one in strategies if one.is_library)
    offering = {*chain.from_iterable(libraries), *source.layers.values()}
    for table, name in superfluous:
        if source.origins[_written(template, (table, name))] in offering:
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
