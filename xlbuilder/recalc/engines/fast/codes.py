"""The numbers that instructions and values carry, by name.

They are plain integers and no enum: numba takes them for constants, and plain Python, which runs
the same functions, compares them without a method call.
"""

from xlbuilder.formula.last import LAST
from xlbuilder.formula.values import ExcelError

# Kinds of values.  A value is a kind and a number; the number of a text is its number in the pool
# (texts.py), that of an error its code.  The kinds from NUMBER to LOGICAL are in Excel's order.
BLANK, NUMBER, TEXT, LOGICAL, ERROR = range(5)
UNKNOWN = 5
"""No kind of a value: `values.simple` leaves the operands to `values.binary`, and ASK waits for an
answer."""

ERRORS = tuple(ExcelError)
"""The code of an error is its place here, counted from 1 as ERROR.TYPE does."""
DIV0, VALUE, REF, NAME, NUM, NA = (float(ERRORS.index(error) + 1) for error in ERRORS[1:])
NO_ERROR = 0.0
REFUSED = -2.0
"""In place of an error's code: nobody answers a call (ASK) with these arguments."""


def _row(table: dict[str, int], name: str) -> int:
    """Add a row to a table of names and numbers, and return its number."""
    return table.setdefault(name, len(table))


BINARY_FUNCTIONS: dict[str, int] = {}
"""Operators and functions of two values: `c` of BINARY and BINARY_MAP; `values.binary` computes."""
ADD = _row(BINARY_FUNCTIONS, "+")
SUBTRACT = _row(BINARY_FUNCTIONS, "-")
MULTIPLY = _row(BINARY_FUNCTIONS, "*")
LAST_SUM = _row(BINARY_FUNCTIONS, LAST["+"])
LAST_DIFFERENCE = _row(BINARY_FUNCTIONS, LAST["-"])
DIVIDE = _row(BINARY_FUNCTIONS, "/")
POWER = _row(BINARY_FUNCTIONS, "^")
JOIN = _row(BINARY_FUNCTIONS, "&")
EQUAL = _row(BINARY_FUNCTIONS, "=")
UNEQUAL = _row(BINARY_FUNCTIONS, "<>")
LESS = _row(BINARY_FUNCTIONS, "<")
GREATER = _row(BINARY_FUNCTIONS, ">")
AT_MOST = _row(BINARY_FUNCTIONS, "<=")
AT_LEAST = _row(BINARY_FUNCTIONS, ">=")
MOD = _row(BINARY_FUNCTIONS, "MOD")
ROUND = _row(BINARY_FUNCTIONS, "ROUND")
ROUNDUP = _row(BINARY_FUNCTIONS, "ROUNDUP")
ROUNDDOWN = _row(BINARY_FUNCTIONS, "ROUNDDOWN")
BINARY_FUNCTIONS["POWER"] = POWER
MOST_OF_MOD = 2.0**27
"""In Excel 2007 the quotient of MOD has to be smaller (https://support.microsoft.com/kb/119083)."""
AS_VALUE = len(BINARY_FUNCTIONS)
"""In place of the operator of a criterion: the criterion is a value that is known only now."""

UNARY_FUNCTIONS: dict[str, int] = {}
"""Operators and functions of one value: `c` of UNARY and UNARY_MAP; `values.unary` computes."""
NEGATE = _row(UNARY_FUNCTIONS, "-")
KEEP = _row(UNARY_FUNCTIONS, "+")
PERCENT = _row(UNARY_FUNCTIONS, "%")
NOT = _row(UNARY_FUNCTIONS, "NOT")
ABS = _row(UNARY_FUNCTIONS, "ABS")
INT = _row(UNARY_FUNCTIONS, "INT")
SIGN = _row(UNARY_FUNCTIONS, "SIGN")
TRUNC = _row(UNARY_FUNCTIONS, "TRUNC")
SQRT = _row(UNARY_FUNCTIONS, "SQRT")
EXP = _row(UNARY_FUNCTIONS, "EXP")
LN = _row(UNARY_FUNCTIONS, "LN")
LOG10 = _row(UNARY_FUNCTIONS, "LOG10")
N = _row(UNARY_FUNCTIONS, "N")
LEN = _row(UNARY_FUNCTIONS, "LEN")
ISNUMBER = _row(UNARY_FUNCTIONS, "ISNUMBER")
ISTEXT = _row(UNARY_FUNCTIONS, "ISTEXT")
ISBLANK = _row(UNARY_FUNCTIONS, "ISBLANK")
ISERROR = _row(UNARY_FUNCTIONS, "ISERROR")
ISERR = _row(UNARY_FUNCTIONS, "ISERR")
ISNA = _row(UNARY_FUNCTIONS, "ISNA")
ISLOGICAL = _row(UNARY_FUNCTIONS, "ISLOGICAL")
ISNONTEXT = _row(UNARY_FUNCTIONS, "ISNONTEXT")

TOTALS: dict[str, int] = {}
"""Functions that make one value of many: `b` of START; totals.py computes."""
SUM = _row(TOTALS, "SUM")
PLAIN_SUM = _row(TOTALS, "+")  # of SUMPRODUCT: its last addition is as the others
COUNT = _row(TOTALS, "COUNT")
COUNTA = _row(TOTALS, "COUNTA")
COUNTBLANK = _row(TOTALS, "COUNTBLANK")
MAX = _row(TOTALS, "MAX")
MIN = _row(TOTALS, "MIN")
PRODUCT = _row(TOTALS, "PRODUCT")
AVERAGE = _row(TOTALS, "AVERAGE")
AND = _row(TOTALS, "AND")
OR = _row(TOTALS, "OR")

OPERANDS: dict[int, str] = {}
"""The instructions by their numbers, and which of their columns a, b and c are *operands*: rows of
the operand table.  An instruction is a row of five integers: its number, target, a, b, c.  target
is an operand, too, if nothing else is said; ``=>`` names the instruction with which the interpreter
goes on."""
WITH_B, WITH_C = 100, 200
"""From here on, b is an operand as a is; from here on, c is an operand too."""


def _instruction(operands: str) -> int:
    """Return the number of one more instruction."""
    first = {"ab": WITH_B, "abc": WITH_C}.get(operands, 0)
    OPERANDS[first + len(OPERANDS)] = operands
    return first + len(OPERANDS) - 1


# Ways through the code, and single values.
JUMP = _instruction("")  # => target
RETURN = _instruction("a")  # ends with the value a
IF = _instruction("a")  # => b if a is FALSE; => c if a is no truth value, and target is the error
IFERROR = _instruction("a")  # => c if a is no error, and target = a
CHOOSE = _instruction("a")  # => b if a is not within 1 to the number c, and target is the error
CASE = _instruction("a")  # => c if a is not the number b
CHOOSE_CONSTANT = _instruction("a")
"""target = the a-th of c constants; b is the first, the others are behind it."""
COMPARE = _instruction("ab")
"""=> target if a ? b is FALSE; => three further if it is TRUE; c is the operator.  For rare values
it goes on: BINARY and IF do the same behind it."""
MOVE = _instruction("a")  # target = a
UNARY = _instruction("a")  # target = ? a, where c is the operator
BINARY = _instruction("ab")  # target = a ? b, where c is the operator
ASK = _instruction("a")
"""Ends where target has no answer yet: Python gives it, and the cell is begun again.  The answer
depends on a."""

# Totals, such as SUM.
START = _instruction("")  # begins a total; b is its function
TAKE = _instruction("a")  # takes the range or array a into the total, without its texts
TAKE_DIRECT = _instruction("a")  # takes the value a, an argument, so that "3" is a number
END = _instruction("")  # target = the total

# Ranges and arrays.
UNARY_MAP = _instruction("a")  # UNARY, element by element
BINARY_MAP = _instruction("ab")  # BINARY, element by element
SELECT_MAP = _instruction("abc")  # target = IF(a, b, c), element by element
FACTOR = _instruction("a")  # target = a, element by element (SUMPRODUCT)
TIMES = _instruction("a")  # target = target * a, element by element
COUNTIF = _instruction("ab")
"""target = how many elements of a meet the operator c and the value b, a count for each element of
b; with AS_VALUE it has to be equal to b."""
FITS = _instruction("ab")  # target = 1 where an element of a meets c and b as in COUNTIF, or 0
MATCH = _instruction("ab")  # target = MATCH(a, b, c), where c is the number 1, 0 or -1
INDEX = _instruction("abc")  # target = INDEX(a, b, c)
RANKED = _instruction("ab")
"""target = SMALL(a, b), or LARGE where c is 0; one number for each element of b."""
MMULT = _instruction("ab")  # target = MMULT(a, b)
TRANSPOSE = _instruction("a")  # target = TRANSPOSE(a)

TEXTS: dict[str, int] = {}
"""Functions of texts, which are instructions: target = the function of a, b and c."""
REPT = TEXTS["REPT"] = _instruction("abc")  # c is blank
MID = TEXTS["MID"] = _instruction("abc")
SUBSTITUTE = TEXTS["SUBSTITUTE"] = _instruction("abc")
FIND = TEXTS["FIND"] = _instruction("abc")
SEARCH = TEXTS["SEARCH"] = _instruction("abc")

# Columns of an instruction.
OPERATION, TARGET, A, B, C = range(5)

# Why a formula cell has to be evaluated, a bit for each.
SETTLED, NOW, LATER, UNSEEN = 0, 1, 2, 4
"""SETTLED: it need not.  NOW: in this iteration, because a value that it read has changed.  LATER:
in the next iteration, because a cell that it reads changed in an iteration whose cells read older
values.  UNSEEN: only if you ask for every cell that its formula could read; of the cells that its
last evaluation came to read none changed, so its value is still right."""
LAST_SEEN = 62
"""The last bit of the holes that an evaluation came to read; all further holes share it."""

# Which cells rest for the remainder of a recalculation, once they have been evaluated.
NO_FREEZE, FREEZE_ERRORS, FREEZE_STILL = range(3)
"""No cell; cells that are errors (the first iteration); also cells that did not change (later)."""

# Alarms: what the machine cannot do, found while it runs.
NO_ALARM, UNREAD_TEXT, UNORDERED_TEXT, POOL_FULL, WHOLE_ROW, UNREAD_CRITERION = range(6)
ASKED, UNANSWERED, UNSORTED_LIST, COUNTED_TEXT = range(6, 10)

# Places in the alarm array; with ASKED the second one has the target of the call.
ALARM, ALARM_CELL = range(2)
