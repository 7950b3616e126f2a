"""Who computes the functions that the machine lacks, and of which arguments.

A function is here when the examples of docs/reference/functions.md that call it come out as Excel
documents; of what is not here the engine says that it lacks it.  Both packages compute most of the
functions, and an answer counts when they agree: they are written by different people in different
languages, and where one is wrong about a rare argument the other is hardly wrong in the same way.
One package alone computes what the other one lacks or gets wrong.  The package pyofficeeditor has
number formats and dates in texts as they were measured in Excel, and computes what both get wrong;
own.py and own_arrays.py compute the rest.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

from xlbuilder.errors import EngineError
from xlbuilder.formula.element import ELEMENT
from xlbuilder.formula.fold import FOLDED
from xlbuilder.formula.functions import Result, function_of
from xlbuilder.formula.parse import UNION
from xlbuilder.formula.tree import Call, Node
from xlbuilder.recalc.engines.fast.asked.arguments import OF_ONE_VALUE
from xlbuilder.recalc.engines.fast.asked.own import computed
from xlbuilder.recalc.engines.fast.asked.packages import (
    Asked,
    by_both,
    by_formualizer,
    by_formulas,
    by_pyofficeeditor,
)

# Who, the letters of the arguments (arguments.py; those in parentheses may be left out), functions.
_TABLE = """
both        -           PI
both        n           ACOS ACOSH ACOT ACOTH ASIN ASINH ATAN ATANH COS COSH COT COTH CSC CSCH
both        n           DEGREES RADIANS EVEN ODD SEC SECH SIN SINH TAN TANH GAMMA GAMMALN
both        n           GAMMALN.PRECISE GAUSS PHI FISHER FISHERINV NORMSDIST NORMSINV NORM.S.INV
both        n           DAY MONTH YEAR HOUR MINUTE SECOND UNICHAR
both        nn          ATAN2 EFFECT NOMINAL CHIDIST CHIINV CHISQ.INV CHISQ.INV.RT CHISQ.DIST.RT
both        nn          CEILING.PRECISE FLOOR.PRECISE ISO.CEILING DOLLARDE DOLLARFR
both        nn          TINV T.INV T.INV.2T T.DIST.RT T.DIST.2T
both        nc          NORM.S.DIST
both        nnn         DATE TIME STANDARDIZE NORMINV NORM.INV LOGINV LOGNORM.INV LOGNORMDIST SLN
both        nnn         CONFIDENCE CONFIDENCE.NORM CONFIDENCE.T FDIST F.DIST.RT FINV F.INV F.INV.RT
both        nnn         GAMMAINV GAMMA.INV TDIST NEGBINOMDIST CRITBINOM BINOM.INV PDURATION
both        nnn(n)      BINOM.DIST.RANGE
both        nnn(nn)     BETADIST BETAINV BETA.INV
both        nnc         EXPONDIST EXPON.DIST CHISQ.DIST T.DIST
both        nnnc        NORMDIST NORM.DIST LOGNORM.DIST F.DIST GAMMADIST GAMMA.DIST WEIBULL
both        nnnc        WEIBULL.DIST NEGBINOM.DIST BINOMDIST BINOM.DIST
both        nnnc(nn)    BETA.DIST
both        nnnn        HYPGEOMDIST ISPMT SYD
both        nnnn(n)     DDB
both        nnn(oo)     PV FV PMT NPER RATE
both        nnnn(oo)    PPMT
both        nnnnnn      CUMIPMT CUMPRINC
both        i(i)        ERF DELTA GESTEP
both        i           ERFC ERF.PRECISE ERFC.PRECISE ISEVEN ISODD SQRTPI
both        ii          BESSELI BESSELJ BESSELY BITAND BITOR BITXOR BITLSHIFT BITRSHIFT
both        ii(t)       COMPLEX
both        pp          COMBIN PERMUT
both        ppp         RRI
both        p(i)        ROMAN
both        d(i)        WEEKDAY WEEKNUM
both        d           ISOWEEKNUM
both        di          EDATE EOMONTH
both        dd          DAYS
pyofficeeditor ddt      DATEDIF
both        dd(D)       NETWORKDAYS
both        dd(vD)      NETWORKDAYS.INTL
both        ddn         TBILLEQ TBILLPRICE TBILLYIELD
both        ddnnni(o)   PRICE YIELD
both        ddnn(o)     ACCRINTM
both        dddnni(o)   ACCRINT
both        t           ARABIC CLEAN LOWER TRIM UNICODE BIN2DEC HEX2DEC OCT2DEC
both        t           BIN2HEX BIN2OCT HEX2BIN HEX2OCT OCT2BIN OCT2HEX
both        x           IMABS IMAGINARY IMCONJUGATE IMREAL
both        hi          BIN2HEX BIN2OCT HEX2BIN HEX2OCT OCT2BIN OCT2HEX
both        i           DEC2BIN DEC2HEX DEC2OCT
both        pi          DEC2BIN DEC2HEX DEC2OCT
both        ti          DECIMAL
both        tt          EXACT
both        tttn        SUBSTITUTE
both        tt(i)       TEXTBEFORE TEXTAFTER
both        ntt         CONVERT
both        nn(nct)     ADDRESS
both        N           AVEDEV DEVSQ GEOMEAN HARMEAN KURT MEDIAN MODE MODE.SNGL SKEW SKEW.P STDEV
both        N           STDEV.S STDEV.P STDEVP SUMSQ VAR VAR.S VAR.P VARP
both        A           AVERAGEA MAXA MINA STDEVA STDEVPA VARA VARPA
both        M           MULTINOMIAL
both        nN          NPV
both        L(n)        IRR
both        Lnn         MIRR
both        Ln          PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC
both        Ln          QUARTILE.EXC TRIMMEAN PERCENTRANK PERCENTRANK.INC PERCENTRANK.EXC
both        Ln(n)       ZTEST Z.TEST
both        nL(o)       RANK RANK.EQ RANK.AVG
both        Pq          CORREL COVAR COVARIANCE.P COVARIANCE.S PEARSON RSQ SLOPE INTERCEPT STEYX
both        Pq          SUMX2MY2 SUMX2PY2 SUMXMY2
both        nPq         FORECAST FORECAST.LINEAR
both        LL          FTEST F.TEST
both        mmnn        TTEST T.TEST
both        mm          CHITEST CHISQ.TEST
both        nmm         XNPV
formulas    M           GCD LCM
formulas    nn          CEILING
formulas    ii          BESSELK
formulas    nz          FLOOR
formulas    nn(n)       CEILING.MATH FLOOR.MATH
formulas    pp          PERMUTATIONA
formulas    nnnn(n)     DB
formulas    ppppp(p)    VDB
formulas    ddi(o)      COUPDAYS COUPNCD COUPNUM
formulas    ddnn(o)     DISC YIELDDISC
formulas    nm          FVSCHEDULE
formulas    mmn(n)      PROB
formulas    m           MDETERM
formulas    t           PROPER
formulas    tnnt        REPLACE
formulas    tt(iiiv)    TEXTBEFORE TEXTAFTER
formulas    -           NOW TODAY RAND
formulas    nn          RANDBETWEEN
formualizer n           CEILING.MATH FLOOR.MATH CEILING.PRECISE FLOOR.PRECISE ISO.CEILING
formualizer n           CHAR
formualizer p           FACT FACTDOUBLE
formualizer pp(p)       BASE
formualizer nnc         POISSON POISSON.DIST
formualizer nnnn(oo)    IPMT
formualizer nnnm        SERIESSUM
formualizer mm(n)       XIRR
formualizer ii          MROUND
formualizer dd(c)       DAYS360
formualizer dd(i)       YEARFRAC
formualizer di(D)       WORKDAY
formualizer di(vD)      WORKDAY.INTL
formualizer t           CODE
formualizer x           IMARGUMENT
formualizer xx          IMDIV IMSUB IMSUM IMPRODUCT
own         ii          QUOTIENT
pyofficeeditor n(nc)       FIXED
pyofficeeditor n(n)        DOLLAR
pyofficeeditor vt          TEXT
pyofficeeditor t           DATEVALUE TIMEVALUE
own         v           VALUE
own         t           UPPER
own         t(tt)       NUMBERVALUE
own         tcT         TEXTJOIN
own         T           CONCAT
own         X           XOR
both        v           ERROR.TYPE T
own         v           TYPE XLOOKUP XMATCH
own         vrk(k)      XMATCH
formulas    L           MODE.MULT
formulas    m           MINVERSE
formulas    m(m)        LINEST LOGEST
formulas    m(mm)       TREND GROWTH
own         LL          FREQUENCY
own         rr(v)       FILTER
own         r(kky)      SORT
own         rr(k)       SORTBY
own         r(yy)       UNIQUE
own         n(kkk)      SEQUENCE
own         rk(k)       TAKE DROP
own         T           HSTACK VSTACK
own         r(ky)       TOCOL TOROW
own         rn(v)       WRAPROWS WRAPCOLS
own         rT          CHOOSEROWS CHOOSECOLS
"""
_OF_ARRAYS = f"""
own         r           TRANSPOSE ROWS COLUMNS
own         rn(k)       INDEX
own         rnn         {ELEMENT}
own         T           COUNTA
own         N           SUM AVERAGE MAX MIN COUNT
both        t           LEN
both        t(n)        LEFT RIGHT
both        tnn         MID
"""
_WHO: dict[str, Asked] = {
    "both": by_both,
    "formulas": by_formulas,
    "formualizer": by_formualizer,
    "pyofficeeditor": by_pyofficeeditor,
    "own": computed,
}


@dataclass(frozen=True)
class Route:
    """Who computes a function of so many arguments."""

    who: str
    letters: str
    """One for each argument; the last one stands for all that follow, if it takes them."""


def _read(table: str) -> dict[str, list[tuple[str, int, str]]]:
    found: dict[str, list[tuple[str, int, str]]] = {}
    for line in table.split("\n"):
        if not line:
            continue
        who, pattern, *functions = line.split()
        needed, _, more = pattern.strip("-").partition("(")
        for function in functions:
            entry = (who, len(needed), needed + more.rstrip(")"))
            found.setdefault(function, []).append(entry)
    return found


_KNOWN = _read(_TABLE)
_KNOWN_OF_ARRAYS = _read(_TABLE + _OF_ARRAYS)
ASKED = frozenset(_KNOWN)
"""The functions that somebody computes."""
SEVERAL = frozenset(
    function for function in ASKED if function_of(function).gives in (Result.ARRAY, Result.SPILLED)
)
"""The functions that give arrays; the size of an array is known when the function is computed."""
_TAKES_ALL = re.compile("[NAMTX]$")


def route(function: str, count: int, *, of_arrays: bool) -> Route:
    """Return who computes a function of so many arguments.

    ``of_arrays`` says that a function of SEVERAL gives one of its arguments.  Raises EngineError
    when nobody computes it.
    """
    known = _KNOWN_OF_ARRAYS if of_arrays else _KNOWN
    if function == UNION:
        raise EngineError("the engine fast lacks unions of ranges in this place")
    if function not in known and function in FOLDED and not of_arrays:
        raise EngineError(f"the engine fast lacks {function} with these arguments")
    if function not in known:
        of = " of an array whose size depends on values" if of_arrays else ""
        raise EngineError(f"the engine fast lacks the function {function}{of}")
    for who, least, letters in known[function]:
        most = 255 if _TAKES_ALL.search(letters) else len(letters)
        if least <= count <= most:
            more = letters[-1] * (count - len(letters)) if letters else ""
            return Route(who, (letters + more)[:count])
    raise EngineError(f"the engine fast lacks {function} with these arguments")


def computed_by(function: str) -> list[str]:
    """Return who computes a function, of whatever arguments, by the names of the table."""
    return list(dict.fromkeys(who for who, _, _ in _KNOWN[function]))


def gives_unknown_size(node: Node) -> bool:
    """Return whether a call gives an array whose size is known when it is computed."""
    match node:
        case Call(function) if function in SEVERAL:
            return True
        case Call("TRANSPOSE" | "INDEX", (array, *_)):
            return gives_unknown_size(array)
        case Call(function, arguments) if function in _KNOWN_OF_ARRAYS:
            return any(map(gives_unknown_size, _one_by_one(function, arguments)))
    return False


def _one_by_one(function: str, arguments: Sequence[Node]) -> Iterator[Node]:
    """Yield the arguments of which a function takes one value, and gives one for each."""
    for _, least, letters in _KNOWN_OF_ARRAYS[function]:
        if least <= len(arguments):
            yield from compress(arguments, (letter in OF_ONE_VALUE for letter in letters))
            return


def asked(who: str) -> Asked:
    """Return who computes functions, by the name of the table."""
    return _WHO[who]
