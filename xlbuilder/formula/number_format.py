"""Applies number formats: what a cell shows of its value (ECMA-376 Part 1, 18.8.31).

It follows sections, their conditions, digits, thousands, scaling commas, percent, literal texts,
dates and times.  It does not follow exponents, fractions, other languages and digits with texts
between them: such a number is shown as with General.
"""

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext

from xlbuilder.formula.date_format import dated
from xlbuilder.formula.values import ExcelError, Value

_TOKEN = re.compile(
    r"""
    "(?P<quoted>[^"]*)" | \\(?P<escaped>.) | (?P<space>_.) | \*. |
    \[(?P<operator><=|>=|<>|<|>|=)(?P<limit>-?[0-9.]+)\] | \[(?P<elapsed>h+|m+|s+)\] |
    (?P<language>\[\$[^\]]*\]) | \[[^\]]*\] |
    (?P<general>general) | (?P<end>;) | (?P<digit>[0\#?.,]) | (?P<percent>%) | (?P<text>@) |
    (?P<half>am/pm|a/p) | (?P<date>y+|m+|d+|h+|s+) |
    (?P<letter>[abegnprt]) | (?P<literal>.)
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_MEETS = {
    "<": lambda value, limit: value < limit,
    "<=": lambda value, limit: value <= limit,
    ">": lambda value, limit: value > limit,
    ">=": lambda value, limit: value >= limit,
    "=": lambda value, limit: value == limit,
    "<>": lambda value, limit: value != limit,
}
_WIDTH = 11
"""General writes so many characters, the point among them, and a sign."""
_WIDEST = 1e11 - 0.5

_LONGEST = 700
"""Digits before and behind the point of any number, in a format of 255 characters."""
_OF_DATES = frozenset({"date", "elapsed", "half"})
_LITERALS = frozenset({"quoted", "escaped", "space", "literal"})

_THOUSAND = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")
_COMMA_INSIDE = re.compile(r"\..*,[0#?]")
"""A comma between decimals, of which the help on formats says nothing."""

_Part = tuple[str, str]
"""The kind of a piece of a section (a group of _TOKEN), and its text."""


def shown(value: Value, code: str) -> str:
    """Return what a cell with the number format ``code`` shows of ``value``."""
    match value:
        case None:
            return ""
        case bool() | ExcelError():
            return str(value).upper()
        case str():
            return _text(value, _sections(code))
    followed = number_as(value, code)
    return _general(value) if followed is None else followed


def number_as(value: float, code: str) -> str | None:
    """Return a number with a format; None where the format is not followed."""
    return _number(value, _sections(code))


def _sections(code: str) -> list[list[_Part]]:
    sections: list[list[_Part]] = [[]]
    for match in _TOKEN.finditer(code):
        kind = match.lastgroup or ""
        if kind == "end":
            sections.append([])
        elif kind == "limit":
            sections[-1].append((match["operator"], match["limit"]))
        elif kind:
            sections[-1].append((kind, match[kind]))
    return sections


def _text(value: str, sections: list[list[_Part]]) -> str:
    has_text = [section for section in sections if any(kind == "text" for kind, _ in section)]
    chosen = sections[3:4] or has_text
    if not chosen:
        return value
    return "".join(value if kind == "text" else _literal(kind, text) for kind, text in chosen[0])


def _number(value: float, sections: list[list[_Part]]) -> str | None:
    chosen = _chosen(value, sections[:3])
    if chosen is None:
        return None
    section, sign = chosen
    names = {kind for kind, _ in section}
    if names & _OF_DATES:
        return dated(value, section)
    if names & {"general", "text"} and not names - {"general", "text", *_LITERALS}:
        return sign + "".join(
            _general(abs(value)) if kind in ("general", "text") else _literal(kind, text)
            for kind, text in section
        )
    kinds = "".join(
        "0" if kind == "digit" else " " if kind in (*_LITERALS, "percent") else "x"
        for kind, _ in section
    )
    digits = "".join(text for kind, text in section if kind == "digit")
    if not digits and "x" not in kinds:
        return sign * (kinds != "") + "".join(_literal(*part) for part in section)
    if "x" in kinds or not re.fullmatch(r" *0* *", kinds) or not set(digits) & set("0#?"):
        return None
    if _COMMA_INSIDE.search(digits):
        return None
    percents = sum(kind == "percent" for kind, _ in section)
    number = _digits(abs(value), 2 * percents, digits)
    first = kinds.index("0")
    before, after = section[:first], section[first + len(digits) :]
    has_digit = any(character in "123456789" for character in number)
    return "".join(
        [
            sign * has_digit,
            *(_literal(*part) for part in before),
            number,
            *(_literal(*part) for part in after),
        ]
    )


def _chosen(value: float, sections: list[list[_Part]]) -> tuple[list[_Part], str] | None:
    """Return the section for a number, and the sign to write, empty when the section implies it.

    Returns None for sections whose conditions are not followed: a first section without one, or a
    single one in the first of three.
    """
    minus = "-" * (value < 0)
    conditions = [[(kind, float(text)) for kind, text in s if kind in _MEETS] for s in sections]
    if not any(conditions):
        if value < 0 and len(sections) > 1:
            return sections[1], ""
        return sections[2 if value == 0 and len(sections) > 2 else 0], minus
    if len(sections) < 2 or not conditions[0] or (len(sections) > 2 and not conditions[1]):
        return None
    for section, own in zip(sections, conditions, strict=True):
        if all(_MEETS[kind](value, limit) for kind, limit in own):
            ((kind, limit),) = own or conditions[0]
            if own:
                is_below = limit <= 0 if kind == "<" else kind in ("<=", "=") and limit < 0
            else:  # what is left of a single condition
                is_below = len(sections) == 2 and kind not in ("=", "<>") and limit <= 0
            return [part for part in section if part[0] not in _MEETS], "" if is_below else minus
    return [("literal", "#")], ""


def _digits(value: float, shift: int, digits: str) -> str:
    """Return a number without its sign in the placeholders ``digits``, such as ``#,##0.00``.

    ``shift`` moves its point; Excel has 15 digits of it.
    """
    whole, _, fraction = digits.partition(".")
    scaled, decimals = whole.rstrip(","), fraction.rstrip(",")
    commas = len(whole) - len(scaled) + len(fraction) - len(decimals)
    with localcontext(prec=_LONGEST):
        number = Decimal(f"{value:.15g}").scaleb(shift - 3 * commas)
        rounded = number.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    before, _, after = f"{rounded:f}".partition(".")
    least = len(scaled.replace(",", "").lstrip("#?"))
    before = "" if before == "0" and not least else before.zfill(least)
    if "," in scaled:
        before = _THOUSAND.sub(",", before)
    kept = len(decimals.rstrip("#?"))
    after = after[:kept] + after[kept:].rstrip("0")
    return before + "." * ("." in digits) + after


def _general(value: float) -> str:
    """Return a number in eleven characters, with an exponent where that keeps more digits of it."""
    number = Decimal(f"{value:.15g}")
    decimals = max(0, _WIDTH - 1 - len(str(int(abs(value)))))
    with localcontext(prec=_LONGEST):
        rounded = number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP).normalize()
    short = f"{value:.6g}".upper()
    is_short = abs(value) >= _WIDEST or len(rounded.as_tuple().digits) * (rounded != 0) < len(
        Decimal(short).normalize().as_tuple().digits
    ) * (value != 0)
    return short if is_short else f"{rounded:f}"


def _literal(kind: str, text: str) -> str:
    return {"space": " ", "percent": "%"}.get(kind, text)
