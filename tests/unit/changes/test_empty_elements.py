"""Elements that are empty or stand twice, and parts that are the only copy of values."""

import pytest

from tests.helpers.plain_xlsx import MAIN, RELATIONS, STYLES, compared, plain, related
from xlbuilder.changes.compare import Aspect
from xlbuilder.changes.trees import changes, pruned
from xlbuilder.xlsx.normal import normal, parsed


def differ(old: str, new: str, root: str) -> bool:
    """Return whether two parts with the same root differ."""
    texts = (f'<{root} xmlns="{MAIN}">{text}</{root}>'.encode() for text in (old, new))
    one, other = (pruned(normal(parsed(text))) for text in texts)
    if one is None or other is None:
        return one is not other
    return any(changes(one, other, root))


SKIP, FIELD = '<textField type="skip"/>', "<textField/>"
AXIS, PIVOT = '<pivotField axis="axisRow"/>', "<pivotField/>"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (FIELD + SKIP + FIELD, SKIP + FIELD + FIELD),
        (FIELD + SKIP, FIELD + FIELD + SKIP),
        (SKIP, SKIP + FIELD),
        (AXIS + PIVOT, PIVOT + AXIS),
        ('<i><x/></i><i><x v="1"/></i>', '<i><x v="1"/></i>'),
        ('<filterColumn colId="0"><filters/></filterColumn>', '<filterColumn colId="0"/>'),
        ('<filterColumn colId="0"><colorFilter/></filterColumn>', '<filterColumn colId="0"/>'),
        ('<a xmlns="urn:a"><col/></a>', '<a xmlns="urn:a"/>'),
        ("<b><another/></b>", "<b>1</b>"),
        ('<b>1<another count="2"/></b>', "<b>1</b>"),
    ],
)
def test_an_empty_element_counts_where_its_place_or_its_presence_says_something(old, new):
    assert differ(old, new, "root")
    assert differ(new, old, "root")
    assert not differ(old, old, "root")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<sheetPr/>", ""),
        ('<printOptions gridLines="0"/>', ""),
        ("<sheetPr><pageSetUpPr/></sheetPr>", "<sheetPr/>"),
        ("<extLst/>", ""),
        ("<oddHeader/>", ""),
    ],
)
def test_an_empty_element_without_a_meaning_is_no_difference(old, new):
    assert not differ(old, new, "worksheet")


def pivot(value: int, source: str, code: str = "0.0") -> bytes:
    """Return a file with a pivot table of one record."""
    cache, table = "xl/pivotCache/pivotCacheDefinition1.xml", "xl/pivotTables/pivotTable1.xml"
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": related(("pivotTable", f"/{table}")),
        table: f'<pivotTableDefinition xmlns="{MAIN}" name="P" cacheId="1"><dataFields>'
        '<dataField name="n" fld="0" numFmtId="164"/></dataFields></pivotTableDefinition>',
        "xl/pivotTables/_rels/pivotTable1.xml.rels": related(("pivotCacheDefinition", f"/{cache}")),
        cache: f'<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{RELATIONS}" r:id="rId1">{source}'
        "</pivotCacheDefinition>",
        "xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels": related(
            ("pivotCacheRecords", "records.xml")
        ),
        "xl/pivotCache/records.xml": f'<pivotCacheRecords xmlns="{MAIN}"><r><n v="{value}"/></r>'
        "</pivotCacheRecords>",
    }
    styles = STYLES.replace('formatCode="0.0"', f'formatCode="{code}"')
    return plain("<sheetData/>", styles=styles, parts=parts)


WITHIN = '<cacheSource type="worksheet"><worksheetSource ref="A1:B9" sheet="S"/></cacheSource>'
OUTSIDE = '<cacheSource type="external" connectionId="1"/>'


def test_records_of_a_pivot_table_count_where_they_are_the_only_copy():
    found = compared(pivot(1, OUTSIDE), pivot(999, OUTSIDE))
    assert [each.aspect for each in found.differences] == [Aspect.PART]
    assert "pivotCacheRecords" in found.differences[0].place
    assert compared(pivot(1, WITHIN), pivot(999, WITHIN)).differences == ()


def test_cells_of_a_part_that_is_no_worksheet_are_compared():
    def other(text: str) -> bytes:
        part = f'<a xmlns="{MAIN}"><sheetData><row r="1"><c r="A1"><v>{text}</v></c></row>'
        parts = {"customXml/item1.xml": f"{part}</sheetData></a>"}
        return plain("<sheetData/>", parts=parts, links=(("customXml", "/customXml/item1.xml"),))

    (each,) = compared(other("1"), other("2")).differences
    assert (each.aspect, each.old, each.new) == (Aspect.PART, "1", "2")


def test_the_number_format_of_a_pivot_table_is_its_code():
    (each,) = compared(pivot(1, WITHIN), pivot(1, WITHIN, "0.000")).differences
    assert (each.old, each.new) == ("0.0", "0.000")


def test_a_column_in_two_entries_is_a_difference_though_it_looks_the_same():
    alone, also_first = (
        plain(
            f'<cols><col min="1" max="{last}" width="9"/><col min="2" max="2" width="9"/></cols>'
            "<sheetData/>"
        )
        for last in (1, 2)
    )
    found = compared(alone, also_first).differences
    assert [(each.aspect, each.new) for each in found] == [
        (Aspect.LOOK, "twice; Excel repairs such a file")
    ]
