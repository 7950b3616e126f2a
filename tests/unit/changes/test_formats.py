"""Conditional formats: what counts is what each cell has, not how ranges are written."""

import pytest

from tests.helpers.plain_xlsx import compared, plain
from xlbuilder.changes import formats
from xlbuilder.changes.compare import Aspect

RED, GREEN = 0, 1
EXTENSION = "{78C0D931-6437-407d-A8EE-F0AAD7539E65}"
Rule = tuple[str, str, int, bool]
"""Cells, formula, look, and whether it stops."""


def sheet(*rules: Rule) -> bytes:
    held = "".join(
        f'<conditionalFormatting sqref="{cells}"><cfRule type="expression" dxfId="{look}"'
        f' priority="{number}" stopIfTrue="{int(stops)}"><formula>{formula}</formula></cfRule>'
        "</conditionalFormatting>"
        for number, (cells, formula, look, stops) in enumerate(rules, 1)
    )
    return plain(f"<sheetData/>{held}")


def extended(*rules: Rule) -> bytes:
    held = "".join(
        f'<x14:conditionalFormatting><x14:cfRule type="expression" priority="{number}"'
        f' stopIfTrue="{int(stops)}"><xm:f>{formula}</xm:f><x14:dxf><font><color'
        f' rgb="FF00000{look}"/></font></x14:dxf></x14:cfRule><xm:sqref>{cells}</xm:sqref>'
        "</x14:conditionalFormatting>"
        for number, (cells, formula, look, stops) in enumerate(rules, 1)
    )
    return plain(
        f'<sheetData/><extLst><ext uri="{EXTENSION}"><x14:conditionalFormattings>{held}'
        "</x14:conditionalFormattings></ext></extLst>"
    )


def ranges(*looks: int, stops: int = -1) -> tuple[Rule, ...]:
    """Return one rule on several ranges: A1:A5, B1:B5 and so on."""
    return tuple(
        (f"{column}1:{column}5", f"{column}1&gt;5", look, place == stops)
        for place, (column, look) in enumerate(zip("ABC", looks, strict=False))
    )


@pytest.mark.parametrize("made", [sheet, extended])
def test_each_range_has_its_own_look_and_its_own_end(made):
    old = made(*ranges(RED, RED, GREEN))
    found = compared(old, made(*ranges(RED, GREEN, GREEN)))
    assert [(x.aspect, x.place) for x in found.differences] == [
        (Aspect.LOOK, "S!B1:B5, where =A1>5")
    ]
    found = compared(old, made(*ranges(RED, RED, GREEN, stops=1)))
    assert [(x.aspect, x.place, x.new) for x in found.differences] == [
        (Aspect.FORMAT, "S!B1:B5, where =A1>5", "stops if true")
    ]


def test_looks_that_two_ranges_exchange_are_seen():
    found = compared(sheet(*ranges(RED, GREEN)), sheet(*ranges(GREEN, RED)))
    assert [x.place[:7] for x in found.differences] == ["S!A1:A5", "S!B1:B5"]


@pytest.mark.parametrize(
    ("new", "place"),
    [
        ([("A1:B1048576", "$D$1", GREEN, False), ("A1:A2", "$D$1", RED, False)], "S!A1:A2, where"),
        ([("A1:B1048576", "$D$1", RED, False), ("A1:A4", "$D$1", GREEN, False)], "S!A3:A4, where"),
        ([("A1:B1048576", "$D$1", RED, False), ("B1:B2", "$D$1", GREEN, False)], "S!A1:A2, where"),
    ],
)
def test_two_looks_of_one_formula_are_told_apart(new, place):
    old = sheet(("A1:B1048576", "$D$1", RED, False), ("A1:A2", "$D$1", GREEN, False))
    found = compared(old, sheet(*new)).differences
    assert any(x.aspect is Aspect.LOOK and x.place.startswith(place) for x in found)


@pytest.mark.parametrize("cells", ["B1:B5", "A3:B4", "B1:B1048576"])
def test_the_order_counts_where_formats_share_cells(cells):
    first, second = ("B1:B5", "B1&gt;5", RED, False), (cells, "$C$1", GREEN, False)
    found = compared(sheet(first, second), sheet(second, first))
    assert [x.aspect for x in found.differences] == [Aspect.FORMAT]
    assert found.differences[0].place.startswith("which counts first in S!B")


def test_a_format_that_is_split_or_can_never_count_means_nothing():
    whole = ("A1:C5", "A1&gt;5", RED, True)
    split = [("B1:C5", "B1&gt;5", RED, True), ("A1:A5 C1", "A1&gt;5", RED, True)]
    assert compared(sheet(whole), sheet(*split)).differences == ()
    hidden = ("A1:C5", "A1&gt;5", GREEN, False)
    assert compared(sheet(whole), sheet(whole, hidden)).differences == ()
    beside = [("A1:A5", "$D$1", RED, False), ("C1:C5", "$E$1", RED, False)]
    assert compared(sheet(*beside), sheet(*beside[::-1])).differences == ()


def test_a_format_without_a_formula_looks_at_all_its_cells_at_once():
    def highest(*ranges: str) -> bytes:
        held = (
            f'<conditionalFormatting sqref="{cells}"><cfRule type="top10" rank="1" dxfId="0"'
            f' priority="{number}"/></conditionalFormatting>'
            for number, cells in enumerate(ranges, 1)
        )
        return plain("<sheetData/>" + "".join(held))

    found = compared(highest("A1:B5"), highest("A1:A5", "B1:B5"))
    assert {x.aspect for x in found.differences} == {Aspect.FORMAT}
    assert compared(highest("A1:A5", "B1:B5"), highest("B1:B5", "A1:A5")).differences == ()


def test_formats_of_a_sheet_with_too_many_pieces_are_compared_as_written(monkeypatch):
    monkeypatch.setattr(formats, "_MOST_PIECES", 1)
    old, new = (sheet(*ranges(RED, look, GREEN)) for look in (RED, GREEN))
    assert compared(old, old).differences == ()
    assert compared(old, new).differences
    first, second = ("A1:B1048576", "$D$1", RED, False), ("A1:A2", "$E$1", GREEN, False)
    assert compared(sheet(first, second), sheet(second, first)).meaningful
    grown = sheet(first, ("A1:A3", "$E$1", GREEN, False))
    assert compared(sheet(first, second), grown).meaningful
