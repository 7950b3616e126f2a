"""The two editions of a template, and whether they calculate the same."""

from functools import cache
from itertools import islice, zip_longest

from tests.helpers.workbooks import same_steps
from xlbuilder.drive.boards import Boards
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import same
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook


class Editions:
    """Files of templates in both editions, each read once; ``built`` is the fixture."""

    def __init__(self, built):
        self._built = built
        self._read = cache(read_workbook)

    def file(self, edition, template, *added):
        return self._built(template, *added, edition=edition)

    def model(self, edition, template, *added):
        return self._read(self.file(edition, template, *added))

    def both(self, template, *added):
        return [self.model(edition, template, *added) for edition in ("defined", "inline")]


class Driven:
    """A workbook in the engine fast; its drive takes puzzles, if it is one that solves Sudoku."""

    def __init__(self, model):
        self.takes_puzzles = Boards.of(model).takes_puzzle
        if self.takes_puzzles:
            self._solver = Solver(model, "fast", also=model.formulas)
            self.session = self._solver.session
        else:
            self.session = open_workbook("fast", model)

    def iterations(self, order, puzzle):
        self.session.follow(Schedule.parse(order=order))
        if self.takes_puzzles:
            yield from (iteration for _, _, iteration in self._solver.iterations(puzzle))
        else:
            yield from self.session.iterations()


def difference(models, orders, puzzles, most):
    """Return the number of the first iteration after which models differ, and where; else None.

    At most so many iterations of each run are compared.
    """
    pair = [Driven(model) for model in models]
    (sheet, *_), cells = models[0].sheets, list(models[0].formulas)
    area = Area(sheet, 1, 1, max(c.bottom for c in cells), max(c.right for c in cells))
    for order in orders:
        for puzzle in puzzles if pair[0].takes_puzzles else [None]:
            done = zip_longest(*(each.iterations(order, puzzle) for each in pair))
            for number, made in enumerate(islice(done, most), 1):
                one, other = (each.session.read(area) for each in pair)
                is_same = one == other and list(map(type, one)) == list(map(type, other))
                if not (is_same and same_steps(made)):
                    pairs = zip(area.cells(), one, other, strict=True)
                    return number, {str(cell) for cell, *both in pairs if not same(*both)}
    return None
