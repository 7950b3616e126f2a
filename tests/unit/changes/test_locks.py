"""Which cells a protected sheet lets a user fill, also those that are not in the file."""

import pytest

from tests.helpers.plain_xlsx import compared, plain
from xlbuilder.changes.compare import Aspect

LOCKED, UNLOCKED = 0, 2
ON = '<sheetProtection sheet="1"/>'


def sheet(columns: int | None, row: int | None = None, cell: int | None = None) -> bytes:
    """Return a protected sheet with formats of the columns B to C, of row 2, and of B2."""
    cols = f'<cols><col min="2" max="3" width="9" style="{columns}"/></cols>'
    of_row = "" if row is None else f' s="{row}" customFormat="1"'
    of_cell = "" if cell is None else f'<c r="B2" s="{cell}"/>'
    rows = f'<sheetData><row r="2"{of_row}>{of_cell}</row></sheetData>'
    return plain((cols if columns is not None else "") + rows + ON)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ((LOCKED,), (UNLOCKED,), "lock of blank cells of S, column B, C: [-locked-]{+unlocked+}"),
        ((None,), (UNLOCKED,), "lock of blank cells of S, column B, C: [-locked-]{+unlocked+}"),
        (
            (None, LOCKED),
            (None, UNLOCKED),
            "lock of blank cells of S, row 2: [-locked-]{+unlocked+}",
        ),
        ((None,), (None, UNLOCKED), "lock of blank cells of S, row 2: [-locked-]{+unlocked+}"),
        ((UNLOCKED,), (UNLOCKED, LOCKED), "lock of blank cells of S, row 2: "),
        ((UNLOCKED,), (UNLOCKED, None, LOCKED), "S!B2: [-unlocked-]{+locked+}"),
        ((LOCKED, UNLOCKED), (LOCKED, UNLOCKED, LOCKED), "S!B2: [-unlocked-]{+locked+}"),
        ((None,), (None, None, UNLOCKED), "S!B2: [-locked-]{+unlocked+}"),
    ],
)
def test_a_lock_counts_on_a_protected_sheet(old, new, line):
    found = compared(sheet(*old), sheet(*new))
    assert {each.aspect for each in found.meaningful} == {Aspect.PROTECTION}
    assert line in str(found)


def test_a_cell_in_the_file_with_the_lock_of_its_line_is_no_difference():
    same = sheet(UNLOCKED), sheet(UNLOCKED, None, UNLOCKED)
    assert compared(*same).meaningful == ()
    assert compared(sheet(None), sheet(None, LOCKED, LOCKED)).differences == ()


def test_a_row_that_takes_the_format_of_its_columns_no_more_is_seen():
    (each,) = compared(sheet(1), sheet(1, LOCKED)).differences
    assert (each.aspect, each.old, each.new) == (Aspect.LOOK, "that of the columns", "its own")
    assert each.place == "format of blank cells of S, row 2"
