"""Writes the guide of a workbook as a page of Markdown."""

import re
from collections.abc import Iterator
from textwrap import wrap

from xlbuilder.formula.lines import lines
from xlbuilder.workbook.guide.content import Guide
from xlbuilder.workbook.guide.outline import Piece, PieceKind, TextStyle, outline

_WIDTH = 98
"""The most characters of a line."""
_SLOTS = """\
Where strategies plug in. A template of your own that extends this one may have another `join` or
`last`. In `join`, `{this}` stands for the name that a strategy plugs in, and `{rest}` for what
follows: the next one, and at the end `last`. A slot that is `over` fields is made of the rules of
strategies that have these fields, and a field in braces stands for what the rule has there."""


def page(guide: Guide) -> str:
    """Return the Markdown text of ``guide``, without a line end after its last line."""
    return "\n\n".join(_paragraphs(guide))


def _paragraphs(guide: Guide) -> Iterator[str]:
    for block in outline(guide):
        yield f"{'#' * block.depth} {_heading(block)}"
        if block.kind is PieceKind.TITLE:
            yield "`xlbuilder guide` prints this page."
        for style, text in block.texts:
            match style:
                case TextStyle.PROSE:
                    yield _paragraph(text)
                case TextStyle.SMALL:
                    yield "\n".join(wrap(text, _WIDTH))
                case TextStyle.FORMULA:
                    yield _fenced("\n".join(lines(text, _WIDTH)))
        if block.look:
            yield f"It looks so: {block.look}."
    if guide.slots:
        yield "## Slots"
        yield _SLOTS
    for name, slot in guide.slots.items():
        yield f"### The slot `{name}`"
        if slot.comment:
            yield _paragraph(slot.comment)
        parts = {"over": ", ".join(slot.fields), "join": slot.join, "last": slot.last}
        yield _fenced("\n".join(f"{key}  {text.strip()}" for key, text in parts.items() if text))


def _heading(block: Piece) -> str:
    """Return the heading of a block; no two entries have the same heading."""
    note = f" ({_escaped(block.note)})" if block.note else ""
    match block.kind:
        case PieceKind.GROUP:
            return block.heading
        case PieceKind.ENTRY:
            return f"`{block.heading}`{note}"
        case PieceKind.FORMAT:
            return f"A format of `{block.heading}`{note}"
        case _:
            return _escaped(block.heading)


def _fenced(text: str) -> str:
    """Return a text between fences that are longer than any run of backticks in it."""
    fence = "`" * max(3, *(1 + len(run) for run in re.findall("`*", text)))
    return f"{fence}\n{text}\n{fence}"


def _paragraph(text: str) -> str:
    """Return a text in lines that Markdown shows unchanged."""
    rows = wrap(_escaped(text), _WIDTH)
    rows = [re.sub(r"^(?=[-+#>=])", r"\\", row) for row in rows]  # a list, a heading, a quotation
    return "\n".join(re.sub(r"^([0-9]+)(?=[.)])", r"\1\\", row) for row in rows)


def _escaped(text: str) -> str:
    """Return a text with a backslash before each mark of Markdown; _ is none within a word."""
    return re.sub(r"[\\`*\[\]<&$~]|(?<!\w)_|_(?!\w)", r"\\\g<0>", text)
