"""Small workbook files from their XML, with no more parts than a test needs."""

from collections.abc import Mapping
from pathlib import Path

from tests.helpers.xml_changes import packed
from xlbuilder.changes.diff import Diff, compared_sides, read, sides

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_SPACES = (
    f'xmlns="{MAIN}" xmlns:r="{RELATIONS}"'
    ' xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"'
    ' xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"'
)
STYLES = f"""<styleSheet {_SPACES}>
<numFmts><numFmt numFmtId="164" formatCode="0.0"/></numFmts>
<fonts><font><sz val="11"/><name val="Calibri"/></font></fonts>
<fills><fill><patternFill/></fill></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf><protection locked="0"/></xf></cellXfs>
<cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
<dxfs><dxf><font><color rgb="FFFF0000"/></font></dxf><dxf><font><color rgb="FF00FF00"/></font></dxf>
</dxfs></styleSheet>"""
"""Formats of cells: 1 has one decimal, 2 is unlocked; those of conditions: red and green."""


def related(*links: tuple[str, str]) -> str:
    """Return the relationships of a part, each its kind and its target; the ids are rId1, ..."""
    lines = "".join(
        f'<Relationship Id="rId{number}" Type="{RELATIONS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(links, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{lines}</Relationships>'


def plain(
    sheet: str,
    book: str = "",
    styles: str = STYLES,
    parts: Mapping[str, str] | None = None,
    links: tuple[tuple[str, str], ...] = (),
) -> bytes:
    """Return a file with one sheet, S; ``book`` stands behind its name in the workbook part."""
    types = {"workbook": "sheet.main", "worksheets/sheet1": "worksheet", "styles": "styles"}
    types |= {"sharedStrings": "sharedStrings"} if "xl/sharedStrings.xml" in (parts or {}) else {}
    overrides = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{_CONTENT}.{kind}+xml"/>'
        for name, kind in types.items()
    )
    texts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>',
        "_rels/.rels": related(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook {_SPACES}><sheets><sheet name="S" sheetId="1"'
        f' r:id="rId1"/></sheets>{book}</workbook>',
        "xl/_rels/workbook.xml.rels": related(
            ("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml"), *links
        ),
        "xl/styles.xml": styles,
        "xl/worksheets/sheet1.xml": f"<worksheet {_SPACES}>{sheet}</worksheet>",
        **(parts or {}),
    }
    return packed({name: text.encode() for name, text in texts.items()})


def compared(old: bytes, new: bytes) -> Diff:
    """Compare two files."""
    return compared_sides(*sides(read(Path("old.xlsx"), old), read(Path("new.xlsx"), new)))
