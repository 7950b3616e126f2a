"""Whole rows of numbers give what their values give one by one."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.rows import equal_numbers, of_numbers
from xlbuilder.recalc.engines.fast.texts import empty_pool
from xlbuilder.recalc.engines.fast.values import binary

POOL = empty_pool()
NUMBERS = st.sampled_from(
    [0.0, 1.0, -1.0, 2.0, 7.0, 0.5, 0.3, 0.1 + 0.2, 223092870.0, 1e300, -1e300]
)
CLOSE = {(0.3, 0.1 + 0.2), (0.1 + 0.2, 0.3)}
VALUES = st.one_of(
    st.tuples(st.just(codes.NUMBER), NUMBERS),
    st.tuples(st.just(codes.NUMBER), NUMBERS),
    st.tuples(st.just(codes.LOGICAL), st.sampled_from([0.0, 1.0])),
    st.sampled_from([(codes.BLANK, 0.0), (codes.TEXT, 0.0), (codes.TEXT, 1.0), (codes.ERROR, 2.0)]),
)
ALIKE = st.one_of(
    st.lists(VALUES, min_size=6, max_size=6),
    st.lists(st.tuples(st.just(codes.NUMBER), NUMBERS), min_size=6, max_size=6),
)
OPERATORS = sorted({*codes.BINARY_FUNCTIONS.values()} - {codes.JOIN})


@given(st.sampled_from(OPERATORS), ALIKE, ALIKE, st.sampled_from([0, 1, 2]), st.integers(0, 2))
def test_of_numbers(operator, left, right, step_a, step_b):
    kinds = np.array([kind for kind, _ in [*left, *right]] + [codes.BLANK] * 3, np.uint8)
    numbers = np.array([number for _, number in [*left, *right]] + [0.0] * 3)
    before = kinds.copy(), numbers.copy()
    pairs = [(left[i * step_a], right[i * step_b]) for i in range(3)]
    with np.errstate(all="ignore"):
        expected = [
            binary(operator, one[0], one[1], other[0], other[1], POOL) for one, other in pairs
        ]
        is_done = of_numbers(operator, kinds, numbers, 12, 0, step_a, 6, step_b, 3)
    found = list(zip(kinds[12:].tolist(), numbers[12:].tolist(), strict=True))
    assert (kinds[:12] == before[0][:12]).all()
    assert not is_done or found == expected
    plain = all(kind == codes.NUMBER for pair in pairs for kind, _ in pair)
    common = operator not in {
        codes.LAST_SUM,
        codes.LAST_DIFFERENCE,
        codes.POWER,
        *range(codes.MOD + 1, 99),
    }
    numbers_of = [(one[1], other[1]) for one, other in pairs]
    if codes.EQUAL <= operator <= codes.AT_LEAST:
        common = CLOSE.isdisjoint(numbers_of)
    if operator == codes.MOD:
        common = all(number.is_integer() for pair in numbers_of for number in pair)
    fine = all(kind != codes.ERROR and math.isfinite(number) for kind, number in expected)
    assert is_done or not (plain and common and fine)


@given(st.lists(VALUES, min_size=12, max_size=12), NUMBERS)
def test_equal_numbers(values, wanted):
    kinds = np.array([kind for kind, _ in values], np.uint8)
    numbers = np.array([number for _, number in values])
    inside = [values[row * 4 + 1 + column] for row in range(3) for column in range(2)]
    count = equal_numbers(kinds, numbers, 1, 3, 2, 4, wanted)
    close = any(kind == codes.NUMBER and (number, wanted) in CLOSE for kind, number in inside)
    if close or any(kind == codes.TEXT and number != 0.0 for kind, number in inside):
        assert count == -1
    else:
        assert count == sum(value == (codes.NUMBER, wanted) for value in inside)
