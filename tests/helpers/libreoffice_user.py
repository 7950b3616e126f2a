"""Someone who uses a workbook in LibreOffice: types, presses keys, reads, and looks at it."""

from pathlib import Path

from xlbuilder.recalc.engines import libreoffice_bridge
from xlbuilder.recalc.engines.libreoffice import Bridge, bridge_command
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.model import read_workbook

TYPIST = Path(__file__).with_name("libreoffice_typist.py")

PRESSES = 40

"""How often someone presses Ctrl+Shift+F9 before giving up."""


def bounds(area):
    """Return an area as the bridge takes it."""
    return [area.left - 1, area.top - 1, area.right - 1, area.bottom - 1]


class LibreOfficeUser:
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
        """Press as long as the status asks for it."""
        for self.presses in range(PRESSES):
            if "press" not in self.shown("status").lower():
                break
            self.recalculate()
        return self.shown("status")

    def invalid(self):
        """Return the cells of the first sheet with what their validation refuses.

        The menu commands of the typist type it all the same; the cell of a keyboard does not.
        """
        return self.bridge.ask(do="invalid")["cells"]

    def solution(self):
        return Board(tuple(map(int, self.shown("solution_line"))))
