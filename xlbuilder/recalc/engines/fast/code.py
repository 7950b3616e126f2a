"""Bound formulas as the machine's code, once a family.

A function that the machine lacks is refused with its name, never guessed.  What two places of a
formula have in common is computed once, as far as both are sure to be reached.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import (
    Array,
    Call,
    Constant,
    ErrorValue,
    Infix,
    Logical,
    Missing,
    Name,
    Node,
    Number,
    Percent,
    Prefix,
    Text,
)
from xlbuilder.recalc.engines.fast import values
from xlbuilder.recalc.engines.fast.machine import OPERATIONS, TOTALS
from xlbuilder.recalc.engines.fast.texts import Texts, add
from xlbuilder.recalc.family import Family

_ONE_VALUE = frozenset(values.UNARY[values.UNARY.index("NOT") :])
_TWO_VALUES = {"MOD": "MOD", "ROUND": "ROUND", "POWER": "^"}
_COMPARISONS = ("<>", "<=", ">=", "=", "<", ">")
_OTHERS = """
IF COUNTIF SUMPRODUCT CHOOSE INDEX MATCH IFERROR REPT MID LEFT SUBSTITUTE CONCATENATE TRUE FALSE NA
"""
FUNCTIONS = frozenset({*_ONE_VALUE, *_TWO_VALUES, *TOTALS, *_OTHERS.split()})
"""What the machine can do."""


@dataclass(frozen=True)
class Operand:
    """A row of the operand table."""

    row: int
    shape: tuple[int, int]
    is_range: bool = False
    """A reference, in which functions such as SUM pass over texts and logical values."""


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
    _scalars: dict[Constant, Operand] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.memory_end = self.memory_start

    def compile(self, family: Family) -> int:
        """Append the code of a family and return its first instruction."""
        entry = len(self.instructions)
        _Compiler(self, family).run()
        return entry

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

    def _stored(self, rows: object) -> Operand:
        nodes = [list(row) for row in rows]  # type: ignore[attr-defined]
        operand = self.room((len(nodes), len(nodes[0])))
        place = self.operands[operand.row][0]
        for node in (node for row in nodes for node in row):
            self.constants[place] = self._value(node)
            place += 1
        return operand

    def _value(self, node: Constant) -> tuple[int, float]:
        match node:
            case Number(value):
                return values.NUMBER, value
            case Text(value):
                return values.TEXT, float(add(self.pool, value))
            case Logical(value):
                return values.LOGICAL, float(value)
            case ErrorValue(value):
                return values.ERROR, float(values.ERRORS.index(value) + 1)


class _Compiler:
    """Compiles one formula; ``known`` holds what is computed already wherever we are."""

    def __init__(self, assembly: Assembly, family: Family) -> None:
        self.assembly = assembly
        self.family = family
        slots: list[Node] = [*family.slots, *map(Name, family.numbers)]
        self.slots = {slot: -1 - number for number, slot in enumerate(slots)}
        self.known: dict[Node, Operand] = {}

    def run(self) -> None:
        result = self.value(self.family.formula)
        if result.shape != (1, 1):
            shape = "x".join(map(str, result.shape))
            raise EngineError(f"gives {shape} values where a cell takes one")
        self.emit("RETURN", 0, result.row)

    def emit(self, operation: str, target: int = 0, a: int = 0, b: int = 0, c: int = 0) -> int:
        self.assembly.instructions.append([OPERATIONS.index(operation), target, a, b, c])
        return len(self.assembly.instructions) - 1

    @property
    def here(self) -> int:
        return len(self.assembly.instructions)

    def patch(self, instruction: int, column: int) -> None:
        """Let an instruction emitted earlier jump to here."""
        self.assembly.instructions[instruction][column] = self.here

    @contextmanager
    def branch(self) -> Iterator[None]:
        """Compile what may not be reached: what it computes is not known behind it."""
        known, self.known = self.known, dict(self.known)
        yield
        self.known = known

    def value(self, node: Node) -> Operand:
        if node not in self.known:
            self.known[node] = self.compute(node)
        return self.known[node]

    def scalar(self, node: Node) -> Operand:
        operand = self.value(node)
        if operand.shape != (1, 1):
            raise EngineError("a range or an array stands where the engine fast expects one value")
        return operand

    def compute(self, node: Node) -> Operand:
        match node:
            case Area():
                place, (rows, columns) = self.slots[node], node.shape
                operand = self.assembly.operand(place, (rows, columns), self.assembly.width)
                return Operand(operand.row, operand.shape, is_range=True)
            case Name():
                return self.assembly.operand(self.slots[node], (1, 1), 1)
            case Number() | Text() | Logical() | ErrorValue():
                return self.assembly.constant(node)
            case Array(rows):
                return self.assembly.array(rows)
            case Missing():
                return self.assembly.blank()
            case Prefix(operator, operand):
                return self.unary(operator, operand)
            case Percent(operand):
                return self.unary("%", operand)
            case Infix(":", _, _):
                raise EngineError("the engine fast lacks ranges whose corners depend on values")
            case Infix(operator, left, right):
                return self.binary(operator, left, right)
            case Call():
                return self.call(node)
        raise EngineError(f"the engine fast cannot compile {node}")

    def unary(self, operator: str, node: Node) -> Operand:
        a = self.value(node)
        target = self.assembly.room(a.shape)
        number = values.UNARY.index(operator)
        operation = "UNARY" if a.shape == (1, 1) else "UNARY_MAP"
        self.emit(operation, target.row, a.row, 0, number)
        return target

    def binary(self, operator: str, left: Node, right: Node) -> Operand:
        a, b = self.value(left), self.value(right)
        rows, columns = (max(pair) for pair in zip(a.shape, b.shape, strict=True))
        target = self.assembly.room((rows, columns))
        number = values.BINARY.index(operator)
        operation = "BINARY" if (rows, columns) == (1, 1) else "BINARY_MAP"
        self.emit(operation, target.row, a.row, b.row, number)
        return target

    def call(self, node: Call) -> Operand:
        function, arguments = node.function, node.arguments
        if function not in FUNCTIONS:
            raise EngineError(f"the engine fast lacks the function {function}")
        if function in _ONE_VALUE and len(arguments) == 1:
            return self.unary(function, arguments[0])
        if function in _TWO_VALUES and len(arguments) == 2:
            return self.binary(_TWO_VALUES[function], *arguments)
        if function in ("AND", "OR") and all(map(_is_sure_truth, arguments)):
            return self.first_of(function, arguments)
        if function in TOTALS and arguments:
            return self.total(function, arguments)
        match function, arguments:
            case (("TRUE" | "FALSE"), ()):
                return self.assembly.constant(Logical(function == "TRUE"))
            case "NA", ():
                return self.assembly.constant(ErrorValue(values.ERRORS[int(values.NA) - 1]))
            case "IF", (condition, yes):
                return self.if_(condition, yes, Logical(value=False))
            case "IF", (condition, yes, no):
                return self.if_(condition, yes, no)
            case "IFERROR", (tried, otherwise):
                return self.if_error(tried, otherwise)
            case "COUNTIF", (area, criterion):
                return self.count_if(area, criterion)
            case "SUMPRODUCT", _ if arguments:
                return self.sum_product(arguments)
            case "CHOOSE", (which, *choices) if choices:
                return self.choose(which, choices)
            case "INDEX", (area, *places) if 1 <= len(places) <= 2:
                return self.index(area, places)
            case "MATCH", (value, area, Number(0)):
                return self.simple("MATCH", self.scalar(value), self.value(area))
            case "CONCATENATE", (first, *others):
                joined = first
                for other in others:
                    joined = Infix("&", joined, other)
                return self.value(joined)
            case "REPT", (text, times):
                return self.simple("REPT", self.scalar(text), self.scalar(times))
            case "LEFT", (text, *length) if len(length) <= 1:
                return self.call(Call("MID", (text, Number(1), *(length or [Number(1)]))))
            case (("MID" | "SUBSTITUTE"), (_, _, _)):
                return self.simple(function, *map(self.scalar, arguments))
        raise EngineError(f"the engine fast lacks {function} with these arguments")

    def simple(self, operation: str, *operands: Operand) -> Operand:
        target = self.assembly.room((1, 1))
        self.emit(operation, target.row, *(operand.row for operand in operands))
        return target

    def total(self, function: str, arguments: tuple[Node, ...]) -> Operand:
        taken = []
        for argument in arguments:
            operand = self.value(argument)
            if isinstance(argument, Call) and argument.function in ("IF", "CHOOSE", "IFERROR"):
                self.refuse_references(argument)
            direct = operand.shape == (1, 1) and not operand.is_range
            taken.append(("TAKE_DIRECT" if direct else "TAKE", operand))
        what = TOTALS.index(function)
        self.emit("START", b=what)
        for operation, operand in taken:
            self.emit(operation, a=operand.row)
        target = self.assembly.room((1, 1))
        self.emit("END", target.row, b=what)
        return target

    def first_of(self, function: str, arguments: tuple[Node, ...]) -> Operand:
        """AND and OR that know their answer with the first FALSE, or TRUE; no error can follow."""
        target = self.assembly.room((1, 1))
        ends = []
        for argument in arguments:
            with self.branch():
                test = self.emit("IF", target.row, self.scalar(argument).row)
                if function == "AND":
                    self.emit("JUMP", target=self.here + 3)
                self.patch(test, 3)
                decided = self.assembly.constant(Logical(function == "OR"))
                self.emit("MOVE", target.row, decided.row)
                ends.append(self.emit("JUMP"))
            if function == "OR":
                self.patch(test, 3)
        self.emit("MOVE", target.row, self.assembly.constant(Logical(function == "AND")).row)
        for end in ends:
            self.patch(end, 1)
        return target

    def refuse_references(self, call: Call) -> None:
        """SUM(IF(a,B1,0)) takes B1 as a reference or 0 as a value: refused rather than guessed."""
        if any(isinstance(branch, Area) for branch in call.arguments[call.function != "IFERROR" :]):
            raise EngineError(f"the engine fast lacks {call.function} that gives a reference")

    def if_(self, condition: Node, yes: Node, no: Node) -> Operand:
        a = self.value(condition)
        if a.shape != (1, 1):
            return self.select(a, yes, no)
        target: Operand | None = None
        test = self.emit("IF", 0, a.row)
        with self.branch():
            target = self.moved(self.value(yes), target)
            over = self.emit("JUMP")
        self.patch(test, 3)
        with self.branch():
            self.moved(self.value(no), target)
        self.patch(over, 1)
        self.patch(test, 4)
        self.assembly.instructions[test][1] = target.row
        return target

    def moved(self, operand: Operand, target: Operand | None) -> Operand:
        if operand.shape != (1, 1):
            raise EngineError("the engine fast lacks IF and CHOOSE that give ranges or arrays")
        target = target or self.assembly.room((1, 1))
        self.emit("MOVE", target.row, operand.row)
        return target

    def select(self, condition: Operand, yes: Node, no: Node) -> Operand:
        branches = [self.value(yes), self.value(no)]
        if any(branch.shape not in ((1, 1), condition.shape) for branch in branches):
            raise EngineError("the engine fast lacks IF over arrays of different shapes")
        copies = []
        for branch in branches:  # side by side in the table, and in the machine's own memory
            copy = self.assembly.room(branch.shape)
            operation = "MOVE" if branch.shape == (1, 1) else "UNARY_MAP"
            self.emit(operation, copy.row, branch.row, 0, values.UNARY.index("+"))
            copies.append(copy)
        target = self.assembly.room(condition.shape)
        self.emit("SELECT_MAP", target.row, condition.row, copies[0].row)
        return target

    def if_error(self, tried: Node, otherwise: Node) -> Operand:
        a = self.scalar(tried)
        target = self.assembly.room((1, 1))
        test = self.emit("IFERROR", target.row, a.row)
        with self.branch():
            self.moved(self.value(otherwise), target)
        self.patch(test, 4)
        return target

    def count_if(self, area: Node, criterion: Node) -> Operand:
        a = self.value(area)
        if not a.is_range:
            raise EngineError("COUNTIF takes a range, not an array")
        if isinstance(criterion, Text):
            operator = next((op for op in _COMPARISONS if criterion.value.startswith(op)), "")
            rest = criterion.value.removeprefix(operator)
            wanted = self.assembly.blank() if operator and not rest else self.criterion(rest)
            number = values.BINARY.index(operator or "=")
            return self.simple_with("COUNTIF_TEXT", a, wanted, number)
        b = self.value(criterion)
        target = self.assembly.room(b.shape)
        self.emit("COUNTIF", target.row, a.row, b.row)
        return target

    def criterion(self, text: str) -> Operand:
        pool = self.assembly.pool
        number = float(pool.number[add(pool, text)])
        return self.assembly.constant(Text(text) if np.isnan(number) else Number(number))

    def simple_with(self, operation: str, a: Operand, b: Operand, c: int) -> Operand:
        target = self.assembly.room((1, 1))
        self.emit(operation, target.row, a.row, b.row, c)
        return target

    def sum_product(self, arguments: tuple[Node, ...]) -> Operand:
        operands = [self.value(argument) for argument in arguments]
        if len({operand.shape for operand in operands}) > 1:
            return self.assembly.constant(ErrorValue(values.ERRORS[int(values.VALUE) - 1]))
        product = self.assembly.room(operands[0].shape)
        for number, operand in enumerate(operands):
            self.emit("TIMES" if number else "FACTOR", product.row, operand.row)
        what = TOTALS.index("SUM")
        self.emit("START", b=what)
        self.emit("TAKE", a=product.row)
        target = self.assembly.room((1, 1))
        self.emit("END", target.row, b=what)
        return target

    def choose(self, which: Node, choices: list[Node]) -> Operand:
        a = self.scalar(which)
        target = self.assembly.room((1, 1))
        constants = [choice for choice in choices if isinstance(choice, Constant)]
        if len(constants) == len(choices):
            first = self.assembly.in_a_row(constants)
            self.emit("CHOOSE_CONSTANT", target.row, a.row, first, len(choices))
            return target
        test = self.emit("CHOOSE", target.row, a.row, 0, len(choices))
        ends = []
        for number, choice in enumerate(choices, 1):
            case = self.emit("CASE", 0, a.row, number)
            with self.branch():
                self.moved(self.value(choice), target)
                ends.append(self.emit("JUMP"))
            self.patch(case, 4)
        self.patch(test, 3)
        for end in ends:
            self.patch(end, 1)
        return target

    def index(self, area: Node, places: list[Node]) -> Operand:
        a = self.value(area)
        if len(places) == 1:
            if 1 not in a.shape:
                raise EngineError("the engine fast lacks INDEX of a whole row")
            places = [Number(1), *places] if a.shape[0] == 1 else [*places, Number(1)]
        row, column = (self.scalar(place) for place in places)
        found = self.simple("INDEX", a, row, column)
        return Operand(found.row, found.shape, is_range=a.is_range)


def _is_sure_truth(node: Node) -> bool:
    """Return whether a node is a comparison that cannot be an error."""
    match node:
        case Infix(operator, left, right) if operator in _COMPARISONS:
            return _is_sure(left) and _is_sure(right)
    return False


def _is_sure(node: Node) -> bool:
    match node:
        case Number() | Name() | Text() | Logical():
            return True
        case Call("COUNTIF", (Area(), Number() | Name() | Text())) | Call("COUNT", (Area(),)):
            return True
    return False


def tables(assembly: Assembly) -> dict[str, np.ndarray]:
    """Return the instructions and the operand table as arrays."""
    columns = np.array(assembly.operands, np.int32).T.copy()
    names = ("place", "rows", "columns", "stride")
    return {
        # With five columns even when there is no instruction: numba compiles for two dimensions.
        "instructions": np.array(assembly.instructions, np.int32).reshape(-1, 5),
        **dict(zip(names, columns, strict=True)),
    }
