"""Which strategies are plugged in: by name or path, with parameters, alone or as a preset."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from xlbuilder.errors import Fault, TemplateError, did_you_mean
from xlbuilder.template.limits import MAX_STRATEGIES
from xlbuilder.template.locate import asked_for, find_strategy, strategies
from xlbuilder.template.schema import Strategy
from xlbuilder.template.source import Source, read_strategy
from xlbuilder.template.validation import validated

TOO_MANY = f"more than {MAX_STRATEGIES} strategies are needed; put some together"

_GIVEN = re.compile(r"(.*?):(\w+=[^,=]*(?:,\w+=[^,=]*)*)", re.DOTALL)


@dataclass(frozen=True)
class StrategyRef:
    """A strategy that is plugged in."""

    path: Path
    given: tuple[tuple[str, str], ...] = ()
    """The parameters that the user gave, by name."""

    @property
    def name(self) -> str:
        """Return its name with parameters, without its folder: ``subsets:size=3``."""
        return _named(self.path.stem, self.given)

    @property
    def text(self) -> str:
        """Return its path with parameters, as `ref_of` takes it."""
        return _named(str(self.path), self.given)

    def read(self) -> Strategy:
        """Return the tables of its file alone.

        Raises TemplateError with all problems of its tables.
        """
        return validated(read_strategy(self.path, dict(self.given)), Strategy)


def strategies_for(
    source: Source, added: Sequence[str], removed: Sequence[str], *, own: bool = True
) -> list[StrategyRef]:
    """Return the strategies to plug in: the template's own and ``added``, without ``removed``.

    Without ``own`` these are only the ``added`` strategies.  A preset of the template stands for
    its strategies (`left_out`).  With a removed strategy, the strategies that need it are removed
    too, except strategies that are added by their own names.  When a file with the name of a
    removed strategy is added, the file replaces this strategy, and the strategies that need it
    stay.

    A strategy that is named twice with the same parameters is returned once.  Raises TemplateError
    for a strategy that does not exist, that is removed and was not plugged in, or that is both
    added and removed.
    """
    names = source.tables.get("strategies", []) if own else []
    presets = source.tables.get("presets", {})
    known = [*of_presets(source, names), *of_presets(source, added)]
    for name in source.layers.keys() & {*names, *presets}:
        text = f"the layer {name} has the name of a strategy or a preset; choose another"
        raise TemplateError([Fault(source.path, text, ("layers",))])
    for name in source.layers.keys() & {*added}:
        text = f"is a layer of {source.path}; it is there unless --without leaves it out"
        raise TemplateError([Fault(name, text)])
    instead = _in_place(added, removed)
    others = {name_of(text) for text in known if text not in instead.values()}
    for name in removed:
        if name_of(name) in instead.keys() & others:
            continue
        if name in added:
            raise TemplateError([Fault(name, "is both added and left out; do one of them")])
        if set(of_presets(source, [name])).isdisjoint(known):
            raise _not_there(source, name, known, instead.get(name))
    removed = left_out(source, added, removed)
    origin = source.origins.get(("strategies",), source.path)
    plugged_in: dict[tuple[object, ...], StrategyRef] = {}

    def plug_in(name: str, beside: Path | None = None) -> None:
        for each, named in of_preset(source, name, beside):
            file = instead.get(name_of(each))
            if file is not None or each not in removed:
                one = named if file is None else ref_of(file)
                plugged_in.setdefault((one.path.resolve(), one.given), one)

    with asked_for(origin, "strategies"):
        for name in names:
            plug_in(name, origin.parent)
    for name in added:
        plug_in(name)
    removed = [name for name in removed if name_of(name) not in instead]
    if plugged_in and "slots" not in source.tables:
        raise TemplateError([Fault(source.path, "has no [slots], so it takes no strategies")])
    gone = needing(map(name_of, removed), plugged_in.values()) if removed else set()
    gone -= set(map(name_of, added))
    return [one for one in plugged_in.values() if one.name not in gone]


def _not_there(source: Source, name: str, known: list[str], file: str | None) -> TemplateError:
    """Return the error when there is no such strategy to leave out, or to replace by ``file``."""
    all_names = [each for each in dict.fromkeys([*known, *source.layers]) if each != file]
    if file is not None:
        ref_of(file).read()  # a missing file is the better error
        text = f"takes the place of no strategy: none is called {name}"
        return TemplateError([Fault(file, f"{text}; there are: {', '.join(all_names)}")])
    presets = source.tables.get("presets", {})
    has = f"it has: {', '.join(all_names)}" if all_names else "it has none"
    is_mistyped = name not in presets and name not in strategies()
    here = [each for each, names in presets.items() if not set(names).isdisjoint(known)]
    hint = did_you_mean(name, [*all_names, *here], has) if is_mistyped else has
    return TemplateError([Fault(source.path, f"no strategy {name} to leave out; {hint}")])


def _in_place(added: Iterable[str], removed: Iterable[str]) -> dict[str, str]:
    """Return the added files with the name of a removed strategy, by this name."""
    names = set(map(name_of, removed))
    files = [text for text in added if _parted(text)[0].endswith(".toml")]
    return {name_of(file): file for file in files if name_of(file) in names and file not in removed}


def with_needs(one: StrategyRef) -> list[StrategyRef]:
    """Return a strategy with all that it needs, directly or through others, without missing files.

    Raises TemplateError with all problems of a file.
    """
    found = {one.name: one}
    pending = [one]
    while pending:
        ref = pending.pop()
        for need in ref.read().needs:
            with suppress(OSError, TemplateError):
                other = needed(need, ref.path.parent)
                if found.setdefault(other.name, other) is other:
                    pending.append(other)
    return [*found.values()]


def needing(names: Iterable[str], refs: Iterable[StrategyRef]) -> set[str]:
    """Return ``names``, and the names of strategies that need them, directly or through others.

    Raises TemplateError with all problems of a file.
    """
    found = set(names)
    needs = {one.name: set(map(name_of, one.read().needs)) for one in refs}
    while more := {name for name, of in needs.items() if not found.isdisjoint(of)} - found:
        found |= more
    return found


def of_presets(source: Source, names: Iterable[str]) -> list[str]:
    """Return the names, with the strategies of each preset in place of its name."""
    presets = source.tables.get("presets", {})
    return [each for name in names for each in presets.get(name, [name])]


def left_out(source: Source, added: Sequence[str], removed: Sequence[str]) -> list[str]:
    """Return the strategies of ``removed``, with the strategies of presets in their place.

    A strategy that is added by its own name is not removed by a preset.
    """
    return [
        each
        for name in removed
        for each in of_presets(source, [name])
        if each == name or each not in added
    ]


def of_preset(
    source: Source, name: str, beside: Path | None = None
) -> list[tuple[str, StrategyRef]]:
    """Return the strategies of a preset of the template, or else the strategy of this name.

    Each strategy comes with its name as the preset writes it.  A relative path begins at the folder
    ``beside``.  Raises TemplateError when there is no such strategy.
    """
    presets = source.tables.get("presets", {})
    if name in presets:
        beside = source.origins["presets", name].parent
    return [(each, ref_of(each, beside)) for each in presets.get(name, [name])]


def ref_of(text: str, beside: Path | None = None) -> StrategyRef:
    """Return the strategy of a name or a path, and parameters: ``subsets:size=3,kind=naked``.

    A relative path begins at the folder ``beside``.  Raises TemplateError when there is no such
    strategy.
    """
    name, given = _parted(text)
    return StrategyRef(find_strategy(name, beside), given)


def name_of(text: str) -> str:
    """Return the name, with parameters, of a strategy by its name or path."""
    name, given = _parted(text)
    return _named(Path(name).name.removesuffix(".toml"), given)


def names_plugged_in(one: StrategyRef, own: Strategy, by: Collection[str] = ()) -> Iterator[str]:
    """Yield the names that a strategy plugs in, itself or through the libraries that it needs.

    ``own`` are the tables of its file, ``by`` the strategies that need it.  Raises TemplateError
    for the file of a library with problems, and for a needed strategy that does not exist.
    """
    if len(by) > MAX_STRATEGIES:
        raise TemplateError([Fault(one.path, TOO_MANY)])
    for need in own.needs:
        other = needed(need, one.path.parent)
        if other.name not in by and (library := other.read()).strategy.library:
            yield from names_plugged_in(other, library, {*by, one.name})
    for names in own.plugs.values():
        yield from names
    for rule in own.rules:
        yield from (value for value in rule.values() if isinstance(value, str))


def needed(text: str, folder: Path) -> StrategyRef:
    """Return a strategy that another strategy needs: from its ``folder``, or else a shipped one.

    Raises OSError or TemplateError when there is no such strategy.
    """
    name, given = _parted(text)
    beside = folder / f"{name}.toml"
    return StrategyRef(beside if beside.is_file() else find_strategy(name, folder), given)


def _parted(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    match = _GIVEN.fullmatch(text)
    if match is None:
        return text, ()
    pairs = [pair.split("=") for pair in match[2].split(",")]
    twice = [word for word, count in Counter(word for word, _ in pairs).items() if count > 1]
    if twice:
        raise TemplateError([Fault(text, f"gives {twice[0]} twice; give it once")])
    return match[1], tuple(sorted((word, value) for word, value in pairs))


def _named(stem: str, given: tuple[tuple[str, str], ...]) -> str:
    return ":".join(filter(None, [stem, ",".join(f"{word}={value}" for word, value in given)]))
