"""What the engine fast makes of texts: logical values, letters, digits and their order."""

import sys

import pytest

from tests.helpers.workbooks import cell, opened_in
from xlbuilder.errors import EngineError
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast.asked.bridge import _kept
from xlbuilder.recalc.engines.fast.asked.pyofficeeditor_package import _sheet

CELLS = {"B1": False, "B2": True}


def shown(folder, formula, cells=None):
    session = opened_in("fast", folder, {**CELLS, **(cells or {}), "F1": formula})
    session.recalculate()
    return session.read(cell("F1"))[0]


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ('=B1&""', "FALSE"),
        ('=B2&""', "TRUE"),
        ("=LEN(B1)", 5),
        ('=COUNTIF(B1:B2,"FALSE")', 1),
        ('=COUNTIF(B1:B2,"false")', 1),
        ('=COUNTIF(B1:B2,"true")', 1),
        ('=IF("FALSE",1,2)', 2),
        ('=NOT("False")', True),
        ('=AND("FALSE")', False),
        ('=OR("FALSE","true")', True),
    ],
)
def test_logical_values_as_texts(tmp_path, formula, value):
    found = shown(tmp_path, formula)
    assert (type(found) is bool, found) == (type(value) is bool, value)


@pytest.mark.parametrize("pair", ["Łł", "Šš", "Σσ", "Жж", "Éé", "Zz", "Ԑԑ", "\uff21\uff41"])
def test_case_does_not_count_in_any_alphabet(tmp_path, pair):
    big, small = pair
    assert shown(tmp_path, f'="{big}"="{small}"') is True
    assert shown(tmp_path, f'=MATCH("x{small}?",{{"{big}","X{big}1"}},0)') == 2
    assert shown(tmp_path, f'=SEARCH("{small}","1{big}")') == 2


@pytest.mark.parametrize("digits", ["\u0665", "\uff11\uff12", "1\u0666"])
@pytest.mark.parametrize(
    "call", ["VALUE({})", "_xlfn.NUMBERVALUE({})", 'DATEVALUE("202"&{}&"-01-31")']
)
def test_digits_of_other_scripts_are_refused(tmp_path, digits, call):
    """Excel may read them or not; they were read as the digits of Python."""
    formula = "=" + call.format(f'"{digits}"')
    with pytest.raises(EngineError, match=r"^Sheet!F1: .* in which Excel may read a"):
        shown(tmp_path, formula)


def test_digits_of_other_scripts_as_an_argument(tmp_path):
    with pytest.raises(EngineError, match=r"^Sheet!F1: .* in which Excel may read a number"):
        shown(tmp_path, '=COS("\u0665")')


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ('="a b"<"A1"', True),
        ('="1st"<"first"', True),
        ('="co-op1"<"Co-op2"', True),
        ('="\u00e9"="e"', False),
        ('="co-op"<>"coop"', True),
        ('="x"<"x-"', True),
        ('=E1<"\u00e9"', True),
        ('=MATCH("R1C2",{"R1C1","R2C1"},1)', 1),
        ('=MATCH("coop",{"co-op","coop"},0)', 2),
        ('=COUNTIF(C1:C2,"\u00e9")', 1),
    ],
)
def test_texts_in_order(tmp_path, formula, value):
    assert shown(tmp_path, formula, {"C1": "\u00e9", "C2": "a"}) == value


@pytest.mark.parametrize(
    "formula",
    [
        '="\u00e9"<"z"',
        '="co-op"<"coop"',
        '="_a">="a"',
        '=MATCH("f",{"e","\u00e9","z"},1)',
        '=LOOKUP("f",C1:C2)',
        '=COUNTIF(C1:C2,">b")',
        '=SUM(IF(C1:C2<"b",1,0))',
    ],
)
def test_an_order_of_texts_that_is_not_known_is_refused(tmp_path, formula):
    """Letters with accents were after z, and hyphens counted."""
    with pytest.raises(EngineError, match=r"^Sheet!F1: asks which of two texts comes first"):
        shown(tmp_path, formula, {"C1": "\u00e9", "C2": "a"})


FACE = "\U0001f600"


@pytest.mark.parametrize(
    "call",
    [
        "LEN({})",
        "LENB({})",
        "LEN(C1)",
        "MID({},2,1)",
        "LEFT({},1)",
        "RIGHT({},1)",
        'FIND("b",{})',
        'SEARCH("b",{})',
        'FIND("b",{},2)',
        'FIND("x",{},3)',
        'REPLACE({},2,1,"x")',
        'COUNTIF(C1:C2,"?b")',
        'MATCH("?b",C1:C2,0)',
        "LEN(REPT({},9000))",
        "MID({},LEN(C2)+1,9)",
    ],
)
def test_characters_that_excel_counts_once_or_twice_are_refused(tmp_path, call):
    """Each was counted once."""
    formula = "=" + call.format(f'"{FACE}b"')
    with pytest.raises(EngineError, match=r"^Sheet!F1: .* Excel counts\s?(it )?once or twice"):
        shown(tmp_path, formula, {"C1": f"{FACE}b", "C2": "a"})


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (f'=MID("ab{FACE}c",1,2)', "ab"),
        (f'=LEFT("ab{FACE}c",2)', "ab"),
        (f'=FIND("b","ab{FACE}b")', 2),
        (f'=SEARCH("{FACE}","ab{FACE}")', 3),
        (f'=FIND("x","ab{FACE}")', ExcelError.VALUE),
        ('=FIND("a","abc",9)', ExcelError.VALUE),
        (f'=SUBSTITUTE("a{FACE}","{FACE}","b")&"{FACE}"', f"ab{FACE}"),
        (f'=COUNTIF(C1:C2,"*{FACE}")', 1),
        (f'="{FACE}"="{FACE}"', True),
        ('=LEN("\uffee\u00e9\u0416")', 3),
    ],
)
def test_characters_that_excel_counts_once_or_twice_elsewhere(tmp_path, formula, value):
    assert shown(tmp_path, formula, {"C1": f"b{FACE}", "C2": "a"}) == value


@pytest.mark.parametrize(
    "text", ["\uff11\uff12", "1\uff12", "\uff0d5", "5\uff05", "\u0665", "\u09671"]
)
@pytest.mark.parametrize("formula", ['="{}"+0', '=SUM("{}")', '=COUNTIF(C1:C2,"{}")', "=-C1"])
def test_digits_of_other_scripts_in_arithmetic_are_refused(tmp_path, text, formula):
    """They were no numbers; an edition of Excel for their country may read them."""
    with pytest.raises(EngineError, match=r"^Sheet!F1: .* Excel may read"):
        shown(tmp_path, formula.format(text), {"C1": text})


def test_words_with_digits_of_other_scripts_are_words(tmp_path):
    words = {"C1": "\u6771\u4eac\uff11", "C2": "Caf\u00e9 1"}
    assert shown(tmp_path, '=COUNTIF(C1:C2,"\u6771\u4eac\uff11")', words) == 1
    assert shown(tmp_path, "=C2+0", words) == ExcelError.VALUE


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ('="2024-01-12"+1', 45304),
        ('="1/12/2024"+0', 45303),
        ('="12-Jan-24"*1', 45303),
        ('=--"Jan 12, 2024"', 45303),
        ('="10:30"*24', 10.5),
        ('="1:30 PM"+0', 0.5625),
        ('=VALUE("2024-01-12 10:30")', 45303.4375),
        ('=DATEVALUE("2024-01-12 10:30")', 45303),
        ('=TIMEVALUE("2024-01-12 10:30")', 0.4375),
        ('=LEFT("2024-01-12T10:30",10)+0', 45303),
        ("=YEAR(C1)", 2024),
        ('=COUNTIF(C1:C2,">="&C1)', 1),
        ('=COUNTIF(C1:C2,"1/12/2024")', 2),
        ("=SUM(COUNTIF(C1:C2,{45302,45303}))", 2),
        ("=SUM(C1:C1,1)", 1),
        ('="2/30/2024"+0', ExcelError.VALUE),
        ('="2024-01-12T10:30"+0', ExcelError.VALUE),
        ('=IFERROR("5 May apples"+0,"none")', "none"),
    ],
)
def test_dates_as_texts_are_numbers_where_excel_calculates(tmp_path, formula, value):
    assert shown(tmp_path, formula, {"C1": "2024-01-12", "C2": 45303}) == value


def test_a_date_is_read_in_the_midst_of_an_iteration(tmp_path):
    """The cells before it are not calculated again."""
    cells = {"A1": "=A1+1", "B1": '=LEFT("2024-01-12T",10)+A1'}
    session = opened_in("fast", tmp_path, cells, (True, 10, 0.001))
    session.recalculate()
    assert session.read(cell("A1")) + session.read(cell("B1")) == [10, 45313]


@pytest.mark.parametrize("text", ["1/12", "12-Jan", "Jan 12", "2/29", "£5", "\u0665"])
@pytest.mark.parametrize("call", ["VALUE({})", "DATEVALUE({})", 'TEXT({},"0")', "{}+0"])
def test_numbers_that_depend_on_the_day_or_the_country_are_refused(tmp_path, text, call):
    with pytest.raises(EngineError, match=r"^Sheet!F1: .* (Excel may read|has no year)"):
        shown(tmp_path, "=" + call.format(f'"{text}"'))


@pytest.mark.parametrize("formula", ['="10:30"+0', '=COUNTIF(B1:B2,"10:30")', '=TEXT(5,"0")'])
def test_the_package_that_reads_dates_is_missing(tmp_path, monkeypatch, formula):
    monkeypatch.setitem(sys.modules, "pyofficeeditor", None)
    _sheet.cache_clear()
    _kept.cache_clear()
    with pytest.raises(EngineError, match=r"needs the package pyofficeeditor .* pip install"):
        shown(tmp_path, formula)
