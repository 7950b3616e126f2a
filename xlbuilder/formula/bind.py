"""Binds a formula to the cell that holds it.

A *bound* formula means the same in every program: it has no names, its references are plain areas
on a known sheet, and its positions and constants are folded.  No engine sees a formula before it
is bound, because programs differ in what they make of a relative name.  Excel resolves it for each
calling cell; LibreOffice does not wrap at the edge of the sheet, the package ``formulas`` resolves
it from A1, and ``formualizer`` knows no relative names.

Many cells hold the same formula, and most of the work is done once for all these cells.  An
example: ``block`` is the name of ``Main!$B$2:$D$5``, and the column C has one formula, filled down.

    cell  formula                              frame                     part_0  part_1
    C1    IF(A1="",INDEX(block,ROW(),1),"")    IF(A1="",B2,"")
    C2    IF(A2="",INDEX(block,ROW(),1),"")    IF(part_0="",part_1,"")   A2      B3
    C3    IF(A3="",INDEX(block,ROW(),1),"")    IF(part_0="",part_1,"")   A3      B4

The three formulas have one form (formula/form.py), so they share a *split*.  It is made in the
second cell, as a formula of one cell alone is not worth a split.  The split names the *parts*,
which depend on the cell that holds the formula and on no value; everything else is the *frame*, the
same in all cells.  A part that depends on the row alone is placed once for all cells of the row,
even if they hold different formulas.  Splits and parts are found by their structure: equal nodes
are one key.  formula/placement.py makes and keeps them, for all binders of a thread.
"""

from functools import lru_cache
from threading import get_ident

from xlbuilder.errors import FormulaError
from xlbuilder.formula import tree
from xlbuilder.formula.area import Area
from xlbuilder.formula.element import ELEMENT
from xlbuilder.formula.form import Form, form_of
from xlbuilder.formula.inline import Inliner, Names
from xlbuilder.formula.one_value import takes_one, with_one_value
from xlbuilder.formula.placement import BoundFormula, shared_placement


def bind(node: tree.Node, host: Area, names: Names) -> tree.Node:
    """Return ``node`` bound to the one-cell area ``host``; see `Binder.bind`."""
    return Binder(names).bind(node, host)


def binder_of(names: Names) -> "Binder":
    """Return a binder with these names; one thread gets the same binder each time.

    A template is checked, its workbook is written and the file is opened, each time with the same
    names; so formulas are bound once for all three.
    """
    return _binder_of(frozenset(names.items()), get_ident())


@lru_cache(maxsize=4)
def _binder_of(names: frozenset[tuple[str, tree.Node | FormulaError]], _: int) -> "Binder":
    return Binder(dict(names))


class Binder:
    """Binds many formulas with the same names."""

    def __init__(self, names: Names) -> None:
        self._inliner = Inliner(names)
        self._placement = shared_placement()
        self._inlined: dict[tuple[str, tree.Node], tree.Node] = {}
        self._take_one: set[tuple[str, tree.Node]] = set()

    def bind(self, node: tree.Node, host: Area) -> tree.Node:
        """Return ``node`` bound to the one-cell area ``host``.

        The references of ``node`` are as the host shows them, the references of a name as A1 shows
        them.  A name that is not among the names gives ``#NAME?``, a position outside a range
        ``#REF!``, as in Excel.  Raises FormulaError when names call each other in a circle, when
        the formula grows beyond the limits of formula/inline.py, or when it is not known what ``@``
        takes (formula/one_value.py).
        """
        return self.bound(form_of(node), host).node

    def bound(self, form: Form, host: Area) -> BoundFormula:
        """Return a formula that was taken apart as `bind` does, as a frame and its parts."""
        bound = self._placement.bound(self.inlined(form, host.sheet), form, host)
        if not self._take_one or (host.sheet, form.outline) not in self._take_one:
            return bound
        outline = form.outline
        is_shared = isinstance(outline, tree.Call) and outline.function == ELEMENT
        return BoundFormula(with_one_value(bound.node, None if is_shared else host), {})

    def inlined(self, form: Form, sheet: str) -> tree.Node:
        """Return the outline of a formula in a cell of ``sheet``, the names written out.

        Raises FormulaError as `bind` does.
        """
        key = sheet, form.outline
        if key not in self._inlined:
            inlined = self._inliner.inlined(form.outline, sheet)
            self._inlined[key] = decided = self._placement.decided(inlined)
            if takes_one(decided):
                self._take_one.add(key)
        return self._inlined[key]
