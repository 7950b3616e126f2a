"""What the engine fast makes of texts: logical values, letters, digits and their order."""

import pytest
from workbooks import cell, opened_in

CELLS = {"B1": False, "B2": True}


def shown(folder, formula, cells=None):
    session = opened_in("fast", folder, {**CELLS, **(cells or {}), "F1": formula})
    session.recalculate()
    return session.read(cell("F1"))[0]


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ('=B1&""', "FALSE"),
        ('=B2&""', "TRUE"),
        ("=LEN(B1)", 5),
        ('=COUNTIF(B1:B2,"FALSE")', 1),
        ('=COUNTIF(B1:B2,"false")', 1),
        ('=COUNTIF(B1:B2,"true")', 1),
        ('=IF("FALSE",1,2)', 2),
        ('=NOT("False")', True),
        ('=AND("FALSE")', False),
        ('=OR("FALSE","true")', True),
    ],
)
def test_logical_values_as_texts(tmp_path, formula, value):
    found = shown(tmp_path, formula)
    assert (type(found) is bool, found) == (type(value) is bool, value)
