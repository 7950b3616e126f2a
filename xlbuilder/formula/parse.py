"""Turns the text of a formula into its tree, by the grammar in grammar.lark.

A workbook without names has thousands of formulas, most of which differ only in their references
and numbers.  The parser takes its time, so it reads each such *pattern* once, with ``A1`` for every
reference and ``1`` for every number.  What it gives is a form (form.py): the outline of the
pattern, and the references and the numbers that the formula has in its places.  An array constant
stays as it is.
"""

import re
from collections.abc import Mapping
from decimal import ROUND_DOWN, Decimal
from functools import cache, lru_cache
from importlib import resources
from itertools import accumulate, chain, compress
from math import isfinite
from operator import not_
from sys import float_info
from typing import cast

from lark import Lark, Token, Transformer, Tree, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError
from openpyxl.utils import column_index_from_string

from xlbuilder.errors import FormulaError
from xlbuilder.formula import tree
from xlbuilder.formula.form import LEAVES, Form, Own, are_own_in, form_of, outline_of
from xlbuilder.formula.values import ExcelError

MAX_DEPTH = 150
"""Levels of a tree; Excel allows 64 levels of functions, operators come on top of that."""

_BEYOND = re.compile(r"[A-Za-z]{3}[0-9]+")
_WORDS = ("REFERENCE", "FUNCTION", "ERROR", "NUMBER", "NAME", "TEXT")
"""In the order of their priority in the grammar."""
_CORNER = re.compile(r"(\$?)([A-Za-z]{1,3})?(\$?)([0-9]+)?")


UNION = "UNION_OF_RANGES"
"""The function that stands for ``(A1,B2)`` in a tree, where it is no argument of SUM and its like;
Excel knows no such function."""
TAKE_UNIONS = ("SUM", "COUNT", "COUNTA", "MAX", "MIN", "AVERAGE", "PRODUCT")
"""Functions that take several ranges one by one as they take them in a union."""
_RANGES = (tree.Reference, tree.Name, tree.Infix, tree.Call)
"""What may be a range in an intersection."""
_ARRAY = r"\{[^{}\"]*\}"
"""An array constant without texts: it has numbers, but no parts that a tree could have."""

_BEGIN = r"(?=[^\s(),;+*/^&<>=%-])"
"""No word begins with a blank or an operator, which is seen at once."""
_REFERENCE, _NUMBER = "\x00", "\x01"
"""Stand in a pattern for a reference and for a number; no file can have these characters."""
_DIGITS = 15
_KEPT = 4096
"""Patterns and words that are kept, as they come again: in all cells of a board."""
_KEPT_FORMULAS = 2**15
"""A comparison reads the formulas of one workbook, and then the same ones of another."""


def parse(text: str) -> tree.Node:
    """Return the tree of ``text``, a formula with or without its ``=``.

    Raises FormulaError with the place of the first character that does not fit.
    """
    return parsed_form(text).formula


@lru_cache(maxsize=_KEPT_FORMULAS)
def parsed_form(text: str) -> Form:
    """Return the same formula as `parse`, taken apart; raises FormulaError as `parse` does."""
    body = text.removeprefix("=")
    if not body.strip():
        raise FormulaError("the formula is empty")
    try:
        pattern, leaves = _cut(body)
        are_own = _own_leaves(pattern)
    except FormulaError:
        are_own = None
    has_marks = _REFERENCE in body or _NUMBER in body
    if are_own is None or has_marks or tree.Name in map(type, leaves):
        return form_of(_parsed(text))  # or its problem
    if all(are_own):
        return Form(_outline(pattern, ()), cast("tuple[Own, ...]", tuple(leaves)))
    own = cast("tuple[Own, ...]", tuple(compress(leaves, are_own)))
    kept = tuple(compress(leaves, map(not_, are_own)))
    return Form(_outline(pattern, kept), own)


def _cut(body: str) -> tuple[str, list[tree.Reference | tree.Name | tree.Number]]:
    """Return the pattern of a formula, and its references and numbers in the order of the text."""
    parts = _cutter().split(body)
    words, numbers, references = parts[1::4], parts[2::4], parts[3::4]
    leaves = [
        _reference(reference) if reference else _number(number)
        for number, reference in zip(numbers, references, strict=True)
        if reference or number
    ]
    parts[1::4] = [
        _REFERENCE if reference else _NUMBER if number else word
        for word, number, reference in zip(words, numbers, references, strict=True)
    ]
    parts[2::4] = parts[3::4] = [""] * len(words)
    return "".join(parts), leaves


@lru_cache(maxsize=_KEPT)
def _pattern(text: str) -> tree.Node | None:
    """Return the tree of a pattern; None when its leaves are not the leaves that were cut out."""
    try:
        node = _parsed("=" + text.replace(_REFERENCE, " A1 ").replace(_NUMBER, " 1 "))
    except FormulaError:
        return None
    parts = list(tree.walk(node))
    if any(isinstance(part, tree.Infix) and part.operator == " " for part in parts):
        return None  # the blank may be the pattern's own
    marks = {tree.Reference: _REFERENCE, tree.Number: _NUMBER}
    found = [marks[type(part)] for part in parts if type(part) in marks]
    return node if found == re.findall(f"[{_REFERENCE}{_NUMBER}]", text) else None


@lru_cache(maxsize=_KEPT)
def _own_leaves(pattern: str) -> list[bool] | None:
    """Return which references and numbers of a pattern are a cell's own; None without a tree."""
    node = _pattern(pattern)
    return None if node is None else are_own_in(node)


@lru_cache(maxsize=_KEPT)
def _outline(pattern: str, kept: tuple[tree.Node, ...]) -> tree.Node:
    """Return the outline of a pattern with the numbers that are not a cell's own."""
    node, are_own = _pattern(pattern), _own_leaves(pattern)
    assert node is not None
    assert are_own is not None
    are_left, numbers = iter(are_own), iter(kept)

    def with_kept(part: tree.Node) -> tree.Node:
        if isinstance(part, LEAVES):
            return part if next(are_left) else next(numbers)
        return tree.mapped(part, with_kept)

    return tree.interned(outline_of(with_kept(node), are_own))


def _parsed(text: str) -> tree.Node:
    body = text.removeprefix("=")
    try:
        node = cast("tree.Node", _parser().parse(body))
    except UnexpectedInput as error:
        raise FormulaError(_unexpected(text, len(text) - len(body), error)) from None
    except VisitError as error:
        raise FormulaError(str(error.orig_exc)) from None
    if tree.depth(node, lambda _: True) > MAX_DEPTH:
        raise FormulaError(f"more than {MAX_DEPTH} levels of operators and functions")
    if isinstance(node, tree.Infix) and node.operator in "+-" and _is_in_parentheses(body):
        return tree.Prefix("+", node)  # it is not the last operation (last.py)
    return node


def _is_in_parentheses(body: str) -> bool:
    """Return whether one pair of parentheses stands around a whole formula."""
    if not body.lstrip().startswith("("):
        return False
    signs = tokens().sub(lambda token: "(" if token.lastgroup == "FUNCTION" else "", body).strip()
    open_ones = list(accumulate({"(": 1, ")": -1}.get(sign, 0) for sign in signs))
    return 0 not in open_ones[:-1]


def references(node: tree.Node) -> list[tree.Reference]:
    """Return the references of a written formula in the order of its text."""
    return [part for part in tree.walk(node) if isinstance(part, tree.Reference)]


def moved_text(text: str, rows: int, columns: int) -> str:
    """Return ``text`` as it reads in a cell ``rows`` further down and ``columns`` to the right.

    Only its relative references change; everything else stays as the author wrote it.
    """
    parse(text)  # or its problem

    def move(token: re.Match[str]) -> str:
        found = _reference(token[0]) if token.lastgroup == "REFERENCE" else None
        return (
            tree.to_text(found.moved(rows, columns))
            if isinstance(found, tree.Reference)
            else token[0]
        )

    return tokens().sub(move, text)


def renamed_text(text: str, names: Mapping[str, str]) -> str:
    """Return ``text`` with other names or formulas in place of names, given in lower case.

    Everything else stays as the author wrote it.  A formula gets parentheses where it is not an
    argument of its own.
    """

    def rename(token: re.Match[str]) -> str:
        is_name = token.lastgroup in ("NAME", "REFERENCE")  # YES1 is a name, see _reference
        if not is_name or token[0].lower() not in names:
            return token[0]
        new = names[token[0].lower()]
        before, after = text[: token.start()].rstrip(), text[token.end() :].lstrip()
        is_alone = (before[-1:] in "(," or before.lstrip() == "=") and after[:1] in "),"
        return new if is_alone or tokens().fullmatch(new) else f"({new})"

    return tokens().sub(rename, text)


def _unexpected(text: str, offset: int, error: UnexpectedInput) -> str:
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        read = error.interactive_parser.parser_state.value_stack
        opened = [each for each in read if isinstance(each, Token) and each[-1] in "({"]
        if not opened:
            return "the formula ends too early: an operand is missing"
        place = offset + (opened[-1].end_pos or 1) - 1
        what = "brace" if text[place] == "{" else "parenthesis"
        return f"the formula ends too early: nothing closes the {what} {_at(text, place)}"
    place = offset + (error.pos_in_stream or 0)
    if text[place] == "(" and text[:place].endswith(")"):
        return "calls what a formula gives, as LAMBDA(x,x+1)(2) does, which is not supported"
    hint = "; write commas between arguments" if text[place] == ";" else ""
    return f"unexpected {text[place]!r} {_at(text, place)}{hint}"


def _at(text: str, place: int) -> str:
    return f"at character {place + 1}, after {text[:place][-20:]!r}"


@cache
def _parser() -> Lark:
    return Lark(grammar(), start="formula", parser="lalr", transformer=_Builder())


def grammar() -> str:
    """Return the grammar of formulas, as lark reads it."""
    return resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")


def built(found: Tree[Token]) -> tree.Node:
    """Return the tree of what lark found by the grammar."""
    return _Builder().transform(found)


@cache
def tokens() -> re.Pattern[str]:
    """Return what finds the words of a formula, as the grammar has them, and array constants."""
    named = [f"(?P<{name}>{word})" for name, word in _words()]
    return re.compile(f"{_BEGIN}(?:{'|'.join([_ARRAY, *named])})")


@cache
def _cutter() -> re.Pattern[str]:
    """Return the same as `tokens`, in three groups: each word, a number, a reference."""
    words = dict(_words())
    # The order takes least time; a number that begins a range of rows is left to the reference.
    leaves = f"(?![0-9]+:)({words.pop('NUMBER')})", f"({words.pop('REFERENCE')})"
    return re.compile(f"{_BEGIN}({'|'.join([*leaves, *words.values(), _ARRAY])})")


def _words() -> list[tuple[str, str]]:
    """Return the names and the patterns of words, in the order of their priority."""
    words = sorted(_parser().terminals, key=lambda each: -each.priority)
    return [(each.name, each.pattern.to_regexp()) for each in words if each.name in _WORDS]


@v_args(inline=True)
class _Builder(Transformer[Token, tree.Node]):
    """Builds nodes while lark parses; each method is a rule of the grammar."""

    def number(self, token: Token) -> tree.Number:
        return _number(token)

    def signed_number(self, sign: Token, token: Token) -> tree.Number:
        return _number(sign + token)

    def text(self, token: Token) -> tree.Text:
        return tree.Text(token[1:-1].replace('""', '"'))

    def error(self, token: Token) -> tree.ErrorValue:
        error = token[token.rindex("#") :].upper()
        return tree.ErrorValue(ExcelError.REF if error.startswith("#REF!") else ExcelError(error))

    def name(self, token: Token) -> tree.Name | tree.Logical:
        if token.upper() in ("TRUE", "FALSE"):
            return tree.Logical(token.upper() == "TRUE")
        return tree.Name(str(token))

    def reference(self, token: Token) -> tree.Reference | tree.Name:
        return _reference(str(token))

    def call(self, opening: Token, arguments: tuple[tree.Node, ...]) -> tree.Call:
        function = opening[:-1].upper()
        if function in TAKE_UNIONS:
            arguments = tuple(chain.from_iterable(map(_united, arguments)))
        return tree.Call(function, () if arguments == (tree.Missing(),) else arguments)

    def arguments(self, *nodes: tree.Node) -> tuple[tree.Node, ...]:
        return nodes

    def missing(self) -> tree.Missing:
        return tree.Missing()

    def row(self, *constants: tree.Constant) -> tuple[tree.Constant, ...]:
        return constants

    def array(self, *rows: tuple[tree.Constant, ...]) -> tree.Array:
        if len({len(row) for row in rows}) > 1:
            raise FormulaError("the rows of an array constant differ in length")
        if any(isinstance(constant, tree.Name) for row in rows for constant in row):
            raise FormulaError("an array constant holds only constants, no names")
        return tree.Array(rows)

    def infix(self, left: tree.Node, operator: Token, right: tree.Node) -> tree.Infix:
        if operator.type != "MEET":
            return tree.Infix(str(operator), left, right)
        if not all(isinstance(each, _RANGES) for each in (left, right)):
            raise FormulaError(
                f"a blank stands behind {tree.to_text(left)} in place of an operator"
            )
        return tree.Infix(" ", left, right)

    def union(self, *nodes: tree.Node) -> tree.Call:
        return tree.Call(UNION, nodes)

    def prefix(self, operator: Token, operand: tree.Node) -> tree.Prefix:
        return tree.Prefix(str(operator), operand)

    def percentage(self, operand: tree.Node) -> tree.Percent:
        return tree.Percent(operand)


def _united(argument: tree.Node) -> tuple[tree.Node, ...]:
    """Return the ranges of a union, to a function that takes as many ranges as there are."""
    is_union = isinstance(argument, tree.Call) and argument.function == UNION
    return tree.children(argument) if is_union else (argument,)


@lru_cache(maxsize=_KEPT)
def _number(text: str) -> tree.Number:
    """Return a number; Excel cuts a number in a formula off behind 15 digits (excel.md)."""
    value = float(text)
    if not isfinite(value):
        raise FormulaError(f"{text} is larger than any number of Excel")
    if len(text) > _DIGITS:
        exact = Decimal(text)
        last = Decimal(1).scaleb(exact.adjusted() - _DIGITS + 1)
        value = float(exact.quantize(last, rounding=ROUND_DOWN)) if exact else 0.0
    return tree.Number(value if abs(value) >= float_info.min else 0.0)


@lru_cache(maxsize=_KEPT)
def _reference(text: str) -> tree.Reference | tree.Name:
    if _BEYOND.fullmatch(text) and column_index_from_string(text[:3]) > tree.MAX_COLUMNS:
        return tree.Name(text)  # YES1 is no address, the last column is XFD
    sheet, _, corners = text.rpartition("!")
    if "[" in sheet:
        raise FormulaError(f"{text} points into another workbook; external links are not allowed")
    if sheet.startswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    first, colon, last = corners.partition(":")
    corner = _corner(first, 1, 1)
    other = _corner(last, tree.MAX_ROWS, tree.MAX_COLUMNS) if colon else corner
    return tree.Reference(sheet or None, corner, other)


def _corner(text: str, row: int, column: int) -> tree.Corner:
    """Return one corner; ``row`` and ``column`` stand in for what ``A:C`` and ``1:3`` leave out."""
    match = _CORNER.fullmatch(text)
    assert match is not None
    dollar, letters, second_dollar, digits = match.groups()
    if not letters:
        dollar, second_dollar = "", dollar
    found_row = int(digits) if digits else row
    found_column = column_index_from_string(letters) if letters else column
    if not (1 <= found_row <= tree.MAX_ROWS and found_column <= tree.MAX_COLUMNS):
        raise FormulaError(f"{text} is outside the sheet (A1 to XFD1048576)")
    return tree.Corner(
        found_row,
        found_column,
        row_fixed=not digits or bool(second_dollar),
        column_fixed=not letters or bool(dollar),
    )
