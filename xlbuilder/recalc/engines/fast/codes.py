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

# Operators and functions of two values: `c` of BINARY and BINARY_MAP.
ADD, SUBTRACT, MULTIPLY, LAST_SUM, LAST_DIFFERENCE, DIVIDE, POWER, JOIN = range(8)
EQUAL, UNEQUAL, LESS, GREATER, AT_MOST, AT_LEAST = range(8, 14)
MOD, ROUND, ROUNDUP, ROUNDDOWN = range(14, 18)
MOST_OF_MOD = 2.0**27
"""In Excel 2007 the quotient of MOD has to be smaller (https://support.microsoft.com/kb/119083)."""
BINARY_OPERATORS = {
    "+": ADD,
    "-": SUBTRACT,
    "*": MULTIPLY,
    "/": DIVIDE,
    "^": POWER,
    "&": JOIN,
    "=": EQUAL,
    "<>": UNEQUAL,
    "<": LESS,
    ">": GREATER,
    "<=": AT_MOST,
    ">=": AT_LEAST,
}
BINARY_FUNCTIONS = {
    "MOD": MOD,
    "ROUND": ROUND,
    "ROUNDUP": ROUNDUP,
    "ROUNDDOWN": ROUNDDOWN,
    "POWER": POWER,
    LAST["+"]: LAST_SUM,
    LAST["-"]: LAST_DIFFERENCE,
}

AS_VALUE = 18
"""In place of the operator of a criterion: the criterion is a value that is known only now."""

# Operators and functions of one value: `c` of UNARY and UNARY_MAP.
NEGATE, KEEP, PERCENT = range(3)
NOT, ABS, INT, SIGN, TRUNC, SQRT, EXP, LN, LOG10, N, LEN = range(3, 14)
ISNUMBER, ISTEXT, ISBLANK, ISERROR, ISERR, ISNA, ISLOGICAL, ISNONTEXT = range(14, 22)
SIGNS = {"-": NEGATE, "+": KEEP, "%": PERCENT}
UNARY_FUNCTIONS = {
    "NOT": NOT,
    "ABS": ABS,
    "INT": INT,
    "SIGN": SIGN,
    "TRUNC": TRUNC,
    "SQRT": SQRT,
    "EXP": EXP,
    "LN": LN,
    "LOG10": LOG10,
    "N": N,
    "LEN": LEN,
    "ISNUMBER": ISNUMBER,
    "ISTEXT": ISTEXT,
    "ISBLANK": ISBLANK,
    "ISERROR": ISERROR,
    "ISERR": ISERR,
    "ISNA": ISNA,
    "ISLOGICAL": ISLOGICAL,
    "ISNONTEXT": ISNONTEXT,
}

# Functions that make one value of many: `b` of START and END.
SUM, PLAIN_SUM, COUNT, COUNTA, COUNTBLANK, MAX, MIN, PRODUCT, AVERAGE, AND, OR = range(11)
TOTALS = {
    "SUM": SUM,
    "COUNT": COUNT,
    "COUNTA": COUNTA,
    "COUNTBLANK": COUNTBLANK,
    "MAX": MAX,
    "MIN": MIN,
    "PRODUCT": PRODUCT,
    "AVERAGE": AVERAGE,
    "AND": AND,
    "OR": OR,
}

# Operations of the machine, the first column of an instruction.  interpreter.py says what the
# columns target, a, b and c of each one are.
JUMP, RETURN, IF, MOVE, UNARY, UNARY_MAP, START, TAKE, TAKE_DIRECT, END = range(10)
FACTOR, TIMES, CHOOSE_CONSTANT, CHOOSE, CASE, IFERROR, TRANSPOSE, ASK = range(10, 18)
FIRST_WITH_B = 18
"""From here on, b is an operand as a is."""
COMPARE, BINARY, BINARY_MAP, COUNTIF, FITS, MATCH, RANKED, MMULT = range(18, 26)
FIRST_WITH_C = 26
"""From here on, c is an operand too."""
INDEX, SELECT_MAP = 26, 27
FIRST_OF_TEXTS = 28
REPT, MID, SUBSTITUTE, FIND, SEARCH = range(28, 33)

# Columns of an instruction.
OPERATION, TARGET, A, B, C = range(5)

# Why a formula cell has to be evaluated, a bit for each.
SETTLED, NOW, LATER, UNSEEN = 0, 1, 2, 4
"""Not at all; in this iteration, because what it read has changed; in the next one, because a cell
that it reads changed in an iteration whose cells read older values; only if you ask what it could
read: nothing changed of what its last evaluation came to read, so its value is still right."""
LAST_SEEN = 62
"""The last bit of the slots that an evaluation came to read; all further slots share it."""

# Which cells rest for the remainder of a recalculation, once they have been evaluated.
NO_FREEZE, FREEZE_ERRORS, FREEZE_STILL = range(3)
"""None; those that are errors (the first iteration); also those that did not change (later)."""

# Alarms: what the machine cannot do, found while it runs.
NO_ALARM, UNREAD_TEXT, UNORDERED_TEXT, POOL_FULL, WHOLE_ROW, UNREAD_CRITERION = range(6)
ASKED, UNANSWERED, UNSORTED_LIST, COUNTED_TEXT = range(6, 10)

# Places in the alarm array; with ASKED the second one has the target of the call.
ALARM, ALARM_CELL = range(2)
