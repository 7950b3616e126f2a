"""A workbook that is opened once in the engine fast, and driven under any schedule."""

from dataclasses import replace
from itertools import islice
from unittest.mock import patch

import numpy as np

from xlbuilder.recalc.engines.fast.machine import FastMachine
from xlbuilder.recalc.schedule import EXCEL, FILE, Reads, Schedule
from xlbuilder.recalc.session import IteratedSession
from xlbuilder.xlsx.model import read_workbook


class Opened:
    """A name stands for its cells; a number counts them row by row from 0."""

    typed: tuple[str, ...] = ()
    """Boards of inputs, which are empty in the file."""

    def __init__(self, path):
        self.model = read_workbook(path)
        self.session = IteratedSession(self.calculated(), self.machine_for, EXCEL)
        self.swept = None

    def calculated(self):
        """Return the workbook, or what is needed of it."""
        return self.model

    def machine_for(self, program):
        self.machine = FastMachine(program)
        return self.machine

    def follow(self, order="row-major", start="zero", **settings):
        """Begin anew, under this schedule."""
        self.session.follow(Schedule.parse(order, start, **settings))

    def hold(self, values):
        """Begin anew from these values of all cells, as a file that has them stored."""
        with patch.dict(self.model.values, values, clear=True):
            self.session.follow(replace(self.session.schedule, start=FILE))

    def cells(self, name):
        return list(self.model.area(name).cells())

    def cell(self, name, number=0):
        return self.cells(name)[number]

    def set(self, **values):
        for name, value in values.items():
            self.type(name, 0, value)

    def type(self, name, number, value):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        self.session.enter(self.cell(name, number), float(value) if is_number else value)

    def calculate(self, iterations=None):
        """Recalculate, break off after so many iterations, and return how many were made."""
        self.done = list(islice(self.session.iterations(), iterations))
        return len(self.done)

    def read(self, name):
        return self.session.read(self.model.area(name))

    def one(self, name):
        return self.read(name)[0]

    def everything(self):
        """Return what all cells hold."""
        cells = [*self.model.values, *self.model.formulas]
        cells += [cell for name in self.typed for cell in self.cells(name)]
        values = {cell: self.session.read(cell)[0] for cell in cells}
        return {cell: value for cell, value in values.items() if value is not None}

    # ---- cell by cell, in whatever order

    def sweep(self, cells):
        """Evaluate these cells, one after the other, and return whether one of them changed."""
        if self.swept is not self.session.program:
            self.swept = self.session.program
            self.numbers = {cell: number for number, cell in enumerate(self.swept.members)}
        numbers = np.array([self.numbers[cell] for cell in cells], np.int32)
        done = self.machine.iterate(numbers, Reads.IN_PLACE, 0, 0.001)
        return bool(done.moved or done.changed)

    def given_by(self, values):
        """Return what each formula gives when all cells show these values."""
        self.hold(values)
        cells = np.arange(len(self.session.program.members), dtype=np.int32)
        self.machine.iterate(cells, Reads.BEFORE, 0, 0.001)
        return {cell: self.session.read(cell)[0] for cell in self.session.program.members}

    def settle(self, name):
        """Evaluate all cells but this one until they rest."""
        others = [cell for cell in self.session.program.members if cell != self.model.area(name)]
        while self.sweep(others):
            pass

    def moves(self, name):
        """Return whether a cell would become something else now; it stays what it is."""
        before, cell = self.one(name), self.cell(name)
        self.sweep([cell])
        moved = self.one(name) != before
        self.session.enter(cell, before)
        return moved

    def moves_without(self, name, cell, late):
        """Say the same while another cell holds a value that is late."""
        (right,) = self.session.read(cell)
        self.session.enter(cell, late)
        moved = right != late and self.moves(name)
        self.session.enter(cell, right)
        return moved
