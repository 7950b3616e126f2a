"""Whole columns and rows, such as ``A:A``, calculated as far as sheets are used.

Behind the last row that a formula's sheets use, all rows are blank, so one blank row stands for all
of them.  It is the last row of what the formula reads instead: that is enough for MAX, lookups and
the like, to which further blank rows make no difference.  Functions that count or add up take the
other rows as often as there are: ``COUNTBLANK(A:A)`` of a sheet with 9 rows is
``COUNTBLANK(A1:A10)+524283*COUNTBLANK(A10:A11)``.  Only what is calculated row by row is taken so:
the lookup in ``SUM(VLOOKUP(5,A:B,2,FALSE)*2)`` gives one value.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.extents import gives_several, is_all
from xlbuilder.formula.functions import FOR_ONE_VALUE, Result, Role, function_of
from xlbuilder.formula.tree import (
    MAX_COLUMNS,
    MAX_ROWS,
    Call,
    Infix,
    Logical,
    Missing,
    Node,
    Number,
    children,
    mapped,
    rebuilt,
    walk,
)

Ends = Mapping[str, tuple[int, int]]
"""The last row and column of each sheet that hold something."""

_COUNT_BLANKS = frozenset({"COUNTBLANK", "COUNTIF", "COUNTIFS"})
_ADD_UP = frozenset({"SUM", "COUNT", "COUNTA", "SUMPRODUCT"})
"""Functions to which a blank cell makes no difference, but what is calculated from it may."""
_ONE_IS_ENOUGH = frozenset(
    [
        *("AND", "CONCAT", "HLOOKUP", "LOOKUP", "MATCH", "MAX", "MIN", "OR"),
        *("VLOOKUP", "XLOOKUP", "XMATCH"),
    ]
)
"""Functions to which it makes no difference how many rows are alike."""
_GIVE_ROWS = frozenset({"DROP", "FILTER", "SORT", "SORTBY", "TAKE", "UNIQUE"})
_BY_ROWS = FOR_ONE_VALUE | {Role.BRANCH}
"""Roles of arguments for each row of which a function gives a value."""


def is_whole(node: Node) -> bool:
    """Return whether a node is a range to the last row or column of its sheet."""
    return isinstance(node, Area) and (node.bottom == MAX_ROWS or node.right == MAX_COLUMNS)


def have_whole_areas(nodes: Iterable[Node]) -> bool:
    """Return whether bound formulas, or parts of one, have a whole column or row."""
    for node in nodes:  # nearly all are areas and numbers
        if isinstance(node, Area):
            if node.bottom == MAX_ROWS or node.right == MAX_COLUMNS:
                return True
        elif not isinstance(node, Number) and any(map(is_whole, walk(node))):
            return True
    return False


def within_sheets(node: Node, ends: Ends) -> Node:
    """Return a bound formula that gives the same without whole columns and rows.

    Raises FormulaError where one function counts in whole columns and in whole rows.
    """
    areas = [part for part in walk(node) if isinstance(part, Area) and is_whole(part)]
    if not areas:
        return node
    last = [ends.get(area.sheet, (1, 1)) for area in areas]
    tops, lefts = (max(place) for place in zip(*[area[1:3] for area in areas], strict=True))
    bottom = min(max(tops, *(row for row, _ in last)) + 1, MAX_ROWS)
    right = min(max(lefts, *(column for _, column in last)) + 1, MAX_COLUMNS)
    return _Cutter(bottom, right).cut(node)


@dataclass(frozen=True)
class _Cutter:
    bottom: int
    """The row at which whole columns end: it is blank."""
    right: int
    """The column at which whole rows end: it is blank."""

    def cut(self, node: Node) -> Node:
        match node:
            case Area():
                return self._ended(node)
            case Call("INDEX", (array, *places)) if places and (areas := _whole_in(array)):
                return Call("INDEX", (self.cut(array), *self._places(areas[0], places)))
            case Call(function, arguments) if function in _COUNT_BLANKS:
                if any(map(is_whole, _taken(node))):
                    return self._with_rest(node, node)
            case Call(function, arguments) if function in _ADD_UP | {"ROWS", "COLUMNS"}:
                _check_rows_are_known(node)
                open_ones = [each for each in arguments if _has_open(each)]
                if any(not isinstance(each, Area) for each in open_ones):
                    several = function == "SUMPRODUCT"
                    return self._with_rest(
                        node, node if several else Call(function, tuple(open_ones))
                    )
            case Call("AVERAGE", arguments) if _takes_calculated(node):
                total, count = (self.cut(Call(each, arguments)) for each in ("SUM", "COUNT"))
                return Infix("/", total, count)
            case Call("MATCH", (_, array)) | Call("MATCH", (_, array, Number(1.0))) if (
                _takes_calculated(node)
            ):
                return self._last_match(mapped(node, self.cut), _open(array)[0])
            case Call("TEXTJOIN", (_, Logical(True), *_)):
                pass
            case Call("TEXTJOIN", arguments) if any(map(_has_open, arguments)):
                raise FormulaError("TEXTJOIN with blanks takes whole columns or rows")
            case Call(function) if _takes_calculated(node) and function not in _ONE_IS_ENOUGH:
                raise FormulaError(
                    f"{function} takes what is calculated from whole columns or rows; write the"
                    " rows that are used"
                )
        return mapped(node, self.cut)

    def _last_match(self, found: Node, area: Area) -> Node:
        """Return a place found by halving: of equal values the last one is taken."""
        is_column = area.bottom == MAX_ROWS
        end = self.bottom - area.top if is_column else self.right - area.left
        last = MAX_ROWS - area.top if is_column else MAX_COLUMNS - area.left
        is_end = Infix("=", found, Number(end + 1.0))
        return Call("IF", (is_end, Number(last + 1.0), found))

    def _ended(self, area: Area) -> Area:
        return area._replace(
            bottom=self.bottom if area.bottom == MAX_ROWS else area.bottom,
            right=self.right if area.right == MAX_COLUMNS else area.right,
        )

    def _places(self, area: Area, places: list[Node]) -> list[Node]:
        """Return the places of INDEX; all beyond the last one that is kept are blank too."""
        ends = [self.bottom - area.top + 1, self.right - area.left + 1]
        if len(places) == 1 and area.top == area.bottom:
            ends = ends[1:]
        return [
            place if gives_several(place) or is_all(place) else _at_most(self.cut(place), end)
            for place, end in zip(places[:2], ends, strict=False)
        ] + places[2:]

    def _with_rest(self, whole: Call, counted: Call) -> Node:
        """Return what a function gives in the rows that are kept, and in all that are blank."""
        areas = list(filter(is_whole, _taken(counted)))
        columns = {area.bottom == MAX_ROWS for area in areas}
        if len(columns) > 1 or any(a.bottom == MAX_ROWS and a.right == MAX_COLUMNS for a in areas):
            raise FormulaError(f"{whole.function} counts in whole columns and whole rows at once")
        rest = MAX_ROWS - self.bottom if True in columns else MAX_COLUMNS - self.right
        kept = mapped(whole, self.cut)
        blank = self._with_blank(counted, [not one for one in _by_rows(counted)])
        return Infix("+", kept, Infix("*", Number(rest / 2), blank))

    def _of_blanks(self, node: Node) -> Node:
        """Return what a node gives in two blank rows: of one, COUNT takes FALSE for a number."""
        if isinstance(node, Area) and is_whole(node):
            ended = self._ended(node)
            is_column = node.bottom == MAX_ROWS
            if is_column:
                return ended._replace(top=self.bottom, bottom=min(self.bottom + 1, MAX_ROWS))
            return ended._replace(left=self.right, right=min(self.right + 1, MAX_COLUMNS))
        return self._with_blank(node, _seen(node)) if _open(node) else self.cut(node)

    def _with_blank(self, node: Node, blank: list[bool]) -> Node:
        """Return a node with some of its children in blank rows."""
        below = zip(children(node), blank, strict=True)
        return rebuilt(
            node,
            tuple(self._of_blanks(each) if one else self.cut(each) for each, one in below),
        )


def _at_most(place: Node, end: int) -> Node:
    """Return a place, or the last one; a blank is 0, as it is to INDEX."""
    return Call("MIN", (Infix("+", place, Number(0.0)), Number(float(end))))


def _by_rows(node: Node) -> list[bool]:
    """Return for each row of which children a node gives a value."""
    if isinstance(node, Call):
        roles = function_of(node.function).roles(len(node.arguments))
        return [role in _BY_ROWS for role in roles]
    return [True] * len(children(node))


def _seen(node: Node) -> list[bool]:
    """Return of which children the rows are seen in what a node gives."""
    found = _by_rows(node)
    match node:
        case Call("INDEX", (array, *places)):
            places = [*places, Missing()][:2]
            whole = [is_all(each) for each in places]
            areas = _whole_in(array)
            is_column = bool(areas) and areas[0].bottom == MAX_ROWS
            found[0] = whole[0] if is_column or len(places) == 1 else whole[1]
    return found


def _below(node: Node, seen: list[bool]) -> list[Area]:
    below = (each for each, one in zip(children(node), seen, strict=True) if one)
    return [area for each in below for area in _open(each)]


def _open(node: Node) -> list[Area]:
    """Return the ranges whose rows are seen in what a node gives."""
    return [node] if isinstance(node, Area) else _below(node, _seen(node))


def _taken(node: Node) -> list[Area]:
    """Return the ranges all of whose rows a call takes."""
    return _below(node, [not one for one in _by_rows(node)])


def _whole_in(node: Node) -> list[Area]:
    return list(filter(is_whole, _open(node)))


def _has_open(argument: Node) -> bool:
    return any(map(is_whole, _open(argument)))


def _takes_calculated(call: Call) -> bool:
    """Return whether a function takes all rows of what is calculated from whole columns."""
    if call.function in _GIVE_ROWS:
        return False
    taken = zip(call.arguments, _by_rows(call), strict=True)
    return any(
        not (one or isinstance(each, Area))
        and (_has_open(each) or _unknown(each, _GIVE_ROWS) is not None)
        for each, one in taken
    )


def _unknown(node: Node, known: Collection[str] = ()) -> str | None:
    """Return a function of whole columns within a node of whose rows nothing is known.

    ``known`` has functions that are known all the same.
    """
    for part in walk(node):
        if isinstance(part, Call) and part.function not in known and any(map(is_whole, walk(part))):
            function = function_of(part.function)
            is_elsewhere = function.gives is Result.SPILLED or function.is_volatile
            if is_elsewhere or not function.is_known:
                return part.function
    return None


def _check_rows_are_known(call: Call) -> None:
    """Raise FormulaError where it is not known how many rows a function counts."""
    for argument in call.arguments:
        if (function := _unknown(argument)) is not None:
            raise FormulaError(
                f"{call.function} counts what {function} finds in whole columns or rows; write"
                " the rows that are used"
            )
