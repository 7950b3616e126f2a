"""Turns the text of a formula into its tree, by the grammar in grammar.lark."""

import re
from functools import cache
from importlib import resources
from math import isfinite
from typing import cast

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError
from openpyxl.utils import column_index_from_string

from xlbuilder.errors import FormulaError
from xlbuilder.formula import tree
from xlbuilder.formula.values import ExcelError

MAX_DEPTH = 150
"""Levels of a tree; Excel allows 64 levels of functions, operators come on top of that."""

_BEYOND = re.compile(r"[A-Za-z]{3}[0-9]+")
_CORNER = re.compile(r"(\$?)([A-Za-z]{1,3})?(\$?)([0-9]+)?")


@cache
def parse(text: str) -> tree.Node:
    """Return the tree of ``text``, a formula with or without its ``=``.

    Raises FormulaError with the place of the first character that does not fit.
    """
    body = text.removeprefix("=")
    offset = len(text) - len(body)
    if not body.strip():
        raise FormulaError("the formula is empty")
    try:
        node = cast("tree.Node", _parser().parse(body))
    except UnexpectedInput as error:
        raise FormulaError(_unexpected(text, offset, error)) from None
    except VisitError as error:
        raise FormulaError(str(error.orig_exc)) from None
    if _depth(node) > MAX_DEPTH:
        raise FormulaError(f"more than {MAX_DEPTH} levels of operators and functions")
    return node


def references(node: tree.Node) -> list[tree.Reference]:
    """Return the references of a written formula in the order of its text."""
    return [part for part in tree.walk(node) if isinstance(part, tree.Reference)]


def moved_text(text: str, rows: int, columns: int) -> str:
    """Return ``text`` as it reads in a cell ``rows`` further down and ``columns`` to the right.

    Only its relative references change; everything else stays as the author wrote it.
    """
    offset = text.startswith("=")
    for reference in reversed(references(parse(text))):
        start, end = (place + offset for place in reference.span)
        text = text[:start] + tree.to_text(reference.moved(rows, columns)) + text[end:]
    return text


def _unexpected(text: str, offset: int, error: UnexpectedInput) -> str:
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return "the formula ends too early: a parenthesis or an operand is missing"
    place = offset + (error.pos_in_stream or 0)
    return f"unexpected {text[place]!r} at character {place + 1}, after {text[:place][-20:]!r}"


def _depth(node: tree.Node) -> int:
    deepest = 0
    stack = [(node, 1)]
    while stack:
        node, level = stack.pop()
        deepest = max(deepest, level)
        stack.extend((child, level + 1) for child in tree.children(node))
    return deepest


@cache
def _parser() -> Lark:
    grammar = resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, start="formula", parser="lalr", transformer=_Builder())


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
        return tree.ErrorValue(ExcelError(token.upper()))

    def name(self, token: Token) -> tree.Name | tree.Logical:
        if token.upper() in ("TRUE", "FALSE"):
            return tree.Logical(token.upper() == "TRUE")
        return tree.Name(str(token))

    def reference(self, token: Token) -> tree.Reference | tree.Name:
        assert token.start_pos is not None
        if _BEYOND.fullmatch(token) and column_index_from_string(token[:3]) > tree.MAX_COLUMNS:
            return tree.Name(str(token))  # YES1 is no address, the last column is XFD
        return _reference(str(token), token.start_pos)

    def call(self, opening: Token, arguments: tuple[tree.Node, ...]) -> tree.Call:
        function = opening[:-1].upper()
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
        return tree.Infix(str(operator), left, right)

    def prefix(self, operator: Token, operand: tree.Node) -> tree.Prefix:
        return tree.Prefix(str(operator), operand)

    def percentage(self, operand: tree.Node) -> tree.Percent:
        return tree.Percent(operand)


def _number(text: str) -> tree.Number:
    value = float(text)
    if not isfinite(value):
        raise FormulaError(f"{text} is larger than any number of Excel")
    return tree.Number(value)


def _reference(text: str, start: int) -> tree.Reference:
    sheet, bang, corners = text.rpartition("!")
    if "[" in sheet:
        raise FormulaError(f"{text} points into another workbook; external links are not allowed")
    if sheet.startswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    first, colon, last = corners.partition(":")
    ends = _corner(first, 1, 1), _corner(last, tree.MAX_ROWS, tree.MAX_COLUMNS)
    return tree.Reference(
        sheet if bang else None,
        ends[0],
        ends[1] if colon else ends[0],
        span=(start, start + len(text)),
    )


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
