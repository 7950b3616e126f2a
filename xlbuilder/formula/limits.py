"""What Excel takes in a formula: functions, lengths, levels, arguments.

Excel refuses a file that breaks one of these with its repair dialog; openpyxl checks none.
Limits: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3
"""

from collections.abc import Iterator

from openpyxl.utils import FORMULAE

from xlbuilder.errors import did_you_mean
from xlbuilder.formula import tree

MAX_CHARACTERS = 8192
MAX_LEVELS = 64
MAX_ARGUMENTS = 255

MAX_WORDS_IN_LIBREOFFICE = 8_191
"""A formula with more is Err:512 there (tests/conformance/test_long_formulas.py)."""

VOLATILE = frozenset(["CELL", "INDIRECT", "INFO", "NOW", "OFFSET", "RAND", "RANDBETWEEN", "TODAY"])

_DATES = """
ACCRINT ACCRINTM AMORDEGRC AMORLINC COUPDAYBS COUPDAYS COUPDAYSNC COUPNCD COUPNUM COUPPCD DATE
DATEDIF DATEVALUE DAY DAYS DAYS360 DISC DURATION EDATE EOMONTH HOUR INTRATE ISOWEEKNUM MDURATION
MINUTE MONTH NETWORKDAYS NETWORKDAYS.INTL NOW ODDFPRICE ODDFYIELD ODDLPRICE ODDLYIELD PRICE
PRICEDISC PRICEMAT RECEIVED SECOND TBILLEQ TBILLPRICE TBILLYIELD TEXT TIME TIMEVALUE TODAY VALUE
WEEKDAY WEEKNUM WORKDAY WORKDAY.INTL YEAR YEARFRAC YIELD YIELDDISC YIELDMAT
"""
OF_DATES = frozenset(_DATES.split())
"""The functions of dates and times, those of securities that take dates, and TEXT and VALUE, which
write and read them.  XIRR and XNPV, which only count days between dates, are not among them:
https://support.microsoft.com/office/fd1b5961-c1ae-4677-be58-074152f97b81"""

_NEWER = """
ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE
BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CEILING.PRECISE
CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA CONCAT
CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL DROP
ECMA.CEILING ENCODEURL ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT
F.TEST FIELDVALUE FILTER FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.LINEAR
FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS GROUPBY HSTACK HYPGEOM.DIST IFNA IFS
IMAGE IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISO.CEILING ISOMITTED
ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV MAKEARRAY MAP MAXIFS MINIFS MODE.MULT MODE.SNGL
MUNIT NEGBINOM.DIST NETWORKDAYS.INTL NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE
PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI PIVOTBY
POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE REGEXEXTRACT REGEXREPLACE
REGEXTEST RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SKEW.P SORT SORTBY STDEV.P STDEV.S SWITCH T.DIST
T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW
UNICHAR UNICODE UNIQUE VALUETOTEXT VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST WORKDAY.INTL WRAPCOLS
WRAPROWS XLOOKUP XMATCH XOR Z.TEST
"""
NEWER = frozenset(_NEWER.split())
"""Functions newer than Excel 2007, which stores them with a prefix (_xlfn.) and elsewhere shows
an unknown name: https://support.microsoft.com/office/882f1ef7-68fb-4fcd-8d54-9fbb77fd5025"""
_WITHOUT_PREFIX = {"ECMA.CEILING", "ISO.CEILING", "NETWORKDAYS.INTL", "WORKDAY.INTL"}
PREFIXED = (NEWER | {"ANCHORARRAY", "SINGLE"}) - _WITHOUT_PREFIX
"""Functions that a file has with the prefix, as [MS-XLSX] 2.2.3 lists them; without it Excel shows
``#NAME?``.  The two that are added stand for ``#`` and ``@``."""
EXCEL_2007 = FORMULAE - NEWER
"""The functions of Excel 2007; openpyxl lists those of the file format, a few newer ones too."""


MAX_TEXT = 255
"""Characters of one text within a formula."""

# The least and the most arguments of functions that templates use; Excel refuses others.
_ARGUMENTS = {
    "IF": (2, 3), "IFERROR": (2, 2), "NOT": (1, 1), "AND": (1, 255), "OR": (1, 255),
    "COUNT": (1, 255), "COUNTA": (1, 255), "COUNTBLANK": (1, 1), "COUNTIF": (2, 2),
    "SUM": (1, 255), "SUMIF": (2, 3), "SUMPRODUCT": (1, 255), "PRODUCT": (1, 255),
    "MAX": (1, 255), "MIN": (1, 255), "AVERAGE": (1, 255), "CHOOSE": (2, 255),
    "INDEX": (2, 4), "MATCH": (2, 3), "ROW": (0, 1), "COLUMN": (0, 1), "ROWS": (1, 1),
    "COLUMNS": (1, 1), "INT": (1, 1), "MOD": (2, 2), "ABS": (1, 1), "SIGN": (1, 1),
    "ROUND": (2, 2), "N": (1, 1), "LEN": (1, 1), "LEFT": (1, 2), "RIGHT": (1, 2), "MID": (3, 3),
    "SUBSTITUTE": (3, 4), "CHAR": (1, 1), "FIND": (2, 3), "SEARCH": (2, 3),
    "SUMIFS": (3, 255), "COUNTIFS": (2, 255), "SMALL": (2, 2), "LARGE": (2, 2),
    "LOOKUP": (2, 3), "HLOOKUP": (3, 4), "VLOOKUP": (3, 4), "MMULT": (2, 2), "TRANSPOSE": (1, 1),
    "GCD": (1, 255), "LCM": (1, 255), "EXP": (1, 1), "LN": (1, 1), "LOG": (1, 2), "LOG10": (1, 1),
    "POWER": (2, 2), "ROUNDUP": (2, 2), "ROUNDDOWN": (2, 2), "TRUNC": (1, 2),
    "REPT": (2, 2), "ISNUMBER": (1, 1), "ISTEXT": (1, 1), "ISBLANK": (1, 1), "ISERROR": (1, 1),
}  # fmt: skip
_ONE_VALUE = """
ABS CHAR EXP FIND IFERROR INT ISBLANK ISERROR ISNUMBER ISTEXT LEFT LEN LN LOG LOG10 MID MOD NOT
POWER REPT RIGHT ROUND ROUNDDOWN ROUNDUP SEARCH SIGN SUBSTITUTE TRIM TRUNC VALUE
"""
OF_ONE_VALUE = frozenset(_ONE_VALUE.split())
"""Functions each of whose arguments is one value."""
_TAKE_REFERENCES_FIRST = frozenset({"COUNTIF", "COUNTIFS", "SUMIF", "SUMIFS", "COUNTBLANK"})
_RANGES = """
AND AREAS AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS COLUMN COLUMNS COUNT COUNTA COUNTBLANK COUNTIF
COUNTIFS FREQUENCY GCD HLOOKUP INDEX LARGE LCM LOOKUP MATCH MAX MAXA MEDIAN MIN MINA MMULT MODE
OR PERCENTILE PRODUCT QUARTILE RANK ROW ROWS SMALL STDEV SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT
SUMSQ TRANSPOSE VAR VLOOKUP
"""
TAKE_RANGES = frozenset(_RANGES.split())
"""Functions that take a range as such; elsewhere a cell formula has room for one value only."""
TAKE_ARRAYS = frozenset({"SUMPRODUCT", "MMULT", "MDETERM", "MINVERSE", "TRANSPOSE"})
"""Functions that take an array, whatever it is calculated from."""

# Arguments in which functions that take ranges look for one value: an array gives several there.
FOR_ONE_VALUE = {
    "COUNTIF": slice(1, None), "COUNTIFS": slice(1, None, 2), "SUMIF": slice(1, 2),
    "SUMIFS": slice(2, None, 2), "INDEX": slice(1, None), "MATCH": slice(1),
    "LOOKUP": slice(1), "HLOOKUP": slice(1), "VLOOKUP": slice(1), "LARGE": slice(1, None),
    "SMALL": slice(1, None), "RANK": slice(1), "PERCENTILE": slice(1, None),
}  # fmt: skip


def problems_with_formula(text: str, node: tree.Node) -> Iterator[str]:
    """Yield why Excel 2007 or a later one refuses the formula, each with its remedy."""
    length = len(text.removeprefix("="))
    if length > MAX_CHARACTERS:
        yield (
            f"is {length:,} characters long; Excel allows {MAX_CHARACTERS:,}:"
            " move parts of it into names"
        )
    levels = tree.depth(node, lambda part: isinstance(part, tree.Call))
    if levels > MAX_LEVELS:
        yield f"nests functions {levels} levels deep; Excel allows {MAX_LEVELS}"
    calls = [part for part in tree.walk(node) if isinstance(part, tree.Call)]
    for call in calls:
        least, most = _ARGUMENTS.get(call.function, (0, MAX_ARGUMENTS))
        if not least <= len(call.arguments) <= most:
            needed = f"{least}" if least == most else f"{least} to {most}"
            yield f"gives {call.function} {len(call.arguments)} arguments; it takes {needed}"
        if call.function in _TAKE_REFERENCES_FIRST and call.arguments:
            first = call.arguments[0]
            if isinstance(first, (tree.Array, tree.Number, tree.Text, tree.Logical)):
                yield f"gives {call.function} a constant where it takes a range"
    for part in tree.walk(node):
        if isinstance(part, tree.Infix) and part.operator == " ":
            yield f"has a blank between two ranges, {tree.to_text(part)}: is a comma missing?"
        if isinstance(part, tree.Text) and len(part.value) > MAX_TEXT:
            yield f"has a text of {len(part.value)} characters; Excel allows {MAX_TEXT}"
    for function in dict.fromkeys(call.function for call in calls):
        if problem := _problem_with_function(function):
            yield problem


def _problem_with_function(function: str) -> str | None:
    if function.removeprefix("_XLFN.") in NEWER:
        newer = function.removeprefix("_XLFN.")
        return f"uses {newer}, which Excel 2007 lacks (_xlfn.); use classic functions"
    if function in VOLATILE:
        return (
            f"uses {function}, which is volatile and widens every iteration; INDEX does what"
            " OFFSET and INDIRECT do"
        )
    if function not in EXCEL_2007:
        hint = did_you_mean(function, EXCEL_2007, "write the English name of one")
        return f"uses {function}, which is no function of Excel; {hint}"
    return None
