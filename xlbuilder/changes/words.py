"""Marks the words that differ between two texts: ``IF(a, [-b-]{+c+}, d)``."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from os.path import commonprefix

from xlbuilder.formula.parse import tokens

_WORD = re.compile(r"\d[\d.,]*|\w+|\s+|.")
_LONGEST = 10_000
"""Characters that are compared word by word; no formula of Excel is longer than 8,192."""
_KEPT = 24
"""The most equal characters that are shown before and behind a difference."""


def marked(old: str | None, new: str | None) -> str:
    """Return both texts as one, in which ``[-…-]`` is gone and ``{+…+}`` is new.

    Of the equal words, only those near a difference are shown.
    """
    if old is None or new is None:
        return old or new or ""
    one, other = (_words(text) for text in _near(old, new))
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    codes = matcher.get_opcodes()
    if matcher.ratio() < 0.3:  # two texts, rather than one that was changed
        codes = [("replace", 0, len(one), 0, len(other))]
    return "".join(_parts(one, other, codes))


def _near(old: str, new: str) -> tuple[str, str]:
    """Return two texts; a long text is cut to the part near the first difference."""
    if max(len(old), len(new)) <= _LONGEST:
        return old, new
    start = max(len(commonprefix((old, new))) - _KEPT, 0)  # noqa: RUF071 - of texts, not of paths
    one, other = ("…" * bool(start) + text[start : start + _LONGEST] for text in (old, new))
    return one, other


def _parts(
    one: Sequence[str], other: Sequence[str], codes: Sequence[tuple[str, int, int, int, int]]
) -> Iterator[str]:
    for number, (word, start, end, first, last) in enumerate(codes):
        if word == "equal":
            is_last = number == len(codes) - 1
            yield _short(one[start:end], is_first=number == 0, is_last=is_last)
            continue
        gone, come = "".join(one[start:end]), "".join(other[first:last])
        yield f"[-{gone}-]" * bool(gone) + f"{{+{come}+}}" * bool(come)


def _short(words: Sequence[str], *, is_first: bool, is_last: bool) -> str:
    """Return equal words without their middle, or without the end away from a difference."""
    if len("".join(words)) <= 2 * _KEPT:
        return "".join(words)
    head = ("=" if words[0] == "=" else "") if is_first else f"{_begin(words)} "
    tail = "" if is_last else f" {_begin([word[::-1] for word in reversed(words)])[::-1]}"
    return f"{head}…{tail}"


def _begin(words: Sequence[str]) -> str:
    """Return the first words, up to ``_KEPT`` characters."""
    found = ""
    for word in words:
        if len(found) + len(word) > _KEPT:
            break
        found += word
    return found


def _words(text: str) -> list[str]:
    """Return the words of a formula as Excel has them, and what stands between them."""
    found = []
    end = 0
    for match in tokens().finditer(text) if text.startswith("=") else ():
        found += [*_WORD.findall(text[end : match.start()]), match[0]]
        end = match.end()
    return found + _WORD.findall(text[end:])
