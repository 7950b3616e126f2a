"""Writes the guide of a workbook as a page of Markdown."""

import re
from collections.abc import Iterator
from textwrap import wrap

from xlbuilder.formula.lines import lines
from xlbuilder.workbook.guide.content import Entry, Group, Guide, Section
from xlbuilder.workbook.guide.outline import (
    FILLED,
    Chapter,
    Title,
    group_words,
    outline,
    reads_words,
    users_words,
)

_WIDTH = 98
"""Characters of a line."""
_SLOTS = """\
Where strategies plug in. A template of your own that extends this one may have another `join` or
`last`. In `join`, `{this}` stands for the name that a strategy plugs in, and `{rest}` for what
follows: the next one, and at the end `last`."""


def page(guide: Guide) -> str:
    """Return the Markdown text of ``guide``, without a line end after its last line."""
    return "\n\n".join(_paragraphs(guide))


def _paragraphs(guide: Guide) -> Iterator[str]:
    for depth, block in outline(guide):
        mark = "#" * depth
        match block:
            case Title():
                yield f"{mark} {_escaped(block.text)}"
                yield "`xlbuilder guide` prints this page."
            case Chapter():
                yield f"{mark} {block.title}"
                yield block.text
            case Section():
                yield f"{mark} {_escaped(block.title)}"
                yield from map(_paragraph, block.lines)
            case Group():
                yield f"{mark} {group_words(block, '`')}"
            case Entry():
                yield f"{mark} {_heading(block)}"
                yield from _entry(block)
    if guide.slots:
        yield "## Slots"
        yield _SLOTS
    for name, slot in guide.slots.items():
        yield f"### The slot `{name}`"
        if slot.comment:
            yield _paragraph(slot.comment)
        parts = {"join": slot.join, "last": slot.last}
        yield _fenced("\n".join(f"{key}  {text.strip()}" for key, text in parts.items() if text))


def _heading(entry: Entry) -> str:
    """Return the heading of an entry; no other heading of the page is the same."""
    note = f" ({_escaped(entry.note)})" if entry.note else ""
    return f"{'A format of ' * entry.is_format}`{entry.name}`{note}"


def _entry(entry: Entry) -> Iterator[str]:
    if entry.comment:
        yield _paragraph(entry.comment)
    if entry.is_filled:
        yield FILLED
    if entry.formula is not None:
        yield _fenced("\n".join(lines(entry.formula, _WIDTH)))
    if entry.reads:
        yield "\n".join(wrap(reads_words(entry, "`"), _WIDTH))
    if entry.users:
        yield "\n".join(wrap(users_words(entry, "`"), _WIDTH))


def _fenced(text: str) -> str:
    """Return a text between fences that are longer than any run of backticks in it."""
    fence = "`" * max(3, *(1 + len(run) for run in re.findall("`*", text)))
    return f"{fence}\n{text}\n{fence}"


def _paragraph(text: str) -> str:
    """Return a text on lines that Markdown shows as they are."""
    rows = wrap(_escaped(text), _WIDTH)
    rows = [re.sub(r"^(?=[-+#>=])", r"\\", row) for row in rows]  # a list, a heading, a quotation
    return "\n".join(re.sub(r"^([0-9]+)(?=[.)])", r"\1\\", row) for row in rows)


def _escaped(text: str) -> str:
    """Return a text with a backslash before each mark of Markdown; _ is none within a word."""
    return re.sub(r"[\\`*\[\]<&$~]|(?<!\w)_|_(?!\w)", r"\\\g<0>", text)
