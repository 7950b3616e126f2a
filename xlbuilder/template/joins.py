"""The ``join`` of a slot: how a name, or the fields of a rule, are written in its formula.

``{removes}`` is a field of the rule.  ``{reason or 2+{number}}`` is the field, or the text behind
``or`` if the rule lacks the field.  ``{if data: +{data}/100}`` is written only for a rule with this
field, ``{unless data: ...}`` only for a rule without it.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from xlbuilder.template.braces import OF_SLOTS, WordError, closing

_WORD = re.compile(r"[A-Za-z_]\w*")
_OR = re.compile(r"\s*([A-Za-z_]\w*)\s+or\s+(.*)", re.DOTALL)
_IF = re.compile(r"\s*(if|unless)\s+([A-Za-z_]\w*)\s*:\s*(.*)", re.DOTALL)


def written(join: str, words: Mapping[str, str]) -> str:
    """Return the text of a join for a name or a rule.

    Raises KeyError with the first word that is missing and needed.
    """
    return "".join(_written(join, words))


def fields_of(join: str) -> set[str]:
    """Return the fields of rules that a join asks for."""
    found: set[str] = set()
    for inner in _braces(join):
        if match := _OR.fullmatch(inner) or _IF.fullmatch(inner):
            *_, field, text = match.groups()
            found |= {field, *fields_of(text)}
        elif _WORD.fullmatch(inner.strip()):
            found.add(inner.strip())
        else:
            found |= fields_of(inner)
    return found - {*OF_SLOTS}


def asked_fields(slots: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """Return the fields of rules that the tables of some slots ask for."""
    found: set[str] = set()
    for slot in slots.values():
        if over := over_of(slot):
            found |= {*over, *fields_of(str(slot.get("join", "")))}
    return found


def over_of(slot: Mapping[str, Any]) -> list[str]:
    """Return the fields that a rule must have for the table of a slot."""
    over = slot.get("over", [])
    return [over] if isinstance(over, str) else over


def _written(join: str, words: Mapping[str, str]) -> Iterator[str]:
    at = 0
    for inner in _braces(join):
        brace = join.index("{", at)
        yield join[at:brace]
        at = brace + len(inner) + 2
        if match := _IF.fullmatch(inner):
            is_written = (match[2] in words) == (match[1] == "if")
            yield from _written(match[3], words) if is_written else ()
        elif match := _OR.fullmatch(inner):
            yield from [words[match[1]]] if match[1] in words else _written(match[2], words)
        elif _WORD.fullmatch(inner.strip()):
            yield words[inner.strip()]
        else:  # an array constant of Excel
            yield from ["{", *_written(inner, words), "}"]
    yield join[at:]


def _braces(join: str) -> Iterator[str]:
    """Yield the texts in the outer braces."""
    at = 0
    while (brace := join.find("{", at)) >= 0:
        try:
            end = closing(join, brace)
        except WordError:  # a brace in a text; check_formulas reports other errors
            return
        yield join[brace + 1 : end]
        at = end + 1
