"""Which branches the evaluation of a formula takes: another formula says that.

The *trail* of a formula is a text with a mark for each IF, CHOOSE and IFERROR that chose a branch,
in the order of their evaluation.  An example, with the name ``half`` for ``IF(A1>8,4,2)``:

    formula   IF(A1>5,half,IF(A2=0,7))
    trail     IFERROR(IF(A1>5,"1"&trail_1,"2"&IFERROR(IF(A2=0,"1","2"),"!")),"!")
    trail_1   IFERROR(IF(A1>8,"1","2"),"!")

The trail is "12" when A1 is 6, and "2!" when A1 is 3 and A2 is an error.  Any engine can evaluate
it, and who has the trail needs no value to know which parts of the formula were evaluated.

IF, CHOOSE and IFERROR of an array decide for each element: all branches are evaluated, and there is
no mark.
"""

from collections.abc import Iterable
from dataclasses import replace

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.arrays import gives_several
from xlbuilder.formula.bind import Binder
from xlbuilder.formula.inline import Names, key_of
from xlbuilder.formula.tree import (
    Call,
    Logical,
    Name,
    Node,
    Reference,
    Text,
    children,
    moved,
    rebuilt,
)

ERROR = "!"  # before all digits
"""The mark when an error stands where the branch is decided, so that there is none."""


def mark_of(branch: int) -> str:
    """Return the mark of a branch: 1 and 2 of IF, 1 and up of CHOOSE.

    IFERROR has 1 when it gives what it tried, and 2 when it gives what stands for an error.
    """
    return chr(ord("0") + branch)


class Trails:
    """Makes the trails of formulas that share their names.

    A trail may stand in another sheet than its formula, in the cell with the same row and column.
    """

    def __init__(self, names: Names, binder: Binder) -> None:
        self.names: dict[str, Node | FormulaError] = {}
        """The trails of names, by names of their own; `of_cell` adds those that it leads to."""
        self._binder = binder
        self._written = names
        self._of_names: dict[tuple[str, str], str | None] = {}
        self._decided: dict[tuple[str, Node], bool] = {}

    def of_cell(self, formula: Node, cell: Area) -> Node | None:
        """Return the trail of a cell's formula, None when it has no branches."""
        match formula:
            case Name(text):
                trail = self._of_name(text, cell)
                return Name(trail) if trail else None
            case Call("IF" | "CHOOSE", (decides, *branches)) if self.is_chosen(decides, cell):
                if formula.function == "IF" and len(branches) == 1:
                    branches = [*branches, Logical(value=False)]
                marked = [
                    self._marked(number, branch, cell) for number, branch in enumerate(branches, 1)
                ]
                chosen = Call(formula.function, (on_another(cell.sheet, decides), *marked))
                marks = Call("IFERROR", (chosen, Text(ERROR)))
                return _joined([self.of_cell(decides, cell), marks])
            case Call("IFERROR", (tried, spare)) if self.is_chosen(tried, cell):
                is_error = Call("ISERROR", (on_another(cell.sheet, tried),))
                marks = Call("IF", (is_error, self._marked(2, spare, cell), Text(mark_of(1))))
                return _joined([self.of_cell(tried, cell), marks])
            case _:
                return _joined(self.of_cell(child, cell) for child in children(formula))

    def is_chosen(self, decides: Node, cell: Area) -> bool:
        """Return whether one branch is chosen by ``decides``, as it is written in ``cell``.

        The first cell with a formula answers for all into which it is filled.
        """
        key = cell.sheet, moved(decides, 1 - cell.top, 1 - cell.left)
        if key not in self._decided:
            self._decided[key] = not gives_several(self._binder.bind(decides, cell))
        return self._decided[key]

    def _marked(self, number: int, branch: Node, cell: Area) -> Node:
        """Return the mark of a branch, with the trail of that branch behind it."""
        mark, trail = Text(mark_of(number)), self.of_cell(branch, cell)
        return mark if trail is None else Call("CONCATENATE", (mark, trail))

    def _of_name(self, text: str, cell: Area) -> str | None:
        """Return the name of a name's trail."""
        key = key_of(text, cell.sheet, self._written)
        formula = self._written.get(key)
        if formula is None or isinstance(formula, FormulaError):
            return None
        if (cell.sheet, key) not in self._of_names:
            self._of_names[cell.sheet, key] = None
            trail = self.of_cell(moved(formula, cell.top - 1, cell.left - 1), cell)
            if trail is not None:
                own = f"trail {len(self.names)}"  # no name of a workbook has a blank
                self.names[own] = moved(trail, 1 - cell.top, 1 - cell.left)
                self._of_names[cell.sheet, key] = own
        return self._of_names[cell.sheet, key]


def names_elsewhere(names: Names, sheet: str, elsewhere: str) -> dict[str, Node | FormulaError]:
    """Return the names to add, so that a formula of ``sheet`` means the same on ``elsewhere``."""
    prefix = f"{sheet.lower()}!"
    of_all = {key: node for key, node in names.items() if "!" not in key}
    own = {key.removeprefix(prefix): node for key, node in names.items() if key.startswith(prefix)}
    found: dict[str, Node | FormulaError] = {}
    for key, node in {**of_all, **own}.items():
        there = node if isinstance(node, FormulaError) else on_another(sheet, node)
        if key in own or there != node:
            found[f"{elsewhere.lower()}!{key}"] = there
    return found


def on_another(sheet: str, node: Node) -> Node:
    """Return a formula of ``sheet`` as it is written on another one."""
    if isinstance(node, Reference):
        return node if node.sheet else replace(node, sheet=sheet)
    return rebuilt(node, tuple(on_another(sheet, child) for child in children(node)))


def _joined(parts: Iterable[Node | None]) -> Node | None:
    known = [part for part in parts if part is not None]
    if len(known) < 2:
        return known[0] if known else None
    return Call("CONCATENATE", tuple(known))
