"""From a workbook that was changed in Excel back to the smallest template that builds it.

The template is proved: it is built and compared with the workbook.  What still differs then, no
template can say.
"""

import os
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from xlbuilder.changes.diff import Read, built, compared_sides, loaded_from, read, sides, told
from xlbuilder.changes.said import Said
from xlbuilder.changes.strategy_file import changed_strategy
from xlbuilder.errors import Fault, TemplateError, WorkbookError, counted
from xlbuilder.formula.parse import parse
from xlbuilder.template.calls import names_in, reached
from xlbuilder.template.load import LoadedTemplate, load
from xlbuilder.template.locate import StrPath, shipped_names
from xlbuilder.template.strategy_ref import StrategyRef
from xlbuilder.template.toml import to_toml
from xlbuilder.xlsx.atomic import temporary_folder
from xlbuilder.xlsx.origin import Origin

TEMPLATE, STRATEGY = "template", "strategy"
"""What can be extracted."""


@dataclass(frozen=True, repr=False)
class Extracted:
    """A template with the changes of a workbook; its text is the file."""

    text: str
    """The file, in TOML."""
    left: tuple[str, ...]
    """What no template can say, and what differs when this template is built; one line each."""
    extends: str
    """The template that it extends, as in the file: a name, or a path from the file's folder; ""
    for a strategy, which extends none."""
    file: str = ""
    """The file name that a strategy must have, such as ``x_wing.toml``; "" for a template."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Extracted: {self.file or self.extends}, {counted(len(self.left), 'line')} left>"


def extract(
    path: StrPath,
    base: StrPath | None = None,
    *,
    as_: str = TEMPLATE,
    folder: StrPath | None = None,
) -> Extracted:
    """Return the smallest template that builds a workbook which was changed in Excel.

    The template extends ``base``, a template by name or path; by default the template from which
    the workbook was built.  ``Extracted.text`` is the file.  It is to be written to ``folder``, by
    default the folder of the workbook: its paths of other files begin there.  ``Extracted.left`` is
    what no template can say.  With ``as_="strategy"`` the file is the strategy whose names were
    changed, and replaces it (``load(replace=...)``).

    Raises WorkbookError when the file cannot be read, has no defined names, or does not say what it
    was built from; TemplateError with all problems of the base, or when the changed names do not
    belong to one strategy.
    """
    path = Path(path)
    folder = path.parent if folder is None else Path(folder)
    mine = read(path)
    origin = Origin.from_properties(mine[0].properties)
    if base is not None and (origin is None or origin.template != os.fspath(base)):
        origin = Origin(os.fspath(base))
    if origin is None:
        text = "does not say which template it was built from; add --base TEMPLATE"
        raise WorkbookError(f"{path}: {text}")
    if not mine[0].names:
        raise WorkbookError(f"{path}: has no defined names, which a template is made of")
    loaded = loaded_from(origin, path)
    old, new = sides(built(loaded, origin), mine)
    said = Said(loaded, old, new)
    tables = said.tables(compared_sides(old, new).differences)
    words = [f"# What was changed in {path.name}."]
    if as_ == STRATEGY:
        one, file = changed_strategy(loaded, tables)
        again = _built_with(file, one, origin)
        left = _left(said, again, mine)
        text = "\n".join([*words, f"# Build with --replace {one.path.name}.", file])
        return Extracted(text, left, "", one.path.name)
    layers = [name for name in origin.removed if name in loaded.source.layers]
    if [*origin.added, *origin.removed] != layers:
        tables = {"strategies": _names(loaded), **tables}
    asked = replace(origin, added=(), removed=tuple(layers))
    faults, again = _built_again(loaded, tables, asked)
    if said.kept_plain(compared_sides(*sides(again, mine)).differences):
        more, again = _built_again(loaded, tables, asked)
        faults += more
    lines = [*map(str, faults), *_left(said, again, mine)]
    if said.helpers:
        words.append(
            f"# Cells without a name in the workbook have one here: {', '.join(said.helpers)}"
        )
    words += [f"# Build it with --without {name}." for name in layers]
    if "strategies" in tables:
        tables["strategies"] = _names(loaded, folder)
    extends = _name(loaded.path, folder)
    text = to_toml({"extends": extends, **tables})
    return Extracted("\n".join([*words, "", text]), tuple(lines), extends)


def _left(said: Said, again: Read, mine: Read) -> tuple[str, ...]:
    """Return what still differs after building, one line each."""
    one, other = sides(again, mine)
    differences = compared_sides(one, other).differences
    return tuple(told(each for each in differences if said.should_say(each, one.names)))


def _built_with(text: str, one: StrategyRef, origin: Origin) -> Read:
    """Build the template of the workbook, with another file for a strategy."""
    with temporary_folder() as folder:
        file = folder / one.path.name
        file.write_text(text, encoding="utf-8")
        added = (*origin.added, replace(one, path=file).text)
        try:
            return built(load(origin.template, added, (*origin.removed, one.name)), origin)
        except TemplateError as error:
            raise TemplateError([_within(folder, each) for each in error.faults]) from None


def _within(folder: Path, fault: Fault) -> Fault:
    """Return the fault; a file of the folder gets its name alone."""
    file = Path(fault.file)
    return fault._replace(file=file.name) if file.parent == folder else fault


def _built_again(
    base: LoadedTemplate, tables: dict[str, Any], origin: Origin
) -> tuple[list[Fault], Read]:
    """Build the tables without the entries that have faults, and return the faults too."""
    faults: list[Fault] = []
    extends = _name(base.path)
    with temporary_folder() as folder:
        path = folder / "mine.toml"
        while True:
            path.write_text(to_toml({"extends": extends, **tables}), encoding="utf-8")
            try:
                return faults, built(load(str(path), (), origin.removed), origin)
            except TemplateError as error:
                found = error.faults
                faults += [each._replace(file="") if each.file == path else each for each in found]
                _drop(tables, found, base.template.names)


def _drop(tables: dict[str, Any], faults: Sequence[Fault], known: Collection[str]) -> None:
    """Remove the entries that have faults; all entries, when the faults name none.

    A new name, which the base does not have (``known``), goes with the names that call it.
    """
    places = {fault.entry for fault in faults if len(fault.entry) == 2}
    gone = {name.lower() for table, name in places if table == "names" and name not in known}
    callers: dict[str, list[str]] = {}
    for name, entry in tables.get("names", {}).items():
        for called in names_in(parse(entry.get("formula", "=1"))) if gone else ():
            callers.setdefault(called, []).append(name.lower())
    fallen = reached(gone, callers)
    places |= {("names", name) for name in tables.get("names", {}) if name.lower() in fallen}
    is_dropped = False
    for table, name in places:
        entries = tables.get(table, {})
        if isinstance(entries, dict) and name in entries:
            del entries[name]
            is_dropped = True
            if not entries:
                del tables[table]
    if not is_dropped:
        tables.clear()


def _names(loaded: LoadedTemplate, folder: Path | None = None) -> list[str]:
    return [one.text.replace(str(one.path), _name(one.path, folder)) for one in loaded.strategies]


def _name(path: Path, folder: Path | None = None) -> str:
    """Return the name of a shipped file, else its path: from ``folder`` or absolute."""
    file = path.parent.resolve() / path.name
    if name := shipped_names().get(file):
        return name
    if folder is not None:
        with suppress(ValueError):  # another drive of Windows
            file = Path(os.path.relpath(file, folder.resolve()))
    return file.as_posix()
