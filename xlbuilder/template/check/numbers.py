"""Checks the slots of numbers: each is within its bounds, and no two names are the same one.

Excel calculates with a wrong number as with a right one, so nobody would see it on the sheet.
"""

from collections.abc import Iterator

from xlbuilder.template.problem import Problem
from xlbuilder.template.schema import Template


def check_numbers(template: Template) -> Iterator[Problem]:
    """Yield the problems of slots with ``whole_number``, at the names that they are made of."""
    gone = template.drive.gone if template.drive else None
    for slot, entry in template.slots.items():
        if entry.whole_number is None:
            continue
        least, most = entry.whole_number.min, entry.whole_number.max
        taken: dict[int, str] = {}
        for _, name in template.plugs.get([*entry.fields, slot][0], ()):
            if gone and entry.fields[:1] == [gone.rungs] and not name.isdecimal():
                text = f"{gone.rungs} must be a whole number, {least} to {most}, not {name}"
                yield Problem(("rules",), text)
                continue
            number = _number(template, name)
            if number is None or not least <= number <= most:
                text = f"is plugged into {slot}, so it must be a whole number"
                yield _at(template, name, f"{text}, {least} to {most}")
            elif taken.setdefault(number, name) != name:
                text = f"is {number} in {slot}, as {taken[number]} is; choose another"
                yield _at(template, name, f"{text} whole number, {least} to {most}")


def _number(template: Template, text: str) -> int | None:
    """Return a number as it is, or the number that a name is; None when it is no whole one."""
    if text.isdecimal():
        return int(text)
    return template.names[text].number if text in template.names else None


def _at(template: Template, name: str, text: str) -> Problem:
    tables = ("names", "cells", "boards")
    table = next((each for each in tables if name in getattr(template, each)), None)
    if table is None:
        return Problem(("rules",), f"{name} {text}")
    return Problem((table, name, "formula"), text)
