"""Strategies: files of tables that are laid over a template and plug names into its slots.

Two stages of load.py are here.  The first reads the files of strategies, and of the strategies that
they need; the second lays their tables over the tables of the template.  Neither depends on what
the strategies do.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from xlbuilder.errors import Fault, TemplateError
from xlbuilder.template.limits import MAX_STRATEGIES
from xlbuilder.template.locate import strategies as shipped
from xlbuilder.template.problem import Problem
from xlbuilder.template.schema import Strategy
from xlbuilder.template.source import Source, read_strategy
from xlbuilder.template.strategy_ref import TOO_MANY, StrategyRef, name_of, needed
from xlbuilder.template.tables import OVERRIDES
from xlbuilder.template.validation import validated

_NOT_LAID = ("strategy", "needs", "plugs", "rules", "tests", "variant")
"""Tables of a strategy that no template has, or that add to the tables of the template."""


class StrategyFiles(NamedTuple):
    """The files of a plugged-in strategy."""

    ref: StrategyRef
    source: Source
    strategy: Strategy
    needs: tuple[str, ...]
    """The strategies that it needs: by its own key, and by the fields of its rules."""

    @property
    def is_library(self) -> bool:
        """Return whether it holds names for other strategies."""
        return self.strategy.strategy.library


@dataclass
class _StrategiesRead:
    """The strategies that are read so far."""

    template: Source
    names: set[str]
    """The names of the strategies that are plugged in, or will be."""
    removed: Collection[str]
    parts: frozenset[Path]
    """The files that are laid in."""
    read: list[StrategyFiles] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def add(self, ref: StrategyRef) -> None:
        """Read a strategy, but first the strategies that it needs and that are not plugged in."""
        try:
            own = read_strategy(ref.path, dict(ref.given), self.parts)
            self.parts = own.parts
            strategy = validated(own, Strategy)
        except TemplateError as error:
            self.faults += (fault for fault in error.faults if fault not in self.faults)
            return
        needs = (*strategy.needs, *_needed_by(strategy.rules, self.template))
        for need in needs:
            text = self._plug_in(need, ref.path.parent)
            if text is not None:
                self.faults += own.faults([Problem(("needs",), text)])
        self.read.append(StrategyFiles(ref, own, strategy, needs))

    def _plug_in(self, need: str, folder: Path) -> str | None:
        """Plug in a strategy that a strategy of the folder needs; return the problem, or None."""
        known = name_of(need)
        if known in self.names:
            return None
        if known in self.removed:
            return f"it needs {need}; plug that in too"
        self.names.add(known)
        if len(self.names) > MAX_STRATEGIES:
            return TOO_MANY
        try:
            needed_one = needed(need, folder)
        except (OSError, TemplateError):
            file = f"{known.partition(':')[0]}.toml"
            return f"it needs {need}; write {file} beside this file, or plug that in too"
        self.add(needed_one)
        return None


def read_with_needs(
    template: Source, refs: Sequence[StrategyRef], removed: Iterable[str]
) -> tuple[Sequence[StrategyFiles], list[Fault]]:
    """Return the strategies with the strategies that they need, and faults of unreadable files.

    A strategy comes after the strategies that it needs.  ``removed`` strategies are left out, even
    if a strategy needs them.
    """
    names, without = {ref.name for ref in refs}, set(map(name_of, removed))
    reading = _StrategiesRead(template, names, without, template.parts)
    for ref in refs:
        reading.add(ref)
    return reading.read, reading.faults


def _needed_by(rules: Sequence[Mapping[str, str | int]], template: Source) -> Iterator[str]:
    """Yield the strategies that slots need for the fields of these rules."""
    fields = {field for rule in rules for field in rule}
    for slot in template.tables.get("slots", {}).values():
        needs = slot.get("needs", {})
        yield from (needs[field] for field in needs if field in fields)


def laid_together(
    template: Source, strategies: Sequence[StrategyFiles]
) -> tuple[Source, list[Fault]]:
    """Return the template with the tables of strategies laid over it.

    An entry that would replace an entry of another file is left out, and is a fault.
    """
    laid, faults = template, list[Fault]()
    for one in strategies:
        tables = {key: each for key, each in one.source.tables.items() if key not in _NOT_LAID}
        own = replace(one.source, tables=tables)
        collisions = list(_collisions(own, laid))
        faults += _collision_faults(collisions, one, laid, strategies)
        laid = laid.below(own.without({problem.place for problem in collisions}))
        if not one.is_library:
            laid = replace(laid, files=laid.files | own.files)
    slots, names = laid.tables.get("slots", {}), laid.tables.get("names", {})
    faults += laid.faults(
        Problem(("names", name), f"is a slot; write [slots.{name}] with last, or another name")
        for name in sorted(slots.keys() & names.keys())
    )
    return laid, faults


def _collisions(own: Source, laid: Source) -> Iterator[Problem]:
    """Yield a problem for each entry that would silently replace an entry of the template."""
    for table, entries in own.tables.items():
        for key in entries:
            if key not in laid.tables.get(table, {}):
                continue
            other = laid.origins[table, key]
            text = f"is already in {other}; choose another name"
            if other == own.origins[table, key]:
                text = "is there twice, as the file is; put a parameter such as {size} into the key"
            yield Problem((table, key), text)


def _collision_faults(
    collisions: Sequence[Problem],
    one: StrategyFiles,
    laid: Source,
    strategies: Sequence[StrategyFiles],
) -> list[Fault]:
    """Return a fault for each collision of a strategy; the fault names the user's file.

    If the file is a copy, with several names of another strategy, its collisions are a single
    fault.
    """
    name, path = one.ref.name, one.source.path
    is_ours = path in shipped().values()
    theirs = [each for each in collisions if is_ours and laid.origins[each.place] == laid.path]
    text = f"is in the strategy {name} too; choose another name, write {OVERRIDES} = "
    way = f", or {_left_out(name)}"
    faults = laid.faults(
        each._replace(text=f'{text}"{each.place[1]}" to change it{way}') for each in theirs
    )
    rest = [each for each in collisions if each not in theirs]
    others = {laid.origins[problem.place] for problem in rest} - {path}
    copied = [each.ref.name for each in strategies if {each.ref.path} == others]
    if len(rest) > 1 and copied:
        text = f"has {len(rest)} names that the strategy {copied[0]} has too; choose others, or"
        rest = [Problem(("strategy",), f"{text} {_left_out(copied[0])}")]
    return faults + one.source.faults(rest)


def _left_out(name: str) -> str:
    return f"leave the strategy out (--without {name})"
