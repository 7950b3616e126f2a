"""The second sheet of a built file, read from its raw parts, and what it should say."""

import re
from typing import NamedTuple

from openpyxl.utils.cell import (
    column_index_from_string,
    coordinate_from_string,
    range_boundaries,
)

from tests.helpers.parts import Parts
from xlbuilder.formula.parse import moved_text

GUIDE = "xl/worksheets/sheet2.xml"
CELL = re.compile(r"(?<![\w.$!])[A-Z]{1,3}[0-9]+(?![\w.(:])")
RANGE = re.compile(r"Main!\$[A-Z]+\$\d+(?::\$[A-Z]+\$\d+)?")
CHAPTERS = ("Strategies", "Boards and cells", "Conditional formats", "Lists", "Names")


class GuideCell(NamedTuple):
    row: int
    column: str
    text: str
    kind: str
    has_formula: bool
    is_quoted: bool
    is_locked: bool
    font: str


class Card(NamedTuple):
    """A board, a cell, a name or a format as the sheet shows it."""

    chapter: str
    name: str
    note: str
    formula: str
    """Without = and without blanks outside texts."""
    users: frozenset[str]
    comment: str


def guide_cells(path):
    """Return the cells of the second sheet that hold anything, row by row."""
    parts = Parts.of(path)
    styles, fonts = parts.styles.find("{*}cellXfs"), parts.styles.find("{*}fonts")
    found = []
    for cell in parts.sheets[GUIDE].findall(".//{*}c"):
        if len(cell) == 0:
            continue
        column, row = coordinate_from_string(cell.get("r"))
        style = styles[int(cell.get("s", "0"))]
        protection = style.find("{*}protection")
        found.append(
            GuideCell(
                row,
                column,
                "".join(each.text or "" for each in cell.findall(".//{*}t")),
                cell.get("t"),
                cell.find("{*}f") is not None,
                style.get("quotePrefix") == "1",
                protection is None or protection.get("locked", "1") == "1",
                fonts[int(style.get("fontId"))].find("{*}name").get("val"),
            )
        )
    return found


def no_calculation(path):
    """Return the cells of the guide that are, or could become, more than text."""
    return [
        cell
        for cell in guide_cells(path)
        if cell.has_formula or cell.kind not in ("s", "inlineStr") or not cell.is_quoted
    ]


def bare(formula):
    """Return a formula without its = and without blanks and line breaks outside texts."""
    pieces = formula.strip().removeprefix("=").split('"')
    pieces[::2] = ["".join(piece.split()) for piece in pieces[::2]]
    return '"'.join(pieces)


def cards(path):
    """Return what the guide shows of every board, cell, format and name."""
    cells = guide_cells(path)
    left = {cell.row: cell.text for cell in cells if cell.column == "B"}
    right = {cell.row: cell.text for cell in cells if cell.column == "C"}
    formulas = {cell.row for cell in cells if cell.font == "Consolas"}
    names = set(stored_names(path))
    starts = [row for row, text in left.items() if text in names]
    found = []
    for start in starts:
        rows = [start]
        while rows[-1] + 1 in {**left, **right} and rows[-1] + 1 not in starts:
            if left.get(rows[-1] + 1, "").startswith("For "):
                break
            rows.append(rows[-1] + 1)
        formula = [right[row] for row in rows if row in formulas]
        texts = [right[row] for row in rows if row in right and row not in formulas]
        used = [text for text in texts if text.startswith("Used in ")]
        words = " ".join(used).removeprefix("Used in ").removesuffix(".").replace("\n", " ")
        above = [text for row, text in sorted(left.items()) if row < start and text in CHAPTERS]
        found.append(
            Card(
                above[-1],
                left[start],
                left.get(start + 1, "") if start + 1 in rows else "",
                bare("".join(formula)),
                frozenset(filter(None, words.split(", "))),
                " ".join(" ".join(text for text in texts if text not in used).split()),
            )
        )
    return found


def stored_names(path):
    """Return the text and the comment of each name that the file defines."""
    names = Parts.of(path).names
    return {entry.get("name"): (entry.text, entry.get("comment", "")) for entry in names}


def stored_formulas(path):
    """Return (what it belongs to, its text) for the formulas of names, boards, cells, formats."""
    parts = Parts.of(path)
    names = {name: text for name, (text, _) in stored_names(path).items()}
    places = {}
    for name, text in names.items():
        if match := re.fullmatch(r"(\w+)!(\$[A-Z]+\$\d+(?::\$[A-Z]+\$\d+)?)", text):
            if match[1] == "Main":  # on other sheets there are constants only
                places[name] = match[2].replace("$", "")
        else:
            yield name, text
    for name, place in places.items():
        if text := parts.cells[place.partition(":")[0]].findtext("{*}f"):
            yield name, text
    for format_ in parts.sheet.findall(".//{*}conditionalFormatting"):
        first = format_.get("sqref").partition(":")[0]  # a merged cell has the name of its first
        (board,) = (name for name, place in places.items() if place.partition(":")[0] == first)
        for formula in format_.findall(".//{*}formula"):
            yield f"a format of {board}", formula.text


def expected(path):
    """Return name: (formula, users, comment) by a plain search in what the file stores."""
    formulas = list(stored_formulas(path))
    own = dict(formulas)
    names = stored_names(path)
    found = {}
    for name, (text, comment) in names.items():
        word = re.compile(rf"(?<![\w.]){re.escape(name)}(?![\w.])", re.IGNORECASE)
        users = {place for place, text in formulas if word.search(without_texts(text))}
        users |= {
            place
            for place, formula in formulas
            if place not in (name, f"a format of {name}")
            and (place not in names or RANGE.fullmatch(names[place][0]))
            and any(is_within(cell, text) for cell in CELL.findall(without_texts(formula)))
        }
        found[name] = (bare(own.get(name, "")), frozenset(users), comment)
    return found


def without_texts(formula):
    return re.sub(r'"[^"]*"', '""', formula)


def is_within(cell, stored):
    """Return whether a cell of the first sheet lies in the range that a name stands for."""
    if not RANGE.fullmatch(stored):
        return False
    left, top, right, bottom = range_boundaries(stored.removeprefix("Main!").replace("$", ""))
    column, row = coordinate_from_string(cell)
    return left <= column_index_from_string(column) <= right and top <= row <= bottom


def differences(path):
    """Return every way in which the guide does not say what the file stores."""
    shown = [card for card in cards(path) if card.chapter != "Conditional formats"]
    wrong = []
    for name, (formula, users, comment) in expected(path).items():
        entries = [card for card in shown if card.name == name]
        if len(entries) != 1:
            wrong.append(f"{name} is shown {len(entries)} times")
            continue
        (card,) = entries
        said = card.formula
        if card.note.startswith("seen from "):
            column, row = coordinate_from_string(card.note.removeprefix("seen from "))
            said = moved_text(said, 1 - row, 1 - column_index_from_string(column))
        if said != formula:
            wrong.append(f"{name} is shown as {said}, stored as {formula}")
        if card.users != users:
            wrong.append(f"{name} is shown as used in {card.users}, it is in {users}")
        if comment not in card.comment:
            wrong.append(f"{name} is shown without its comment {comment!r}")
    return wrong
