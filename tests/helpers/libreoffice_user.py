"""Someone who uses a workbook in LibreOffice: types, presses keys, reads, and looks at it."""

import base64
from itertools import groupby
from pathlib import Path

from xlbuilder.formula.area import around
from xlbuilder.recalc.engines import libreoffice_bridge
from xlbuilder.recalc.engines.libreoffice import Bridge, bridge_command
from xlbuilder.recalc.program import load_program
from xlbuilder.render.layout import SheetLayout
from xlbuilder.render.office import png_maker
from xlbuilder.render.sheet import read_sheet
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.model import read_workbook

TYPIST = Path(__file__).with_name("libreoffice_typist.py")
PRESSES = 40
"""How often someone presses Ctrl+Shift+F9 before giving up."""


def bounds(area):
    """Return an area as the bridge takes it."""
    return [area.left - 1, area.top - 1, area.right - 1, area.bottom - 1]


class User:
    """A name stands for its cells; ``number`` counts them row by row from 0."""

    def __init__(self, path):
        self.model = read_workbook(path)
        python, _, program = bridge_command()
        command = [python, str(TYPIST), libreoffice_bridge.__file__, program]
        self.bridge = Bridge(command, path)
        self.bridge.ask(do="load")

    def cells(self, name):
        return list(self.model.area(name).cells())

    def type(self, name, text, number=0):
        self.bridge.ask(do="type", address=str(self.cells(name)[number]), text=text)

    def type_puzzle(self, puzzle):
        for number, digit in enumerate(puzzle.digits):
            if digit:
                self.type("in_board", str(digit), number)

    def clear(self, name):
        self.bridge.ask(do="clear", address=str(self.model.area(name)))

    def iterate(self, *, on):
        """Switch the document's iterative calculation on or off, and calculate nothing."""
        self.bridge.ask(do="iterate", on=on)

    def keep_circular_values(self):
        """Let the circular cells, and all that depends on them, keep what they show.

        So it looks in a program that keeps their last values while iteration is off; LibreOffice
        itself shows Err:522 there.  An empty text becomes a blank cell.
        """
        behind = load_program(self.model).phases.iterated
        runs = groupby(enumerate(behind), lambda at: (at[1].sheet, at[1].top, at[1].left - at[0]))
        areas = [around([cell for _, cell in run]) for _, run in runs]
        for sheet in self.model.sheets:
            inside = [bounds(area) for area in areas if area.sheet == sheet]
            self.bridge.ask(do="keep", sheet=sheet, areas=inside)

    def recalculate(self):
        """Press Ctrl+Shift+F9."""
        self.bridge.ask(do="recalculate")

    def look(self, name, number=0):
        cell = self.cells(name)[number]
        return self.bridge.ask(do="look", sheet=cell.sheet, address=str(cell))

    def shown(self, name, number=0):
        return self.look(name, number)["shown"]

    def values(self, name):
        """Return the values of a name's cells, row by row; an error is a list of its code."""
        area = self.model.area(name)
        return self.bridge.ask(do="read", sheet=area.sheet, bounds=bounds(area))["values"]

    def status(self):
        """Press until the workbook says something else than that it works."""
        for self.presses in range(PRESSES):
            if not self.shown("status").startswith("Working"):
                break
            self.recalculate()
        return self.shown("status")

    def solution(self):
        return Board(tuple(map(int, self.shown("solution_line"))))

    def pdf(self, name=None):
        """Return the cells of a name as they look, conditional formats too; or the first sheet."""
        sheet = read_sheet(self.model)
        area = self.model.area(name) if name else SheetLayout(self.model, sheet).area
        drawn = self.bridge.ask(
            do="draw", sheet=area.sheet, bounds=bounds(area), margin=0, with_formats=True
        )
        return base64.b64decode(drawn["pdf"])

    def png(self, name=None, width=None):
        """Return the same as a picture, so many pixels wide."""
        return png_maker()(self.pdf(name), width)
