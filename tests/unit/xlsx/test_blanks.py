"""Blanks at the ends of texts, which Excel keeps only where the file says so."""

from pathlib import Path

import pytest

from tests.helpers.plain_xlsx import MAIN, compared, plain
from xlbuilder.changes.compare import Aspect
from xlbuilder.formula.area import area_of
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.xlsx.looks import read_looks
from xlbuilder.xlsx.model import read_workbook

KEEPS = ' xml:space="preserve"'


def shared(text: str) -> bytes:
    """Return a file with a shared text in A1."""
    strings = {"xl/sharedStrings.xml": f'<sst xmlns="{MAIN}"><si>{text}</si></sst>'}
    return in_cell('<c r="A1" t="s"><v>0</v></c>', strings)


def inline(text: str) -> bytes:
    return in_cell(f'<c r="A1" t="inlineStr"><is>{text}</is></c>')


def in_cell(text: str, parts: dict[str, str] | None = None) -> bytes:
    links = (("sharedStrings", "sharedStrings.xml"),) if parts else ()
    sheet = f'<sheetData><row r="1">{text}<c r="B1"><f>LEN(A1)</f></c></row></sheetData>'
    return plain(sheet, parts=parts, links=links)


def value(file: bytes, address: str = "A1") -> object:
    return read_workbook(Path("a.xlsx"), file).values.get(area_of("S", address))


@pytest.mark.parametrize("made", [shared, inline])
@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<t>  a  b </t>", "a  b"),
        ("<t>&#9;a&#10;</t>", "a"),
        ("<t>\r\n a\nb\r\n</t>", "a\nb"),
        ("<t> </t>", ""),
        (f"<t{KEEPS}> a\n</t>", " a\n"),
        ("<t>\u00a0a\u3000</t>", "\u00a0a\u3000"),
        ("<t>_x0020_a_x000A_</t>", " a\n"),
        (f"<r><t{KEEPS}>a </t></r><r><t> b</t></r>", "a b"),
        ("<r><t>a </t></r><r><t> b</t></r>", "ab"),
    ],
)
def test_a_text_keeps_its_blanks_where_the_file_says_so(made, text, read):
    assert value(made(text)) == read


def test_the_space_of_an_outer_element_counts():
    strings = f'<sst xmlns="{MAIN}"{KEEPS}><si><t> a</t></si></sst>'
    assert value(in_cell('<c r="A1" t="s"><v>0</v></c>', {"xl/sharedStrings.xml": strings})) == " a"


def test_a_constant_may_stand_where_results_stand():
    assert value(in_cell('<c r="A1" t="str"><v> a </v></c>')) == "a"
    assert value(in_cell(f'<c r="A1" t="str"><v{KEEPS}> a </v></c>')) == " a "
    assert value(in_cell('<c r="A1" t="str"><f>" a "</f><v> a </v></c>')) == " a "


def test_a_length_is_that_of_the_text_as_excel_reads_it():
    session = open_workbook("fast", read_workbook(Path("a.xlsx"), inline("<t> ab </t>")))
    session.recalculate()
    assert session.read(area_of("S", "B1")) == [2.0]


def test_a_file_is_read_whole_after_blanks_were_taken_away():
    looks = read_looks(Path("a.xlsx"), shared("<t> a </t>"))
    assert list(looks.sheets) == ["S"]


@pytest.mark.parametrize("made", [shared, inline])
def test_a_text_with_and_without_its_blanks_differ(made):
    found = compared(made(f"<t{KEEPS}> a </t>"), made("<t> a </t>"))
    assert [each.aspect for each in found.differences] == [Aspect.CELLS]
    assert compared(made(f"<t{KEEPS}>a</t>"), made("<t> a </t>")).differences == ()
    parts = "<r><t{}>a</t></r><r><rPr><b/></rPr><t>b</t></r>"
    assert compared(made(parts.format(KEEPS)), made(parts.format(""))).differences == ()
