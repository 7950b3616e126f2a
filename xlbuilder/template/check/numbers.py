"""Checks the slots of numbers: no two names are the same one.

Excel calculates with a wrong number as with a right one, so nobody would see it on the sheet.
"""

from collections.abc import Iterator

from xlbuilder.template.problem import Problem
from xlbuilder.template.schema import Template


def check_numbers(template: Template) -> Iterator[Problem]:
    """Yield the problems of slots with ``whole_number``, at the names that they are made of."""
    for slot, entry in template.slots.items():
        if entry.whole_number is None:
            continue
        least, most = entry.whole_number.min, entry.whole_number.max
        taken: dict[int, str] = {}
        for _, name in template.plugs.get([*entry.fields, slot][0], ()):
            number = template.names[name].number if name in template.names else None
            if number is None or not least <= number <= most:
                text = f"is plugged into {slot}, so it must be a whole number"
                yield _at(template, name, f"{text}, {least} to {most}")
            elif taken.setdefault(number, name) != name:
                text = f"is {number} in {slot}, as {taken[number]} is; choose another"
                yield _at(template, name, f"{text} whole number, {least} to {most}")


def _at(template: Template, name: str, text: str) -> Problem:
    tables = ("names", "cells", "boards")
    table = next((each for each in tables if name in getattr(template, each)), None)
    if table is None:
        return Problem(("rules",), f"{name} {text}; give a name whose formula is this number")
    return Problem((table, name, "formula"), text)
