"""A workbook is input from strangers: refused in one line, in bounded time and memory."""

import io
import re
import resource
import sys
import zipfile
from xml.etree.ElementTree import Element

import pytest

from xlbuilder.errors import WorkbookError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.program import load_program
from xlbuilder.xlsx.external_links import fetches
from xlbuilder.xlsx.guard import MAX_FILE_BYTES, MOST
from xlbuilder.xlsx.looks import read_looks
from xlbuilder.xlsx.model import read_workbook


@pytest.fixture
def rewritten(built, tmp_path):
    """Return a function that copies the built workbook with some parts replaced or added."""

    def write(**parts):
        path = tmp_path / "strange.xlsx"
        with (
            zipfile.ZipFile(built("ellis")) as source,
            zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target,
        ):
            for name in source.namelist():
                change = parts.pop(name, None)
                data = source.read(name)
                target.writestr(name, change(data) if change else data)
            for name, data in parts.items():
                target.writestr(name, data)
        return path

    return write


def refused(path, message, engine="fast"):
    with pytest.raises(WorkbookError) as error:
        open_workbook(engine, read_workbook(path))
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


OLE = bytes.fromhex("D0CF11E0A1B11AE1") + bytes(1000)

FILES = {
    "text.xlsx": (b"puzzle,solution\n", "is not an .xlsx workbook"),
    "empty.xlsx": (b"", "is not an .xlsx workbook"),
    "secret.xlsx": (OLE + "EncryptedPackage".encode("utf-16-le"), "is protected by a password"),
    "old.xlsx": (OLE, "is an old .xls workbook"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_workbook(tmp_path, name):
    data, message = FILES[name]
    (tmp_path / name).write_bytes(data)
    refused(tmp_path / name, message)


def test_what_is_no_file_or_another_zip(tmp_path):
    refused(tmp_path / "nobody.xlsx", "cannot be read: No such file")
    refused(tmp_path / "sudoku", "; xlbuilder build TEMPLATE writes a workbook")
    refused(tmp_path, "cannot be read: Is a directory")
    with zipfile.ZipFile(tmp_path / "other.xlsx", "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    refused(tmp_path / "other.xlsx", "has no [Content_Types].xml")


def replaced(old, new, count=-1):
    return lambda data: data.replace(old, new, count)


def test_a_truncated_file(built, tmp_path):
    path = tmp_path / "half.xlsx"
    path.write_bytes(built("ellis").read_bytes()[:5000])
    refused(path, "is not an .xlsx workbook")


@pytest.mark.parametrize("at", range(0, 11_700, 230))
def test_a_flipped_byte_is_refused_or_harmless(built, tmp_path, at):
    data = bytearray(built("ellis").read_bytes())
    data[at] ^= 0xFF
    path = tmp_path / "flipped.xlsx"
    path.write_bytes(data)
    try:
        read_workbook(path)
    except WorkbookError as error:
        assert str(path) in str(error)


def test_a_file_of_100_mb(tmp_path):
    path = tmp_path / "huge.xlsx"
    with path.open("wb") as file:
        file.truncate(100 * 2**20)
    refused(path, f"is larger than {MAX_FILE_BYTES // 2**20} MB")


@pytest.mark.slow
def test_a_zip_bomb(rewritten):
    path = rewritten(**{"xl/media/bomb.xml": b""})
    data = io.BytesIO(path.read_bytes())
    with zipfile.ZipFile(data, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/bomb.xml", bytes(200 * 2**20))
    path.write_bytes(data.getvalue())
    assert path.stat().st_size < 2**20
    refused(path, "unpacks to more than 200 MB (a zip bomb?)")


@pytest.mark.slow
def test_a_zip_bomb_that_lies_about_its_size(rewritten):
    """The size in the header is forged; zipfile reads no more than it says."""
    path = rewritten()
    data = io.BytesIO(path.read_bytes())
    with zipfile.ZipFile(data, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/bomb.xml", b"<a>" + b" " * (200 * 2**20) + b"</a>")
    size = (200 * 2**20 + 7).to_bytes(4, "little")
    forged = data.getvalue().replace(size, (1000).to_bytes(4, "little"))
    path.write_bytes(forged)
    refused(path, "")


@pytest.mark.slow
def test_formulas_that_read_too_much_together(rewritten):
    sheet = "xl/worksheets/sheet1.xml"
    path = rewritten(**{sheet: lambda data: data.replace(b"<f>IF(", b"<f>SUM(A1:XX20)+IF(")})
    with pytest.raises(WorkbookError, match="its formulas read too many cells"):
        load_program(read_workbook(path))


def test_names_that_double(rewritten):
    names = "".join(
        f'<definedName name="n{i}_">n{i + 1}_+n{i + 1}_</definedName>' for i in range(60)
    ).encode()
    path = rewritten(
        **{
            "xl/workbook.xml": lambda data: data.replace(
                b"<definedNames>", b"<definedNames>" + names
            ),
            "xl/worksheets/sheet1.xml": lambda data: data.replace(
                b"<f>IF(in_", b"<f>n0_+IF(in_", 1
            ),
        }
    )
    with pytest.raises(WorkbookError, match=r"Main!D16: the formula grows beyond bounds"):
        load_program(read_workbook(path))


RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

SOMEWHERE = "http://127.0.0.1:1/x.png"


def relationship(kind, target, *, mode='TargetMode="External"'):
    return (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{RELATIONS}/{kind}" Target="{target}" {mode}/>'
        "</Relationships>"
    ).encode()


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><x>&b;</x>'

IN_UTF_16 = f'<?xml version="1.0" encoding="utf-16"?>{BOMB}'.encode("utf-16")

BOOK, SHEET = "xl/workbook.xml", "xl/worksheets/sheet1.xml"

WORDS = " ".join(f'a{number}=""' for number in range(150_000)).encode()

# The parts that are added or changed, and what is said.
BAD_PARTS: dict[str, tuple[dict[str, object], str]] = {
    "many parts": ({f"xl/media/{i}.bin": b"" for i in range(1001)}, "more than 1000 parts"),
    "entities": ({"xl/sharedStrings2.xml": BOMB.encode()}, "declares XML entities"),
    "entities in UTF-16": ({"docProps/custom.xml": lambda _: IN_UTF_16}, "XML entities"),
    "another ending": ({"xl/worksheets/sheet2.bin": BOMB.encode()}, "declares XML entities"),
    "damaged XML": ({BOOK: lambda data: data[:-20]}, f"{BOOK}: is damaged"),
    "never closed": ({"xl/deep.xml": b"<a>" * 1_000_000}, "has too many XML elements"),
    "behind blanks": (
        {"xl/deep.xml": b" \n" * 40_000 + b"<a>" * 200 + b"</a>" * 200},
        "has too many XML elements",
    ),
    "a long tag": ({"xl/long.xml": b"<x " + WORDS + b"/>"}, "a tag or a text of more than 1 MB"),
    "a long text": (
        {"xl/long.xml": b"<x>" + WORDS + b"</x>"},
        "a tag or a text of more than 1 MB",
    ),
    "much XML": (
        {f"xl/{n}.xml": b"<sst>" + (b"y" * 2**19 + b"<a/>") * 10 + b"</sst>" for n in range(5)},
        "more than 24 MB of XML",
    ),
    "a formula of another workbook": (
        {SHEET: replaced(b"<f>IF(in_", b"<f>[1]Main!A1+IF(in_")},
        "reads another workbook",
    ),
    "iterations": (
        {BOOK: replaced(b'Count="100"', b'Count="2000000000"')},
        "asks for 2000000000 iterations; Excel allows 1 to 32,767",
    ),
    "no change": (
        {BOOK: replaced(b'Delta="0.001"', b'Delta="nan"')},
        "asks for a maximum change of",
    ),
    "a negative change": (
        {BOOK: replaced(b'Delta="0.001"', b'Delta="-1"')},
        "asks for a maximum change of",
    ),
    "a change without end": (
        {BOOK: replaced(b'Delta="0.001"', b'Delta="inf"')},
        "asks for a maximum change of",
    ),
    "a far column": ({SHEET: replaced(b'r="P4"', b'r="XFE4"', 1)}, "uses the cell XFE4"),
    "a small letter": (
        {SHEET: replaced(b'r="P4"', b'r="p4"', 1)},
        "'p4' is not the address of a cell",
    ),
    "an odd row": (
        {SHEET: replaced(b'<row r="4"', b'<row r="1e9"', 1)},
        "'A1e9' is not the address of a cell",
    ),
    "a far row": (
        {SHEET: replaced(b'<row r="4"', b'<row r="1048577"', 1)},
        "uses the row 1048577, and a sheet of Excel ends at XFD1048576",
    ),
    "a large merged cell": (
        {
            SHEET: replaced(
                b"</sheetData>",
                b'</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
            )
        },
        "more than 50,000 cells are merged or links; refused",
    ),
    "merged cells and links without end": (
        {
            SHEET: replaced(
                b"</sheetData>",
                b'</sheetData><mergeCells><mergeCell ref="A1:Z1000"/></mergeCells>'
                b'<hyperlinks><hyperlink ref="AA1:AZ1000"/></hyperlinks>',
            )
        },
        "sheet1.xml: more than 50,000 cells are merged or links; refused",
    ),
}


@pytest.mark.parametrize("case", BAD_PARTS)
def test_a_part_that_is_refused(rewritten, case):
    parts, message = BAD_PARTS[case]
    refused(rewritten(**parts), message)


DRAWING = "xl/drawings/_rels/drawing1.xml.rels"


@pytest.mark.parametrize(
    ("name", "part"),
    [
        (DRAWING, relationship("image", SOMEWHERE)),
        (DRAWING, relationship("image", "file:///etc/hostname")),
        (DRAWING, relationship("image", "file:///etc/hostname").decode().encode("utf-16")),
        (DRAWING, b" " * 100 + relationship("image", SOMEWHERE)),
        (DRAWING, relationship("image", SOMEWHERE, mode='targetmode="EXTERNAL "')),
        (DRAWING, relationship("image", SOMEWHERE, mode='xmlns:a="b" a:TargetMode="External"')),
        (DRAWING, relationship("image", SOMEWHERE, mode="")),
        (DRAWING, relationship("image", "\\\\server\\share\\x.png", mode="")),
        (DRAWING, relationship("image", SOMEWHERE).replace(b"Relationship ", b"relationship ")),
        ("xl/worksheets/_rels/sheet1.xml.rels", relationship("oleObject", "../x.bin", mode="")),
        ("xl/worksheets/_rels/sheet1.xml.rels", relationship("comments", "x.xml")),
        ("xl/drawings/_rels/vmlDrawing1.vml.rels", relationship("image", SOMEWHERE)),
        ("xl/_rels/strange.xml", relationship("externalLinkPath", "other.xlsx")),
        ("xl/_rels/strange.xml", relationship("connections", "connections.xml", mode="")),
        ("xl/_rels/strange.xml", relationship("vbaProject", "vbaProject.bin", mode="")),
        (
            "xl/drawings/drawing1.xml",  # the link may be a hyperlink by its kind
            f'<a xmlns:r="{RELATIONS}"><blip r:link="rId1"/></a>'.encode(),
        ),
        (
            "xl/drawings/vmlDrawing1.vml",
            f'<a xmlns:v="urn:vml"><v:imagedata src="{SOMEWHERE}"/></a>'.encode(),
        ),
        ("xl/worksheets/sheet7.xml", b'<a><f>1+_xlfn.WEBSERVICE ("http://127.0.0.1")</f></a>'),
        ("xl/worksheets/sheet7.xml", b'<a><formula1>IMAGE("x")</formula1></a>'),
        ("xl/worksheets/sheet7.xml", '<a><f>\u0130mage("x")</f></a>'.encode()),
    ],
)
def test_what_leads_out_of_the_file(rewritten, name, part):
    """LibreOffice opens the file itself, and may follow what no other engine follows."""
    path = rewritten(**{name: part})
    refused(path, f": {name}: ", "libreoffice")


def test_links_to_other_workbooks(rewritten):
    path = rewritten(**{"xl/externalLinks/link1.xml": b"<a/>"})
    refused(path, "links to other workbooks", "libreoffice")


@pytest.mark.parametrize(("text", "is_told"), [("CUBEVALUE(1)", True), ("cube(A1)", False)])
def test_the_functions_of_a_cube_have_longer_names(text, is_told):
    formula = Element("f")
    formula.text = text
    assert bool(fetches(formula)) is is_told


def test_links_that_wait_until_somebody_follows_them(rewritten):
    """A hyperlink, a text that is none of a formula, and parts of the file itself."""
    path = rewritten(
        **{
            "xl/worksheets/_rels/sheet1.xml.rels": relationship("hyperlink", "https://example.org"),
            DRAWING: relationship("image", "../media/image1.png", mode=""),
            "xl/other.xml": b'<a><t>WEBSERVICE("x")</t><f>"IMAGE("&amp;A1</f></a>',
        }
    )
    assert len(read_workbook(path).formulas) == 810


@pytest.mark.slow
def test_many_elements_in_many_parts(rewritten):
    part = b"<sst>" + b'<a b="" c=""/>' * 50_000 + b"</sst>"
    path = rewritten(**{f"xl/many{number}.xml": part for number in range(5)})
    refused(path, "has too many XML elements")


@pytest.mark.slow
def test_many_cells_are_read_one_by_one_and_what_nobody_reads_is_not(rewritten):
    cells = b"".join(b"<c><v>%d</v></c>" % number for number in range(1000))
    texts = [b"<row>", cells, b"</row>"] * 310
    chain = b"<calcChain>" + b'<c r="A1" i="1"/>' * 210_000 + b"</calcChain>"
    path = rewritten(**{"xl/worksheets/sheet1.xml": rows(*texts), "xl/calcChain.xml": chain})
    assert len(read_workbook(path).values) > 310_000
    with pytest.raises(WorkbookError, match="has too many XML elements"):
        read_looks(path)


@pytest.mark.parametrize(
    "more",
    [
        # the same relationship, and another one to the same part
        '<sheet name="S{0}" sheetId="{1}" r:id="rId1"/>',
        '<sheet name="S{0}" sheetId="{1}" r:id="more{0}"/>',
    ],
)
def test_sheets_that_are_the_same_part(rewritten, more):
    def sheets(data):
        entries = "".join(more.format(number, number + 10) for number in range(50))
        entries = entries.replace("r:id", f'xmlns:r="{RELATIONS}" r:id')
        return data.replace(b"</sheets>", entries.encode() + b"</sheets>")

    def relations(data):
        entries = "".join(
            f'<Relationship Id="more{number}" Type="{RELATIONS}/image" Target="{target}"/>'
            for number, target in enumerate(
                ("/xl/worksheets/sheet1.xml", "worksheets/sheet1.xml", "./worksheets/sheet1.xml")
                * 20
            )
        )
        return data.replace(b"</Relationships>", entries.encode() + b"</Relationships>")

    path = rewritten(**{"xl/workbook.xml": sheets, "xl/_rels/workbook.xml.rels": relations})
    refused(path, "xl/workbook.xml: two of its sheets are the same part")


def test_two_parts_of_the_same_name(rewritten):
    path = rewritten()
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/Workbook.xml", "<a/>")
    refused(path, "two parts of the same name")


@pytest.mark.parametrize(("kind", "most"), sorted(MOST.items()))
def test_too_many_of_what_is_slow_to_read(rewritten, kind, most):
    refused(
        rewritten(**{"xl/other.xml": f"<x>{f'<{kind}/>' * (most + 1)}</x>".encode()}),
        f"more than {most:,} elements {kind} in all parts",
    )


def rows(*texts):
    return lambda data: re.sub(
        b"<sheetData>.*</sheetData>",
        b"<sheetData>" + b"".join(texts) + b"</sheetData>",
        data,
        flags=re.DOTALL,
    )


@pytest.mark.parametrize(
    ("texts", "last"),
    [
        ([b'<row r="1048576"><c r="XFD1048576" s="1"/></row>'], []),
        ([b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'], ["XFD1048576"]),
        ([b"<row>", b"<c><v>1</v></c>" * 1001, b"</row>"], ["ALM1"]),
        ([b"<row/>" * 10_001, b"<row><c><f>1+1</f><v>2</v></c><c/></row>"], ["A10002"]),
    ],
)
def test_blank_cells_before_a_cell_are_not_read(rewritten, texts, last):
    """Cells and rows without an address follow another."""
    model = read_workbook(rewritten(**{"xl/worksheets/sheet1.xml": rows(*texts)}))
    assert [str(cell) for cell in model.values if cell.sheet == model.sheets[0]][-1:] == last


def shared(formula, last):
    shares = b'<f t="shared" si="0" ref="A1:A%d">%s</f>' % (last, formula)
    yield b'<row r="1"><c r="A1">%s</c></row>' % shares
    for row in range(2, last + 1):
        yield b'<row r="%d"><c r="A%d"><f t="shared" si="0"/></c></row>' % (row, row)


LONG = b'"%s"' % (b"x" * 8000)


def test_a_long_formula_that_many_cells_share(rewritten):
    """One form is read once."""
    path = rewritten(**{"xl/worksheets/sheet1.xml": rows(*shared(LONG, 1100))})
    assert len(read_workbook(path).forms) == 1100


@pytest.mark.parametrize(
    "cells",
    [
        shared(LONG, 10_300),
        (
            b'<row r="%d"><c><f>%s&amp;A%d&amp;"%d"</f></c></row>' % (k, LONG, k, k)
            for k in range(1, 1100)
        ),
    ],
    ids=["filled", "different"],
)
def test_formulas_with_too_many_characters(rewritten, cells):
    path = rewritten(**{"xl/worksheets/sheet1.xml": rows(*cells)})
    refused(path, "its formulas have more than 8,000,000 characters")


def peak_memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.fixture(scope="module", autouse=True)
def peak_before():
    """What the tests of other files have needed in this process."""
    return peak_memory()


def test_memory_stayed_bounded(peak_before):
    """The cases above include 200 MB and 10^60; a gigabyte is enough for them."""
    gigabyte = 2**20 if sys.platform != "darwin" else 2**30
    assert peak_memory() - peak_before < gigabyte


PARTS = [
    "[Content_Types].xml",
    "_rels/.rels",
    "docProps/app.xml",
    "docProps/core.xml",
    "docProps/custom.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/theme/theme1.xml",
    "xl/workbook.xml",
    "xl/worksheets/sheet1.xml",
    "xl/worksheets/sheet2.xml",
]


def in_encoding(data, encoding, codec="ascii"):
    root = re.sub(r"^<\?xml[^>]*>\s*", "", data.decode()).encode("ascii", "xmlcharrefreplace")
    return f'<?xml version="1.0" encoding="{encoding}"?>{root.decode()}'.encode(codec)


@pytest.mark.parametrize("encoding", ["Shift_JIS", "GBK", "UTF-7", "hex", "nobody-knows"])
@pytest.mark.parametrize("part", PARTS)
def test_a_part_in_an_encoding_that_the_parser_does_not_know(rewritten, part, encoding):
    path = rewritten(**{part: lambda data: in_encoding(data, encoding)})
    refused(path, f"{part}: is damaged: ")
    refused(path, "; save it again in Excel")


@pytest.mark.parametrize("encoding", ["cp037", "utf-32-be"])
@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_does_not_begin_as_xml(rewritten, part, encoding):
    refused(
        rewritten(**{part: lambda data: in_encoding(data, encoding, encoding)}),
        f"{part}: is damaged: ",
    )
