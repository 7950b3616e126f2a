"""Compiles bound formulas into the machine's code, once a family.

A function that the machine lacks is refused with its name, never guessed.  What two places of a
formula have in common is computed once, if the first one is always reached before the second.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.element import ELEMENT
from xlbuilder.formula.extents import calculates_array, gives_several
from xlbuilder.formula.functions import Role, function_of
from xlbuilder.formula.lambdas import RESULTS, columns_of
from xlbuilder.formula.last import LAST
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
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.asked.code import ask, refuse_range
from xlbuilder.recalc.engines.fast.asked.table import ASKED, gives_unknown_size
from xlbuilder.recalc.engines.fast.assembly import Assembly, Operand, one_value
from xlbuilder.recalc.engines.fast.calls import INSTRUCTIONS
from xlbuilder.recalc.engines.fast.rewrites import REWRITTEN, element, rewritten
from xlbuilder.recalc.family import Family

Jump = tuple[int, int]
"""An instruction, and the column in which it says where the machine goes on."""

_COMPARISONS = frozenset(["=", "<>", "<", ">", "<=", ">="])


def compile_family(assembly: Assembly, family: Family, *, is_array: bool = False) -> int:
    """Append the code of a family to ``assembly`` and return its first instruction.

    With ``is_array`` its cells hold array formulas, and show the first of several values.  Raises
    EngineError for a formula that the machine cannot compile.
    """
    entry = assembly.here
    _Compiler(assembly, family, is_array=is_array).run()
    return entry


class _Compiler:
    """Compiles one formula.

    ``known`` holds the results that are there whenever the next instruction is reached.
    """

    def __init__(self, assembly: Assembly, family: Family, *, is_array: bool) -> None:
        self.assembly, self.emit, self.result = assembly, assembly.emit, assembly.result
        self.family, self.is_array = family, is_array
        holes: list[Node] = [*family.holes, *map(Name, family.numbers)]
        self.holes = {hole: -1 - number for number, hole in enumerate(holes)}
        self.known: dict[Node, Operand] = {}

    def run(self) -> None:
        self.branches(self.family.formula, self.returned)

    def ask(self, call: Call) -> Operand:
        return ask(self.assembly, self.family, call, self.value)

    def returned(self, result: Operand) -> None:
        self.emit(codes.RETURN, 0, result)

    def patch(self, instruction: int, column: int) -> None:
        """Let an instruction emitted earlier jump to here."""
        self.assembly.instructions[instruction][column] = self.assembly.here

    @contextmanager
    def branch(self) -> Iterator[None]:
        """Compile a branch that may not be reached: after it, its values do not count as known."""
        known, self.known = self.known, dict(self.known)
        yield
        self.known = known

    def value(self, node: Node) -> Operand:
        if node not in self.known:
            self.known[node] = self.compute(node)
        return self.known[node]

    def scalar(self, node: Node) -> Operand:
        return one_value(self.value(node))

    def compute(self, node: Node) -> Operand:
        match node:
            case Area():
                place, (rows, columns) = self.holes[node], node.shape
                operand = self.assembly.operand(place, (rows, columns), self.assembly.width)
                return replace(operand, is_range=True)
            case Name():
                return self.assembly.operand(self.holes[node], (1, 1), 1)
            case Number() | Text() | Logical() | ErrorValue():
                return self.assembly.constant(node)
            case Array(rows):
                return self.assembly.array(rows)
            case Missing():
                return self.assembly.blank()
            case Prefix(operator, operand):
                return self.assembly.unary(operator, self.value(operand))
            case Percent(operand):
                return self.assembly.unary("%", self.value(operand))
            case Infix(":", _, _):
                raise EngineError("the engine fast lacks ranges whose corners depend on values")
            case Infix(operator, left, right):
                return self.assembly.binary(operator, self.value(left), self.value(right))
            case Call(function, (left, right)) if function in LAST.values():
                return self.assembly.binary(function, self.value(left), self.value(right))
            case Call():
                return self.call(node)
        raise EngineError(f"the engine fast cannot compile {node}")

    def call(self, node: Call) -> Operand:
        function, arguments = node.function, node.arguments
        if gives_unknown_size(node) or any(map(gives_unknown_size, arguments)):
            return self.ask(node)
        if (lifted := self.without_branches(node)) is not None:
            return self.value(lifted)
        if function == ELEMENT:
            return self.value(element(self.value(arguments[0]).shape, *arguments))
        if function == RESULTS:
            return self.results(node)
        if function not in FUNCTIONS:
            return self.ask(node)
        roles = function_of(function).roles(len(arguments))
        for argument, role in zip(arguments, roles, strict=True):
            if role is Role.REFERENCE and isinstance(argument, ErrorValue):
                return self.value(argument)
            if role is Role.LONE:
                refuse_range(function, role, self.value(argument))
        least, most = function_of(function).arity
        if least <= len(arguments) <= most:
            if function in _BRANCHING:
                return _BRANCHING[function](self, node)
            compile_call = INSTRUCTIONS.get(function)
            if compile_call and (result := compile_call(self.assembly, node, self.value)):
                return result
        if (other := rewritten(node, lambda part: self.value(part).shape)) is not None:
            return self.value(other)
        if function in ASKED:
            return self.ask(node)
        raise EngineError(f"the engine fast lacks {function} with these arguments")

    def results(self, call: Call) -> Operand:
        values, columns = [self.value(each) for each in call.arguments[1:]], columns_of(call)
        target = self.assembly.room((len(values) // columns, columns))
        for value, place in zip(values, self.assembly.elements(target), strict=True):
            if value.shape != (1, 1):
                raise EngineError("the engine fast lacks a LAMBDA that gives several values")
            self.emit(codes.UNARY, place, value, c=codes.KEEP)  # a blank is 0
        return target

    def without_branches(self, call: Call) -> Node | None:
        """Return IF(a,SUM(B1:B9),SUM(0)) for SUM(IF(a,B1:B9,0)), None if there is no such argument.

        What IF gives there is a reference or not, depending on its branch.
        """
        if call.function in ("IF", "IFERROR"):
            return None
        for number, argument in enumerate(call.arguments):
            match argument:
                case Call("IF", (condition, *branches)) if 1 <= len(branches) <= 2:
                    is_reference = call.function in codes.TOTALS and any(
                        isinstance(branch, Area) for branch in branches
                    )
                    if (is_reference or any(map(gives_several, branches))) and self.is_one(
                        condition
                    ):
                        each = [*branches, Logical(value=False)][:2]
                        before, behind = call.arguments[:number], call.arguments[number + 1 :]
                        calls = (Call(call.function, (*before, one, *behind)) for one in each)
                        return Call("IF", (condition, *calls))
        return None

    def if_(self, call: Call) -> Operand:
        condition, yes, no = [*call.arguments, Logical(value=False)][:3]
        is_one = self.is_one(condition) or self.value(condition).shape == (1, 1)
        if not is_one or calculates_array(yes, no):
            return self.select(self.value(condition), yes, no)
        target = self.assembly.room((1, 1))
        ends = []

        def moved(result: Operand) -> None:
            self.emit(codes.MOVE, target, result)
            ends.append(self.emit(codes.JUMP))

        self.branches(call, moved)
        for end in ends:
            self.patch(end, codes.TARGET)
        return target

    def branches(self, node: Node, then: Callable[[Operand], None]) -> None:
        """Compile a formula, and emit with ``then`` what follows, once for each branch of IF."""
        match node:
            case Call("IF", (condition, yes, *no)) if self.is_one(condition) and len(no) <= 1:
                error = self.assembly.room((1, 1))
                false, failed = self.test(condition, error)
                with self.branch():
                    self.branches(yes, then)
                self.land(false)
                with self.branch():
                    self.branches(no[0] if no else Logical(value=False), then)
                self.land(failed)
                then(error)
                return
        result = self.value(node)
        if result.shape != (1, 1) and node is not self.family.formula:
            raise EngineError("the engine fast lacks IF and CHOOSE that give ranges or arrays")
        if result.shape != (1, 1) and self.is_array:
            result = self.assembly.elements(result)[0]
        if result.shape != (1, 1):
            shape = "x".join(map(str, result.shape))
            raise EngineError(f"gives {shape} values where a cell takes one")
        then(result)

    def is_one(self, condition: Node) -> bool:
        """Return whether a condition is one value, as far as is known before it is compiled."""
        known = self.known.get(condition)
        return known.shape == (1, 1) if known else not gives_several(condition)

    def test(self, condition: Node, error: Operand) -> tuple[list[Jump], list[Jump]]:
        """Compile a condition, behind which the machine goes on where it is true.

        Returns the jumps for where it is false, and the jumps for where it is ``error``.
        """
        if condition not in self.known:
            match condition:
                case Logical(value):
                    return [] if value else [(self.emit(codes.JUMP), codes.TARGET)], []
                case Call("IF", (first, yes, *no)) if len(no) <= 1:
                    otherwise, failed = self.test(first, error)
                    with self.branch():
                        false, failed_too = self.test(yes, error)
                        over = self.emit(codes.JUMP)
                    self.land(otherwise)
                    with self.branch():
                        other = no[0] if no else Logical(value=False)
                        false_too, failed_last = self.test(other, error)
                    self.patch(over, codes.TARGET)
                    return false + false_too, failed + failed_too + failed_last
                case Infix(operator, left, right) if operator in _COMPARISONS:
                    a, b = self.scalar(left), self.scalar(right)
                    number = codes.BINARY_FUNCTIONS[operator]
                    quick = self.emit(codes.COMPARE, 0, a, b, number)
                    truth = self.result((1, 1), codes.BINARY, a, b, number)
                    test = self.emit(codes.IF, error, truth)
                    return [(quick, codes.TARGET), (test, codes.B)], [(test, codes.C)]
        test = self.emit(codes.IF, error, self.scalar(condition))
        return [(test, codes.B)], [(test, codes.C)]

    def land(self, jumps: list[Jump]) -> None:
        """Let jumps that were emitted earlier lead here."""
        for instruction, column in jumps:
            self.patch(instruction, column)

    def moved(self, operand: Operand, target: Operand) -> None:
        if operand.shape != (1, 1):
            raise EngineError("the engine fast lacks IF and CHOOSE that give ranges or arrays")
        self.emit(codes.MOVE, target, operand)

    def select(self, condition: Operand, yes: Node, no: Node) -> Operand:
        """Compile IF(condition, yes, no), element by element."""
        parts = [condition, self.value(yes), self.value(no)]
        shapes = {part.shape for part in parts} - {(1, 1)}
        if len(shapes) > 1:
            raise EngineError("the engine fast lacks IF over arrays of different shapes")
        shape = shapes.pop() if shapes else (1, 1)
        return self.result(shape, codes.SELECT_MAP, *parts)

    def if_error(self, call: Call) -> Operand:
        tried, otherwise = call.arguments
        a = self.value(tried)
        if a.shape != (1, 1):
            return self.select(self.assembly.unary("ISERROR", a), otherwise, tried)
        target = self.assembly.room((1, 1))
        test = self.emit(codes.IFERROR, target, a)
        with self.branch():
            self.moved(self.value(otherwise), target)
        self.patch(test, codes.C)
        return target

    def choose(self, call: Call) -> Operand:
        which, *choices = call.arguments
        a = self.scalar(which)
        constants = [choice for choice in choices if isinstance(choice, Constant)]
        if len(constants) == len(choices):
            first = self.assembly.in_a_row(constants)
            return self.result((1, 1), codes.CHOOSE_CONSTANT, a, first, len(choices))
        target = self.assembly.room((1, 1))
        test = self.emit(codes.CHOOSE, target, a, 0, len(choices))
        ends = []
        for number, choice in enumerate(choices, 1):
            case = self.emit(codes.CASE, 0, a, number)
            with self.branch():
                self.moved(self.value(choice), target)
                ends.append(self.emit(codes.JUMP))
            self.patch(case, codes.C)
        self.patch(test, codes.B)
        for end in ends:
            self.patch(end, codes.TARGET)
        return target


_BRANCHING = {
    "IF": _Compiler.if_,
    "IFERROR": _Compiler.if_error,
    "CHOOSE": _Compiler.choose,
}
"""The functions that do not come to all of their arguments."""
FUNCTIONS = frozenset(
    name for name in (*_BRANCHING, *INSTRUCTIONS, *REWRITTEN) if name[0].isalpha()
) - {*LAST.values()}
"""Functions of Excel that the machine has."""
