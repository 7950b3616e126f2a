"""Reads TOML files within limits, and writes tables as TOML, in the style of the templates."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from xlbuilder.errors import Fault, TemplateError
from xlbuilder.files import opened_to_read
from xlbuilder.template.limits import MAX_BYTES, MAX_NESTING

_BARE = re.compile(r"[A-Za-z0-9_-]+")

_QUOTES = (
    "; put a name in quotes if it has other characters than letters, digits, _ and -, and write a"
    " number without commas: 0.05"
)
"""For a key such as ``Loan!B8``, and for a number such as ``0,05``."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of one TOML file; TemplateError when it cannot be read."""
    try:
        with opened_to_read(path) as file:
            data = file.read(MAX_BYTES + 1)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise TemplateError([Fault(path, f"cannot be read: {error.strerror or error}")]) from None
    except UnicodeDecodeError as error:
        text = f"cannot be read: is not UTF-8 text (byte {error.start + 1}); save it as UTF-8"
        raise TemplateError([Fault(path, text)]) from None
    if len(data) > MAX_BYTES:
        raise TemplateError([Fault(path, f"is larger than {MAX_BYTES:,} bytes; split it")])
    too_deep = Fault(path, f"nests its values too deeply; {MAX_NESTING} levels are allowed")
    try:
        tables = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        hint = _QUOTES if str(error).startswith("Expected '=' after a key") else ""
        raise TemplateError([Fault(path, f"not valid TOML: {error}{hint}")]) from None
    except RecursionError:
        raise TemplateError([too_deep]) from None
    except ValueError:  # Python refuses to read a number of more than 4,300 digits
        raise TemplateError([Fault(path, "holds a number of thousands of digits")]) from None
    if _levels(tables) > MAX_NESTING:
        raise TemplateError([too_deep])
    return tables


def to_toml(tables: Mapping[str, Any]) -> str:
    """Return tables of texts, numbers, lists, further tables and lists of tables as a text."""
    return "\n".join(_lines(tables, ())).strip() + "\n"


def _lines(tables: Mapping[str, Any], place: tuple[str, ...], opening: str = "[") -> Iterator[str]:
    plain = {key: value for key, value in tables.items() if not _holds_tables(value)}
    if plain or not tables:
        if place:
            yield f"\n{opening}{'.'.join(map(_key, place))}{']' * len(opening)}"
        yield from (f"{_key(key)} = {_value(value)}" for key, value in plain.items())
    for key, value in tables.items():
        if isinstance(value, Mapping):
            yield from _lines(value, (*place, key))
        elif _holds_tables(value):
            for each in value:
                yield from _lines(each, (*place, key), "[[")


def _holds_tables(value: object) -> bool:
    is_list = isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)
    return is_list or isinstance(value, Mapping)


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
