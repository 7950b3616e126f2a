"""Writes array constants out, for programs in which functions of one value take no arrays."""

from itertools import product

from xlbuilder.formula.area import Area
from xlbuilder.formula.extents import extent_of, gives_several
from xlbuilder.formula.functions import MAX_ARGUMENTS, function_of
from xlbuilder.formula.tree import Array, Call, Infix, Node, children, mapped, walk

AGGREGATES = {"MAX": "MAX", "MIN": "MIN", "SUM": "SUM", "SUMPRODUCT": "SUM"}
"""Functions that take numbers one by one as they take them in an array, under this name."""


def arrays(node: Node) -> list[Array]:
    """Return the array constants in a formula."""
    return [part for part in walk(node) if isinstance(part, Array)]


def written_out(node: Node) -> Node:
    """Return ``node`` with MAX(COUNTIF(range,{1;2})*3) as MAX(COUNTIF(range,1)*3,...(range,2)*3).

    Within SUMPRODUCT a range beside the constant, of as many rows and columns, is written out with
    it.  What cannot be written out is left as it is.
    """
    return _written_out(node, takes_ranges=False)


def _written_out(node: Node, *, takes_ranges: bool) -> Node:
    if not isinstance(node, Call) or node.function not in AGGREGATES:
        return mapped(node, lambda child: _written_out(child, takes_ranges=takes_ranges))
    if node.function == "SUMPRODUCT" and len(node.arguments) > 1:
        return node
    takes_ranges = takes_ranges or node.function == "SUMPRODUCT"
    arguments: list[Node] = []
    function = node.function
    for argument in node.arguments:
        sizes = {(len(array.rows), len(array.rows[0])) for array in arrays(argument)}
        # Arithmetic gives numbers and errors, which count alike in arrays and on their own.
        arithmetic = isinstance(argument, Infix) and argument.operator in "+-*/^"
        size = sizes.pop() if len(sizes) == 1 else None
        if arithmetic and size and _is_elementwise(argument, size if takes_ranges else (1, 1)):
            rows, columns = size
            arguments += [_element(argument, number, columns) for number in range(rows * columns)]
            function = AGGREGATES[node.function]
        else:
            arguments.append(_written_out(argument, takes_ranges=takes_ranges))
    return Call(function, tuple(arguments)) if arguments else node


def cell_by_cell(node: Node) -> Node:
    """Return ``node`` with SUMPRODUCT(MOD(A1:A2,10)*B1:B2) as SUM(MOD(A1,10)*B1,MOD(A2,10)*B2).

    It is for programs in which functions of one value take no ranges; what such programs evaluate
    right, and what cannot be written so, is left as it is.
    """
    match node:
        case Call("SUM" | "SUMPRODUCT", (Infix("+" | "-" | "*" | "/") as sum_of,)) if (
            _has_function_of_range(sum_of)
            and _has_one_shape(sum_of)
            and all(map(_goes_by_cells, walk(sum_of)))
        ):
            places = list(product(*map(range, extent_of(sum_of).shape)))
            if len(places) <= MAX_ARGUMENTS:
                return Call("SUM", tuple(_at(sum_of, *place) for place in places))
    return mapped(node, cell_by_cell)


def _has_function_of_range(node: Node) -> bool:
    return any(
        isinstance(part, Call)
        and function_of(part.function).is_of_one_value
        and gives_several(part)
        for part in walk(node)
    )


def _has_one_shape(node: Node) -> bool:
    shapes = [extent_of(part).shape for part in walk(node) if isinstance(part, Area | Array)]
    rows, columns = extent_of(node).shape
    return all(shape in product((1, rows), (1, columns)) for shape in shapes)


def _goes_by_cells(node: Node) -> bool:
    """Return whether this part of a sum has one value for each cell, in itself."""
    if isinstance(node, Call):
        return function_of(node.function).is_of_one_value or not any(
            map(gives_several, node.arguments)
        )
    return not (isinstance(node, Infix) and node.operator == ":")


def _at(node: Node, row: int, column: int) -> Node:
    """Return what ``node`` gives in one place; a single row or column is the same in all."""
    match node:
        case Array(rows):
            return rows[row % len(rows)][column % len(rows[0])]
        case Area(sheet, top, left):
            down, right = top + row % node.shape[0], left + column % node.shape[1]
            return Area(sheet, down, right, down, right)
    return mapped(node, lambda child: _at(child, row, column))


def _is_elementwise(node: Node, shape: tuple[int, int]) -> bool:
    match node:
        case Call("COUNTIF", (Area(), criterion)):
            return _is_elementwise(criterion, shape)
        case Area():
            return node.shape in ((1, 1), shape)
        case Infix(operator) if operator == ":":
            return False
        case Call():
            return False
        case _:
            return all(_is_elementwise(child, shape) for child in children(node))


def _element(node: Node, number: int, columns: int) -> Node:
    match node:
        case Call("COUNTIF", (Area() as area, criterion)):
            return Call("COUNTIF", (area, _element(criterion, number, columns)))
        case Array() | Area():
            return _at(node, number // columns, number % columns)
    return mapped(node, lambda child: _element(child, number, columns))
