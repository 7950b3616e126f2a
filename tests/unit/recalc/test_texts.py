"""What the engine fast makes of texts: logical values, letters, digits and their order."""

import pytest
from workbooks import cell, opened_in

from xlbuilder.errors import EngineError

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
@pytest.mark.parametrize("call", ["VALUE({})", "NUMBERVALUE({})", 'DATEVALUE("202"&{}&"-01-31")'])
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
