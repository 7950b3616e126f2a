"""The size of one formula, as its reader meets it, and as LibreOffice does."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from xlbuilder.formula.form import Form, Own
from xlbuilder.formula.tree import Call, Name, Node, depth, to_text, walk

_SIMPLE_CHARACTERS = 100
_SIMPLE_FUNCTIONS = 3
_SIMPLE_IFS = 2

_CHOOSING = ("IF", "IFERROR", "IFNA", "CHOOSE")
"""Functions that calculate one of their arguments: each separator is a word, and the end."""


@dataclass(frozen=True)
class Size:
    """The size of a formula as it is written: what its names stand for does not count."""

    characters: int
    """Without ``=``, and without blanks except in texts."""
    functions: int
    """Calls of functions; a function that is called twice counts twice."""
    ifs: int
    """How deep its IFs are: 2 for an IF in an argument of another IF, 0 without an IF."""

    @property
    def is_simple(self) -> bool:
        """Return whether it is short, calls few functions, and has IFs at most 2 deep."""
        return (
            self.characters <= _SIMPLE_CHARACTERS
            and self.functions <= _SIMPLE_FUNCTIONS
            and self.ifs <= _SIMPLE_IFS
        )


def size_of(formula: Node) -> Size:
    """Return the size of a written formula."""
    return Size(
        characters=len(to_text(formula)),
        functions=sum(isinstance(part, Call) for part in walk(formula)),
        ifs=depth(formula, lambda part: isinstance(part, Call) and part.function == "IF"),
    )


@lru_cache(maxsize=2**12)
def _characters(own: Own) -> int:
    return len(to_text(own))


class Sizes:
    """The sizes of many formulas; formulas of one form (form.py) are measured once."""

    def __init__(self) -> None:
        self._rests: dict[Node, Size] = {}
        """The size of each form, without the characters that a cell has of its own."""

    def of(self, form: Form) -> Size:
        """Return the size of a written formula that was taken apart."""
        own = sum(map(_characters, form.own))
        if form.outline not in self._rests:
            size = size_of(form.formula)
            self._rests[form.outline] = replace(size, characters=size.characters - own)
        rest = self._rests[form.outline]
        return replace(rest, characters=rest.characters + own)


def words_in_libreoffice(formula: Node, of_name: Callable[[str], int]) -> int:
    """Return how many words LibreOffice makes of a formula in a cell, with its names written out.

    ``of_name`` gives the words of a name, 1 for a range.  Operands, operators and functions are
    one word each, parentheses and separators none, except in functions that choose: so
    tests/conformance/test_long_formulas.py found it.
    """

    def own(part: Node) -> int:
        match part:
            case Name(text):
                return of_name(text)
            case Call(function, arguments) if function in _CHOOSING:
                return len(arguments)
            case _:
                return 1

    return sum(map(own, walk(formula)))
