"""Turns the tables of a source into a model of schema.py, and pydantic's errors into our words."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from itertools import groupby
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from xlbuilder.errors import TemplateError, counted, did_you_mean
from xlbuilder.template.entries import PATTERNS
from xlbuilder.template.limits import MAX_PROBLEMS
from xlbuilder.template.problem import Problem
from xlbuilder.template.schema import TemplateFile
from xlbuilder.template.source import Source

File = TypeVar("File", bound=BaseModel)

_SHOWN = 200
_READ_FIRST: dict[type[BaseModel], tuple[str, ...]] = {TemplateFile: ("extends", "needs")}
"""Keys at the top of a file that its model lacks, because source.py has read them before."""


def validated(source: Source, model: type[File]) -> File:
    """Return the tables of a source as a model.

    Raises TemplateError with all problems of the tables.
    """
    try:
        return model.model_validate(source.tables)
    except ValidationError as error:
        errors = error.errors()[:MAX_PROBLEMS]
    raise TemplateError(source.faults(_problems(errors, model, source.tables)))


def _problems(
    errors: Iterable[Any], file: type[BaseModel], tables: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield one problem for each error, and one where a value is of none of several types."""
    for value_of, some in groupby(errors, lambda error: _several(error, tables)):
        if not value_of:
            yield from (_problem(error, file, tables) for error in some)
            continue
        found = [*some]
        right_type = [error for error in found if not error["type"].endswith("_type")]
        text = " or ".join(map(_expected, right_type or found))
        yield Problem(value_of, f"should {text}, not {_shown(found[0]['input'])}")


def _several(error: Any, tables: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the place of a value that may be of several types, for an error of one type.

    For such a value pydantic has an error each, and puts the type behind the place.
    """
    place = error["loc"][:-1]
    value: Any = tables
    for part in place:
        value = value[part]
    is_of_value = value is error["input"] and error["type"] != "missing"
    return tuple(map(str, place)) if is_of_value else ()


def _model(file: Any, table: tuple[str, ...]) -> type[BaseModel]:
    """Return the model of a table of a file."""
    part = file
    for key in table:
        is_model = get_origin(part) is None  # otherwise a dictionary or a list of models
        part = part.model_fields[key].annotation if is_model else get_args(part)[-1]
        if get_origin(part) is UnionType:
            part = next(each for each in get_args(part) if each is not NoneType)
    model: type[BaseModel] = part
    return model


def _problem(error: Any, file: type[BaseModel], tables: Mapping[str, Any]) -> Problem:
    place = tuple(str(part) for part in error["loc"] if part != "[key]")
    table, key = place[:-1], place[-1]
    if error["type"] == "extra_forbidden":
        model = _model(file, table)
        keys = [*model.model_fields, *_READ_FIRST.get(model, ())]
        is_of_file = key == "needs"
        hint = "write it at the top of the file" if is_of_file else did_you_mean(key, keys)
        return Problem(table, f"unknown key {key}; {hint}", key)
    if error["type"] == "missing":
        if not table:
            return Problem(table, f"the table [{key}] is missing")
        fields = _model(file, table).model_fields
        required = [name for name in fields if fields[name].is_required()]
        either = ["range or size"] if {"range", "size"} <= fields.keys() else []
        text = ", ".join([*either, *required])
        missing = f"the key {key} is missing; required are: {text}"
        if table[0] == "slots" and table[1] in tables.get("names", {}):
            return Problem(table, f"is a name, not a slot; write [names.{table[1]}] with formula")
        if len(table) > 1 and isinstance(entries := tables[table[0]], dict):
            others = [name for name in entries if name != table[1]]
            if hint := did_you_mean(table[1], others, ""):  # the entry may be misspelled
                missing = f"{hint} If not, {missing}"
        return Problem(table, missing)
    return Problem(place, f"should {_expected(error)}, not {_shown(error['input'])}")


def _expected(error: Any) -> str:
    """Return what a value should be or have, by the type and context of pydantic's error."""
    context = error.get("ctx", {})
    match error["type"]:
        case "dict_type" | "model_type":
            return "be a table"
        case "list_type":
            return "be a list"
        case "string_pattern_mismatch":
            return f"be {PATTERNS[context['pattern']]}"
        case "string_too_short":
            return f"have at least {counted(context['min_length'], 'character')}"
        case "string_too_long":
            return f"have at most {counted(context['max_length'], 'character')}"
        case "too_short":
            return f"have at least {counted(context['min_length'], 'item')}"
        case "too_long":
            return f"have at most {counted(context['max_length'], 'item')}"
        case "value_error":
            return f"be {context['error']}"
        case other if other in _EXPECTED:
            return f"be {_EXPECTED[other].format(**context)}"
        case _:
            return f"be otherwise ({error['msg']})"


_EXPECTED = {
    "string_type": "a valid string",
    "int_type": "a valid integer",
    "float_type": "a valid number",
    "bool_type": "a valid boolean",
    "finite_number": "a finite number",
    "literal_error": "{expected}",
    "greater_than": "greater than {gt:g}",
    "greater_than_equal": "greater than or equal to {ge}",
    "less_than": "less than {lt:g}",
    "less_than_equal": "less than or equal to {le}",
}
"""The other types of error that the models of schema.py give."""


def _shown(value: object) -> str:
    try:
        text = str(value) if isinstance(value, date | time) else repr(value)
    except ValueError:  # Python refuses to write a number of more than 4,300 digits
        return "a number of thousands of digits"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
