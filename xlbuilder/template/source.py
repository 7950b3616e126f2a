"""What the files of a template or a strategy say together.

``extends = "ellis"`` (or a path) takes over another template; the tables of the extending file
are laid over it key by key, so that a file with a single formula is a whole template.  A preset
that is false is taken back.

``needs = ["clues.toml"]`` includes the parts of a file, one after the other.  Parts add up, so it
is an error when two parts define the same.  The tables of the including file are laid over its
parts.

``layers = ["shelf.toml"]`` includes more parts; each layer can be left out.  A part may plug names
into slots, as strategies do (plugging.py).  ``without = ["shelf"]`` leaves out layers of the
template that is extended.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from xlbuilder.errors import Fault, TemplateError, did_you_mean
from xlbuilder.template.expand import Given, expand
from xlbuilder.template.joins import asked_fields
from xlbuilder.template.limits import MAX_NESTING, MAX_PARTS
from xlbuilder.template.locate import asked_for, find, find_part
from xlbuilder.template.locate import parts as shipped_parts
from xlbuilder.template.problem import Problem
from xlbuilder.template.tables import ADDED, Plugged, Tables
from xlbuilder.template.toml import read_toml


@dataclass(frozen=True)
class Source(Tables):
    """The tables of a template or a strategy as its files have them."""

    files: frozenset[Path] = frozenset()
    """The file itself and its parts, without the parts of the template that it extends."""
    parts: frozenset[Path] = frozenset()
    """All included files, resolved; each is laid in once."""
    layers: Mapping[str, Path] = field(default_factory=dict)
    """The layers of the template by name, also layers that the caller leaves out."""
    missing: frozenset[str] = frozenset()
    """The slots, fields of rules, names, boards and cells of the layers that are left out."""
    above: tuple[Tables, ...] = ()
    """For each file of the template, the entries that are also laid over entries of strategies."""


def read(path: Path, left_out: Collection[str] = ()) -> Source:
    """Read the template at ``path``, with its parts and the template that it extends.

    The layers whose names are ``left_out`` are not read.  Raises TemplateError when a file cannot
    be read, or when parts do not go together.
    """
    return _read(path, (), left_out)


def read_strategy(
    path: Path, given: Given | None = None, parts: frozenset[Path] = frozenset()
) -> Source:
    """Read the strategy at ``path``, with its parts except the ``parts`` already laid in.

    ``given`` are its parameters; missing parameters have the values of the file.  Raises
    TemplateError as `read` does.
    """
    tables = read_toml(path)
    if "strategy" not in tables and tables.keys() & {"workbook", "extends"}:
        base = tables.get("extends", "TEMPLATE")
        old = path.parent / base if str(base).endswith(".toml") else base
        text = f"is a template, not a strategy; xlbuilder try --old {old} --new {path} compares it"
        raise TemplateError([Fault(path, text)])
    source = _with_parts(path, tables, parts, (), given or {})
    plugs: dict[str, Sequence[str]] = {}
    for part in source.plugs:
        for slot in part.plugs.keys() & plugs:
            text = "is in another part of the strategy too; keep one of them"
            raise TemplateError([Fault(part.path, f"[plugs] {slot}: {text}")])
        plugs |= part.plugs
    own = dict(source.tables)
    if plugs:
        own["plugs"] = plugs | own.get("plugs", {})
    if rules := [rule for part in source.plugs for rule in part.rules]:
        own["rules"] = [*rules, *own.get("rules", [])]
    return replace(source, tables=own, plugs=())


def _read(path: Path, extended_by: tuple[Path, ...], left_out: Collection[str]) -> Source:
    if path.resolve() in extended_by:
        raise TemplateError([Fault(path, "extends itself")])
    if len(extended_by) == MAX_NESTING:
        text = f"more than {MAX_NESTING} templates extend each other; put some together"
        raise TemplateError([Fault(extended_by[0], text)])
    tables = read_toml(path)
    if "strategy" in tables and not tables.keys() & {"workbook", "extends"}:
        text = f"is a strategy, not a template; give --with {path}"
        raise TemplateError([Fault(path, text)])
    base = tables.pop("extends", None)
    without = _names(path, tables, "without")
    if base is None:
        below = Source(path)
    elif isinstance(base, str):
        with asked_for(path, "extends"):
            extended = find(base, path.parent)
        below = _read(extended, (*extended_by, path.resolve()), {*left_out, *without})
    else:
        text = "give the name or the path of one template"
        raise TemplateError([Fault(path, text, ("extends",))])
    for name in without:
        if name not in below.layers:
            hint = did_you_mean(name, below.layers, "leave it out")
            text = f"{name}: the template that is extended has no such layer; {hint}"
            raise TemplateError([Fault(path, text, ("without",))])
    layers = {name: layer for name, layer in below.layers.items() if name not in without}
    missing = set(below.missing)
    for name in _names(path, tables, "layers"):
        with asked_for(path, "layers"):
            layer = find_part(name, path.parent)
        if layer.stem in layers:
            text = f"{name}: there is a layer {layer.stem} already; choose another name"
            raise TemplateError([Fault(path, text, ("layers",))])
        layers[layer.stem] = layer
        if layer.stem in left_out:
            left = _with_parts(layer, read_toml(layer), frozenset(), (path,))
            missing |= left.entries() | asked_fields(left.tables.get("slots", {}))
        else:
            tables.setdefault("needs", []).append(name)
    own, above = _plugs_apart(_with_parts(path, tables, below.parts, ())).parted()
    together = below.below(own)
    presets = together.tables.get("presets", {})
    gone = [name for name in presets if presets[name] is False] if isinstance(presets, dict) else []
    together = together.without([("presets", name) for name in gone])
    return replace(
        together,
        path=path,
        files=own.files,
        parts=own.parts,
        layers=layers,
        missing=frozenset(missing - together.entries()),
        above=(*below.above, above),
    )


def _names(path: Path, tables: dict[str, Any], key: str) -> list[str]:
    """Remove a list of names or paths from the tables of the file ``path``; return the list."""
    names = tables.pop(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise TemplateError([Fault(path, "give a list of names or paths of parts", (key,))])
    return names


def _with_parts(
    path: Path,
    tables: dict[str, Any],
    parts: frozenset[Path],
    within: tuple[Path, ...],
    given: Given | None = None,
) -> Source:
    """Return the tables of the file ``path``, laid over the tables of the parts that it needs.

    A file of ``parts`` is not laid in again; new parts are added to the parts of the result.
    ``within`` are the files that need this file, from the outermost to the nearest.  ``given`` are
    the parameters of a strategy, which may need other strategies too; None for other files.
    """
    names = _names(path, tables, "needs")
    if given is not None:
        tables["needs"] = [name for name in names if not _is_part(name, path)]
        names = [name for name in names if name not in tables["needs"]]
    around = (*within, path)
    together = Source(path, files=frozenset([path]), parts=parts)
    faults: list[Fault] = []
    for name in names:
        part = _part(name, around)
        if part.resolve() in together.parts:
            continue
        with_part = together.parts | {part.resolve()}
        if len(with_part) > MAX_PARTS:
            text = f"more than {MAX_PARTS} parts; put some together"
            raise TemplateError([Fault(path, text, ("needs",))])
        below = read_toml(part)
        if "extends" in below:
            text = "a part extends nothing; let the template extend it"
            raise TemplateError([Fault(part, text, ("extends",))])
        laid = _plugs_apart(_with_parts(part, below, with_part, around))
        faults += laid.faults(
            Problem(place, f"is in {together.origins[place]} too; keep one of them")
            for place in _in_both(laid.tables, together.tables)
        )
        files = together.files | laid.files
        together = replace(together.below(laid), files=files, parts=laid.parts)
    if faults:
        raise TemplateError(faults)
    return together.below(_written(path, tables, given))


def _plugs_apart(part: Source) -> Source:
    """Return a part with its plugs and rules beside its tables instead of in them."""
    path, tables = part.path, dict(part.tables)
    plugs, rules = tables.pop("plugs", {}), tables.pop("rules", [])
    for slot, names in plugs.items() if isinstance(plugs, dict) else [("", plugs)]:
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise TemplateError([Fault(path, f"[plugs] {slot}: give a list of names")])
    if not isinstance(rules, list) or not all(map(_is_rule, rules)):
        text = "[[rules]]: give names or whole numbers, each by its field"
        raise TemplateError([Fault(path, text)])
    own = [Plugged(path, plugs, rules)] if plugs or rules else []
    return replace(part, tables=tables, plugs=(*own, *part.plugs))


def _is_rule(rule: object) -> bool:
    return isinstance(rule, dict) and all(type(value) in (str, int) for value in rule.values())


def _is_part(name: str, path: Path) -> bool:
    """Return whether a need of the strategy ``path`` is a part and no strategy."""
    beside = path.parent / name
    with suppress(OSError):  # a name that is too long for a file
        if name.endswith(".toml") and beside.is_file():
            return "strategy" not in read_toml(beside)
    return name in shipped_parts()


def _part(name: str, around: tuple[Path, ...]) -> Path:
    """Return the file of the part ``name``, which the innermost file of ``around`` needs."""
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


def _written(path: Path, tables: dict[str, Any], given: Given | None) -> Tables:
    """Return the tables of the file ``path``, with their repeats written out."""
    expanded = expand(tables, given)
    tables = expanded.tables
    source = Tables(path, tables, dict.fromkeys(_places(tables), path), expanded.written)
    if expanded.problems:
        raise TemplateError(source.faults(expanded.problems))
    return source


def _places(tables: dict[str, Any], place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in tables.items():
        yield (*place, key)
        if isinstance(value, dict):
            yield from _places(value, (*place, key))
        elif key in ADDED and isinstance(value, list):
            yield from ((*place, key, each) for each in value if isinstance(each, str))


def _in_both(
    first: Mapping[str, Any], second: Mapping[str, Any], place: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield what both parts define: a board, a name, a section of the guide, a key.

    Both may have the table ``[boards]``, but not both ``[boards.sol_board]``, even with different
    keys.  Both may add to the same list.
    """
    for key, value in first.items():
        here = (*place, key)
        has_entries = len(here) == 1 or here == ("guide", "sections")
        if key not in second or key in ADDED:
            continue
        if has_entries and isinstance(value, dict) and isinstance(second[key], dict):
            yield from _in_both(value, second[key], here)
        else:
            yield here
