"""Reads our SVG back: its texts with their places, whatever draws them."""

import re
from typing import NamedTuple
from xml.etree import ElementTree as ET

import openpyxl
from openpyxl.utils import get_column_letter

SVG = "{http://www.w3.org/2000/svg}"
MARGIN = 12


class DrawnText(NamedTuple):
    text: str
    x: float
    y: float
    bold: bool
    color: str
    anchor: str
    is_cut: bool


def texts(svg):
    """Return the texts of a picture, with their places in it."""
    found: list[DrawnText] = []

    def visit(element, group, x, y, *, is_cut):
        if element.tag == f"{SVG}g":
            group = {**group, **element.attrib}
        elif element.tag == f"{SVG}svg" and element is not root:
            x, y, is_cut = float(element.get("x")), float(element.get("y")), True
        elif element.tag == f"{SVG}text":
            found.append(
                DrawnText(
                    element.text,
                    x + float(element.get("x")),
                    y + float(element.get("y")),
                    group.get("font-weight") == "bold",
                    group["fill"],
                    group["text-anchor"],
                    is_cut,
                )
            )
        for child in element:
            visit(child, group, x, y, is_cut=is_cut)

    root = ET.fromstring(svg)
    visit(root, {}, 0, 0, is_cut=False)
    return found


class PlacesInFile:
    """Where the cells of a file have to be, by the sizes that openpyxl reads from it."""

    def __init__(self, path, svg):
        self.sheet = openpyxl.load_workbook(path).worksheets[0]
        first = re.search(r"The cells ([A-Z]+)([0-9]+)", svg)
        self.left = openpyxl.utils.column_index_from_string(first[1])
        self.top = int(first[2])
        self.widths = {}
        for entry in self.sheet.column_dimensions.values():
            for number in range(entry.min, entry.max + 1):
                self.widths[number] = 0 if entry.hidden else round(entry.width * 7)

    def height(self, row):
        entry = self.sheet.row_dimensions[row]
        return 0 if entry.hidden else round((entry.height or 15) * 4 / 3)

    def box(self, address):
        """Return the left and right sides, the top and the bottom of a cell."""
        cell = self.sheet[address]
        x = MARGIN + sum(self.widths.get(n, 64) for n in range(self.left, cell.column))
        y = MARGIN + sum(self.height(n) for n in range(self.top, cell.row))
        return x, x + self.widths.get(cell.column, 64), y, y + self.height(cell.row)

    def texts_in(self, found, address):
        """Return those texts whose anchor is in this cell."""
        left, right, top, bottom = self.box(address)
        return [one for one in found if left <= one.x <= right and top < one.y <= bottom]

    def board(self, name):
        """Return the addresses of a named range."""
        area = self.sheet.parent.defined_names[name].attr_text.partition("!")[2].replace("$", "")
        return [
            f"{get_column_letter(cell.column)}{cell.row}"
            for row in self.sheet[area]
            for cell in row
        ]
