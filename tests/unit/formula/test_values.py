"""What a cell can hold."""

import pytest

from xlbuilder.formula.values import ExcelError, in_words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, ""),
        (True, "TRUE"),
        (ExcelError.NA, "#N/A"),
        ("007", "007"),
        (7.0, "7"),
        (-0.0, "0"),
        (0.1 + 0.2, "0.3"),
        (1.23456789, "1.23456789"),
        (123_456_789_012_345.0, "123456789012345"),
        (1e20, "1E+20"),
    ],
)
def test_a_value_reads_as_excel_shows_it(value, words):
    assert in_words(value) == words
