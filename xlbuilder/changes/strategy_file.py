"""Writes the file of a strategy whose names were changed in a workbook."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit

from xlbuilder.errors import Fault, TemplateError
from xlbuilder.template.load import LoadedTemplate
from xlbuilder.template.strategy_ref import StrategyRef
from xlbuilder.template.tables import OVERRIDES
from xlbuilder.template.toml import to_toml

_KEYS = ("formula", "comment")


def changed_strategy(loaded: LoadedTemplate, tables: Mapping[str, Any]) -> tuple[StrategyRef, str]:
    """Return the strategy whose names ``tables`` change, and its file with these changes.

    The rest of the file stays as its author wrote it.  Raises TemplateError when names of no
    strategy or of several were changed, or when the file has no table of its own for a name.
    """
    names = {
        name: {key: value for key, value in entry.items() if key != OVERRIDES}
        for name, entry in tables.get("names", {}).items()
        if OVERRIDES in entry
    }
    files = {one.path.resolve(): one for one in loaded.strategies}
    origins = {name: loaded.source.origins["names", name] for name in names}
    mine = {path for path in map(Path.resolve, origins.values()) if path in files}
    if len(mine) != 1:
        which = ", ".join(sorted(files[path].name for path in mine)) or "none"
        text = f"names of one strategy make a strategy file; changed: {which}"
        raise TemplateError([Fault("", text)])
    one = files[mine.pop()]
    text = one.path.read_text(encoding="utf-8")
    for name, entry in names.items():
        if origins[name].resolve() == one.path.resolve():
            text = _changed(text, name, entry, one)
    return one, text


def _changed(text: str, name: str, entry: Mapping[str, str], one: StrategyRef) -> str:
    """Return the file with other values in the table of a name."""
    document = tomlkit.parse(text)
    table = document.get("names", {}).get(name)
    if table is None or not entry.keys() <= {*_KEYS}:
        remedy = "extract it as a template, without --as strategy"
        text = f"the file of {one.name} has no table [names.{name}]; {remedy}"
        raise TemplateError([Fault("", text)])
    for key, value in tomlkit.parse(to_toml(entry)).items():
        table[key] = value
    return tomlkit.dumps(document)
