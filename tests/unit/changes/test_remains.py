"""What `diff` reports beside the facts: each line names the sheet, the place and what changed."""

import contextlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.rich_workbooks import rich_workbooks
from tests.helpers.xml_changes import packed, parts_of
from xlbuilder.changes.compare import Aspect
from xlbuilder.changes.diff import Diff, compared_sides, read, sides
from xlbuilder.changes.trees import changes, pruned
from xlbuilder.errors import WorkbookError
from xlbuilder.xlsx.normal import normal, parsed

# openpyxl warns of extensions, which it does not know
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

SHEET, BOOK = "xl/worksheets/sheet1.xml", "xl/workbook.xml"
X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"


@cache
def files() -> dict[str, bytes]:
    return rich_workbooks()


@cache
def old(name: str) -> Any:
    return read(Path("old.xlsx"), files()[name])


def changed(name: str, part: str, was: str, now: str) -> Diff:
    """Return what `diff` says of a text that was replaced in a part of a file."""
    parts = parts_of(files()[name])
    assert was.encode() in parts[part]
    file = packed({**parts, part: parts[part].replace(was.encode(), now.encode(), 1)})
    return compared_sides(*sides(old(name), read(Path("new.xlsx"), file)))


CASES = {
    # validations
    ("validations", SHEET, 'showErrorMessage="1"', 'showErrorMessage="0"'): (
        Aspect.VALIDATION,
        "[-showErrorMessage=1 -]",
    ),
    ("validations", SHEET, 'allowBlank="1"', 'allowBlank="0"'): (
        Aspect.VALIDATION,
        "allowBlank=1",
    ),
    ("validations", SHEET, 'errorStyle="warning"', 'errorStyle="stop"'): (
        Aspect.VALIDATION,
        "  Sheet!D4:D6: list =Lists!$A$1:$A$2",
    ),
    ("validations", SHEET, "Lists!$A$1:$A$2", "Lists!$A$1:$A$3"): (
        Aspect.VALIDATION,
        "list =Lists!$A$1:$A$[-2-]{+3+}",
    ),
    # conditional formats
    ("conditions", SHEET, '<cfvo type="max"', '<cfvo type="num" val="9"'): (
        Aspect.FORMAT,
        "cfvo type=[-max,-]{+num val=9,+}",
    ),
    ("conditions", SHEET, 'iconSet="3Arrows"', 'iconSet="3Flags"'): (
        Aspect.FORMAT,
        "iconSet=3[-Arrows-]{+Flags+}",
    ),
    ("conditions", SHEET, 'rank="3"', 'rank="5"'): (
        Aspect.FORMAT,
        "rank=[-3-]{+5+}",
    ),
    ("conditions", SHEET, 'stdDev="1"', 'stdDev="2"'): (
        Aspect.FORMAT,
        "stdDev=[-1-]{+2+}",
    ),
    ("conditions", SHEET, '"lastMonth"', '"today"'): (
        Aspect.FORMAT,
        "timePeriod=[-lastMonth-]{+today+}",
    ),
    ("conditions", SHEET, 'minLength="5"', 'minLength="7"'): (
        Aspect.FORMAT,
        "minLength=[-5-]{+7+}",
    ),
    ("conditions", SHEET, "<xm:f>7</xm:f>", "<xm:f>8</xm:f>"): (
        Aspect.FORMAT,
        "(f [-7-]{+8+})",
    ),
    ("conditions", SHEET, "J1&gt;2", "J1&gt;3"): (
        Aspect.FORMAT,
        "  Sheet!J1:J9: =J1>[-2-]{+3+}",
    ),
    # protection
    ("protection", SHEET, 'formatCells="0"', 'formatCells="1"'): (
        Aspect.PROTECTION,
        "- Sheet, sheetProtection / formatCells: 0",
    ),
    ("protection", SHEET, 'sqref="B1:B3"', 'sqref="B1:B4"'): (
        Aspect.PROTECTION,
        "protectedRange B1:B4 / sqref: B1:[-B3-]{+B4+}",
    ),
    ("protection", BOOK, 'lockStructure="1"', 'lockStructure="0"'): (
        Aspect.PROTECTION,
        "- workbookProtection / lockStructure: 1",
    ),
    # settings, links, names
    ("links", BOOK, 'fullPrecision="0"', 'fullPrecision="1"'): (
        Aspect.SETTING,
        "- calcPr / fullPrecision: 0",
    ),
    ("links", BOOK, 'function="1"', 'function="0"'): (
        Aspect.NAME,
        "definedName odd",
    ),
    ("links", "xl/externalLinks/_rels/externalLink1.xml.rels", "budget", "forecast"): (
        Aspect.PART,
        "[-budget-]{+forecast+}.xlsx",
    ),
    ("links", "xl/worksheets/_rels/sheet1.xml.rels", "example.org/a", "example.org/b"): (
        Aspect.PART,
        "hyperlink A2",
    ),
    # formulas
    ("formulas", SHEET, 'r1="A1"', 'r1="A3"'): (
        Aspect.CELLS,
        "  data table of Sheet!C1: ",
    ),
    ("formulas", SHEET, 'ref="E1:E2"', 'ref="E1:E3"'): (
        Aspect.CELLS,
        "  cells of the array formula of Sheet!E1: E1:[-E2-]{+E3+}",
    ),
    ("formulas", SHEET, ' cm="1"', ""): (
        Aspect.CELLS,
        "- cellMetadata of Sheet!B1: XLDAPR",
    ),
    ("formulas", SHEET, '<c r="A1"', '<c new="1" r="A1"'): (
        Aspect.CELLS,
        "+ new of Sheet!A1: 1",
    ),
    ("conditions", SHEET, "<conditionalFormatting ", '<conditionalFormatting pivot="1" '): (
        Aspect.PART,
        "+ Sheet, conditionalFormatting",
    ),
    # parts
    ("tables", "xl/tables/table1.xml", 'totalsRowFunction="sum"', 'totalsRowFunction="min"'): (
        Aspect.PART,
        "tableColumn price / totalsRowFunction: [-sum-]{+min+}",
    ),
    ("texts", "xl/comments/comment1.xml", "A note.", "Another note."): (
        Aspect.PART,
        "comment A2",
    ),
    ("drawings", "xl/charts/chart1.xml", "$B$3", "$B$2"): (Aspect.PART, "$B$[-3-]{+2+}"),
    ("drawings", "xl/media/image1.png", "IEND", "IENX"): (Aspect.PART, "digest: "),
    ("sparklines", SHEET, "Sheet!A1:C1", "Sheet!A1:B1"): (Aspect.PART, "A1:[-C1-]{+B1+}"),
    ("sparklines", "customXml/item1.xml", "text", "other"): (
        Aspect.PART,
        "entry: [-text-]{+other+}",
    ),
    ("sparklines", "xl/unknown/thing.bin", "\x02", "\x03"): (Aspect.PART, "digest: "),
    # looks
    ("formats", "xl/styles.xml", 'textRotation="45"', 'textRotation="90"'): (
        Aspect.LOOK,
        "  textRotation of Sheet!A1: [-45-]{+90+}",
    ),
    ("formats", "xl/styles.xml", '<u val="double"', '<u val="single"'): (
        Aspect.LOOK,
        "- underline of Sheet!A1: double",
    ),
    ("texts", "xl/sharedStrings.xml", "<rPr><i/>", "<rPr><b/>"): (
        Aspect.LOOK,
        "  parts of the text of Sheet!C1: ",
    ),
    ("protection", SHEET, 'orientation="landscape"', 'orientation="portrait"'): (
        Aspect.PRINT,
        "  Sheet, pageSetup / orientation: [-landscape-]{+portrait+}",
    ),
    ("protection", SHEET, 'zoomScale="80"', 'zoomScale="90"'): (
        Aspect.VIEW,
        "  Sheet, sheetViews / sheetView / zoomScale: [-80-]{+90+}",
    ),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[3] or 'nothing'}")
def test_a_change_of_what_is_no_fact_is_one_line(case):
    aspect, line = CASES[case]
    found = changed(*case)
    assert [each.aspect for each in found.differences] == [aspect]
    assert line in found.report(is_full=True)


@pytest.mark.parametrize(
    "case",
    [
        ("formulas", SHEET, "<v>2</v>", "<v>5</v>"),
        ("protection", SHEET, 'topLeftCell="B2"', 'topLeftCell="B3"'),
        ("formats", "docProps/core.xml", "2020-01-01", "2021-01-01"),
        ("formats", "docProps/app.xml", "Microsoft", "Another"),
        ("links", BOOK, "<definedNames>", "<definedNames><!-- none -->"),
        ("conditions", SHEET, '<cfvo type="max"', '<cfvo val="0" type="max"'),
        ("protection", SHEET, 'password="CC1A"', 'password="cc1a"'),
        ("validations", BOOK, "<definedNames/>", ""),
        ("validations", SHEET, ' xmlns:x14="', f' xmlns:y="{X14}" xmlns:x14="'),
    ],
)
def test_what_means_nothing_is_no_difference(case):
    assert changed(*case).differences == ()


def test_a_part_that_was_rewritten_is_one_line():
    parts = parts_of(files()["drawings"])
    chart = parts["xl/charts/chart1.xml"].replace(b'val="', b'val="1')
    file = packed({**parts, "xl/charts/chart1.xml": chart})
    found = compared_sides(*sides(old("drawings"), read(Path("new.xlsx"), file)))
    (each,) = found.differences
    assert each.place.startswith("Sheet, drawing (")
    assert "differences), first in drawing / " in each.place


def test_a_sheet_in_another_place_is_a_difference():
    parts = parts_of(files()["protection"])
    one, other = (part + b"/>" for part in parts[BOOK].split(b"<sheets>")[1].split(b"/>")[:2])
    moved = parts[BOOK].replace(one + other, other + one)
    found = compared_sides(
        *sides(old("protection"), read(Path("new.xlsx"), packed({**parts, BOOK: moved})))
    )
    assert [each.aspect for each in found.meaningful] == [Aspect.SHEET]


def test_the_two_editions_of_the_standard_are_one():
    names = {
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "spreadsheetml/main",
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships": (
            "officeDocument/relationships"
        ),
    }
    for data in parts_of(files()["links"]).values():
        strict = data
        for uri, name in names.items():
            strict = strict.replace(uri.encode(), f"http://purl.oclc.org/ooxml/{name}".encode())
        if data.startswith(b"<") and strict != data and b"Target=" not in data:
            assert normal(parsed(strict)) == normal(parsed(data))


def test_a_file_that_names_no_workbook_is_refused_in_one_line():
    parts = parts_of(files()["links"])
    types = parts["[Content_Types].xml"].replace(b"sheet.main+xml", b"sheet.man+xml")
    with pytest.raises(WorkbookError, match=r"new\.xlsx: is not an \.xlsx workbook"):
        read(Path("new.xlsx"), packed({**parts, "[Content_Types].xml": types}))


def nested(count: int) -> bytes:
    """Return a file with parts that refer to each other, one within the other."""
    parts = parts_of(files()["sparklines"])
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml"
    for number in range(count):
        parts[f"customXml/_rels/item{number + 1}.xml.rels"] = (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f'<Relationship Id="rId1" Type="{kind}" Target="item{number + 2}.xml"/></Relationships>'
        ).encode()
        parts[f"customXml/item{number + 2}.xml"] = f"<a><b><c><d>{number}</d></c></b></a>".encode()
    return packed(parts)


def test_parts_within_each_other_are_compared_or_refused_in_one_line():
    few = compared_sides(*sides(old("sparklines"), read(Path("new.xlsx"), nested(3))))
    assert [each.aspect for each in few.differences] == [Aspect.PART]
    for count in (80, 120, 200, 450):
        with contextlib.suppress(WorkbookError):
            compared_sides(*sides(old("sparklines"), read(Path("new.xlsx"), nested(count))))


def test_elements_find_each_other_by_their_keys_and_then_by_what_they_hold():
    texts = (
        '<a><b name="x" v="1"/><c>1</c><c>2</c></a>',
        '<a><c>0</c><c>1</c><c>2</c><b name="x" v="2"/></a>',
    )
    one, other = (pruned(normal(parsed(text.encode()))) for text in texts)
    assert one is not None
    assert other is not None
    found = [(*each.path, each.old, each.new) for each in changes(one, other, "a")]
    assert ("b x", "v", "1", "2") in found
    assert ("c", None, "0") in found
    assert len(found) == 3  # and that they stand in another order
