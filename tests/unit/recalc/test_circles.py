"""Which cells are circular, on small graphs and against a search from every cell."""

from hypothesis import given
from hypothesis import strategies as st

from xlbuilder.formula.area import Area
from xlbuilder.recalc.circles import circular, leading_to_circles


def found(edges):
    """Return the circular cells; cells are numbers, and those without an entry hold no formula."""
    cells = {number: Area("S", number + 1, 1, number + 1, 1) for number in range(120)}
    reads = {cells[one]: [cells[other] for other in others] for one, others in edges.items()}
    return sorted(cell.top - 1 for cell in circular(reads))


def test_a_cell_between_two_circles_is_not_circular():
    assert found({0: [1], 1: [0], 2: [1], 3: [2, 4], 4: [3], 5: [3, 100]}) == [0, 1, 3, 4]
    assert found({0: [0], 1: [0]}) == [0]
    assert found({0: [1], 1: [2], 2: [100]}) == []


def test_what_leads_from_one_circle_to_another():
    cells = [Area("S", row, 1, row, 1) for row in range(101)]
    edges = {0: [0], 1: [0, 4], 2: [1, 2], 3: [2], 4: [100], 5: [4, 3]}
    reads = {cells[one]: [cells[other] for other in others] for one, others in edges.items()}
    assert sorted(cell.top for cell in leading_to_circles(reads, cells[4:5])) == [0, 1, 2]


def reached(edges, start):
    seen, pending = set(), list(edges.get(start, ()))
    while pending:
        if (one := pending.pop()) not in seen:
            seen.add(one)
            pending += edges.get(one, ())
    return seen


@given(st.dictionaries(st.integers(0, 7), st.lists(st.integers(0, 9), max_size=3), max_size=8))
def test_it_finds_what_a_search_from_every_cell_finds(edges):
    assert found(edges) == sorted(one for one in edges if one in reached(edges, one))
