"""Ten small workbooks that together hold most of what a workbook file can hold."""

from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image
from openpyxl.formatting import rule as formatting
from openpyxl.formatting.rule import Rule
from openpyxl.packaging.custom import IntProperty, StringProperty
from openpyxl.styles import Alignment, Border, Font, GradientFill, NamedStyle, PatternFill, Side
from openpyxl.styles import Protection as Lock
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.workbook.protection import WorkbookProtection
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.protection import SheetProtection
from openpyxl.worksheet.table import Table, TableStyleInfo
from PIL import Image as Picture

from tests.helpers.xml_changes import packed, parts_of

_EXTENSION = (
    '<extLst><ext uri="{uri}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"'
    ' xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">{content}</ext></extLst>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}'
    "</Relationships>"
)
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.{}+xml"
_SHEET = "xl/worksheets/sheet1.xml"


def rich_workbooks() -> dict[str, bytes]:
    """Return the files, each by what it holds."""
    return {name: make() for name, make in zip(NAMES, _MAKERS, strict=True)}


def _saved(book: Workbook) -> dict[str, bytes]:
    data = BytesIO()
    book.properties.created = book.properties.modified = datetime(2020, 1, 1)  # noqa: DTZ001
    book.save(data)
    return parts_of(data.getvalue())


def _with_extension(parts: dict[str, bytes], uri: str, content: str) -> dict[str, bytes]:
    text = _EXTENSION.format(uri=f"{{{uri}}}", content=content)
    sheet = parts[_SHEET].decode().replace("</worksheet>", f"{text}</worksheet>")
    return {**parts, _SHEET: sheet.encode()}


def _formats() -> bytes:
    book = Workbook()
    sheet: Any = book.active
    style = NamedStyle("Mine", font=Font(bold=True), fill=PatternFill("solid", fgColor="EEEEEE"))
    sheet["A1"], sheet["A2"], sheet["A3"], sheet["A4"] = "a", 2.5, True, "=A2*2"
    sheet["A1"].font = Font("Arial", 9, True, True, strike=True, underline="double", color="112233")
    sheet["A1"].alignment = Alignment("center", "top", 45, wrap_text=True, indent=1)
    sheet["A2"].number_format = "0.000"
    sheet["A2"].fill = PatternFill("darkUp", fgColor="445566", bgColor="778899")
    thin = Side("thin", "AABBCC")
    sheet["A2"].border = Border(thin, thin, thin, thin, Side("thick", "123456"), diagonalUp=True)
    sheet["A3"].fill = GradientFill(stop=("111111", "EEEEEE"), degree=90)
    sheet["A3"].protection = Lock(locked=False, hidden=True)
    sheet["A4"].style = style
    sheet["B7"].number_format = "0.00"
    sheet["C1"].quotePrefix = True
    sheet.column_dimensions["C"].font = Font(italic=True)
    sheet.column_dimensions["C"].width = 20
    sheet.column_dimensions.group("E", "F", outline_level=2, hidden=True)
    sheet.row_dimensions[9].height = 40
    sheet.row_dimensions[10].outlineLevel = 1
    sheet.merge_cells("D1:E2")
    return packed(_saved(book))


def _validations() -> bytes:
    book = Workbook()
    sheet: Any = book.active
    book.create_sheet("Lists")["A1"] = 1
    whole = DataValidation("whole", formula1="1", formula2="9", allow_blank=True, errorStyle="stop")
    whole.showErrorMessage, whole.showInputMessage = True, True
    whole.error, whole.errorTitle, whole.prompt, whole.promptTitle = "No.", "Stop", "Type.", "Hint"
    listing = DataValidation("list", formula1='"a,b"', showDropDown=True)
    for validation, cells in ((whole, "A1:A3"), (listing, "B2")):
        validation.add(cells)
        sheet.add_data_validation(validation)
    return packed(
        _with_extension(
            _saved(book),
            "CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF",
            '<x14:dataValidations count="1"><x14:dataValidation type="list" allowBlank="1"'
            ' showErrorMessage="1" errorStyle="warning"><x14:formula1><xm:f>Lists!$A$1:$A$2</xm:f>'
            "</x14:formula1><xm:sqref>D4:D6</xm:sqref></x14:dataValidation></x14:dataValidations>",
        )
    )


def _conditions() -> bytes:
    book = Workbook()
    sheet: Any = book.active
    look = DifferentialStyle(
        font=Font(bold=True, color="AA0000", strike=True),
        border=Border(left=Side("thin", "00AA00")),
        fill=PatternFill(bgColor="FFEEDD"),
    )
    made: Any = formatting  # its functions have no types
    rules = {
        "A1:A9": made.ColorScaleRule("min", None, "FF0000", "max", None, "0000FF"),
        "B1:B9": made.IconSetRule("3Arrows", "percent", [0, 33, 67], showValue=False, reverse=True),
        "C1:C9": made.DataBarRule("num", 1, "max", None, "638EC6", showValue=True, minLength=5),
        "D1:D9": Rule("top10", dxf=look, rank=3, percent=True, bottom=True),
        "E1:E9": Rule("aboveAverage", dxf=look, aboveAverage=False, equalAverage=True, stdDev=1),
        "F1:F9": Rule("timePeriod", dxf=look, timePeriod="lastMonth", formula=["F1>1"]),
        "G1:G9": Rule(
            "containsText", operator="containsText", dxf=look, text="x", formula=["G1=1"]
        ),
        "H1:H9": made.CellIsRule("between", ["1", "5"], font=Font(italic=True), stopIfTrue=True),
        "I1:I9": made.FormulaRule(["I1>$A$1"], fill=PatternFill(bgColor="EEEEEE")),
    }
    for cells, rule in rules.items():
        sheet.conditional_formatting.add(cells, rule)
    return packed(
        _with_extension(
            _saved(book),
            "78C0D931-6437-407d-A8EE-F0AAD7539E65",
            "<x14:conditionalFormattings><x14:conditionalFormatting>"
            '<x14:cfRule type="dataBar" id="{0A0B0C0D-0000-4000-8000-000000000001}">'
            '<x14:dataBar minLength="0" maxLength="100" border="1" gradient="0">'
            '<x14:cfvo type="autoMin"/><x14:cfvo type="num"><xm:f>7</xm:f></x14:cfvo>'
            '<x14:borderColor rgb="FF638EC6"/></x14:dataBar></x14:cfRule>'
            "<xm:sqref>C1:C9</xm:sqref></x14:conditionalFormatting><x14:conditionalFormatting>"
            '<x14:cfRule type="expression" priority="20"><xm:f>J1&gt;2</xm:f><x14:dxf><font><b/>'
            '<color rgb="FF00AA00"/></font></x14:dxf></x14:cfRule><xm:sqref>J1:J9</xm:sqref>'
            "</x14:conditionalFormatting></x14:conditionalFormattings>",
        )
    )


def _tables() -> bytes:
    book = Workbook()
    sheet: Any = book.active
    for row in (("name", "price"), ("a", 1), ("b", 2), ("sum", 3)):
        sheet.append(row)
    table: Any = Table(displayName="Sales", ref="A1:B4", totalsRowCount=1)
    table._initialise_columns()  # noqa: SLF001 - openpyxl does it when it saves
    for column, title in zip(table.tableColumns, ("name", "price"), strict=True):
        column.name = title
    table.tableColumns[1].totalsRowFunction = "sum"
    table.autoFilter.ref = "A1:B3"
    table.tableStyleInfo = TableStyleInfo("TableStyleMedium9", showRowStripes=True)
    sheet.add_table(table)
    other = book.create_sheet("Other")
    other["A1"], other["A2"] = "x", 5
    other.auto_filter.ref = "A1:B9"
    other.auto_filter.add_filter_column(0, ["1", "2"])
    other.auto_filter.add_sort_condition("A2:A9")
    return packed(_saved(book))


def _links() -> bytes:
    book = Workbook()
    sheet: Any = book.active
    sheet["A1"] = "=[1]Data!$A$1"
    sheet["A2"], sheet["A3"] = "site", "place"
    sheet["A2"].hyperlink = "https://example.org/a"
    sheet["A3"].hyperlink = "#Sheet!B7"
    book.defined_names["rate"] = DefinedName("rate", attr_text="Sheet!$C$1", comment="A rate.")
    book.defined_names["odd"] = DefinedName("odd", attr_text="1+1", function=True, hidden=True)
    sheet.defined_names["own"] = DefinedName("own", attr_text="Sheet!$D$1")
    book.calculation.iterate, book.calculation.fullPrecision = True, False
    properties: Any = book.custom_doc_props  # type: ignore[attr-defined]  # not in the stubs
    properties.append(StringProperty(name="Department", value="Sales"))
    properties.append(IntProperty(name="Number", value=7))
    parts = _saved(book)
    parts["xl/externalLinks/externalLink1.xml"] = (
        f'<externalLink xmlns="{_MAIN}"><externalBook xmlns:r="{_OFFICE}" r:id="rId1"><sheetNames>'
        '<sheetName val="Data"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1">'
        '<cell r="A1"><v>5</v></cell></row></sheetData></sheetDataSet></externalBook>'
        "</externalLink>"
    ).encode()
    parts["xl/externalLinks/_rels/externalLink1.xml.rels"] = _RELATIONS.format(
        f'<Relationship Id="rId1" Type="{_OFFICE}/externalLinkPath" Target="budget.xlsx"'
        ' TargetMode="External"/>'
    ).encode()
    return packed(
        _with_part(parts, "externalLinks/externalLink1.xml", "externalLink", "externalReferences")
    )


def _with_part(parts: dict[str, bytes], name: str, kind: str, holder: str = "") -> dict[str, bytes]:
    """Return the parts, to which the workbook refers too."""
    relation = f'<Relationship Id="rIdX" Type="{_OFFICE}/{kind}" Target="{name}"/>'
    override = f'<Override PartName="/xl/{name}" ContentType="{_TYPE.format(kind)}"/>'
    ends = {
        "xl/_rels/workbook.xml.rels": ("</Relationships>", relation),
        "[Content_Types].xml": ("</Types>", override),
    }
    if holder:
        reference = f'<{holder}><externalReference xmlns:r="{_OFFICE}" r:id="rIdX"/></{holder}>'
        ends["xl/workbook.xml"] = ("<definedNames>", reference)
    for part, (end, text) in ends.items():
        parts[part] = parts[part].replace(end.encode(), f"{text}{end}".encode())
    return parts


def _formulas() -> bytes:
    book = Workbook()
    sheet: Any = book.active
    for row in range(1, 5):
        sheet[f"A{row}"] = row
    sheet["B1"] = ArrayFormula("B1:B4", "=A1:A4*2")
    sheet["C1"] = DataTableFormula("C1:C2", t="dataTable", r1="A1", r2="A2", dt2D=True, dtr=True)
    sheet["D1"], sheet["D2"], sheet["D3"] = "=A1*2", "=A2*2", "=SUM(A1:A4)"
    sheet["E1"] = ArrayFormula("E1:E2", "=[1]Data!A1:A2")  # is not read
    book.calculation.iterateCount, book.calculation.calcMode = 50, "manual"
    parts = _saved(book)
    parts["xl/metadata.xml"] = (
        f'<metadata xmlns="{_MAIN}"><metadataTypes count="1"><metadataType name="XLDAPR"'
        ' minSupportedVersion="120000" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR"'
        ' count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"/></extLst></bk>'
        '</futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata>'
        "</metadata>"
    ).encode()
    sheet_part = parts[_SHEET].decode().replace('<c r="B1"', '<c r="B1" cm="1"')
    shared = '<f t="shared" ref="F1:F2" si="0">A1+1</f><v>2</v>'
    cells = f'<c r="F1">{shared}</c></row><row r="2"'
    sheet_part = sheet_part.replace('</row><row r="2"', cells, 1)
    sheet_part = sheet_part.replace(
        '</row><row r="3"', '<c r="F2"><f t="shared" si="0"/><v>3</v></c></row><row r="3"', 1
    )
    return packed(
        _with_part({**parts, _SHEET: sheet_part.encode()}, "metadata.xml", "sheetMetadata")
    )


def _texts() -> bytes:
    book = Workbook()
    sheet: Any = book.active
    sheet["A1"] = CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"))
    sheet["A2"], sheet["A3"] = "once", "twice"
    sheet["A2"].comment = Comment("A note.", "An author", height=90, width=150)
    sheet["A3"].comment = Comment("Another one.", "Somebody")
    parts = _saved(book)
    strings = (
        f'<sst xmlns="{_MAIN}" count="1" uniqueCount="1"><si><t>once</t>'
        '<rPh sb="0" eb="2"><t>wanz</t></rPh><phoneticPr fontId="1" type="Hiragana"/></si>'
        "<si><r><t>two</t></r><r><rPr><i/></rPr><t> parts</t></r></si></sst>"
    )
    cells = '<c r="B1" t="s" ph="1"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"'
    parts["xl/sharedStrings.xml"] = strings.encode()
    parts[_SHEET] = parts[_SHEET].decode().replace('</row><row r="2"', cells, 1).encode()
    return packed(_with_part(parts, "sharedStrings.xml", "sharedStrings"))


def _drawings() -> bytes:
    book = Workbook()
    sheet: Any = book.active
    for row in range(1, 4):
        sheet.append((row, row * row))
    chart = BarChart()
    chart.title = "Squares"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3))
    sheet.add_chart(chart, "D2")
    picture = BytesIO()
    Picture.new("RGB", (2, 2), "red").save(picture, "PNG")
    sheet.add_image(Image(picture), "D20")
    return packed(_saved(book))


def _sparklines() -> bytes:
    book = Workbook()
    first: Any = book.active
    first.append((1, 2, 3))
    parts = _with_extension(
        _saved(book),
        "05C60535-1F16-4fd2-B633-F4F36F0B64E0",
        '<x14:sparklineGroups><x14:sparklineGroup type="column" negative="1">'
        '<x14:colorSeries rgb="FF376092"/><x14:sparklines><x14:sparkline><xm:f>Sheet!A1:C1</xm:f>'
        "<xm:sqref>D1</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup>"
        "</x14:sparklineGroups>",
    )
    parts["customXml/item1.xml"] = b'<mine xmlns="urn:mine" kind="a"><entry>text</entry></mine>'
    relation = (
        f'<Relationship Id="rIdC" Type="{_OFFICE}/customXml" Target="../customXml/item1.xml"/>'
    )
    workbook = "xl/_rels/workbook.xml.rels"
    parts[workbook] = parts[workbook].replace(
        b"</Relationships>", f"{relation}</Relationships>".encode()
    )
    parts["xl/unknown/thing.bin"] = b"\x00\x01\x02"
    return packed(parts)


def _protection() -> bytes:
    book = Workbook()
    sheet: Any = book.active
    sheet["A1"], sheet["A2"] = 1, "=A1"
    sheet["A1"].protection = Lock(locked=False)
    sheet.protection = SheetProtection(
        sheet=True, formatCells=False, sort=False, selectLockedCells=True
    )
    sheet.protection.password = "abc"  # noqa: S105 - of a test
    book.security = WorkbookProtection(workbookPassword="CC1A", lockStructure=True)
    sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 2
    sheet.page_margins.left = 0.3
    sheet.print_options.gridLines = True
    sheet.oddHeader.center.text, sheet.oddFooter.left.text = "Title", "Page &P"
    sheet.print_title_rows, sheet.print_area = "1:2", "A1:C9"
    sheet.row_breaks.append(Break(5))
    sheet.freeze_panes = "B2"
    sheet.sheet_view.zoomScale, sheet.sheet_view.showGridLines = 80, False
    sheet.sheet_properties.tabColor = "FF8800"
    book.create_sheet("Hidden").sheet_state = "hidden"
    parts = _saved(book)
    ranges = '<protectedRanges><protectedRange sqref="B1:B3" name="free"/></protectedRanges>'
    end = b"<printOptions"
    parts[_SHEET] = parts[_SHEET].replace(end, ranges.encode() + end)
    ignored = '<ignoredErrors><ignoredError sqref="A1" numberStoredAsText="1"/></ignoredErrors>'
    parts[_SHEET] = parts[_SHEET].replace(b"</worksheet>", f"{ignored}</worksheet>".encode())
    return packed(parts)


_MAKERS: tuple[Callable[[], bytes], ...] = (
    _formats,
    _validations,
    _conditions,
    _tables,
    _links,
    _formulas,
    _texts,
    _drawings,
    _sparklines,
    _protection,
)
NAMES = tuple(make.__name__.strip("_") for make in _MAKERS)
"""What the files hold, each in a word."""
