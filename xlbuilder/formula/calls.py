"""Where the calls of functions stand in the text of a formula.

What building adds is written into the text, so that everything else stays as the author wrote it,
blanks included.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from xlbuilder.formula.parse import tokens


@dataclass(frozen=True)
class CallInText:
    """One call of a function, and its place in the text of the formula."""

    function: str
    """In upper case."""
    start: int
    """Where its name begins."""
    end: int
    """Behind its closing parenthesis."""
    within: str
    """The function that it is an argument of, or a part of an argument; empty if there is none."""


@dataclass
class _Open:
    """A parenthesis or brace that is not closed yet; without a function when it is no call's."""

    function: str
    start: int
    within: str


def calls_in(text: str) -> Iterator[CallInText]:
    """Yield the calls of a formula that the parser takes, each after those in its arguments."""
    pending: list[_Open] = []
    for token in _words().finditer(text):
        word = token[0]
        within = (pending[-1].function or pending[-1].within) if pending else ""
        if token.lastgroup == "FUNCTION":
            pending.append(_Open(word[:-1].upper(), token.start(), within))
        elif word in "({":
            pending.append(_Open("", token.start(), within))
        elif word in ")}":
            one = pending.pop()
            if one.function:
                yield CallInText(one.function, one.start, token.end(), one.within)


@cache
def _words() -> re.Pattern[str]:
    """Return what finds the words of a formula, its parentheses and braces."""
    return re.compile(f"{tokens().pattern}|[(){{}}]")
