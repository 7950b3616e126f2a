"""The size of a formula: characters, functions, IFs within IFs, and whether it is simple."""

import pytest

from xlbuilder.formula.parse import parse
from xlbuilder.formula.size import Size, size_of


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("= 1 + my_name", Size(9, 0, 0)),
        ('="a b" & "c"', Size(9, 0, 0)),
        ("=SUM(A1, SUM(A2))", Size(15, 2, 0)),
        ("=IF(a,1,2)+IF(b,1,2)", Size(19, 2, 1)),
        ("=IF(a,IF(b,1,2),IF(c,1,2))", Size(25, 3, 2)),
        ("=-IF(MAX(1+IF(a,1%,IF(b,1,2))),1,2)", Size(34, 4, 3)),
        ("=IFERROR(COUNTIF(A1:A2,1),2)", Size(27, 2, 0)),
    ],
)
def test_what_is_counted(text, size):
    assert size_of(parse(text)) == size
