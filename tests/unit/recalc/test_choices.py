"""Orders and starts by their names: parsed once, or refused in a line that says what to write."""

import pytest

from xlbuilder.errors import EngineError
from xlbuilder.recalc.choices import ORDERS, PUZZLE_STARTS, STARTS, Order, Start

NAMES = [name.replace("SEED", "7") for name in ORDERS]

START_NAMES = [name.replace("SEED", "7") for name in (*STARTS, *PUZZLE_STARTS)]


@pytest.mark.parametrize("name", NAMES)
def test_every_order_prints_as_it_was_typed(name):
    assert str(Order.parse(name)) == name


def test_which_starts_depend_on_the_puzzle():
    found = {name for name in START_NAMES if Start.parse(name).depends_on_puzzle}
    assert found == {"stale", "midsolve:7", "solved", "edited:7"}


@pytest.mark.parametrize("text", ["sideways", "sideways:1", "", ":1"])
def test_an_unknown_name_lists_all_names(text):
    with pytest.raises(EngineError) as error:
        Order.parse(text)
    assert str(error.value) == f"{text}: no such order; known are: {', '.join(ORDERS)}"
    with pytest.raises(EngineError) as error:
        Start.parse(text)
    known = ", ".join((*STARTS, *PUZZLE_STARTS))
    assert str(error.value) == f"{text}: no such start; known are: {known}"


@pytest.mark.parametrize(
    ("text", "near"),
    [("row-mayor", "row-major"), ("Random:1", "random:SEED"), ("JACOBI", "jacobi")],
)
def test_an_unknown_name_near_a_known_one(text, near):
    with pytest.raises(EngineError) as error:
        Order.parse(text)
    assert str(error.value) == f"{text}: no such order; did you mean {near}?"


@pytest.mark.parametrize("text", ["midsolve", "midsolve:"])
def test_a_missing_seed(text):
    with pytest.raises(EngineError, match=r"start midsolve needs a seed.* write .* midsolve:1$"):
        Start.parse(text)


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", "\N{SUPERSCRIPT TWO}", "1:2", "1" * 19])
def test_a_bad_seed(seed):
    with pytest.raises(EngineError, match=r"random:.*: .* is no seed.* write .* random:1$"):
        Order.parse(f"random:{seed}")


def test_a_seed_where_none_is_used():
    with pytest.raises(EngineError, match="row-major:1: the order row-major takes no seed; write "):
        Order.parse("row-major:1")
