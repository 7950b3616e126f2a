"""The workbook `sudoku`, opened once and driven under any schedule."""

from random import Random

from tests.helpers.opened import Opened
from xlbuilder.observe.solver import Solver
from xlbuilder.proof.verify import judged
from xlbuilder.recalc.schedule import EXCEL, Schedule
from xlbuilder.recalc.session import IteratedSession
from xlbuilder.sudoku.board import UNITS, Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import judge, with_removed
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

EMPTY = Board((0,) * 81)
NO_LADDER = "-unique"
"""For `sudoku` and `built`: leave only singles, locked candidates and search."""

# `lagged` is left out: where each reference of one formula sees another age, a hidden single
# counts places that never existed together, and no known program calculates so.
FIXED = ["row-major", "column-major", "reversed", "reversed-column-major", "alternating"]
FIXED += ["blocks-reversed", "deferred", "jacobi"]
READINGS = ["remembered", "remembered-random:1", "arrays-of-one", "ordinary"]
STARTS = ["zero", "empty", "text", "stale", "midsolve", "garbage", "solved", "edited"]


def template_with(name, *strategies):
    """Return a template with strategies added or, after a -, left out."""
    added = [each for each in strategies if not each.startswith("-")]
    removed = [each.removeprefix("-") for each in strategies if each.startswith("-")]
    return load(name, added, removed).template


def with_damage(template, *damages):
    """Return the template with other formulas in boards, cells or names.

    Of each damage the name, what is replaced, all of the formula if that is empty, and by what.
    """
    tables = {kind: dict(getattr(template, kind)) for kind in ("boards", "cells", "names")}
    for name, old, new in damages:
        (table,) = (each for each in tables.values() if name in each)
        formula = table[name].formula
        assert old in formula, (name, old)
        text = formula.replace(old, new) if old else f"={new}"
        table[name] = table[name].model_copy(update={"formula": text})
    return template.model_copy(update=tables)


def opened(folder, template):
    """Return the workbook of a template, without a guide."""
    build(template.model_copy(update={"guide": None}), folder / "book.xlsx")
    return Sheet(folder / "book.xlsx")


def verify(path, puzzles, engine, schedule=EXCEL):
    """Run every puzzle through the workbook ``path`` and judge what it shows."""
    solver = Solver(read_workbook(path), engine, schedule)
    return list(judged(solver, Answers(solver.rules), puzzles))


class Sheet(Opened):
    typed = ("in_board",)

    def __init__(self, path):
        super().__init__(path)
        self.solver.session = self.session
        self.answers = Answers(self.solver.rules)

    def calculated(self):
        self.solver = Solver(self.model, "fast")
        assert isinstance(self.solver.session, IteratedSession)
        return self.solver.session.program.model

    def follow(self, order="row-major", start="zero", **settings):
        """Begin anew, under this schedule."""
        self.solver.follow(Schedule.parse(order, start, **settings))

    def preset(self, cell, value):
        """Let a cell hold this value whenever a schedule begins."""
        self.model.values[self.cell(cell)] = value  # type: ignore[index]  # a dict

    def verdicts(self, puzzles):
        """Run every puzzle from the start of the schedule."""
        return list(judged(self.solver, self.answers, puzzles))

    def enter(self, puzzle):
        for number, digit in enumerate(puzzle.digits):
            self.type("in_board", number, digit or None)

    def solve(self, puzzle, **cells):
        """Type a puzzle over what stands there, recalculate, and return the status."""
        self.enter(puzzle)
        self.set(**cells)
        self.calculate()
        return self.one("status_code")

    def delete(self, candidates, *, restore=False):
        """Delete candidates, pairs of a cell and a digit, as with the strategy `position`."""
        for cell, digit in candidates:
            row, column = cell // 9 * 3 + (digit - 1) // 3, cell % 9 * 3 + (digit - 1) % 3
            self.type("deleted", 27 * row + column, None if restore else digit)

    def shown(self):
        return Board(tuple(int(v) if v in range(1, 10) else 0 for v in self.read("sol_board")))

    def candidates(self):
        """Return the digits that the valid values show for each cell."""
        values = self.read("val_board")
        found: list[set[int]] = [set() for _ in range(81)]
        for number, value in enumerate(values):
            row, column = divmod(number, 27)
            if isinstance(value, float) and value > 0:
                found[row // 3 * 9 + column // 3].add(3 * (row % 3) + column % 3 + 1)
        return found

    def kind(self, puzzle):
        """Judge what the sheet shows now."""
        kind, _ = judge(puzzle, self.shown(), self.solver.says(), self.answers, quiet=True)
        gone = self.solver.gone(quiet=True)
        return with_removed(kind, "", "")[0] if self.answers.true_among(puzzle, gone) else kind


def wrong(verdicts):
    return [(str(v.puzzle), v.kind, v.detail) for v in verdicts if not v.kind.is_right]


def clashing(puzzle):
    """Return the numbers of the clues that stand twice in a unit."""
    return sorted(
        {
            cell
            for unit in UNITS.values()
            for cell in unit
            for other in unit
            if cell != other and puzzle.digits[cell] == puzzle.digits[other] != 0
        }
    )


def one_first(puzzle, answers):
    """Return the puzzle with other names for its digits: 1 is the solution's digit of R1C1."""
    digit = answers.solution(puzzle).digits[0]
    names = {digit: 1, 1: digit}
    return Board(tuple(names.get(each, each) for each in puzzle.digits))


def changed(puzzle, cell, digit):
    """Return the puzzle with another digit, or none, in one cell."""
    digits = list(puzzle.digits)
    digits[cell] = digit
    return Board(tuple(digits))


def seeded(start, seed):
    return f"{start}:{seed}" if start in ("midsolve", "garbage", "edited") else start


def few(count, of, number):
    """Return ``count`` items of a list: a different part of it for each ``number``."""
    return [of[(count * number + i) % len(of)] for i in range(count)]


def turned(puzzle):
    """Return the puzzle with rows for columns."""
    return Board(tuple(puzzle.digits[9 * column + row] for row in range(9) for column in range(9)))


def moved(puzzle, seed):
    """Return a puzzle of the same kind: bands, stacks, rows, columns and digits change places."""
    random = Random(seed)

    def lines():
        bands = random.sample(range(3), 3)
        return [3 * band + line for band in bands for line in random.sample(range(3), 3)]

    rows, columns, names = lines(), lines(), [0, *random.sample(range(1, 10), 9)]
    other = Board(
        tuple(names[puzzle.digits[9 * row + column]] for row in rows for column in columns)
    )
    return turned(other) if random.random() < 0.5 else other


def thinned(solution, seed):
    """Return a puzzle with too few clues: what the rules find remains small and is all seen."""
    random = Random(seed)
    kept = random.sample(range(81), random.randrange(14, 24))
    return Board(tuple(digit if cell in kept else 0 for cell, digit in enumerate(solution.digits)))
