"""Writes array constants out, for programs in which functions of one value take no arrays."""

from collections.abc import Iterable

from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import Array, Call, Infix, Node, children, rebuilt, walk

AGGREGATES = {"MAX": "MAX", "MIN": "MIN", "SUM": "SUM", "SUMPRODUCT": "SUM"}
"""Functions that take numbers one by one as they take them in an array, under this name."""

TOTALS = {
    *("SUM", "SUMPRODUCT", "MAX", "MIN", "PRODUCT", "AVERAGE", "COUNT", "COUNTA", "COUNTBLANK"),
    *("AND", "OR", "ROWS", "COLUMNS"),
}
"""Functions that give one value of all that they take."""


def gives_several(bound: Node) -> bool:
    """Return whether a bound formula gives several values, as far as the text shows."""
    return shape_of(bound) != (1, 1)


def shape_of(bound: Node) -> tuple[int, int]:
    """Return how many rows and columns of values a bound formula gives, as far as the text shows.

    Arrays of several shapes give the greatest number of each.
    """
    match bound:
        case Area():
            return bound.shape
        case Array(rows):
            return len(rows), len(rows[0])
        case Call(function) if function in TOTALS:
            return 1, 1
        case Call("COUNTIF" | "INDEX", (_, *others)):
            return _greatest(others)
        case Call("MATCH", (value, *_)):
            return shape_of(value)
        case Call("SUMIF" | "SMALL" | "LARGE", (_, other, *_)):
            return shape_of(other)
        case Call("COUNTIFS", (*_,)):
            return _greatest(bound.arguments[1::2])
        case Call("SUMIFS", (*_,)):
            return _greatest(bound.arguments[2::2])
        case Call("LOOKUP" | "HLOOKUP" | "VLOOKUP", (value, *_)):
            return shape_of(value)
        case Call("MMULT", (left, right)):
            return shape_of(left)[0], shape_of(right)[1]
        case Call("TRANSPOSE", (array,)):
            return shape_of(array)[1], shape_of(array)[0]
        case _:
            return _greatest(children(bound))


def _greatest(nodes: Iterable[Node]) -> tuple[int, int]:
    shapes = [(1, 1), *map(shape_of, nodes)]
    return max(rows for rows, _ in shapes), max(columns for _, columns in shapes)


def arrays(node: Node) -> list[Array]:
    """Return the array constants in a formula."""
    return [part for part in walk(node) if isinstance(part, Array)]


def written_out(node: Node) -> Node:
    """Return ``node`` with MAX(COUNTIF(range,{1;2})*3) as MAX(COUNTIF(range,1)*3,...(range,2)*3).

    What cannot be written out is left as it is.
    """
    if not isinstance(node, Call) or node.function not in AGGREGATES:
        return rebuilt(node, tuple(map(written_out, children(node))))
    if node.function == "SUMPRODUCT" and len(node.arguments) > 1:
        return node
    arguments: list[Node] = []
    function = node.function
    for argument in node.arguments:
        sizes = {(len(array.rows), len(array.rows[0])) for array in arrays(argument)}
        # Arithmetic gives numbers and errors, which count alike in arrays and on their own.
        arithmetic = isinstance(argument, Infix) and argument.operator in "+-*/^"
        if arithmetic and len(sizes) == 1 and _is_elementwise(argument):
            rows, columns = sizes.pop()
            arguments += [_element(argument, number, columns) for number in range(rows * columns)]
            function = AGGREGATES[node.function]
        else:
            arguments.append(written_out(argument))
    return Call(function, tuple(arguments)) if arguments else node


def _is_elementwise(node: Node) -> bool:
    match node:
        case Call("COUNTIF", (Area(), criterion)):
            return _is_elementwise(criterion)
        case Area():
            return node.shape == (1, 1)
        case Infix(operator) if operator == ":":
            return False
        case Call():
            return False
        case _:
            return all(map(_is_elementwise, children(node)))


def _element(node: Node, number: int, columns: int) -> Node:
    if isinstance(node, Array):
        return node.rows[number // columns][number % columns]
    return rebuilt(node, tuple(_element(child, number, columns) for child in children(node)))
