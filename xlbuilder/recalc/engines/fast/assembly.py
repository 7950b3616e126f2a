"""The code of all families while it grows: instructions, operands, constants and their places."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from xlbuilder.errors import EngineError
from xlbuilder.formula.tree import Constant, ErrorValue, Logical, Number, Text
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.asked.bridge import AskedCall
from xlbuilder.recalc.engines.fast.texts import Texts, add
from xlbuilder.recalc.family import Family


@dataclass(frozen=True)
class Operand:
    """A row of the operand table."""

    row: int
    shape: tuple[int, int]
    is_range: bool = False
    """Whether it is a reference, in which functions such as SUM skip texts and logical values."""


def one_value(operand: Operand) -> Operand:
    """Return the operand.  Raises EngineError when it is several values."""
    if operand.shape != (1, 1):
        raise EngineError("a range or an array stands where the engine fast expects one value")
    return operand


@dataclass
class Assembly:
    """The code of all families, while it grows."""

    pool: Texts
    width: int
    """Cells in a row of the sheet: the distance between two rows of an area."""
    memory_start: int
    """Where the values of constants and results begin."""
    instructions: list[list[int]] = field(default_factory=list)
    operands: list[tuple[int, int, int, int]] = field(default_factory=lambda: [(0, 1, 1, 1)])
    constants: dict[int, tuple[int, float]] = field(default_factory=dict)
    memory_end: int = 0
    asked: dict[Family, dict[int, AskedCall]] = field(default_factory=dict)
    """The calls that Python answers, by the operands that are their targets."""
    _scalars: dict[Constant, Operand] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.memory_end = self.memory_start

    @property
    def here(self) -> int:
        """The number of the next instruction."""
        return len(self.instructions)

    def emit(
        self,
        operation: int,
        target: Operand | int = 0,
        a: Operand | int = 0,
        b: Operand | int = 0,
        c: Operand | int = 0,
    ) -> int:
        """Append an instruction and return its number."""
        for column, each in zip("abc", (a, b, c), strict=True):
            assert not isinstance(each, Operand) or column in codes.OPERANDS[operation]
        columns = [each.row if isinstance(each, Operand) else each for each in (target, a, b, c)]
        self.instructions.append([operation, *columns])
        return self.here - 1

    def result(
        self,
        shape: tuple[int, int],
        operation: int,
        a: Operand | int = 0,
        b: Operand | int = 0,
        c: Operand | int = 0,
    ) -> Operand:
        """Append an instruction and return its target, which is new."""
        target = self.room(shape)
        self.emit(operation, target, a, b, c)
        return target

    def unary(self, function: str, a: Operand) -> Operand:
        """Compile an operator or function of one value, for each element of an array."""
        operator = codes.UNARY_FUNCTIONS[function]
        operation = codes.UNARY if a.shape == (1, 1) else codes.UNARY_MAP
        return self.result(a.shape, operation, a, c=operator)

    def binary(self, function: str, a: Operand, b: Operand) -> Operand:
        """Compile an operator or function of two values, for each pair of elements."""
        operator = codes.BINARY_FUNCTIONS[function]
        rows, columns = (max(pair) for pair in zip(a.shape, b.shape, strict=True))
        operation = codes.BINARY if (rows, columns) == (1, 1) else codes.BINARY_MAP
        return self.result((rows, columns), operation, a, b, operator)

    def total(self, function: str, taken: Sequence[tuple[int, Operand]]) -> Operand:
        """Compile a function that makes one value of many; TAKE or TAKE_DIRECT takes each."""
        self.emit(codes.START, b=codes.TOTALS[function])
        for operation, operand in taken:
            self.emit(operation, a=operand)
        return self.result((1, 1), codes.END)

    def spread(self, operation: int, operands: Sequence[Operand]) -> Operand:
        """Compile a function of up to three values, once for each element where one is an array."""
        shapes = {operand.shape for operand in operands} - {(1, 1)}
        if len(shapes) > 1:
            raise EngineError("the engine fast lacks arrays of different sizes in one function")
        target = self.room(shapes.pop() if shapes else (1, 1))
        results = self.elements(target)
        several = [self.elements(operand) for operand in operands]
        each = [own * len(results) if len(own) == 1 else own for own in several]
        for one, *own in zip(results, *each, strict=True):
            self.emit(operation, one, *own)
        return target

    def elements(self, a: Operand) -> list[Operand]:
        """Return the elements of an array as operands, row by row."""
        if a.shape == (1, 1):
            return [a]
        place, rows, columns, stride = self.operands[a.row]
        if place < 0:  # a hole, whose elements have places in each cell alone
            turned = self.result((columns, rows), codes.TRANSPOSE, a)
            place = self.operands[turned.row][0]
            places = [place + j * rows + i for i, j in product(range(rows), range(columns))]
        else:
            places = [place + i * stride + j for i, j in product(range(rows), range(columns))]
        return [self.operand(each, (1, 1), 1) for each in places]

    def beginning(self, a: Operand, shape: tuple[int, int]) -> Operand:
        """Return so many rows and columns of an area, from its first cell on."""
        place, _, _, stride = self.operands[a.row]
        return replace(self.operand(place, shape, stride), is_range=a.is_range)

    def room(self, shape: tuple[int, int]) -> Operand:
        """Return a new place for a value or an array."""
        self.memory_end += shape[0] * shape[1]
        return self.operand(self.memory_end - shape[0] * shape[1], shape, shape[1])

    def operand(self, place: int, shape: tuple[int, int], stride: int) -> Operand:
        """Return a new row of the operand table."""
        self.operands.append((place, *shape, stride))
        return Operand(len(self.operands) - 1, shape)

    def constant(self, node: Constant) -> Operand:
        """Return the operand of a constant; the same constant is kept once."""
        if node not in self._scalars:
            self._scalars[node] = self._stored([[node]])
        return self._scalars[node]

    def array(self, rows: tuple[tuple[Constant, ...], ...]) -> Operand:
        """Return the operand of an array constant."""
        return self._stored(rows)

    def place(self, number: float) -> int:
        """Return where a number is kept."""
        return self.operands[self.constant(Number(number)).row][0]

    def in_a_row(self, nodes: list[Constant]) -> int:
        """Return the first of as many new operands, one behind the other in the table."""
        rows = [self._stored([[node]]).row for node in nodes]
        return rows[0]

    def blank(self) -> Operand:
        """Return the operand of a missing argument."""
        return self.room((1, 1))  # memory begins blank

    def _stored(self, rows: Sequence[Sequence[Constant]]) -> Operand:
        operand = self.room((len(rows), len(rows[0])))
        place = self.operands[operand.row][0]
        for node in (node for row in rows for node in row):
            self.constants[place] = self._value(node)
            place += 1
        return operand

    def _value(self, node: Constant) -> tuple[int, float]:
        match node:
            case Number(value):
                return codes.NUMBER, value
            case Text(value):
                return codes.TEXT, float(add(self.pool, value))
            case Logical(value):
                return codes.LOGICAL, float(value)
            case ErrorValue(value):
                return codes.ERROR, float(codes.ERRORS.index(value) + 1)


def tables(assembly: Assembly) -> dict[str, np.ndarray]:
    """Return the instructions and the operand table as arrays."""
    columns = np.array(assembly.operands, np.int32).T.copy()
    names = ("place", "rows", "columns", "stride")
    return {
        # With five columns even when there is no instruction: numba compiles for two dimensions.
        "instructions": np.array(assembly.instructions, np.int32).reshape(-1, 5),
        **dict(zip(names, columns, strict=True)),
    }
