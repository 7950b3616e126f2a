"""The size of one formula, as its reader meets it."""

from dataclasses import dataclass

from xlbuilder.formula.tree import Call, Node, depth, to_text, walk

_SIMPLE_CHARACTERS = 100
_SIMPLE_FUNCTIONS = 3
_SIMPLE_IFS = 2


@dataclass(frozen=True)
class Size:
    """The size of a formula as it is written: what its names stand for does not count."""

    characters: int
    """Without ``=``, and without blanks except those in texts."""
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
