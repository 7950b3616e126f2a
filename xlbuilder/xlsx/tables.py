"""References to the tables of a workbook, such as ``Sales[Price]``, written as plain ranges."""

import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from defusedxml.ElementTree import fromstring
from openpyxl.packaging.relationship import get_dependents

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area, area_of
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Name, Node, mapped
from xlbuilder.xlsx.strings import decoded

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_PART = r"(?:[^\[\]'#@]|'.)"
_TABLE = re.compile(
    rf"\"[^\"]*\"|'(?:[^']|'')*'"
    rf"|(?<![\w.])([^\W\d][\w.]*|\\[\w.]*)\[((?:{_PART}|[#@]|\[(?:{_PART}|[#@])*\])*)\]"
)
"""A text or the name of a sheet between quotation marks, which are skipped, or a reference to a
table."""
_ITEMS = re.compile(rf"\[(#[^\]]*)\]|\[((?:{_PART})+)\]|(:)")


@dataclass(frozen=True)
class Table:
    """A table: where it is, and the titles of its columns."""

    area: Area
    columns: tuple[str, ...]
    """The titles of the columns, in lower case, from the left."""
    headers: int
    """Rows of titles at the top, 0 or 1."""
    totals: int
    """Rows of totals at the bottom, 0 or 1."""
    is_filtered: bool
    """Whether a filter hides rows."""


def read_tables(archive: zipfile.ZipFile, parts: Mapping[str, str]) -> dict[str, Table]:
    """Return the tables by their names, in lower case; ``parts`` has the part of each sheet."""
    return {
        root.attrib["displayName"].lower(): _table(sheet, root)
        for sheet, part in parts.items()
        for root in _roots(archive, part)
    }


def _roots(archive: zipfile.ZipFile, part: str) -> Iterator[Any]:
    folder, name = posixpath.split(part)
    relations = f"{folder}/_rels/{name}.rels"
    if relations in archive.namelist():
        found: Any = get_dependents(archive, relations)
        for relation in found:
            if posixpath.basename(relation.Type) == "table":
                yield fromstring(archive.read(relation.Target))


def _table(sheet: str, root: Any) -> Table:
    columns = root.iter(f"{_MAIN}tableColumn")
    return Table(
        area=area_of(sheet, root.attrib["ref"]),
        columns=tuple(decoded(column.attrib["name"]).lower() for column in columns),
        headers=int(root.get("headerRowCount", 1)),
        totals=int(root.get("totalsRowCount", 0)),
        is_filtered=next(root.iter(f"{_MAIN}filterColumn"), None) is not None,
    )


def without_tables(text: str, host: Area | None, tables: Mapping[str, Table]) -> str:
    """Return a formula with ranges in place of its references to tables.

    ``host`` is the cell that holds the formula, None for the formula of a name.  Raises
    FormulaError for a table or a column that does not exist.
    """

    def plain(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        table = tables.get(found[1].lower())
        if table is None:
            raise FormulaError(f"{found[0]}: the workbook has no table {found[1]}")
        return _range(found, table, host).absolute()

    return _TABLE.sub(plain, text)


def _range(found: re.Match[str], table: Table, host: Area | None) -> Area:
    text = found[2].strip()
    if text.startswith("@"):
        text = f"[#This Row],{text[1:] if text[1:].startswith('[') else f'[{text[1:]}]'}"
    elif text and not text.startswith("["):
        text = f"[{text}]"
    items = {item.lower() for item, _, _ in _ITEMS.findall(text) if item}
    titles = [re.sub("'(.)", r"\1", title).lower() for _, title, _ in _ITEMS.findall(text) if title]
    unknown = [title for title in titles if title not in table.columns]
    if unknown:
        raise FormulaError(f"{found[0]}: the table has no column {unknown[0]}")
    area, places = table.area, [table.columns.index(title) for title in titles]
    left = area.left + min(places, default=0)
    right = area.left + max(places, default=len(table.columns) - 1)
    first, last = area.top + table.headers, area.bottom - table.totals
    match sorted(items):
        case [] | ["#data"]:
            top, bottom = first, last
        case ["#all"]:
            top, bottom = area.top, area.bottom
        case ["#headers"] if table.headers:
            top = bottom = area.top
        case ["#totals"] if table.totals:
            top = bottom = area.bottom
        case ["#data", "#headers"]:
            top, bottom = area.top, last
        case ["#data", "#totals"]:
            top, bottom = first, area.bottom
        case ["#this row"] if host and first <= host.top <= last:
            top = bottom = host.top
        case _:
            raise FormulaError(f"{found[0]}: no such rows of the table")
    return Area(area.sheet, top, left, bottom, right)


def with_named_tables(node: Node, tables: Mapping[str, Table]) -> Node:
    """Return a formula with ranges in place of tables that stand without brackets.

    Excel writes ``Sales[]`` for what a user types as ``Sales``; other programs write ``Sales``.
    """
    if isinstance(node, Name) and node.text.lower() in tables:
        return parse(without_tables(f"{node.text}[]", None, tables))
    return mapped(node, lambda child: with_named_tables(child, tables))
