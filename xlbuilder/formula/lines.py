"""Breaks a long formula into lines: where its author did, else where it nests least."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token

_INDENT = " "
_LOOSE = (["=", "<>", "<", ">", "<=", ">="], ["&"], ["+", "-"], ["*", "/"], ["^"])
"""The operators, from the operator that binds least; ECMA-376 Part 1, 18.17.2.2."""


class _Word(NamedTuple):
    text: str
    rank: tuple[int, int] | None
    """How deep it lies if a row may begin with it, so the least one is the best to begin with."""


def lines(text: str, width: int) -> list[str]:
    """Return a formula that begins with ``=`` as lines of at most ``width`` characters.

    It means the same as before, as line breaks between words mean nothing to Excel.  The author's
    own lines stay; one that is too long is broken after commas and before operators.  A longer
    text literal or name stays whole.
    """
    rows = [row for line in _lines_of_author(text) for row in _rows(line, width - len(_INDENT))]
    return [f"={rows[0]}", *(_INDENT + row for row in rows[1:])]


def _lines_of_author(text: str) -> Iterator[list[_Word]]:
    parts = text.strip().split('"')  # the even parts lie outside text literals
    parts[::2] = [re.sub(r"\s*\n\s*", "\n", part).replace("\t", " ") for part in parts[::2]]
    line: list[_Word] = []
    depth, before = 0, ""
    for token in Tokenizer('"'.join(parts)).items:
        if token.type == Token.WSPACE and token.value == "\n":
            yield line
            line = []
        else:
            rank = _rank(token, before)
            line.append(_Word(token.value, None if rank is None else (depth, rank)))
        depth += (token.subtype == Token.OPEN) - (token.subtype == Token.CLOSE)
        before = token.type
    yield line


def _rank(token: Token, before: str) -> int | None:
    """Return how closely a token belongs to the token before it, None if both stay together."""
    if before == Token.SEP:
        return 0
    if token.type == Token.OP_IN:
        return next((rank for rank, some in enumerate(_LOOSE) if token.value in some), len(_LOOSE))
    return len(_LOOSE) if token.value.startswith(":") else None


def _rows(line: Sequence[_Word], width: int) -> list[str]:
    """Return a line as rows, begun at the words of the least rank where one does not do."""
    whole = "".join(word.text for word in line).strip()
    least = min((word.rank for word in line[1:] if word.rank is not None), default=None)
    if len(whole) <= width or least is None:
        return [whole]
    starts = [place for place, word in enumerate(line) if place == 0 or word.rank == least]
    rows: list[str] = []
    for start, end in zip(starts, [*starts[1:], len(line)], strict=True):
        part = "".join(word.text for word in line[start:end])
        if rows and len(rows[-1]) + len(part.rstrip()) <= width:
            rows[-1] += part
        else:
            rows += _rows(line[start:end], width)
    return [row.strip() for row in rows]
