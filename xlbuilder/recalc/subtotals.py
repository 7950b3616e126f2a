"""SUBTOTAL and AGGREGATE, as SUM and its like of the cells that they take.

They leave other subtotals out, and rows that are hidden or that a filter hides, which only the
workbook knows, no engine: https://support.microsoft.com/office/7b027003-f060-4ade-9040-e478765b9939
and https://support.microsoft.com/office/43b9278e-6aa7-4f17-92b6-e19993fa26df.  So
``SUBTOTAL(9,A1:A9)`` is ``SUM(A1:A4,A6:A9)`` where A5 is a subtotal.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from xlbuilder.formula.area import Area
from xlbuilder.formula.extents import gives_several
from xlbuilder.formula.functions import MAX_ARGUMENTS
from xlbuilder.formula.placement import BoundFormula
from xlbuilder.formula.tree import Call, ErrorValue, Node, Number, Text, mapped, walk
from xlbuilder.formula.values import ExcelError
from xlbuilder.xlsx.left_out import LeftOut

SUBTOTALS = frozenset({"SUBTOTAL", "AGGREGATE"})
_BY_NUMBER = (
    *("AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT", "STDEV", "STDEVP", "SUM", "VAR"),
    *("VARP", "MEDIAN", "MODE", "LARGE", "SMALL", "PERCENTILE.INC", "QUARTILE.INC"),
    *("PERCENTILE.EXC", "QUARTILE.EXC"),
)
"""The functions by their numbers, from 1."""
_OF_SUBTOTAL, _OF_CELLS = 11, 13
"""The last ones of SUBTOTAL, and of those that take cells alone."""
_HIDDEN_TOO = 100
"""What is added to the number of a function of SUBTOTAL that leaves out each row that is hidden."""
_OPTIONS, _WITH_SUBTOTALS = 8, 4
"""The options of AGGREGATE, from 0, and the first one that leaves no subtotals out."""
_NO_HIDDEN, _NO_ERRORS = (1, 3, 5, 7), (2, 3, 6, 7)
"""The options that leave out hidden rows, and errors."""
_ZERO = frozenset({"COUNT", "COUNTA", "MAX", "MIN", "PRODUCT", "SUM"})
"""Functions that are 0 of no cell at all."""
_OF_NONE = {"MEDIAN": ExcelError.NUM, "MODE": ExcelError.NA}
"""The errors of other functions; the rest is ``#DIV/0!``."""


class Subtotals:
    """Writes the bound formulas of a workbook without SUBTOTAL and AGGREGATE, or one of them."""

    def __init__(self, left_out: LeftOut, functions: Collection[str] = SUBTOTALS) -> None:
        self._left_out, self._functions = left_out, functions
        self._frames: dict[Node, bool] = {}
        """Whether a frame has one of them; many cells have the same."""

    def within(self, bound: BoundFormula) -> BoundFormula:
        """Return a bound formula without them; a call that is not calculated stays."""
        has_some = self._frames.get(bound.frame)
        if has_some is None:
            has_some = self._frames[bound.frame] = any(
                isinstance(part, Call) and part.function in self._functions
                for part in walk(bound.frame)
            )
        return BoundFormula(self._written(bound.node), {}) if has_some else bound

    def _written(self, node: Node) -> Node:
        node = mapped(node, self._written)
        match node:
            case Call("SUBTOTAL", (Number(number), *areas)):
                code, left_out = int(number), self._left_out
                rows = left_out.filtered if code < _HIDDEN_TOO else left_out.hidden
                if 1 <= code % _HIDDEN_TOO <= _OF_SUBTOTAL and code < 2 * _HIDDEN_TOO:
                    cells = self._cells(areas, rows, left_out.subtotals)
                    return _total(_BY_NUMBER[code % _HIDDEN_TOO - 1], cells) or node
            case Call("AGGREGATE" as function, (Number(number), Number(option), *given)) if (
                function in self._functions
            ):
                if 1 <= number < len(_BY_NUMBER) + 1 and 0 <= option < _OPTIONS:
                    return self._aggregate(int(number), int(option), given) or node
        return node

    def _aggregate(self, number: int, option: int, given: list[Node]) -> Node | None:
        function, left_out = _BY_NUMBER[number - 1], self._left_out
        no_hidden, no_errors = option in _NO_HIDDEN, option in _NO_ERRORS
        is_of_cells = number <= _OF_CELLS
        areas = given if is_of_cells else [each for each in given[:1] if isinstance(each, Area)]
        subtotals = left_out.subtotals if option < _WITH_SUBTOTALS else ()
        cells = self._cells(areas, left_out.hidden if no_hidden else {}, subtotals)
        if not no_hidden and cells != self._cells(areas, left_out.filtered, subtotals):
            return None  # it is not documented whether rows of a filter count
        if cells is None or (no_errors and function == "COUNTA"):
            return None
        if no_errors and not all(map(gives_several, cells)):
            return None  # a text is no number in an array, and an error where it stands alone
        if is_of_cells:
            return _total(function, [*map(_numbers, cells)] if no_errors else cells)
        if cells != areas or len(given) != 2:
            return None
        return Call(function, (_numbers(given[0]) if no_errors else given[0], given[1]))

    def _cells(
        self,
        areas: Sequence[Node],
        rows: Mapping[str, Collection[int]],
        subtotals: Collection[Area],
    ) -> list[Node] | None:
        """Return the cells of areas, or the error in the place of one; None for anything else."""
        found: list[Node] = []
        for area in areas:
            match area:
                case Area():
                    found += _pieces(area, rows.get(area.sheet, ()), subtotals)
                case ErrorValue():
                    return [area]
                case _:
                    return None
        return found if len(found) <= MAX_ARGUMENTS else None


def _total(function: str, cells: Sequence[Node] | None) -> Node | None:
    if cells is None:
        return None
    if cells:
        return Call(function, tuple(cells))
    return Number(0.0) if function in _ZERO else ErrorValue(_OF_NONE.get(function, ExcelError.DIV0))


def _numbers(values: Node) -> Node:
    """Return several values without those that are no numbers, errors among them."""
    return Call("IF", (Call("ISNUMBER", (values,)), values, Text("")))


def _pieces(area: Area, rows: Collection[int], cells: Collection[Area]) -> Iterator[Area]:
    """Yield the parts of an area that are left without some rows and some cells."""
    columns: dict[int, list[int]] = {}
    for cell in cells:
        if area.holds(cell):
            columns.setdefault(cell.top, []).append(cell.left)
    without = {row for row in rows if area.top <= row <= area.bottom}
    top = area.top
    for row in sorted({*without, *columns, area.bottom + 1}):
        if top < row:
            yield area._replace(top=top, bottom=row - 1)
        if row not in without and row <= area.bottom:
            left = area.left
            for column in sorted([*columns[row], area.right + 1]):
                if left < column:
                    yield Area(area.sheet, row, left, row, column - 1)
                left = column + 1
        top = row + 1
