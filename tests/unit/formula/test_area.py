from xlbuilder.formula.area import sheet_prefix

ADDRESSES = ["RC123Test", "C1foo", "R1", "C1", "RC", "R", "c", "R1C1_x", "r2c", "AB12", "True"]

PLAIN = ["Main", "Round", "R_1", "Colors", "Rows", "RCX", "True_1", "Puzzle"]


def test_a_sheet_that_begins_like_an_address_is_quoted():
    """In R1C1 style too: Excel repairs a file with RC123Test!$A$1."""
    assert [sheet_prefix(sheet) for sheet in ADDRESSES] == [f"'{sheet}'!" for sheet in ADDRESSES]
    assert [sheet_prefix(sheet) for sheet in PLAIN] == [f"{sheet}!" for sheet in PLAIN]
