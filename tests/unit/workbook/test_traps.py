"""Traps of the file format: what openpyxl writes without a word, and Excel repairs or refuses.

Every built file passes the guards of tests/helpers/traps.py; MUTANTS breaks each guard's rule once.
docs/reference/excel.md lists the traps, with those that are guarded elsewhere.
"""

import pytest

from tests.helpers import traps
from tests.helpers.cost import by_cost
from tests.helpers.parts import SHEET, Parts
from tests.helpers.places import ROOT

GUARDS = {
    name: each
    for name, each in vars(traps).items()
    if getattr(each, "__module__", "") == traps.__name__
}

WORKBOOK, STYLES = "xl/workbook.xml", "xl/styles.xml"

SHEET_2 = "xl/worksheets/sheet2.xml"

OPEN = '<protection locked="0" />'

ODD = """
[workbook]
title = "=1+1 <&> ü"
sheet = "It's = <odd> & 1"
zoom = 80
print_area = "b2:F7"
folded = ["6:9", "G:H"]
protected = true
calculation = { iterate = true, max_iterations = 32767, max_change = 0.5 }
[drive]
input = "typed"
solution = "shown"
steps = [{ choice = "=b" }]
[guide]
sheet = "=How's <it>!"
title = "=title"
[guide.sections.one]
title = "=one"
lines = ["=1", "WORD"]
[boards.typed]
range = "b3:c4"
style = "odd"
label = "=label"
comment = "COMMENT"
values = "=1 .="
whole_number = { min = -1, max = 9, message = "MESSAGE" }
[boards.shown]
range = "B6:C7"
style = "odd"
formula = '''=IF(
  B3>='It''s = <odd> & 1'!$B$3,  " <&> "" "&choice, INDEX(shown,1,1))'''
[cells.choice]
range = "E3:F4"
style = "odd"
value = "=b"
choices = ["=b", "WORD"]
[cells.long]
range = "E6"
style = "odd"
formula = '''=LONG'''
stored = false
[names.one_before]
entered_from = "B6"
formula = "='It''s = <odd> & 1'!B6"
[texts.note]
at = "B9"
text = " =TEXT "
style = "odd"
[formats.high]
board = "typed"
formula = "=B3<one_before"
fill = "FFFFFF"
bold = true
[styles.odd]
fill = "F4B6B0"
number_format = '[>=9]"ü";0,'
size = 8.5
thin_every = 1
thick_every = 2
align = "right"
"""

ODD = (
    ODD.replace("COMMENT", "=" + "x" * 254)
    .replace("MESSAGE", "=" + "x" * 223)
    .replace("WORD", "x" * 252)
    .replace("LONG", f"SUM({','.join(['INDEX(shown,1,1)'] * 255)})")
)

ADDRESS = """
extends = "basic"
[workbook]
title = "An address"
sheet = "RC123Test"
print_area = "B2:M30"
folded = ["45:98"]
"""

FILES = {
    "default": (),
    "unprotected": ("--unprotected",),
    "no values": ("--no-values",),
    "not unique": ("--without", "unique"),
    "ellis": ("ellis",),
    "stages/candidates": ("stages/candidates",),
    "stages/naked_singles": ("stages/naked_singles",),
    "stages/only_place_in_row": ("stages/only_place_in_row",),
    "odd": ("odd.toml",),
    "like an address": ("address.toml",),
    "inline like an address": ("address.toml", "--names", "inline"),
    "inline ellis": ("ellis", "--names", "inline"),
    "inline odd": ("odd.toml", "--names", "inline"),
}

PROTECTED = {"default", "no values", "not unique", "odd", "inline odd"}

PROTECTED |= {"like an address", "inline like an address"}

EXEMPT = {
    # Published with names that point up and to the left, and that Excel evaluates as arrays.
    "names_point_neither_up_nor_left": {"ellis", *filter(lambda name: "/" in name, FILES)},
    "no_name_relies_on_being_an_array": {"ellis", "stages/only_place_in_row"},
}


FIRST_NAME, FIRST_FORMULA = r'(<definedName name=)"[^"]*"', r"<f>[^<]*</f>"

AREA_OF_A_NAME = r"(<definedName[^>]*>)Main!(\$[^<:]*:[^<]*)<"

MUTANTS: dict[str, list[tuple]] = {
    "names_are_words_and_no_addresses": [
        *(
            (WORKBOOK, FIRST_NAME, rf'\1"{word}"')
            for word in ("val9", "R1C1", "two words", "SUM", "STATE", "c1_foo", "Print_Area")
        ),
        (WORKBOOK, 'localSheetId="0"', 'localSheetId="2"'),
    ],
    "names_and_comments_are_short": [
        (WORKBOOK, FIRST_NAME, rf'\1"{"x" * 256}"'),
        (WORKBOOK, 'comment="[^"]*"', f'comment="{"x" * 256}"'),
    ],
    "sheets_that_look_like_addresses_are_quoted": [
        (WORKBOOK, AREA_OF_A_NAME, rf"\1{sheet}!\2<") for sheet in ("C1foo", "rc", "TRUE", "AB12")
    ],
    "references_in_names_have_a_sheet": [
        (WORKBOOK, AREA_OF_A_NAME, r"\1\2<"),
        (WORKBOOK, AREA_OF_A_NAME, r"\1MAX(Main!\2,$A$1)<"),
    ],
    "names_point_neither_up_nor_left": [
        (WORKBOOK, AREA_OF_A_NAME, rf"\1{reference}<")
        for reference in ("Main!A1048576", "ROW(Main!XEP$1)")
    ],
    "all_that_calculates_is_on_one_sheet": [
        (WORKBOOK, AREA_OF_A_NAME, r"\1Other!\2<"),
        (SHEET, FIRST_FORMULA, r"<f>'An other'!A1</f>"),
        (SHEET_2, '<c r="[^"]*"[^>]*>', r"\g<0><f>1</f>"),
    ],
    "no_name_relies_on_being_an_array": [
        (SHEET, FIRST_FORMULA, f"<f>{formula}</f>")
        for formula in ("SUM((in_board=1)*1)", "in_board")
    ],
    "there_are_no_array_formulas": [
        (SHEET, "<f>", '<f t="array" ref="A1">'),
        (SHEET, '(<c r="[^"]*")', r'\1 cm="1"'),
        (SHEET, FIRST_FORMULA, "<f>IF({1,2}=1,1,2)</f>"),
    ],
    "functions_are_those_of_excel_2007": [
        (SHEET, r"<f>\w+\(", "<f>_xlfn.CONCAT("),
        (WORKBOOK, r">\w+\(", ">XLOOKUP("),
        (SHEET, r"<formula>", "<formula>IFS(TRUE,1)*"),
    ],
    "formulas_are_in_the_language_of_the_file": [
        (SHEET, '(<f>[^<,"]*),', r"\1;"),
        (SHEET, "<f>", "<f>="),
        (WORKBOOK, AREA_OF_A_NAME, r"\1Table1[a]<"),
    ],
    "formulas_and_texts_are_within_limits": [
        (SHEET, FIRST_FORMULA, f"<f>1{'+1' * 4096}</f>"),
        (SHEET, FIRST_FORMULA, f"<f>{'ABS(' * 65}1{')' * 65}</f>"),
        (SHEET, FIRST_FORMULA, f"<f>SUM(1{',1' * 255})</f>"),
        (SHEET, FIRST_FORMULA, f'<f>"{"x" * 256}"</f>'),
        (SHEET, "<t>[^<]*</t>", f"<t>{'x' * 41_000}</t>"),
    ],
    "texts_that_look_like_formulas_stay_texts": [
        (SHEET, '<c r="[^"]*" s="[^"]*" t="inlineStr"><is><t>', r"\g<0>="),
    ],
    "it_iterates_and_calculates_at_opening": [
        (WORKBOOK, rf' {key}="[^"]*"', value)
        for key, value in {
            "iterate": ' iterate="0"',
            "iterateCount": ' iterateCount="32768"',
            "iterateDelta": ' iterateDelta="0"',
            "fullCalcOnLoad": "",
            "calcMode": ' calcMode="manual"',
        }.items()
    ],
    "stored_values_are_of_their_types": [
        (SHEET, r'(<c r="\w+" s="\d+"><f>[^<]*</f>)<v>[^<]*</v>', r"\1<v>seven</v>"),
        (SHEET, 't="str"', 't="b"'),
        (SHEET, 't="inlineStr"', 't="s"'),
    ],
    "conditional_formats_are_plain": [
        *(
            (SHEET, "<formula>[^<]*", f"<formula>{formula}")
            for formula in ("SUM({1,2})", "SUM((A1,B1))", "A1:B2 B1:B3", "Main!A1=1")
        ),
        (SHEET, "<formula1>[^<]*", "<formula1>A1:A3 A2:A5"),
    ],
    "fills_of_formats_have_both_colors": [
        (STYLES, r"(<dxf>.*?<fill>.*?)<bgColor[^>]*>", r"\1"),
        (STYLES, r"(<dxf>.*?<fill>.*?<bgColor rgb=)\"[^\"]*", r'\1"00000001'),
    ],
    "validations_are_short": [
        (SHEET, "<dataValidation ", f'<dataValidation prompt="{"x" * 256}" '),
        (SHEET, '(<dataValidation [^>]*) error="[^"]*"', rf'\1 error="{"x" * 225}"'),
        (SHEET, '<formula1>"[^<]*', f'<formula1>"{"x," * 127}xx"'),
        (SHEET, '(<dataValidation [^>]*) showErrorMessage="1"', r"\1"),
        (SHEET, "<formula2>[^<]*", f"<formula2>1{'+1' * 128}"),
    ],
    "only_what_the_user_fills_is_unlocked": [
        (SHEET, "<sheetProtection ", '<sheetProtection password="CC3D" '),
        (SHEET, 'insertRows="1"', 'insertRows="0"'),
        (SHEET_2, "<sheetProtection [^>]*>", ""),
        (SHEET, 'selectUnlockedCells="0"', 'selectUnlockedCells="1"'),
        (SHEET, '(<dataValidation [^>]*)sqref="[^"]*"', r'\1sqref="A1:XFD1048576"'),
        (STYLES, "<cellXfs.*</cellXfs>", lambda found: found[0].replace("</xf>", OPEN + "</xf>")),
    ],
    "the_sheet_has_a_name_and_a_number": [
        *(
            (WORKBOOK, '<sheet name="[^"]*"', f'<sheet name="{name}"')
            for name in ("a/b", "x" * 32, "'quoted", "history")
        ),
        (WORKBOOK, 'sheetId="1"', 'sheetId="65535"'),
        (WORKBOOK, '(<sheet name="[^>]*>)', r"\1\1"),
    ],
    "addresses_are_on_the_sheet_and_in_order": [
        (SHEET, '<c r="[^"]*"', '<c r="A0"'),
        (SHEET, '<row r="3"', '<row r="2"'),
        (SHEET, '<mergeCell ref="[^"]*"', '<mergeCell ref="XFE1:XFF1"'),
        (SHEET, 'sqref="[^"]*"', 'sqref=""'),
        (WORKBOOK, AREA_OF_A_NAME, r"\1Main!$A$1048577<"),
    ],
    "merged_cells_do_not_overlap": [
        (SHEET, "(<mergeCell [^>]*>)", r"\1\1"),
        (SHEET, '<mergeCells count="', '<mergeCells count="1'),
    ],
    "indexes_of_styles_exist": [
        (SHEET, '(<c r="[^"]*") s="[^"]*"', r'\1 s="9999"'),
        (SHEET, 'dxfId="[^"]*"', 'dxfId="99"'),
        (SHEET, 'priority="2"', 'priority="1"'),
        (STYLES, '(<cellXfs.*?) fontId="[^"]*"', r'\1 fontId="999"'),
        (STYLES, '(<cellXfs.*?) numFmtId="[^"]*"', r'\1 numFmtId="999"'),
    ],
    "words_in_formulas_are_defined": [
        (SHEET, "<f>", "<f>nobody+"),
        (SHEET, "<formula>", "<formula>nobody+"),
        (WORKBOOK, AREA_OF_A_NAME, r"\1#REF!<"),
    ],
    "parts_are_declared_and_there": [
        (traps.TYPES, "/xl/styles.xml", "/xl/style.xml"),
        (traps.RELATIONS, 'Target="[^"]*"', 'Target="nowhere.xml"'),
        (traps.RELATIONS, 'Id="rId2"', 'Id="rId1"'),
        (traps.RELATIONS, 'Target="', 'TargetMode="External" Target="'),
        (SHEET, 't="inlineStr"', 't="s"'),
    ],
    "dates_and_numbers_of_properties_are_valid": [
        (traps.CORE, "2008-09-30T", "30.9.2008 "),
        (traps.CUSTOM, 'pid="2"', 'pid="1"'),
        (traps.CUSTOM, 'name="xlbuilder solution"', 'name="xlbuilder input"'),
    ],
}


@pytest.fixture(scope="module")
def files(made, tmp_path_factory):
    """Return a function that gives the parts of a file, by its name in FILES."""
    odd = tmp_path_factory.mktemp("odd") / "odd.toml"
    odd.write_text(ODD, encoding="utf-8")
    address = odd.with_name("address.toml")
    address.write_text(ADDRESS, encoding="utf-8")
    found = {}

    def get(name):
        if name not in found:
            words = [{odd.name: odd, address.name: address}.get(word, word) for word in FILES[name]]
            found[name] = Parts.of(made(*words))
        return found[name]

    return get


@pytest.mark.parametrize("name", by_cost(FILES, 1))
def test_no_built_file_falls_into_a_trap(files, name):
    parts = files(name)
    found = {guard: list(each(parts)) for guard, each in GUARDS.items()}
    exempt = {guard for guard, names in EXEMPT.items() if name in names}
    assert {guard: each for guard, each in found.items() if bool(each) != (guard in exempt)} == {}
    assert (parts.sheet.find("{*}sheetProtection") is not None) == (name in PROTECTED)


@pytest.mark.slow
@pytest.mark.parametrize("guard", GUARDS)
def test_a_file_that_falls_into_it_is_seen(files, guard):
    for mutant in MUTANTS[guard]:
        assert list(GUARDS[guard](files("default").mutated(*mutant))), mutant


def test_a_text_that_begins_with_an_equals_sign_stays_a_text(files):
    """In a label, a board and a choice."""
    parts = files("odd")
    texts = {
        address: "".join(cell.itertext())
        for address, cell in parts.cells.items()
        if cell.get("t") == "inlineStr" and cell.find("{*}f") is None
    }
    texts = {address: text for address, text in texts.items() if text.startswith("=")}
    assert texts == {"B2": "=label", "B3": "=", "C4": "=", "E3": "=b"}


def test_every_guard_is_in_the_list_of_traps():
    text = (ROOT / "docs" / "reference" / "excel.md").read_text(encoding="utf-8")
    for guard in GUARDS:
        assert f"`{guard}`" in text
