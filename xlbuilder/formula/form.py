"""What the formulas of many cells have in common, and what each cell has of its own.

Two formulas have one *form* when they differ only in the cells that they read, and in numbers: the
edition `inline` writes into each cell the number that a name gives there.  An example:

    cell  formula                  form                        the cell's own
    B1    COUNTIF($D$1:$D$9,A1)    COUNTIF(own_0,own_1)        $D$1:$D$9, A1
    B2    COUNTIF($D$1:$D$9,A2)    COUNTIF(own_0,own_1)        $D$1:$D$9, A2
    B3    IF(A3>4,$D$2)            IF(own_0>own_1,own_2)       A3, 4, $D$2
    B4    IF(A4>limit,5)           IF(own_0>limit,own_1)       A4, 5

A workbook without names has thousands of different formulas, and some twenty forms.  The number
that says in which order MATCH searches a list is no value, and belongs to the form.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import compress, count
from typing import TypeAlias, cast

from attrs import frozen

from xlbuilder.formula import tree
from xlbuilder.formula.area import Area

Own: TypeAlias = tree.Reference | tree.Number
LEAVES = (tree.Reference, tree.Number, tree.OwnPlace)


@frozen(cache_hash=True, slots=False)
class Form:
    """A written formula, taken apart."""

    outline: tree.Node
    """The formula with an `OwnPlace` for each thing that is the cell's own: it is the form."""
    own: tuple[Own, ...]
    """What the cell has of its own, in the order of the text."""

    @cached_property
    def formula(self) -> tree.Node:
        """The formula as it is written."""
        return filled(self.outline, self.own)

    @property
    def references(self) -> list[tree.Reference]:
        """What the cell reads, in the order of the text."""
        return [each for each in self.own if isinstance(each, tree.Reference)]

    def changed(self, change: Callable[[tree.Node], tree.Node]) -> "Form":
        """Return the formula after a change that is the same for all formulas of the form."""
        outline = change(self.outline)
        if outline is self.outline:
            return self
        if _has_own_order(outline):
            return form_of(filled(outline, self.own))
        outline, leaves = _changed_apart(outline)
        own = [
            self.own[each.number] if isinstance(each, tree.OwnPlace) else each for each in leaves
        ]
        return Form(outline, tuple(own))

    def moved(self, rows: int, columns: int) -> "Form":
        """Return the formula as it reads when it is filled down and right."""
        own = [
            each.moved(rows, columns) if isinstance(each, tree.Reference) else each
            for each in self.own
        ]
        return Form(self.outline, tuple(own))


class Formulas(Mapping[Area, tree.Node]):
    """The formulas of many cells; the tree of a form is filled when it is asked for."""

    def __init__(self, forms: Mapping[Area, Form]) -> None:
        self.forms = forms

    def __getitem__(self, cell: Area) -> tree.Node:
        return self.forms[cell].formula

    def __contains__(self, cell: object) -> bool:
        return cell in self.forms

    def __iter__(self) -> Iterator[Area]:
        return iter(self.forms)

    def __len__(self) -> int:
        return len(self.forms)


def forms_of(formulas: Mapping[Area, tree.Node]) -> Mapping[Area, Form]:
    """Take the written formulas of many cells apart, if they are not yet."""
    if isinstance(formulas, Formulas):
        return formulas.forms
    return {cell: form_of(formula) for cell, formula in formulas.items()}


def form_of(formula: tree.Node) -> Form:
    """Take a written formula apart."""
    outline, own = _apart(formula)
    return Form(outline, cast("tuple[Own, ...]", own))


def _apart(formula: tree.Node) -> tuple[tree.Node, tuple[Own | tree.OwnPlace, ...]]:
    """Take a formula apart, or an outline that was changed, which has an `OwnPlace` for a leaf."""
    are_own = are_own_in(formula)
    leaves = [part for part in tree.walk(formula) if isinstance(part, LEAVES)]
    return outline_of(formula, are_own), tuple(compress(leaves, are_own))


@lru_cache(maxsize=4096)
def _has_own_order(outline: tree.Node) -> bool:
    """Return whether a number that was a cell's own is the order of MATCH now, as by LET."""
    orders = (
        part.arguments[2]
        for part in tree.walk(outline)
        if isinstance(part, tree.Call) and part.function == "MATCH" and len(part.arguments) == 3
    )
    return any(isinstance(each, tree.OwnPlace) and not each.is_reference for each in orders)


@lru_cache(maxsize=4096)
def _changed_apart(outline: tree.Node) -> tuple[tree.Node, tuple[Own | tree.OwnPlace, ...]]:
    return _apart(outline)


def are_own_in(formula: tree.Node) -> list[bool]:
    """Return of each reference and number, in the order of the text, whether it is a cell's own."""
    found: list[bool] = []

    def look(node: tree.Node) -> None:
        if isinstance(node, LEAVES):
            found.append(True)
            return
        for child in tree.children(node):
            look(child)
        if tree.is_found_in_order(node):
            found[-1] = False

    look(formula)
    return found


def outline_of(formula: tree.Node, are_own: Sequence[bool]) -> tree.Node:
    """Return the outline of a written formula, given what `are_own_in` found in it."""
    leaves, numbers = iter(are_own), count()

    def outline(node: tree.Node) -> tree.Node:
        if not isinstance(node, LEAVES):
            return tree.mapped(node, outline)
        if not next(leaves):
            return node
        if isinstance(node, tree.OwnPlace):
            return tree.OwnPlace(next(numbers), node.is_reference)
        return tree.OwnPlace(next(numbers), isinstance(node, tree.Reference))

    return outline(formula)


def filled(outline: tree.Node, own: Sequence[tree.Node]) -> tree.Node:
    """Return an outline with what a cell has of its own."""
    if isinstance(outline, tree.OwnPlace):
        return own[outline.number]
    return tree.mapped(outline, lambda child: filled(child, own))
