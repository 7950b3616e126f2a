"""Writes tables as TOML, in the manner of our templates."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def to_toml(tables: Mapping[str, Any]) -> str:
    """Return tables of texts, numbers, lists and further tables as the text of a file."""
    return "\n".join(_lines(tables, ())).strip() + "\n"


def _lines(tables: Mapping[str, Any], place: tuple[str, ...]) -> Iterator[str]:
    plain = {key: value for key, value in tables.items() if not isinstance(value, Mapping)}
    if plain or not tables:
        if place:
            yield f"\n[{'.'.join(map(_key, place))}]"
        yield from (f"{_key(key)} = {_value(value)}" for key, value in plain.items())
    for key, value in tables.items():
        if isinstance(value, Mapping):
            yield from _lines(value, (*place, key))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: object) -> str:
    if isinstance(value, list):
        rows = [_value(each) for each in value]
        has_rows = any(isinstance(each, list) for each in value)
        return "[\n  " + ",\n  ".join(rows) + ",\n]" if has_rows else f"[{', '.join(rows)}]"
    if isinstance(value, str):
        is_formula = value.startswith("=") and value.isprintable() and "'''" not in value
        return f"'''{value}'''" if is_formula and not value.endswith("'") else _text(value)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
