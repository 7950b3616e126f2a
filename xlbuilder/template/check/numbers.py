"""Checks the slots of numbers: no two names are the same one, or one is the number of another.

Excel calculates with a wrong number as with a right one, so nobody would see it on the sheet.
"""

from collections.abc import Iterator

from xlbuilder.template.braces import OF_SLOTS
from xlbuilder.template.problem import Problem
from xlbuilder.template.schema import Name, Template, bare

_THIS = f"{{{OF_SLOTS[0]}}}"


def check_numbers(template: Template) -> Iterator[Problem]:
    """Yield the problems of slots with ``whole_number`` or ``one_of``, at the names plugged in."""
    for slot, entry in template.slots.items():
        if entry.whole_number is not None:
            least, most = entry.whole_number.min, entry.whole_number.max
            taken: dict[int, str] = {}
            for _, name in template.plugs.get(slot, ()):
                number = _of_name(template, name)
                if number is None or not least <= number <= most:
                    text = f"is plugged into {slot}, so it must be a whole number"
                    yield _at(template, name, f"{text}, {least} to {most}")
                elif taken.setdefault(number, name) != name:
                    text = f"is {number} in {slot}, as {taken[number]} is; choose another"
                    yield _at(template, name, f"{text} whole number, {least} to {most}")
        if entry.one_of is not None:
            yield from _check_one_of(template, slot, entry.one_of)


def _check_one_of(template: Template, slot: str, other: str) -> Iterator[Problem]:
    if other not in template.slots:
        yield Problem(("slots", slot, "one_of"), f"there is no slot {other}")
        return
    known = {_of_name(template, name) for _, name in template.plugs.get(other, ())}
    for place, name in template.plugs.get(template.slots[slot].beside or slot, ()):
        part, number = _value(template, slot, place)
        if number is not None and number not in known:
            text = f"its {part} is {number}, but nothing plugs {number} into {other}"
            yield _at(template, name, f"{text}; plug the same name into both")


def _value(template: Template, slot: str, place: int) -> tuple[str, int | None]:
    """Return the number that a slot is for what is plugged in at ``place``, None if it is more.

    With it comes the slot that says so: this one, or another that stands for it.
    """
    seen: set[str] = set()
    while slot in template.slots and slot not in seen:
        seen.add(slot)
        entry, names = template.slots[slot], dict(template.plugs.get(slot, ()))
        if place in names:
            is_it = bare(entry.join) == _THIS
            return slot, _of_name(template, names[place]) if is_it else None
        if entry.last is None:
            return slot, None
        last = bare(entry.last)
        if not (last.startswith("{") and last.endswith("}")):
            return slot, Name(formula=entry.last).number
        slot = last[1:-1]
    return slot, None


def _of_name(template: Template, name: str) -> int | None:
    entry = template.names.get(name)
    return None if entry is None else entry.number


def _at(template: Template, name: str, text: str) -> Problem:
    table = next(each for each in ("names", "cells", "boards") if name in getattr(template, each))
    return Problem((table, name, "formula"), text)
