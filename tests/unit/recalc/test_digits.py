"""Numbers read to 15 digits, as their exact decimal values have them."""

import math
from decimal import ROUND_DOWN, ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal, localcontext

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from xlbuilder.formula.last import or_zero
from xlbuilder.recalc.engines.fast import digits
from xlbuilder.recalc.engines.fast.spelled import MAY_BE_A_NUMBER, number_in

NORMAL = st.floats(min_value=digits.SMALLEST, allow_infinity=False)
POSITIVE = st.one_of(
    NORMAL,
    st.floats(min_value=1e-12, max_value=1e18),
    st.integers(10**14, 10**15).map(lambda whole: whole * 10 + 5.0),  # halves of a 15th digit
)


def to_digits(number, rounding, count=15):
    with localcontext() as context:
        context.prec = 800
        exact = Decimal(number)
        return exact.quantize(Decimal(1).scaleb(exact.adjusted() - count + 1), rounding=rounding)


def steps(number, units):
    for _ in range(abs(units)):
        number = math.nextafter(number, math.inf if units > 0 else -math.inf)
    return number


@given(POSITIVE, st.sampled_from([(1, ROUND_HALF_UP), (0, ROUND_HALF_DOWN)]))
@example(9.999999999999995e20, (1, ROUND_HALF_UP))
@example(1234567890123445.0, (0, ROUND_HALF_DOWN))
def test_the_digits_are_those_of_the_exact_number(number, way):
    half, rounding = way
    whole, power = digits.significant(number, 15, half)
    assert Decimal(int(whole)).scaleb(int(power)) == to_digits(number, rounding)


@given(st.integers(1, 10**15), st.integers(-300, 290))
def test_the_nearest_double(whole, power):
    assert digits.as_number_of(whole, power) == float(Decimal(whole).scaleb(power))


@given(POSITIVE, st.integers(0, 60), st.sampled_from([1.0, -1.0]))
def test_numbers_are_compared_by_their_digits(number, units, sign):
    other = steps(number, units)
    if not math.isfinite(other):
        return
    one, two = to_digits(number, ROUND_HALF_UP), to_digits(other, ROUND_HALF_UP)
    order = digits.order_of_numbers(sign * number, sign * other)
    assert order == ((one > two) - (one < two)) * sign


@pytest.mark.parametrize(("units", "equal"), [(-4, True), (-5, False), (20, True), (24, False)])
def test_how_far_from_1_a_number_is_equal_to_it(units, equal):
    """As Excel was measured."""
    assert (digits.order_of_numbers(1.0, steps(1.0, units)) == 0) == equal


@given(NORMAL, st.integers(-20, 20))
def test_a_last_difference_is_0_below_8_units(number, units):
    other = steps(number, units)
    if math.isfinite(other):
        expected = 0.0 if abs(number - other) < 8 * math.ulp(number) else number - other
        assert digits.or_zero(number - other, number) == expected
        assert or_zero(number - other, number) == expected


TEXTS = {
    0.0: "0",
    0.1 + 0.2: "0.3",
    1 / 3: "0.333333333333333",
    -0.25: "-0.25",
    8.5 / 24: "0.354166666666667",
    1e20: "1E+20",
    1e19: "10000000000000000000",
    -1.5e21: "-1.5E+21",
    1234567890123456.0: "1234567890123460",
    1e-18: "0.000000000000000001",
    1e-19: "1E-19",
    1.2345678901234568e-05: "1.23456789012346E-05",
    1.2345678901234567e-04: "0.000123456789012346",
    123499.9999999999: "123500",
    9.999999999999999e20: "1E+21",
    1.2345678901234577e99: "1.2345678901235E+99",
    1.7976931348623157e308: "1.7976931348623E+308",
    1.2345678901234549e98: "1.23456789012345E+98",
    2.2250738585072014e-308: "2.2250738585072E-308",
    5e-324: "0",
    1234567890123445.0: "1234567890123440",
    1234567890123455.0: "1234567890123450",
    0.5: "0.5",
    100.0: "100",
}
"""Numbers as Excel writes them: examples of Apache POI, NumberToTextConversionExamples, and of
pyOfficeEditor, measure_formulas, which both observed it."""


def test_a_number_as_a_text():
    points = np.zeros(60, np.uint32)
    found = {}
    for number in TEXTS:
        length = digits.written(points, number)
        found[number] = "".join(map(chr, points[:length]))
    assert found == TEXTS


@given(st.floats(min_value=-1e14, max_value=1e14).filter(lambda number: abs(number) > 1e-300))
def test_int_takes_a_number_that_reads_as_whole_for_it(number):
    exact = to_digits(number, ROUND_HALF_UP)
    whole = math.floor(number)
    if exact == whole + 1:
        whole += 1
    assert digits.whole_below(number) == whole


SPELLED = {
    "5": 5.0,
    "-5": -5.0,
    "+5": 5.0,
    " 5 ": 5.0,
    "- 5": -5.0,
    ".5": 0.5,
    "5.": 5.0,
    "1e3": 1000.0,
    "1E+3": 1000.0,
    "1e-3": 0.001,
    "1,000": 1000.0,
    "1,000.5": 1000.5,
    "1,234,567": 1234567.0,
    "50%": 0.5,
    "%50": 0.5,
    "-50%": -0.5,
    "$5": 5.0,
    "-$5": -5.0,
    "$-5": -5.0,
    "($5)": -5.0,
    "(5)": -5.0,
    "1 1/2": 1.5,
    "0 1/2": 0.5,
    "01": 1.0,
    "12345678901234567": 12345678901234500.0,
    "0.12345678901234567": 0.123456789012345,
    "1e2%": 1.0,
}
NOT_SPELLED = [
    "",
    " ",
    "abc",
    "-",
    ".",
    "1,00",
    "1,00,000",
    ",100",
    "100,",
    "1 000",
    "1E",
    "e3",
    "1.5.2",
    "(5",
    "5)",
    "--5",
    "1_000",
    "0x1F",
    "TRUE",
    "1 3",
    "1e309",
    "1e-400",
    "a1",
    "R1C1",
    "5$",
]
MAYBE = [
    "1/2",
    "2020-01-15",
    "1/2/2020",
    "15-Jan-2020",
    "Jan 15, 2020",
    "12:30",
    "12:30:45 PM",
    "5 PM",
    "12pm",
    "€5",
    "£1,000",
    "1-2",
    "Monday, January 15, 2020",
    "May 5",
]


def spelled(text):
    return number_in(np.array([ord(letter) for letter in text], np.uint32), len(text))


def test_numbers_that_texts_spell():
    assert {text: spelled(text) for text in SPELLED} == SPELLED
    assert [text for text in NOT_SPELLED if not math.isnan(spelled(text))] == []
    assert [text for text in MAYBE if spelled(text) != MAY_BE_A_NUMBER] == []


@given(
    st.decimals(
        allow_nan=False, allow_infinity=False, places=20, min_value=-(10**9), max_value=10**9
    )
)
def test_a_text_is_cut_behind_15_digits(number):
    exact = to_digits(number, ROUND_DOWN) if number else 0
    assert spelled(f"{number:f}") == float(exact)
