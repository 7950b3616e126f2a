"""Number formats: the expectations are what Excel shows (ECMA-376 Part 1, 18.8.31)."""

from itertools import product

import pytest

from xlbuilder.formula.number_format import number_as, shown
from xlbuilder.formula.tree import Call, Number, Text, to_text
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast.asked.pyofficeeditor_package import evaluated


@pytest.mark.parametrize(
    ("code", "value", "text"),
    [
        ("0;;", 5.0, "5"),
        ("0;;", 0.0, ""),
        ("0;;", "x", "x"),
        ("0;-0;", -2.0, "-2"),
        ('[>=9999999]"";0,', 9999999.0, ""),
        ('[>=9999999]"";0,', 12499.0, "12"),
        ('[>=9999999]"";0,', 12500.0, "13"),
        ("@", 7.0, "7"),
        ("@", "0012", "0012"),
        ("General", 0.1 + 0.2, "0.3"),
        ("General", -12345678901.0, "-12345678901"),
        ("General", 123456789012.0, "1.23457E+11"),
        ("General", 1 / 3, "0.333333333"),
        ("General", -123456.789012, "-123456.789"),
        ("General", 99999999999.9, "1E+11"),
        ("General", 1e-7, "0.0000001"),
        ("General", 1.234567e-5, "1.23457E-05"),
        ("hh:mm", 0.000694, "00:01"),
        ("d h:mm", 46027.999999, "6 0:00"),
        ("[>0]0;[<0]-0;0", -5.0, "-5"),
        ('[<0]"neg";"pos"', -5.0, "neg"),
        ("[>=0]0.0;0", -5.0, "5"),
        ("0.0,,", 12200000.0, "12.2"),
        ("#,##0.0,", 1234567.0, "1,234.6"),
        ("0#", 5.0, "05"),
        ("0,000", 5.0, "0,005"),
        ("0.0,0", 5.25, "5.25"),
        ("hh:mm a/p", 0.75, "06:00 p"),
        ("General", None, ""),
        ("General", True, "TRUE"),
        ("0", ExcelError.DIV0, "#DIV/0!"),
        ("0.00", 2.345, "2.35"),
        ("#,##0", 1234567.0, "1,234,567"),
        ("#,##0.00;(#,##0.00)", -1234.5, "(1,234.50)"),
        ("#", 0.0, ""),
        ("0%", 0.125, "13%"),
        ("0,,", 2_500_000.0, "3"),
        ('"a;b "0\\x', 3.0, "a;b 3x"),
        ("[Red]0;[Blue]-0", -3.0, "-3"),
        ("[<5]0;[<9]00;000", 8.0, "08"),
        ("[<5]0;[<9]00", 10.0, "#"),
        ('0;-0;"none";"<"@">"', 0.0, "none"),
        ('0;-0;"none";"<"@">"', "b", "<b>"),
        (";;;", "b", ""),
        ("_(0_)", 1.0, " 1 "),
        ("* 0", 1.0, "1"),
        ("yyyy-mm-dd", 45351.0, "2024-02-29"),
        ("d.m.yy", 45351.0, "29.2.24"),
        ("dddd, d mmmm yyyy", 40982.0, "Wednesday, 14 March 2012"),
        ("ddd mmm mmmmm", 40982.0, "Wed Mar M"),
        ("h:mm", 0.75, "18:00"),
        ("h:mm:ss AM/PM", 0.5 + 1 / 86400, "12:00:01 PM"),
        ("hh:mm", 59.99 / 1440, "00:59"),
        ("[h]:mm", 1.5, "36:00"),
        ("[mm]:ss", 61.0 / 1440, "61:00"),
        ("#,##0,K", 1234567.0, "1,235K"),
        ("0.00", 0.125, "0.13"),
        ("0", 2.5, "3"),
        ("0", 1e300, "1" + "0" * 300),
        ('"x"General', -1.5, "-x1.5"),
    ],
)
def test_what_a_cell_shows(code, value, text):
    assert shown(value, code) == text


@pytest.mark.parametrize("code", ["0.0E+00", "# ?/?", "000-00", "[$-407]mmmm", "h:mm:ss.0", "ge"])
def test_what_is_not_followed_is_shown_as_by_general(code):
    assert shown(1234.5, code) == "1234.5"


@pytest.mark.parametrize(("code", "value"), [("yyyy", 60.0), ("d", 0.0), ("h:mm", -0.5)])
def test_dates_that_are_a_day_off_are_not_followed(code, value):
    assert number_as(value, code) is None


CODES = (
    *("0", "0.00", "#,##0.00_);(#,##0.00)", "0.0%%", "%0", "00000", "#.##", "#", "#,##0,,", ";;;"),
    *("m/d/yyyy", "[h]:mm:ss", "mm:ss", "hh:mm", "dddd", "@", "General", "General;-General"),
    *("+0;-0;0", '"x";"y";"z"', '[>=1000]#,##0,"K";0', '[<0]"neg";"pos"', "[>0]0;0"),
    *("[<-10]0;0", '[<=100]"small";[<=1000]"mid";"big"'),
)
NUMBERS = (
    *(0.0, 1.0, -1.0, 0.5, -0.5, 2.5, -2.5, 0.125, 1.005, 1234.5678, -1234.5678, 1 / 3, 1e-7, 60.0),
    *(0.000123456, 123456789012.0, 1e15, 1e20, 46027.75, 46027.999999, 0.0001, -0.0001, 0.000694),
)


def test_what_is_followed_is_what_a_package_gives_that_was_measured_in_excel():
    wrong = []
    for code, number in product(CODES, NUMBERS):
        followed = number_as(number, code)
        text = evaluated(to_text(Call("TEXT", (Number(number), Text(code)))))
        if followed not in (None, text):
            wrong.append((code, number, followed, text))
    assert not wrong
