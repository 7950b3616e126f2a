"""Where each part of a formula stands in its text: a change leaves the rest as it is written."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from lark import Lark, Token, Tree

from xlbuilder.formula import tree
from xlbuilder.formula.parse import built, grammar, parse


@dataclass(frozen=True)
class Span:
    """A part of a formula, and the characters of the text that it takes."""

    node: tree.Node
    start: int
    end: int
    """Behind its last character."""
    opening: int
    """Where the parentheses around it begin; its start if there are none."""
    parts: tuple["Span", ...]
    """Its operands or arguments."""

    @property
    def is_in_parentheses(self) -> bool:
        """Return whether parentheses stand around it that do not belong to a call."""
        return self.opening < self.start


def span_of(text: str) -> Span:
    """Return the whole of a formula, with or without its ``=``; raises FormulaError as `parse`."""
    parse(text)
    body = text.removeprefix("=")
    (whole,) = _spans(_parser().parse(body), len(text) - len(body))
    return whole


def _spans(found: Tree[Token] | Token, offset: int) -> Iterator[Span]:
    """Yield the span of a tree of the grammar; of arguments, the span of each."""
    if isinstance(found, Token):
        return
    parts = tuple(span for child in found.children for span in _spans(child, offset))
    if found.data in ("arguments", "row"):
        yield from parts
    elif found.data != "missing":
        meta = found.meta
        start, end = meta.start_pos + offset, meta.end_pos + offset
        node = built(found)
        yield Span(node, start, end, getattr(meta, "container_start_pos", start) + offset, parts)


@cache
def _parser() -> Lark:
    return Lark(grammar(), start="formula", parser="lalr", propagate_positions=True)
