"""The guide of a workbook as a page of Markdown."""

import re
from collections.abc import Iterator
from textwrap import wrap

from xlbuilder.formula.lines import lines
from xlbuilder.workbook.guide.content import Entry, Guide, Place

_WIDTH = 98


def page(guide: Guide) -> str:
    """Return the page; it says what the sheet says that workbook/guide/sheet.py writes."""
    return "\n\n".join(_blocks(guide))


def _blocks(guide: Guide) -> Iterator[str]:
    yield f"# {_plain(guide.title)}"
    yield "`xlbuilder guide` prints this page."
    for section in guide.sections:
        yield f"## {_plain(section.title)}"
        yield from map(_paragraph, section.lines)
    if guide.strategies:
        yield "## Strategies"
        for strategy in guide.strategies:
            yield f"### {_plain(strategy.title)}"
            yield from map(_paragraph, strategy.lines)
    yield "## Boards and cells"
    for entry in guide.places:
        yield _heading("###", entry)
        yield from _entry(entry)
    if guide.formats:
        yield "## Conditional formats"
        for entry in guide.formats:
            yield _heading("### A format of", entry)
            yield from _entry(entry)
    if guide.lists:
        yield "## Lists"
        for entry in guide.lists:
            yield _heading("###", entry)
            yield from _entry(entry)
    if guide.names:
        yield "## Names"
        yield "Each name stands below those that it calls, and where it is needed first."
    for group in guide.names:
        yield f"### For {_said(group.place)}"
        for entry in group.names:
            yield _heading("####", entry)
            yield from _entry(entry)


def _heading(begin: str, entry: Entry) -> str:
    return " ".join([begin, f"`{entry.name}`", *([f"({entry.note})"] if entry.note else [])])


def _entry(entry: Entry) -> Iterator[str]:
    if entry.comment:
        yield _paragraph(entry.comment)
    if entry.is_filled:
        yield "You fill it in."
    if entry.formula is not None:
        yield "\n".join(["```", *lines(entry.formula, _WIDTH), "```"])
    if entry.users:
        yield "\n".join(wrap(f"Used in {', '.join(map(_said, entry.users))}.", _WIDTH))


def _said(place: Place) -> str:
    return f"{'a format of ' * place.is_format}`{place.name}`"


def _paragraph(text: str) -> str:
    """Return a text as lines that Markdown shows as they are."""
    rows = wrap(_plain(text), _WIDTH)
    rows = [re.sub(r"^(?=[-+#>=])", r"\\", row) for row in rows]  # a list, a heading, a quotation
    return "\n".join(re.sub(r"^([0-9]+)(?=[.)])", r"\1\\", row) for row in rows)


def _plain(text: str) -> str:
    """Escape what is markup to Markdown wherever it stands; _ is none within a word."""
    return re.sub(r"[\\`*\[\]<&$~]|(?<!\w)_|_(?!\w)", r"\\\g<0>", text)
