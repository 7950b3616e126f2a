"""What the formulas of many cells have in common, and what each cell has of its own.

Two formulas have one *form* when they differ only in the cells that they read.  In a formula
without names the numbers may differ too: the edition `inline` writes into each cell the number that
a name gives there.  An example:

    cell  formula                  form                        the cell's own
    B1    COUNTIF($D$1:$D$9,A1)    COUNTIF(own_0,own_1)        $D$1:$D$9, A1
    B2    COUNTIF($D$1:$D$9,A2)    COUNTIF(own_0,own_1)        $D$1:$D$9, A2
    B3    IF(A3>4,$D$2)            IF(own_0>own_1,own_2)       A3, 4, $D$2
    B4    IF(A4>limit,5)           IF(own_0>limit,5)           A4

A workbook without names has thousands of different formulas, and some twenty forms.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from attrs import frozen

from xlbuilder.formula import tree

Key = tuple[object, ...]
Own = tree.Reference | tree.Number


@frozen
class OwnName(tree.Name):
    """Stands in a form for what each cell has of its own; it is no name of the workbook."""

    number: int
    is_reference: bool


@dataclass(frozen=True)
class Form:
    """A written formula, taken apart."""

    key: Key
    """Equal for all formulas of the form."""
    own: tuple[Own, ...]
    """What the cell has of its own, in the order of the text."""
    formula: tree.Node
    """As it is written."""
    has_own_numbers: bool

    def outline(self) -> tree.Node:
        """Return the formula with an `OwnName` for each thing that is the cell's own."""
        return self._outline(self.formula, count())

    def _outline(self, node: tree.Node, numbers: Iterator[int]) -> tree.Node:
        is_reference = isinstance(node, tree.Reference)
        if is_reference or (self.has_own_numbers and isinstance(node, tree.Number)):
            number = next(numbers)
            return OwnName(f"own_{number}", number, is_reference)
        below = tree.children(node)
        if not below:
            return node
        kept = (below[-1],) if tree.is_found_in_order(node) else ()
        others = [self._outline(child, numbers) for child in below[: len(below) - len(kept)]]
        return tree.rebuilt(node, (*others, *kept))


def form_of(formula: tree.Node) -> Form:
    """Take a written formula apart."""
    key: list[object] = []
    leaves: list[Own] = []
    numbers: list[int] = []  # their places in the key
    has_names = False
    stack = [formula]
    while stack:
        node = stack.pop()
        if isinstance(node, tree.Reference):  # isinstance takes less time than match
            key.append(tree.Reference)
            leaves.append(node)
        elif isinstance(node, tree.Number):
            numbers.append(len(key))
            key.append(node)
            leaves.append(node)
        elif isinstance(node, tree.Infix):
            key += (tree.Infix, node.operator)
            stack += (node.right, node.left)
        elif isinstance(node, tree.Call):
            arguments = node.arguments
            key += (node.function, len(arguments))
            if tree.is_found_in_order(node):
                key += (tree.is_found_in_order, arguments[-1])
                arguments = arguments[:-1]
            stack += arguments[::-1]
        elif isinstance(node, tree.Prefix):
            key += (tree.Prefix, node.operator)
            stack.append(node.operand)
        elif isinstance(node, tree.Percent):
            key.append(tree.Percent)
            stack.append(node.operand)
        else:
            has_names = has_names or isinstance(node, tree.Name)
            key.append(node)
    if has_names:
        leaves = [leaf for leaf in leaves if isinstance(leaf, tree.Reference)]
    else:
        for place in numbers:
            key[place] = tree.Number
    return Form(tuple(key), tuple(leaves), formula, has_own_numbers=not has_names)
