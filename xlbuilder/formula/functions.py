"""What Excel's functions take and give: each stands in one row, and nowhere else.

What an engine can do stands with the engine; what Excel does stands here.  A row of `_TABLE` is

    stored  arguments  gives  functions

*stored*: how a file has the function.

    2007    by its name, from Excel 2007 on
    newer   with the prefix _xlfn. ; an Excel that lacks it shows #NAME?
    sheets  with the prefix _xlfn._xlws.
    bare    newer than Excel 2007, and without a prefix
    sign    with the prefix _xlfn. , where Excel shows a sign: @ or #
    ours    in no file: a word by which our formulas say what they mean

*arguments*: a letter for each; those in parentheses may be left out, those behind | may come again,
and ``?`` stands for arguments of which nothing is known here.

    v  one value; of a range the cell of a formula takes one, of an array there is one result each
    c  the same, a criterion such as ">5"
    x  one value, but of a range an error or the first cell
    r  a range or an array, with all its values; what is calculated there has one value
    f  the same, and no constant: Excel refuses a formula that has one there
    a  a range or an array, with all its values; what is calculated there has several
    m  the same, of a range the values alone
    b  a value or a range that is handed on as it is

*gives*: ``each``, one value for each value in the places v, c and x, or a single one without these;
``places``, numbers of rows or columns; ``range``, a range; ``array``, an array; ``spilled``, an
array that an Excel without dynamic arrays does not know.

Behind the name of a function stand marks:

    d  it takes or gives dates or times, or texts of them
    v  volatile: Excel calculates it anew whenever it calculates
    c  it gives another value although no cell has changed
    e  its value is no error where an argument is one
    o  it takes one value, or a range, even within SUMPRODUCT, in Excel or in other programs

Sources: Excel's help on each function, for its arguments
(https://support.microsoft.com/office/b3944572-255d-4efb-bb96-c6d90033e188); for their kinds the
token classes of OpenOffice.org's Documentation of the Microsoft Excel File Format, 3.2 and 3.11
(https://www.openoffice.org/sc/excelfileformat.pdf); for prefixes [MS-XLSX] 2.2.3, and
https://support.microsoft.com/office/882f1ef7-68fb-4fcd-8d54-9fbb77fd5025 for what is newer.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from itertools import cycle, islice

MAX_ARGUMENTS = 255

_TABLE = """
2007   -            each    FALSE NA NOW:dvc PI RAND:vc TODAY:dvc TRUE
2007   v            each    ABS ACOS ACOSH ASC ASIN ASINH ATAN ATANH BAHTTEXT CHAR CLEAN CODE COS
2007   v            each    COSH CUBESETCOUNT DATEVALUE:d DAY:d DEGREES ERROR.TYPE:e EVEN EXP FACT
2007   v            each    FISHER FISHERINV GAMMALN HOUR:d INFO:v INT ISBLANK:eo ISERR:e ISERROR:eo
2007   v            each    ISLOGICAL:eo ISNA:e ISNONTEXT:e ISNUMBER:eo ISTEXT:eo JIS LEN LENB LN
2007   v            each    LOG10 LOWER MINUTE:d MONTH:d NORMSDIST NORMSINV NOT ODD PROPER RADIANS
2007   v            each    SECOND:d SIGN SIN SINH SQRT TAN TANH TIMEVALUE:d TRIM UPPER VALUE:d
2007   v            each    YEAR:d
2007   v(v)         each    DOLLAR HYPERLINK LEFT LEFTB LOG RIGHT RIGHTB ROMAN TRUNC WEEKDAY:d
2007   v(vv)        each    FIXED
2007   vv           each    ATAN2 CEILING CHIDIST CHIINV COMBIN EXACT FLOOR IFERROR:eo MOD PERMUT
2007   vv           each    POWER REPT ROUND ROUNDDOWN ROUNDUP TEXT:d TINV
2007   vv(v)        each    DAYS360:d FIND FINDB SEARCH SEARCHB
2007   vv(vvv)      each    ADDRESS
2007   vvv          each    CONFIDENCE CRITBINOM CUBEMEMBERPROPERTY DATE:d DATEDIF:d EXPONDIST FDIST
2007   vvv          each    FINV GAMMAINV LOGINV LOGNORMDIST MID MIDB NEGBINOMDIST NORMINV POISSON
2007   vvv          each    SLN STANDARDIZE TDIST TIME:d
2007   vvv(v)       each    CUBEKPIMEMBER CUBERANKEDMEMBER SUBSTITUTE
2007   vvv(vv)      each    BETADIST BETAINV FV NPER PMT PV
2007   vvv(vvv)     each    RATE
2007   vvv|v        each    RTD
2007   vvvv         each    BINOMDIST GAMMADIST HYPGEOMDIST ISPMT NORMDIST REPLACE REPLACEB SYD
2007   vvvv         each    WEIBULL
2007   vvvv(v)      each    DB DDB
2007   vvvv(vv)     each    IPMT PPMT
2007   vvvvv(vv)    each    VDB
2007   v|v          each    CONCATENATE
2007   vb(b)        each    IF:o
2007   vb|b         each    CHOOSE:o
2007   x            each    BIN2DEC ERFC FACTDOUBLE HEX2DEC IMABS IMAGINARY IMARGUMENT IMCONJUGATE
2007   x            each    IMCOS IMEXP IMLN IMLOG10 IMLOG2 IMREAL IMSIN IMSQRT ISEVEN ISODD N:o
2007   x            each    OCT2DEC SQRTPI T:o
2007   x(x)         each    BIN2HEX BIN2OCT DEC2BIN DEC2HEX DEC2OCT DELTA ERF GESTEP HEX2BIN HEX2OCT
2007   x(x)         each    OCT2BIN OCT2HEX WEEKNUM:d
2007   xx           each    BESSELI BESSELJ BESSELK BESSELY DOLLARDE DOLLARFR EDATE:d EFFECT
2007   xx           each    EOMONTH:d IMDIV IMPOWER IMSUB MROUND NOMINAL QUOTIENT RANDBETWEEN:vc
2007   xx(x)        each    COMPLEX YEARFRAC:d
2007   xx(r)        each    NETWORKDAYS:d WORKDAY:d
2007   xxx          each    CONVERT TBILLEQ:d TBILLPRICE:d TBILLYIELD:d
2007   xxx(x)       each    COUPDAYBS:d COUPDAYS:d COUPDAYSNC:d COUPNCD:d COUPNUM:d COUPPCD:d
2007   xxxr         each    SERIESSUM
2007   xxxx(x)      each    ACCRINTM:d DISC:d INTRATE:d PRICEDISC:d RECEIVED:d YIELDDISC:d
2007   xxxxx(x)     each    DURATION:d MDURATION:d PRICEMAT:d YIELDMAT:d
2007   xxxxxx       each    CUMIPMT CUMPRINC
2007   xxxxxx(x)    each    AMORDEGRC:d AMORLINC:d PRICE:d YIELD:d
2007   xxxxxx(xx)   each    ACCRINT:d
2007   xxxxxxx(x)   each    ODDLPRICE:d ODDLYIELD:d
2007   xxxxxxxx(x)  each    ODDFPRICE:d ODDFYIELD:d
2007   xr           each    FVSCHEDULE
2007   xrr          each    XNPV
2007   rr(x)        each    XIRR
2007   r            each    COLUMNS ISREF PHONETIC ROWS TYPE:e
2007   f            each    AREAS COUNTBLANK
2007   v(r)         each    CELL:v
2007   r|r          each    AND:o AVEDEV AVERAGE AVERAGEA COUNT:e COUNTA:e DEVSQ GCD GEOMEAN HARMEAN
2007   r|r          each    IMPRODUCT IMSUM KURT LCM MAX MAXA MEDIAN MIN MINA MULTINOMIAL OR:o
2007   r|r          each    PRODUCT SKEW STDEV STDEVA STDEVP STDEVPA SUM SUMSQ VAR VARA VARP VARPA
2007   vr|r         each    CUBEVALUE NPV
2007   vr(v)        each    CUBEMEMBER
2007   vr(vvv)      each    CUBESET
2007   vf|f         each    SUBTOTAL
2007   vf(v)        each    RANK
2007   vr(r)        each    MATCH
2007   vrr(v)       each    HLOOKUP VLOOKUP
2007   rv           each    LARGE PERCENTILE QUARTILE SMALL TRIMMEAN
2007   rv(v)        each    PERCENTRANK ZTEST
2007   fc           each    COUNTIF
2007   fc|fc        each    COUNTIFS
2007   fc(f)        each    AVERAGEIF SUMIF
2007   ffc|fc       each    AVERAGEIFS SUMIFS
2007   frr          each    DAVERAGE DCOUNT DCOUNTA DGET DMAX DMIN DPRODUCT DSTDEV DSTDEVP DSUM DVAR
2007   frr          each    DVARP
2007   rr|vv        each    GETPIVOTDATA
2007   va(a)        each    LOOKUP
2007   a(v)         each    IRR
2007   avv          each    MIRR
2007   m            each    MDETERM
2007   mm           each    CHITEST CORREL COVAR FTEST INTERCEPT PEARSON RSQ SLOPE STEYX SUMX2MY2
2007   mm           each    SUMX2PY2 SUMXMY2
2007   mmv(v)       each    PROB
2007   mmvv         each    TTEST
2007   vmm          each    FORECAST
2007   m|m          each    MODE SUMPRODUCT
2007   (f)          places  COLUMN ROW
2007   fvv(vv)      range   OFFSET:v
2007   v(v)         range   INDIRECT:v
2007   av(vv)       range   INDEX:o
2007   r            array   TRANSPOSE
2007   aa           array   FREQUENCY
2007   a(avv)       array   LINEST LOGEST
2007   a(aav)       array   GROWTH TREND
2007   m            array   MINVERSE
2007   mm           array   MMULT
newer  v            each    ACOT ACOTH ARABIC COT COTH CSC CSCH ENCODEURL ERF.PRECISE ERFC.PRECISE
newer  v            each    GAMMA GAMMALN.PRECISE GAUSS ISOWEEKNUM:d NORM.S.INV PHI SEC SECH UNICHAR
newer  v            each    UNICODE WEBSERVICE
newer  v(v)         each    CEILING.PRECISE FLOOR.PRECISE VALUETOTEXT
newer  v(vv)        each    CEILING.MATH FLOOR.MATH NUMBERVALUE
newer  v(vvvv)      each    IMAGE
newer  vv           each    BITAND BITLSHIFT BITOR BITRSHIFT BITXOR CHISQ.DIST.RT CHISQ.INV
newer  vv           each    CHISQ.INV.RT COMBINA DAYS:d DECIMAL FIELDVALUE IFNA NORM.S.DIST
newer  vv           each    PERMUTATIONA T.DIST.2T T.DIST.RT T.INV T.INV.2T
newer  vv(v)        each    BASE REGEXTEST
newer  vv(vv)       each    REGEXEXTRACT
newer  vv(vvvv)     each    TEXTAFTER TEXTBEFORE
newer  vv|vv        each    IFS
newer  vvv          each    BINOM.INV CHISQ.DIST CONFIDENCE.NORM CONFIDENCE.T EXPON.DIST F.DIST.RT
newer  vvv          each    F.INV F.INV.RT GAMMA.INV LOGNORM.INV NORM.INV PDURATION POISSON.DIST RRI
newer  vvv          each    T.DIST
newer  vvv(v)       each    BINOM.DIST.RANGE
newer  vvv(vv)      each    BETA.INV REGEXREPLACE
newer  vvv|v        each    SWITCH
newer  vvvv         each    BINOM.DIST F.DIST GAMMA.DIST LOGNORM.DIST NEGBINOM.DIST NORM.DIST
newer  vvvv         each    WEIBULL.DIST
newer  vvvv(vv)     each    BETA.DIST
newer  vvvvv        each    HYPGEOM.DIST
newer  x            each    IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN
newer  (r)          each    SHEET SHEETS
newer  f            each    FORMULATEXT ISFORMULA
newer  r|r          each    CONCAT SKEW.P STDEV.P STDEV.S VAR.P VAR.S XOR
newer  rvr|r        each    TEXTJOIN
newer  rv           each    PERCENTILE.EXC PERCENTILE.INC QUARTILE.EXC QUARTILE.INC
newer  rv(v)        each    PERCENTRANK.EXC PERCENTRANK.INC Z.TEST
newer  vf(v)        each    RANK.AVG RANK.EQ
newer  ffc|fc       each    MAXIFS MINIFS
newer  mm           each    CHISQ.TEST COVARIANCE.P COVARIANCE.S F.TEST
newer  mmvv         each    T.TEST
newer  vmm          each    FORECAST.LINEAR
newer  vmm(vvv)     each    FORECAST.ETS
newer  m|m          each    MODE.SNGL
newer  vva|a        each    AGGREGATE
newer  va(vv)       each    XMATCH
newer  a(v)         each    ARRAYTOTEXT
newer  ?            each    ISOMITTED LAMBDA LET REDUCE
newer  vaa(vvv)     range   XLOOKUP
newer  m|m          array   MODE.MULT
newer  v            array   MUNIT
newer  vv           array   FILTERXML
newer  v(vvv)       spilled SEQUENCE
newer  (vvvvv)      spilled RANDARRAY:vc
newer  va(avvv)     spilled TEXTSPLIT
newer  a(vv)        spilled TOCOL TOROW UNIQUE
newer  av(v)        spilled DROP TAKE WRAPCOLS WRAPROWS
newer  av(vv)       spilled EXPAND
newer  a|a          spilled HSTACK VSTACK
newer  aa|a         spilled CHOOSECOLS CHOOSEROWS SORTBY
newer  ?            spilled BYCOL BYROW GROUPBY MAKEARRAY MAP PIVOTBY SCAN
sheets aa(v)        spilled FILTER
sheets a(aav)       spilled SORT
bare   v(v)         each    ISO.CEILING
bare   vv           each    ECMA.CEILING
bare   vv(vr)       each    NETWORKDAYS.INTL:d WORKDAY.INTL:d
sign   r            each    SINGLE
sign   r            range   ANCHORARRAY
ours   vv           each    LAST_DIFFERENCE LAST_SUM
ours   avv          each    ARRAY_OF_SEVERAL_CELLS
ours   va|a         array   ARRAY_OF_RESULTS
ours   r|r          range   UNION_OF_RANGES
"""


class Role(StrEnum):
    """What a function takes as an argument."""

    VALUE = "v"
    CRITERION = "c"
    LONE = "x"
    RANGE = "r"
    REFERENCE = "f"
    ARRAY = "a"
    VALUES = "m"
    BRANCH = "b"


FOR_ONE_VALUE = frozenset({Role.VALUE, Role.CRITERION, Role.LONE})
"""Roles of arguments that are one value: several there give several results."""
ARRAYS = frozenset({Role.ARRAY, Role.VALUES})
"""Roles of arguments for which everything is calculated with all values of ranges."""
RANGES = ARRAYS | {Role.RANGE, Role.REFERENCE}
"""Roles of arguments that take a range as such."""


class Result(Enum):
    """What a function gives."""

    EACH = "each"
    PLACES = "places"
    RANGE = "range"
    ARRAY = "array"
    SPILLED = "spilled"


@dataclass(frozen=True)
class Function:
    """A row of the table; the docstring of the module says what the words mean."""

    name: str
    stored: str = ""
    """Empty for a function that Excel does not have."""
    gives: Result = Result.EACH
    least: int = 0
    first: tuple[Role, ...] = ()
    """Its arguments, of which those behind the least may be left out."""
    repeated: tuple[Role, ...] = ()
    """Further arguments, which may come again."""
    is_known: bool = False
    """Whether anything is known of its arguments."""
    marks: str = ""

    @property
    def arity(self) -> tuple[int, int]:
        """Return the least and the most arguments that it takes."""
        is_open = self.repeated or not self.is_known
        return self.least, MAX_ARGUMENTS if is_open else len(self.first)

    def roles(self, count: int) -> list[Role | None]:
        """Return the roles of so many arguments; None for one of which nothing is known."""
        beyond = count - len(self.first)
        if beyond <= 0:
            return [*self.first[:count]]
        more = self.repeated or (None,)
        return [*self.first, *islice(cycle(more), beyond)]

    @property
    def takes(self) -> frozenset[Role]:
        """Return the roles of all its arguments."""
        return frozenset(self.first + self.repeated)

    @property
    def is_of_one_value(self) -> bool:
        """Return whether it gives one result for each of several values, in whatever argument."""
        return self.gives is Result.EACH and self.takes == {Role.VALUE}

    @property
    def is_total(self) -> bool:
        """Return whether it gives one value of all that it takes, as SUM does."""
        roles = self.takes
        return bool(roles) and self.gives is Result.EACH and roles <= RANGES

    @property
    def is_of_excel(self) -> bool:
        """Return whether a file of Excel may have it."""
        return self.stored not in ("", "ours")

    @property
    def is_newer(self) -> bool:
        """Return whether Excel 2007 lacks it."""
        return self.stored in ("newer", "sheets", "bare")

    @property
    def prefix(self) -> str:
        """Return what stands before its name in a file."""
        return _PREFIXES.get(self.stored, "")

    @property
    def is_of_dates(self) -> bool:
        """Return whether it takes or gives dates or times, or texts of them."""
        return "d" in self.marks

    @property
    def is_volatile(self) -> bool:
        """Return whether Excel calculates it whenever it calculates."""
        return "v" in self.marks

    @property
    def is_restless(self) -> bool:
        """Return whether it gives another value although no cell has changed."""
        return "c" in self.marks

    @property
    def catches_errors(self) -> bool:
        """Return whether its value is no error where an argument is one."""
        return "e" in self.marks

    @property
    def takes_one_anywhere(self) -> bool:
        """Return whether it takes no array, even within SUMPRODUCT, in Excel or elsewhere."""
        return "o" in self.marks


_PREFIXES = {"newer": "_xlfn.", "sheets": "_xlfn._xlws.", "sign": "_xlfn."}


def function_of(name: str) -> Function:
    """Return what is known of a function, by its name in capitals and without a prefix."""
    return _BY_NAME.get(name) or Function(name)


def _read(table: str) -> Iterator[Function]:
    for line in filter(None, table.split("\n")):
        stored, letters, gives, *words = line.split()
        parts = re.fullmatch(r"-|\?|(\w*)(?:\((\w+)\))?(?:\|(\w+))?", letters)
        assert parts is not None, line
        needed, optional, repeated = (tuple(map(Role, part or "")) for part in parts.groups())
        for word in words:
            name, _, marks = word.partition(":")
            is_known = letters != "?"
            first, least = needed + optional, len(needed)
            yield Function(name, stored, Result(gives), least, first, repeated, is_known, marks)


FUNCTIONS = tuple(_read(_TABLE))
"""All functions of which something is known."""
_BY_NAME = {function.name: function for function in FUNCTIONS}
EXCEL_2007 = frozenset(each.name for each in FUNCTIONS if each.stored == "2007")
"""The functions of Excel 2007."""
NEWER = frozenset(each.name for each in FUNCTIONS if each.is_newer)
"""Functions newer than Excel 2007, which elsewhere shows an unknown name."""
OURS = frozenset(each.name for each in FUNCTIONS if each.stored == "ours")
"""Functions that Excel does not know and no file has, by which a formula says what we mean."""
PREFIXED = frozenset(each.name for each in FUNCTIONS if each.prefix)
"""Functions that a file has with a prefix; without it Excel shows ``#NAME?``."""
