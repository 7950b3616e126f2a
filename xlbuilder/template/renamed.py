"""Leaves out the slots that only give another name to a name.

A strategy plugs one name into a slot such as ``next_phase``, whose formula becomes
``=search_phase``.  In the template the slot says what is asked for, and another strategy may
answer it otherwise.  In a built workbook nothing is plugged in any more: a reader who follows
``next_phase`` would only find one more name to look up.  So what calls the slot calls that name.
"""

from typing import TypeVar

from xlbuilder.formula.parse import parse, renamed_text
from xlbuilder.formula.tree import Name
from xlbuilder.template.schema import Board, Cell, Format, Template
from xlbuilder.template.schema import Name as NameEntry

_Entry = TypeVar("_Entry", Board, Cell, NameEntry, Format)


def without_renamed(template: Template) -> Template:
    """Return the template without the slots whose formula is the name of another formula.

    Boards, cells, names and formats call that name.  A slot that is plugged into another one stays:
    reports call what is plugged in by its name.  No name of the template calls itself.
    """
    spelled = {name.lower(): name for name in template.names}
    plugged = {name.lower() for into in template.plugs.values() for _, name in into}
    asks = {}
    for slot in template.slots:
        if slot in template.names and slot.lower() not in plugged:
            node = parse(template.names[slot].formula)
            if isinstance(node, Name) and node.text.lower() in spelled:
                asks[slot.lower()] = node.text.lower()
    if not asks:
        return template

    def answer(name: str) -> str:
        return answer(asks[name]) if name in asks else spelled[name]

    means = {slot: answer(slot) for slot in asks}

    def renamed(entry: _Entry) -> _Entry:
        if entry.formula is None:
            return entry
        return entry.model_copy(update={"formula": renamed_text(entry.formula, means)})

    tables = {
        "boards": {key: renamed(entry) for key, entry in template.boards.items()},
        "cells": {key: renamed(entry) for key, entry in template.cells.items()},
        "formats": {key: renamed(entry) for key, entry in template.formats.items()},
        "names": {
            key: renamed(entry) for key, entry in template.names.items() if key.lower() not in means
        },
    }
    return template.model_copy(update=tables)
