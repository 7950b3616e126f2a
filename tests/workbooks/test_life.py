"""`life` steps from one generation to the next exactly, whatever the order of its cells."""

from random import Random

import numpy as np
import pytest

from tests.helpers.cost import by_cost, spread
from tests.helpers.life_sheet import (
    FIXED,
    OTHERS,
    PARTIAL,
    RANDOM,
    STARTS,
    Generations,
    Life,
    after,
    begun,
    goes_through,
    steps_one_by_one,
)
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule, Stop

ORDERS = [*FIXED, *OTHERS, *PARTIAL, *RANDOM]

WAITING = "Waiting. Raise the step number for the next generation."

BLOCK = np.zeros((40, 40), int)

BLOCK[0, 0] = BLOCK[0, 39] = BLOCK[39, 0] = BLOCK[39, 39] = 1  # over the joined corners


@pytest.fixture(scope="module")
def life(made):
    return Life(made("life"))


@pytest.fixture
def fresh(life):
    """Return the workbook as it is after its first recalculation."""
    life.follow()
    life.calculate()
    return life


# ------------------------------------------------------------------------------ 200 generations


@pytest.mark.parametrize("pattern", ["Random", "Own"])
def test_two_hundred_generations_row_by_row_one_in_each_iteration(fresh, pattern):
    fresh.set(state="Reset", pattern=pattern)
    fresh.calculate()
    generations = Generations(fresh.start())
    fresh.set(state="Run")
    for recalculation in range(8):
        for iteration in range(1, 26):
            fresh.calculate(1)
            number, board = fresh.shown()
            assert number == recalculation * 25 + iteration
            assert (board == generations[number]).all(), number
            assert fresh.one("live_cells") == board.sum()
    assert number == 200


# -------------------------------------------------------------------------- orders, first values


def test_the_colors_show_the_generation_that_the_counter_says(fresh):
    fresh.set(state="Run", pattern="Random")
    for iterations in (6, 3):
        fresh.calculate(iterations)
        number, board = fresh.shown()
        assert (fresh.picture() == board).all()
    assert number == 8


def test_one_recalculation_makes_as_many_as_it_has_iterations(fresh):
    fresh.set(state="Run")
    assert fresh.calculate() == 25
    assert fresh.shown()[0] == 25
    assert fresh.one("status") == "Running. Press F9 to go on, in LibreOffice Ctrl+Shift+F9."


@pytest.mark.parametrize("order", by_cost(spread(ORDERS, 3), 0, 5))
def test_every_moment_shows_the_generation_that_it_says(fresh, order):
    """Three starts for each order, others for the next."""
    for number in range(3):
        start = STARTS[(3 * ORDERS.index(order) + number) % len(STARTS)]
        seen = fresh.watched(begun(fresh, order, start), 80 if order in PARTIAL else 25)
        assert goes_through(seen, 2), (start, seen)


def test_iterations_that_are_broken_off_anywhere(fresh):
    """The last cells are seldom reached, so it takes long."""
    for start in ("stale", "midway", "zero"):
        assert fresh.watched(begun(fresh, "truncated:1", start), 200) is not None


@pytest.mark.parametrize("order", ["freeze", "freeze-random:1", "freeze-random:2"])
def test_cells_that_rest_until_the_next_recalculation(fresh, order):
    generations = begun(fresh, order, "garbage:3")
    for _ in range(30):
        fresh.calculate()
        if fresh.ordered() > 0:
            number, board = fresh.shown()
            assert (board == generations[number]).all()
    assert number > 10


# ---------------------------------------------------------------------------------- Step, Reset


@pytest.mark.parametrize("stop", [Stop.NUMBERS, Stop.NEVER])
def test_other_readings_of_when_an_iteration_ends(fresh, stop):
    generations = begun(fresh, "random:5", "zero")
    fresh.follow("random:5", "text", stop=stop)
    fresh.set(state="Run", pattern="R-pentomino")
    assert fresh.watched(generations, 100)[-1] > 20


@pytest.mark.parametrize("order", ["row-major", "jacobi", "subset:1"])
def test_a_step_is_one_generation(fresh, order):
    fresh.follow(order, iterations=1000)
    fresh.set(state="Reset", pattern="Random", step=3)
    fresh.calculate()
    fresh.set(state="Step")
    fresh.calculate()
    generations = Generations(fresh.start())
    for number in range(1, 5):
        assert fresh.one("status") == WAITING
        for _ in range(2):  # the second time nothing happens
            made, board = fresh.shown()
            assert made == number - 1
            assert (board == generations[made]).all()
            fresh.calculate()
        fresh.set(step=3 + number)
        fresh.calculate(number - 1)  # broken off, if it takes as long
        fresh.calculate()
    assert fresh.shown()[0] == 4


def test_a_step_that_is_raised_while_another_is_made_is_not_lost(fresh):
    fresh.follow("jacobi")
    assert steps_one_by_one(fresh)


# ---------------------------------------------------------------------------- someone who plays


def test_a_run_that_is_stopped_waits_for_the_next_step(fresh):
    fresh.set(state="Run")
    fresh.calculate(7)
    fresh.set(state="Step")
    fresh.calculate()
    assert fresh.shown()[0] == 7
    for step in (8, -1, 1007, "x", ExcelError.NA, None, 10.0**14):
        before = fresh.shown()[0]
        fresh.set(step=step)
        fresh.calculate()
        assert fresh.shown()[0] - before in (0, 1), step
        assert fresh.one("status") == WAITING


def test_reset_goes_back_to_the_start_and_stays_there(fresh):
    fresh.set(state="Run", pattern="Acorn")
    fresh.calculate()
    fresh.set(state="Reset")
    fresh.calculate()
    number, board = fresh.shown()
    assert (number, board.sum()) == (0, 7)
    assert fresh.one("status") == "Reset. Set State to Run or Step."


class LifePlayer:
    """Changes things at random in the middle of a run, and knows what may be shown then."""

    def __init__(self, life, seed):
        self.life, self.random = life, Random(seed)
        self.allowed, self.is_over = [], False

    def play(self):
        for _ in range(12):
            self.random.choice([self.choose, self.draw, self.renumber, self.go, self.step])()
            self.life.calculate(1)
            self.allowed.append(Generations(self.life.start()))
            self.look()
            for _ in range(self.random.randrange(6)):
                self.life.calculate(1)
                self.look()
        self.life.set(state="Step")
        for _ in range(100):
            if self.life.calculate() == 1:
                break
        self.allowed, self.is_over = [Generations(self.life.start())], True
        self.look()

    def look(self):
        if self.life.ordered() > 0 or self.is_over:
            number, board = self.life.shown()
            assert any((board == each[number]).all() for each in self.allowed), number

    def choose(self):
        self.life.set(pattern=self.random.choice(["Glider", "Pulsar", "Random", "Own", "?", None]))

    def draw(self):
        cells = self.life.cells("drawn_board")
        something = [1.0, None, "x", 0.0, "", True, ExcelError.NA]
        for cell in self.random.sample(cells, 20):
            self.life.session.enter(cell, self.random.choice(something))

    def renumber(self):
        self.life.set(random_number=self.random.choice([2, 3, "x", None, ExcelError.NA, -4]))

    def go(self):
        self.life.set(state=self.random.choice(["Run", "Run", "Step", "Reset", None]))

    def step(self):
        self.life.set(step=self.random.randrange(5))


@pytest.mark.parametrize("seed", by_cost(range(12), 0, 6))
def test_edits_in_the_middle_of_a_run(fresh, seed):
    order = ["row-major", "random:1", "jacobi", "reversed", "subset:1", "truncated:1"][seed % 6]
    fresh.follow(order)
    fresh.calculate()
    player = LifePlayer(fresh, seed)
    player.allowed.append(Generations(fresh.start()))
    player.play()


# ------------------------------------------------------------------------------- the handshake

PHASES = {"the start": 0, "an odd generation": 3, "an even generation": 4}


@pytest.mark.parametrize("phase", PHASES)
def test_the_controller_waits_for_every_single_cell(fresh, phase):
    number = PHASES[phase]
    fresh.set(state="Reset", pattern="Random")
    fresh.calculate()
    fresh.set(state="Run")
    fresh.calculate(number)  # an iteration each

    def goes_on():
        fresh.evaluate("generation", "controller")
        moved_on = fresh.ordered() == number + 1
        fresh.session.enter(fresh.cell("controller"), number * 1000.0)
        return moved_on

    assert goes_on()
    boards = {0: ["life_board", "odd_board", "played_rows"], 3: ["odd_board"], 4: ["life_board"]}
    for board in boards[number]:
        for cell in fresh.cells(board)[:: 1 if board == "played_rows" else 13]:
            right = fresh.session.read(cell)[0]
            for late in (right - 20 if number else 1 - right, right + 0.5, "", "x", None):
                fresh.session.enter(cell, late)
                blank_is_zero = late is None and right == 0 and board == "played_rows"
                assert not goes_on() or blank_is_zero or late == right + 0.5 > 1, (cell, late)
            fresh.session.enter(cell, right)
    assert goes_on()


# -------------------------------------------------------------------------------- what is shown


def moved(board, down, right):
    return np.roll(board, (down, right), (0, 1))


@pytest.mark.parametrize(
    ("pattern", "cells", "period", "way"),
    [
        ("Glider", 5, 4, (1, 1)),
        ("Blinker", 3, 2, (0, 0)),
        ("Pulsar", 48, 3, (0, 0)),
        ("Spaceship", 9, 4, (0, -2)),
    ],
)
def test_patterns_are_what_they_are_called(fresh, pattern, cells, period, way):
    fresh.set(pattern=pattern)
    fresh.calculate()
    start = fresh.start()
    assert start.sum() == cells
    boards = Generations(start)
    assert [n for n in range(1, 5) if (boards[n] == moved(start, *way)).all()][:1] == [period]


@pytest.mark.parametrize(("pattern", "cells"), [("R-pentomino", 5), ("Acorn", 7), ("?", 0)])
def test_patterns_that_grow(fresh, pattern, cells):
    fresh.set(pattern=pattern)
    fresh.calculate()
    assert fresh.start().sum() == cells


def test_the_drawn_pattern_is_a_gun(fresh):
    """It comes back after 30 generations, and has made a glider."""
    fresh.set(pattern="Own")
    fresh.calculate()
    start = fresh.start()
    assert (Generations(start)[30][:12] == start[:12]).all()
    assert Generations(start)[30].sum() == start.sum() + 5


def test_random_numbers_make_other_patterns(fresh):
    boards = []
    for number in (1, 2, 3, 10_008, 12.7, -5):
        fresh.set(pattern="Random", random_number=number)
        fresh.calculate()
        boards.append(fresh.start())
    assert all(380 < board.sum() < 580 for board in boards)
    different = {board.tobytes() for board in boards}
    assert len(different) == 5  # 10,008 is 1 again


def test_a_still_life_over_the_edges_ends_the_run(fresh):
    fresh.draw(BLOCK)
    fresh.set(state="Run", pattern="Own")
    assert fresh.calculate() < 10
    assert fresh.one("status") == "Nothing changes any more."
    assert (fresh.shown()[1] == BLOCK).all()
    assert (after(BLOCK) == BLOCK).all()
    fresh.set(state="Step", step=1)
    fresh.calculate()
    assert (fresh.shown()[1] == BLOCK).all()


def test_when_nothing_lives(fresh):
    fresh.draw(np.zeros((40, 40), int))
    fresh.set(state="Run", pattern="Own")
    assert fresh.calculate() < 10
    assert fresh.one("status") == "No cell is alive."


def test_without_iteration_it_says_so(fresh):
    for seen in (0.0, ExcelError.REF, ""):
        fresh.session.enter(fresh.cell("iteration_seen"), seen)
        fresh.evaluate("status_code", "status")
        assert fresh.one("status").startswith("Iterative calculation is off.")


def test_the_file_shows_the_start_before_it_is_calculated(life):
    stored = life.model.values
    assert stored[life.cell("status")] == WAITING
    assert sum(life.model.values_of(life.model.area("life_board"))) == 5
    assert stored[life.cell("live_cells")] == 5
    assert stored.get(life.cell("iteration_seen")) is None


@pytest.mark.program("libreoffice")
def test_libreoffice_makes_the_same_generations(life):
    """By Ctrl+Shift+F9, until it says that it waits."""
    office = open_workbook("libreoffice", life.model, Schedule())

    def one(name):
        return office.read(life.cell(name))[0]

    office.enter(life.cell("pattern"), "Random")
    generations = None
    for step in range(2):
        office.enter(life.cell("step"), float(step))
        for _ in range(10):
            office.recalculate()
            if (one("status"), one("generation")) == (WAITING, step):
                break
        assert one("generation") == step
        board = np.array(office.read(life.model.area(["life_board", "odd_board"][step % 2])))
        shown = (board % 10 == 1).astype(int).reshape(40, 40)
        generations = generations or Generations(shown)
        assert (shown == generations[step]).all()
    assert 380 < generations[0].sum() < 580
