"""The tables of a template as its files hold them, and which file wrote what.

``extends = "ellis"`` (or a path) takes over another template; the tables of the extending file
are laid over it key by key, so that a file with one formula is a whole template.

``needs = ["clues.toml"]`` takes in the parts of a file, one after the other; they add up,
so what two of them define is an error.  The tables of the including file are laid over its parts.

``layers = ["shelf.toml"]`` takes in more parts, each of which can be left out.  A part may plug
names into slots, as strategies do (strategies.py).
"""

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from xlbuilder.errors import Fault, TemplateError, did_you_mean
from xlbuilder.files import opened_to_read
from xlbuilder.template.expand import Given, SourceEntry, expand
from xlbuilder.template.joins import asked_fields
from xlbuilder.template.limits import MAX_BYTES, MAX_NESTING, MAX_PARTS
from xlbuilder.template.locate import asked_for, find, find_part
from xlbuilder.template.locate import parts as shipped_parts
from xlbuilder.template.problem import Problem

OVERRIDES = "overrides"
"""A key of each entry: its own name there says that it is laid over that of a strategy too."""

_ADDED = "more_rows"
"""What each file adds to, instead of replacing it."""

ENTRIES = ("slots", "names", "boards", "cells")
"""The tables whose entries formulas can call."""

_DEFINE = "define it without overrides"
_SLOT = "it is a slot; write [slots.{}] with overrides and last"
_Origins = dict[tuple[str, ...], Path]


class Plugged(NamedTuple):
    """What the file ``path`` brings for slots: the names of each slot in their order, and rules."""

    path: Path
    plugs: Mapping[str, list[str]]
    rules: Sequence[Mapping[str, str | int]]

    def records(self) -> Iterator[tuple[tuple[str, str], Mapping[str, str | int]]]:
        """Yield the place and the fields of each rule; a name of a slot is one with this field."""
        for slot, names in self.plugs.items():
            yield from ((("plugs", slot), {slot: name}) for name in names)
        yield from ((("rules", str(number)), rule) for number, rule in enumerate(self.rules))


@dataclass
class Source:
    """The tables of a file, with what it extends and the parts that it needs laid below them."""

    path: Path
    tables: dict[str, Any] = field(default_factory=dict)
    origins: _Origins = field(default_factory=dict)
    """The file that wrote a table or key last."""
    written: dict[tuple[str, ...], SourceEntry] = field(default_factory=dict)
    """How the file writes an entry whose key or text has words in braces."""
    files: set[Path] = field(default_factory=set)
    """The file itself and its parts, not those of the template that it extends."""
    parts: set[Path] = field(default_factory=set)
    """All files that are included somewhere, resolved; each is laid in once."""
    layers: dict[str, Path] = field(default_factory=dict)
    """The layers of the template by name, those that are left out too."""
    missing: set[str] = field(default_factory=set)
    """What the layers that are left out have: slots, fields of rules, names, boards and cells."""
    plugs: list[Plugged] = field(default_factory=list)
    """What parts plug in; in a strategy, this is added to what its file plugs in."""
    above: list["Source"] = field(default_factory=list)
    """Of each file of the template, the entries that are laid over those of strategies too."""

    def faults(self, problems: Iterable[Problem]) -> list[Fault]:
        """Return the problems with their files and their places there."""
        return list(map(self._fault, problems))

    def _fault(self, problem: Problem) -> Fault:
        about = (*problem.place, problem.key)
        heads = (about[:end] for end in range(len(about), 0, -1))
        file = next((self.origins[head] for head in heads if head in self.origins), self.path)
        written = self.written.get(problem.place[:2])
        if written is None:
            return Fault(file, problem.text, problem.place)
        return Fault(file, problem.text, (*written.place, *problem.place[2:]), written.values)

    def entries(self) -> set[str]:
        """Return the names of the slots, names, boards and cells."""
        tables = [self.tables.get(table) for table in ENTRIES]
        return {name for entries in tables if isinstance(entries, dict) for name in entries}

    def take_overriding(self) -> "Source":
        """Take out the entries that override those of the same name, which strategies bring."""
        taken = Source(self.path)
        for table, entries in self.tables.items():
            for key in _overriding(entries):
                entry = taken.tables.setdefault(table, {})[key] = entries.pop(key)
                del entry[OVERRIDES]
        of_taken = [
            each for each in self.origins if {*each[1:2]} & {*taken.tables.get(each[0], ())}
        ]
        taken.origins = {place: self.origins.pop(place) for place in of_taken}
        return taken

    def change(self, above: "Source") -> list[Fault]:
        """Lay entries over these; return a fault for each that is not there to be overridden."""
        lost = []
        for table, entries in above.tables.items():
            known = self.tables.get(table, {})
            for key in [key for key in entries if key not in known]:
                del entries[key]
                is_slot = table == "names" and key in self.tables.get("slots", {})
                hint = _SLOT.format(key) if is_slot else did_you_mean(key, known, _DEFINE)
                lost.append(Problem((table, key), f"is not there to be overridden; {hint}"))
        self.lay_over(above)
        return above.faults(lost)

    def lay_over(self, above: "Source") -> None:
        """Lay the tables of another source over these, key by key.

        A size takes the place of a range, and a range that of a size.
        """
        for table, key, given, other in _new_places(above.tables):
            below = self.tables.get(table)
            entry = below.get(key) if isinstance(below, dict) else None
            if isinstance(entry, dict) and given not in entry:
                entry.pop(other, None)
        _lay_over(above.tables, self.tables)
        self.origins |= above.origins
        self.plugs += above.plugs
        for place in above.tables:
            for entry in above.tables[place] if isinstance(above.tables[place], dict) else ():
                self.written.pop((place, entry), None)
        self.written |= above.written


def read(path: Path, left_out: Collection[str] = ()) -> Source:
    """Read the template at ``path``, with what it extends and its parts.

    The layers whose names are ``left_out`` are not read.  Raises TemplateError when a file cannot
    be read, or when parts do not go together.
    """
    return _read(path, (), left_out)


def read_strategy(path: Path, parts: set[Path], given: Given | None = None) -> Source:
    """Read the strategy at ``path``, with its parts except the ``parts`` already laid in.

    ``given`` are its parameters; those that are missing have the values of the file.  Adds what is
    laid in to ``parts``.  Raises TemplateError as `read` does.
    """
    tables = read_tables(path)
    if "strategy" not in tables and tables.keys() & {"workbook", "extends"}:
        base = tables.get("extends", "TEMPLATE")
        old = path.parent / base if str(base).endswith(".toml") else base
        text = f"is a template, not a strategy; xlbuilder try --old {old} --new {path} compares it"
        raise TemplateError([Fault(path, text)])
    source = _with_parts(path, tables, parts, (), given or {})
    own: dict[str, list[str]] = {}
    for part, plugs, _ in source.plugs:
        for slot in plugs.keys() & own:
            text = "is in another part of the strategy too; keep one of them"
            raise TemplateError([Fault(part, f"[plugs] {slot}: {text}")])
        own |= plugs
    if own:
        source.tables["plugs"] = own | source.tables.get("plugs", {})
    if rules := [rule for part in source.plugs for rule in part.rules]:
        source.tables["rules"] = [*rules, *source.tables.get("rules", [])]
    source.plugs.clear()
    return source


def _read(path: Path, extended_by: tuple[Path, ...], left_out: Collection[str]) -> Source:
    if path.resolve() in extended_by:
        raise TemplateError([Fault(path, "extends itself")])
    if len(extended_by) == MAX_NESTING:
        text = f"more than {MAX_NESTING} templates extend each other; put some together"
        raise TemplateError([Fault(extended_by[0], text)])
    tables = read_tables(path)
    if "strategy" in tables and not tables.keys() & {"workbook", "extends"}:
        text = f"is a strategy, not a template; give --with {path}"
        raise TemplateError([Fault(path, text)])
    base = tables.pop("extends", None)
    if base is None:
        source = Source(path)
    elif isinstance(base, str):
        with asked_for(path, "extends"):
            below = find(base, path.parent)
        source = _read(below, (*extended_by, path.resolve()), left_out)
    else:
        text = "give the name or the path of one template"
        raise TemplateError([Fault(path, text, ("extends",))])
    for name in _names(path, tables, "layers"):
        with asked_for(path, "layers"):
            layer = find_part(name, path.parent)
        if layer.stem in source.layers:
            text = f"{name}: there is a layer {layer.stem} already; choose another name"
            raise TemplateError([Fault(path, text, ("layers",))])
        source.layers[layer.stem] = layer
        if layer.stem in left_out:
            left = _with_parts(layer, read_tables(layer), set(), (path,))
            source.missing |= left.entries() | asked_fields(left.tables.get("slots", {}))
        else:
            tables.setdefault("needs", []).append(name)
    laid = _with_parts(path, tables, source.parts, ())
    source.above.append(laid.take_overriding())
    source.lay_over(laid)
    source.missing -= source.entries()
    source.path, source.files = path, laid.files
    return source


def _names(path: Path, tables: dict[str, Any], key: str) -> list[str]:
    """Take the names or paths of parts out of the tables of the file ``path``."""
    names = tables.pop(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise TemplateError([Fault(path, "give a list of names or paths of parts", (key,))])
    return names


def _with_parts(
    path: Path,
    tables: dict[str, Any],
    parts: set[Path],
    within: tuple[Path, ...],
    given: Given | None = None,
) -> Source:
    """Return the tables of the file ``path``, laid over those of the parts that it needs.

    A file of ``parts`` is not laid in again; those that are laid in are added to ``parts``.
    ``within`` are the files that need this one, from the outermost to the nearest.  ``given``
    are the parameters of a strategy, which may need other strategies too; None for other files.
    """
    names = _names(path, tables, "needs")
    if given is not None:
        tables["needs"] = [name for name in names if not _is_part(name, path)]
        names = [name for name in names if name not in tables["needs"]]
    around = (*within, path)
    together = Source(path, parts=parts)
    faults: list[Fault] = []
    for name in names:
        part = _part(name, around)
        if part.resolve() in parts:
            continue
        parts.add(part.resolve())
        if len(parts) > MAX_PARTS:
            text = f"more than {MAX_PARTS} parts; put some together"
            raise TemplateError([Fault(path, text, ("needs",))])
        below = read_tables(part)
        if "extends" in below:
            text = "a part extends nothing; let the template extend it"
            raise TemplateError([Fault(part, text, ("extends",))])
        laid = _with_parts(part, below, parts, around)
        together.plugs += _plugs(part, laid.tables)
        faults += laid.faults(
            Problem(place, f"is in {together.origins[place]} too; keep one of them")
            for place in _in_both(laid.tables, together.tables)
        )
        together.lay_over(laid)
        together.files |= laid.files
    if faults:
        raise TemplateError(faults)
    together.lay_over(_written(path, tables, given))
    together.files.add(path)
    return together


def _plugs(path: Path, tables: dict[str, Any]) -> Iterator[Plugged]:
    """Take what the part ``path`` brings for slots out of its tables."""
    plugs, rules = tables.pop("plugs", {}), tables.pop("rules", [])
    for slot, names in plugs.items() if isinstance(plugs, dict) else [("", plugs)]:
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise TemplateError([Fault(path, f"[plugs] {slot}: give a list of names")])
    if not isinstance(rules, list) or not all(map(_is_rule, rules)):
        text = "[[rules]]: give names or whole numbers, each by its field"
        raise TemplateError([Fault(path, text)])
    if plugs or rules:
        yield Plugged(path, plugs, rules)


def _is_rule(rule: object) -> bool:
    return isinstance(rule, dict) and all(type(value) in (str, int) for value in rule.values())


def _is_part(name: str, path: Path) -> bool:
    """Return whether what the strategy ``path`` needs is a part, and no other strategy."""
    beside = path.parent / name
    with suppress(OSError):  # a name that is too long for a file
        if name.endswith(".toml") and beside.is_file():
            return "strategy" not in read_tables(beside)
    return name in shipped_parts()


def _part(name: str, around: tuple[Path, ...]) -> Path:
    """Return the file of the part ``name`` of the innermost of the files ``around`` it."""
    path = around[-1]
    with asked_for(path, "needs"):
        part = find_part(name, path.parent)
    files = [file.resolve() for file in around]
    if part.resolve() in files:
        circle = [*around[files.index(part.resolve()) :], part]
        text = f"the file needs itself: {' > '.join(file.name for file in circle)}"
        raise TemplateError([Fault(circle[0], text)])
    if len(around) > MAX_NESTING:
        text = f"more than {MAX_NESTING} files need each other; put some together"
        raise TemplateError([Fault(around[0], text)])
    return part


def _written(path: Path, tables: dict[str, Any], given: Given | None) -> Source:
    """Return the tables as all written by the file ``path``, with their repeats written out."""
    expanded = expand(tables, given)
    tables = expanded.tables
    source = Source(path, tables, dict.fromkeys(_places(tables), path), expanded.written)
    if expanded.problems:
        raise TemplateError(source.faults(expanded.problems))
    return source


def _places(tables: dict[str, Any], place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in tables.items():
        yield (*place, key)
        if isinstance(value, dict):
            yield from _places(value, (*place, key))


def _in_both(
    first: dict[str, Any], second: dict[str, Any], place: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield what two parts define: a board, a name, a section of the guide, a key.

    Both may have the table ``[boards]``, but not ``[boards.sol_board]``, not even other keys of it.
    """
    for key, value in first.items():
        here = (*place, key)
        has_entries = len(here) == 1 or here == ("guide", "sections")
        if key not in second:
            continue
        if has_entries and isinstance(value, dict) and isinstance(second[key], dict):
            yield from _in_both(value, second[key], here)
        else:
            yield here


def _overriding(entries: object) -> list[str]:
    """Return the keys of the entries of a table that override those of the same name."""
    named = entries.items() if isinstance(entries, dict) else ()
    return [key for key, each in named if isinstance(each, dict) and each.get(OVERRIDES) == key]


def _new_places(tables: dict[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the boards and cells that have a range or a size, which, and the other of both."""
    for table in ("boards", "cells"):
        entries = tables.get(table)
        for key, entry in entries.items() if isinstance(entries, dict) else ():
            for given, other in (("range", "size"), ("size", "range")):
                if isinstance(entry, dict) and given in entry and other not in entry:
                    yield table, key, given, other


def _lay_over(above: dict[str, Any], below: dict[str, Any]) -> None:
    for key, value in above.items():
        if isinstance(value, dict):
            if not isinstance(below.get(key), dict):
                below[key] = {}
            _lay_over(value, below[key])
        elif key == _ADDED and isinstance(value, list) and isinstance(below.get(key), list):
            below[key] = [*below[key], *value]
        else:
            below[key] = value


def read_tables(path: Path) -> dict[str, Any]:
    """Return the tables of one TOML file; TemplateError when it cannot be read."""
    try:
        with opened_to_read(path) as file:
            data = file.read(MAX_BYTES + 1)
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError([Fault(path, f"cannot be read: {error}")]) from None
    if len(data) > MAX_BYTES:
        raise TemplateError([Fault(path, f"is larger than {MAX_BYTES:,} bytes; split it")])
    too_deep = Fault(path, f"nests its values too deeply; {MAX_NESTING} levels are allowed")
    try:
        tables = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise TemplateError([Fault(path, f"not valid TOML: {error}")]) from None
    except RecursionError:
        raise TemplateError([too_deep]) from None
    except ValueError:  # Python refuses to read a number of more than 4,300 digits
        raise TemplateError([Fault(path, "holds a number of thousands of digits")]) from None
    if _levels(tables) > MAX_NESTING:
        raise TemplateError([too_deep])
    return tables


def _levels(tables: dict[str, Any]) -> int:
    level = 0
    found: list[dict[str, Any] | list[Any]] = [tables]
    while found and level <= MAX_NESTING:
        values = [
            value for each in found for value in (each.values() if isinstance(each, dict) else each)
        ]
        found = [value for value in values if isinstance(value, dict | list)]
        level += 1
    return level
