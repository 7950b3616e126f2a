"""TOML files to one checked Template.

``extends = "ellis"`` (or a path) takes over another template; the tables of the extending file
are laid over it key by key, so that a file with one formula is a whole template.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from xlbuilder.errors import TemplateError
from xlbuilder.template import model
from xlbuilder.template.check_formulas import check_formulas, unused
from xlbuilder.template.check_sheet import check_sheet
from xlbuilder.template.model import Template
from xlbuilder.template.problem import Problem
from xlbuilder.template.shelf import find

_TABLES: dict[tuple[str, ...], type[BaseModel]] = {
    (): Template,
    ("workbook",): model.Workbook,
    ("workbook", "calculation"): model.Calculation,
    ("drive",): model.Drive,
    ("boards", "*"): model.Board,
    ("boards", "*", "whole_number"): model.WholeNumber,
    ("cells", "*"): model.Cell,
    ("names", "*"): model.Name,
    ("texts", "*"): model.TextLine,
    ("styles", "*"): model.Style,
}


@dataclass(frozen=True)
class Loaded:
    """A checked template, and what loading it found."""

    template: Template
    path: Path
    left_out: tuple[str, ...]
    """Names and cells of an extended template that nothing uses any more; they are not built."""


def load(name: str) -> Loaded:
    """Load the template ``name``: the path of a TOML file, or the name of a shipped template.

    Raises TemplateError with all problems of the template at once, each with the file, the table
    and what to do.
    """
    source = _read(find(name))
    try:
        template = Template.model_validate(source.tables)
    except ValidationError as error:
        raise TemplateError(source.told(map(_problem, error.errors()))) from None
    # Formulas are closed for the cells that hold them: only a sound sheet can be checked further.
    problems = list(check_sheet(template)) or list(check_formulas(template))
    superfluous = unused(template) if not problems else []
    problems += [
        Problem((*place, "formula" if place[0] == "names" else "range"), "nothing uses it")
        for place in superfluous
        if source.owns(place)
    ]
    if problems:
        raise TemplateError(source.told(problems))
    left_out = tuple(name for _, name in superfluous)
    return Loaded(_without(template, superfluous), source.path, left_out)


@dataclass
class _Source:
    """The tables of a template and of those it extends, laid over each other."""

    path: Path
    tables: dict[str, Any]
    origins: dict[tuple[str, ...], Path] = field(default_factory=dict)
    """The file that wrote a table or key last."""

    def owns(self, place: tuple[str, ...]) -> bool:
        return self.origins.get(place) == self.path

    def told(self, problems: Iterable[Problem]) -> list[str]:
        """Return one line a problem: file, table, key, what is wrong and what to do."""
        lines = []
        for problem in problems:
            place = problem.place
            known = next(
                (place[:end] for end in range(len(place), 0, -1) if place[:end] in self.origins),
                (),
            )
            table, key = (place[:2], place[2:]) if place[:1] != ("workbook",) else ((), place)
            shown = " ".join([f"[{'.'.join(table)}]" if table else "", ".".join(key)]).strip()
            origin = self.origins.get(known, self.path)
            lines.append(": ".join(filter(None, [str(origin), shown, problem.text])))
        return lines


def _read(path: Path, extended_by: tuple[Path, ...] = ()) -> _Source:
    if path.resolve() in extended_by:
        raise TemplateError([f"{path}: extends itself"])
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise TemplateError([f"{path}: not valid TOML: {error}"]) from None
    except RecursionError:
        raise TemplateError([f"{path}: nests its values too deeply"]) from None
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError([f"{path}: cannot be read: {error}"]) from None
    base = tables.pop("extends", None)
    if base is None:
        source = _Source(path, {})
    elif isinstance(base, str):
        source = _read(find(base, path.parent), (*extended_by, path.resolve()))
        source.path = path
    else:
        raise TemplateError([f"{path}: extends: give the name or the path of one template"])
    _lay_over(source, tables, source.tables, ())
    return source


def _lay_over(
    source: _Source, above: dict[str, Any], below: dict[str, Any], place: tuple[str, ...]
) -> None:
    for key, value in above.items():
        here = (*place, key)
        source.origins[here] = source.path
        if isinstance(value, dict):
            if not isinstance(below.get(key), dict):
                below[key] = {}
            _lay_over(source, value, below[key], here)
        else:
            below[key] = value


def _problem(error: Any) -> Problem:
    """Turn a problem as pydantic puts it into one line as we put it."""
    place = tuple(str(part) for part in error["loc"])
    table, key = place[:-1], place[-1]
    if error["type"] == "extra_forbidden":
        known = _TABLES.get(table) or _TABLES.get((*table[:1], "*", *table[2:]))
        keys = list(known.model_fields) if known else []
        close = get_close_matches(key, keys, n=1)
        remedy = f"did you mean {close[0]}?" if close else f"known are: {', '.join(keys)}"
        return Problem(table, f"unknown key {key}; {remedy}")
    if error["type"] == "missing":
        what = f"the key {key}" if table else f"the table [{key}]"
        return Problem(table, f"{what} is missing")
    message = error["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
    message = message.replace(
        "String should match pattern '^[0-9A-Fa-f]{6}$'", "a color such as 1F4E9E"
    )
    return Problem(place, f"should be {message}, not {error['input']!r}")


def _without(template: Template, places: list[tuple[str, str]]) -> Template:
    tables: dict[str, dict[str, Any]] = {
        "names": dict(template.names),
        "cells": dict(template.cells),
    }
    for table, name in places:
        del tables[table][name]
    return template.model_copy(update=tables)
