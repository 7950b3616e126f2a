"""One thing that is wrong with a template."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

MOST_TOLD = 100
"""Problems of one template; nobody reads more, and each takes time to be put into words."""

_SHOWN = 200
Tables = Mapping[tuple[str, ...], type[BaseModel]]
"""The model of each table of a file; ``*`` stands for any name."""


class Problem(NamedTuple):
    """Where it is (the keys from the top of the file, ``names``, ``state``, ``formula``) and what.

    The text says what is wrong and what to do; source.py puts the file in front.
    """

    place: tuple[str, ...]
    text: str


def problems_of(error: ValidationError, tables: Tables) -> Iterator[Problem]:
    """Yield each problem that pydantic found in a file of these tables, as we put it."""
    for found in error.errors()[:MOST_TOLD]:
        yield _problem(found, tables)


def _model(tables: Tables, table: tuple[str, ...]) -> type[BaseModel]:
    return next(
        model
        for place, model in tables.items()
        if len(place) == len(table)
        and all(word in ("*", key) for word, key in zip(place, table, strict=True))
    )


def _problem(error: Any, tables: Tables) -> Problem:
    place = tuple(str(part) for part in error["loc"] if part != "[key]")
    table, key = place[:-1], place[-1]
    if error["type"] == "extra_forbidden":
        keys = list(_model(tables, table).model_fields)
        close = get_close_matches(key, keys, n=1)
        remedy = f"did you mean {close[0]}?" if close else f"known are: {', '.join(keys)}"
        return Problem(table, f"unknown key {key}; {remedy}")
    if error["type"] == "missing":
        what = f"the key {key}" if table else f"the table [{key}]"
        return Problem(table, f"{what} is missing")
    message = error["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
    message = re.sub("^a valid dictionary( or instance of .*)?$", "a table", message)
    message = re.sub("^a valid list$", "a list", message)
    message = re.sub(
        "^String should match .*:.*$", "rows such as 45:98, or columns as A:C", message
    )
    message = message.replace(
        "String should match pattern '^[0-9A-Fa-f]{6}$'", "a color such as 1F4E9E"
    )
    return Problem(place, f"should be {message}, not {_shown(error['input'])}")


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write a number of more than 4,300 digits
        return "a number of thousands of digits"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
