"""The orders of evaluation: what each iteration holds."""

from itertools import islice

import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests.helpers.workbooks import cell, opened_in, saved, whole_numbers, with_stored
from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.recalc.choices import ORDERS, Order
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.orders import Loop, plans
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import Reads, Schedule, Stop
from xlbuilder.xlsx.model import read_workbook

# Two blocks of circular cells, one cell before the loops.
CELLS = {"A1": "=B2+A1*0", "B1": "=C2+B1*0", "A2": "=MAX(A1:B1)", "B2": "=MAX(B1:C1)", "C2": "=D9"}
NAMES = [name.replace("SEED", "7") for name in ORDERS]


@pytest.fixture
def loop(tmp_path):
    return Loop(load_program(read_workbook(saved(tmp_path, CELLS))))


def addresses(one):
    members = sorted(("A1", "B1", "A2", "B2", "C2"), key=lambda at: (at[1], at[0]))
    return " ".join(str(members[number]) for number in one.cells)


def first(loop, name, count=1):
    return [addresses(one) for one in islice(plans(Order.parse(name), loop), count)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("row-major", ["A1 B1 A2 B2"]),
        ("column-major", ["A1 A2 B1 B2"]),
        ("reversed", ["B2 A2 B1 A1"]),
        ("reversed-column-major", ["B2 B1 A2 A1"]),
        ("alternating", ["A1 B1 A2 B2", "B2 B1 A2 A1", "A1 B1 A2 B2"]),
        ("deferred", ["B1 B2 A1 A2"]),
    ],
)
def test_fixed_orders(loop, name, expected):
    assert first(loop, name, len(expected)) == expected


def test_blocks_reversed(tmp_path):
    cells = {"A1": "=B1+B2", "A2": "=B1+B2", "B1": "=A1+A2", "B2": "=A1+A2"}
    loop = Loop(load_program(read_workbook(saved(tmp_path, cells))))
    one = next(plans(Order.parse("blocks-reversed"), loop))
    assert one.cells.tolist() == [1, 3, 0, 2]  # B1 B2 A1 A2 among A1 B1 A2 B2


@pytest.mark.parametrize("name", NAMES)
def test_an_order_is_reproducible_and_knows_its_cells(loop, name):
    once, again = first(loop, name, 20), first(loop, name, 20)
    assert once == again
    for one in islice(plans(Order.parse(name), loop), 20):
        cells = set(addresses(one).split())
        assert cells <= {"A1", "B1", "A2", "B2"}
        assert one.partial or cells == {"A1", "B1", "A2", "B2"}


def test_random_orders_differ_by_seed_and_iteration(loop):
    one, other = first(loop, "random:1", 10), first(loop, "random:2", 10)
    assert one != other
    assert len(set(one)) > 3
    assert len(set(first(loop, "permutation:1", 10))) == 1


def test_reads_and_freeze(loop):
    assert next(plans(Order.parse("jacobi"), loop)).reads is Reads.BEFORE
    assert next(plans(Order.parse("freeze"), loop)).freeze
    assert next(plans(Order.parse("freeze-random:1"), loop)).freeze


def test_an_order_that_only_an_engine_has_is_refused(loop):
    with pytest.raises(EngineError, match="libreoffice: no such order"):
        next(plans(Order("libreoffice"), loop))


@pytest.mark.parametrize("engine", ["fast", "formulas"])
@pytest.mark.parametrize("name", NAMES)
def test_a_sound_workbook_ends_the_same_under_every_order(tmp_path, engine, name):
    """Inflationary and bounded cells have one final state."""
    cells = {
        "A1": "=MAX(A1,B2)",
        "B1": "=MAX(B1,A1,D1)",
        "A2": "=MAX(A2,MIN(B1,5))",
        "B2": "=MAX(B2,A2)",
        "D1": 3.0,
    }
    schedule = Schedule.parse(order=name, recalculations=10)
    session = opened_in(engine, tmp_path, cells, schedule=schedule)
    assert session.recalculate().quiet
    assert [session.read(cell(at))[0] for at in ("A1", "B1", "A2", "B2")] == [3.0] * 4


@pytest.mark.parametrize("engine", ["fast", "formulas"])
@pytest.mark.parametrize("order", ["row-major", "reversed", "random:1"])
def test_an_array_formula_on_a_circle_is_calculated_at_once(tmp_path, engine, order):
    """What is in A1:C1 moves to the right; cell after cell, all would be 5."""
    shifted = ArrayFormula("B1:D1", "=A1:C1")
    cells = {"A1": 5, "B1": shifted, "C1": 2, "D1": 3, "B2": "=D1"}
    path = saved(tmp_path, cells, (True, 1, 0.001))
    path = with_stored(path, {"B1": 1, "B2": 0})
    session = open_workbook(engine, read_workbook(path), Schedule.parse(order, "file"))
    shown = []
    for _ in range(3):
        session.recalculate()
        shown.append(whole_numbers(session.read(Area("Sheet", 1, 2, 1, 4))))
    assert shown == [[5, 1, 2], [5, 5, 1], [5, 5, 5]]


def test_jacobi_differs_from_excel_where_it_should(tmp_path):
    """1+ each other: ten iterations of Jacobi give 10 and 10."""
    pair = {"A1": "=1+A2", "A2": "=1+A1"}
    for engine in ("fast", "formulas"):
        schedule = Schedule.parse(order="jacobi")
        session = opened_in(engine, tmp_path, pair, (True, 10, 0.001), schedule)
        session.recalculate()
        assert [session.read(cell(at))[0] for at in ("A1", "A2")] == [10.0, 10.0]


def test_stop_rules(tmp_path):
    """A text that changes alone: counted, not counted, never looked at."""
    texts = {"A1": '=IF(LEN(A1)<4,A1&"x",A1)', "B1": "=B1*0"}
    used = {}
    for stop in Stop:
        schedule = Schedule.parse(start="text", stop=stop, iterations=20)
        session = opened_in("fast", tmp_path, texts, schedule=schedule)
        used[stop] = session.recalculate().iterations
    assert used == {Stop.CHANGES: 5, Stop.SECOND: 5, Stop.NUMBERS: 1, Stop.NEVER: 20}


def test_a_second_iteration_whatever_the_first_one_did(tmp_path):
    for stop, expected in ((Stop.CHANGES, 1), (Stop.SECOND, 2)):
        session = opened_in("fast", tmp_path, {"A1": "=A1*0"}, schedule=Schedule(stop=stop))
        assert session.recalculate().iterations == expected


@pytest.mark.parametrize(
    ("start", "expected"),
    [("zero", "0x"), ("empty", "x"), ("text", "x"), ("file", "0x")],
)
def test_starts(tmp_path, start, expected):
    for engine in ("fast", "formulas"):
        schedule = Schedule.parse(start=start, iterations=1)
        session = opened_in(engine, tmp_path, {"A1": '=A1&"x"'}, schedule=schedule)
        session.recalculate()
        assert session.read(cell("A1")) == [expected]


def test_garbage_is_reproducible(tmp_path):
    def values(start):
        session = opened_in("fast", tmp_path, CELLS, schedule=Schedule.parse(start=start))
        return [session.read(cell(at)) for at in CELLS]

    assert values("garbage:1") == values("garbage:1") != values("garbage:2")


def test_a_start_that_depends_on_a_puzzle_needs_one(tmp_path):
    with pytest.raises(EngineError, match="the start midsolve:3 depends on a puzzle"):
        opened_in("fast", tmp_path, CELLS, schedule=Schedule.parse(start="midsolve:3"))
