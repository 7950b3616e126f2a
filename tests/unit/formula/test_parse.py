import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlbuilder.errors import FormulaError
from xlbuilder.formula import tree
from xlbuilder.formula.parse import _parsed, moved_text, parse, renamed_text
from xlbuilder.formula.tree import to_text
from xlbuilder.formula.values import ExcelError

SAME = [
    "A1",
    "$A$1:B2",
    "Main!$D$4:$L$12",
    "'My sheet'!A1",
    "'It''s'!A1+1",
    "onetonine*3",
    'IF(state="reset",onetonine,"")',
    '"a ""quoted"" word"',
    "INDEX(val_board,1,2):INDEX(val_board,3,4)",
    "A1:INDEX(val_board,3,4)",
    "IF(a,,b)",
    "ROW()",
    "TRUE",
    "{1,2;3,-4}",
    '{"a";TRUE;#N/A}',
    "#REF!",
    "1.5",
    "A1<>B1&C1",
    "(1+2)*3",
    "2^(3^2)",
    "-A1%",
    "A$1:$B2",
    "'Q1'!A1",
]


@pytest.mark.parametrize("text", ["A\N{ARABIC-INDIC DIGIT ONE}", "AB\N{FULLWIDTH DIGIT FIVE}"])
def test_a_word_with_another_digit_is_no_cell(text):
    assert parse(text) == tree.Name(text)


def test_a_number_has_digits_from_0_to_9():
    with pytest.raises(FormulaError):
        parse("1+\N{ARABIC-INDIC DIGIT ONE}")


@pytest.mark.parametrize("text", SAME)
def test_parse_then_text_is_the_same(text):
    assert to_text(parse("=" + text)) == text


def test_precedence_is_excels():
    """A sign binds before ^, and ^ and - group from the left: -2^2 is 4, 2^3^2 is 64."""
    minus_two = tree.Prefix("-", tree.Number(2))
    assert parse("-2^2") == tree.Infix("^", minus_two, tree.Number(2))
    two, three = tree.Number(2), tree.Number(3)
    assert parse("2^3^2") == tree.Infix("^", tree.Infix("^", two, three), two)
    assert parse("2-3-2") == tree.Infix("-", tree.Infix("-", two, three), two)
    assert parse("2&3=2") == tree.Infix("=", tree.Infix("&", two, three), two)


def test_true_is_not_one():
    assert parse("TRUE") != parse("1")
    assert parse("#N/A") == tree.ErrorValue(ExcelError.NA)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("=", "is empty"),
        ("=1+", "ends too early: an operand is missing"),
        ("=IF((A1),MAX(1,2", "closes the parenthesis at character 13, after '=IF((A1),MAX'"),
        ("=1*(MIN(1)", "closes the parenthesis at character 4, after '=1*'"),
        ("=MAX(A1; 2)", "unexpected ';' at character 8, after '=MAX(A1'; write commas between"),
        ("=IF(A1,1))", "unexpected ')' at character 10"),
        ('="abc', "unexpected '\"' at character 2"),
        ("=A1 5", "unexpected '5' at character 5"),
        ("=5 A1", "a blank stands behind 5"),
        ("=A1$B$2", "unexpected '$'"),
        ("=@A1", "unexpected '@'"),
        ("=Table1[x]", "unexpected '['"),
        ("='[b.xlsx]S'!A1", "another workbook"),
        ("=A1048577", "outside the sheet"),
        ("=1E999", "larger than any number"),
        ("={1,2;3}", "differ in length"),
        ("=" + "-" * 1000 + "1", "more than 150 levels"),
        ("=" + "1+" * 1000 + "1", "more than 150 levels"),
    ],
)
def test_bad_formula_says_where(text, message):
    with pytest.raises(FormulaError) as error:
        parse(text)
    assert message in str(error.value)


@given(st.text(alphabet='A1$:!()+-*/,;{}"=<>#. Rx9', max_size=30))
def test_any_text_is_a_tree_or_a_formula_error(text):
    try:
        node = parse(text)
    except FormulaError:
        return
    assert parse(to_text(node)) == node


def test_moving_wraps_round_the_edges():
    """One cell up from row 1 is the last row, one left of column A the last column."""
    assert moved_text("=Main!B2", -1, -1) == "=Main!A1"
    assert moved_text("=Main!A1", -1, -1) == "=Main!XFD1048576"
    assert moved_text("=Main!$A$1 & A$1", -1, -1) == "=Main!$A$1 & XFD$1"


def test_only_names_are_renamed():
    text = '=YES1+Yes1(YES1)*yes1!A1&"yes1" & {1,"yes1"} + yes1.x'
    renamed = '=a_b+Yes1(a_b)*yes1!A1&"yes1" & {1,"yes1"} + yes1.x'
    assert renamed_text(text, {"yes1": "a_b"}) == renamed


WORDS = st.sampled_from(
    [
        *(
            "A1",
            "$B$2:C9",
            "A:C",
            "3:4",
            "Main!B2",
            "'It''s'!A1",
            "YES1",
            "A9999999",
            "AB12C",
            "x.A1",
        ),
        *("1", "2.5", ".5", "1E3", "1E999", "2x", "0", "{1,2}", "{1;A1}", "[1]Main!A1", "A1!B2"),
        *("{", "}", '{"}",-1}', "{1;2,3}", "{x}"),
        *("SUM(", "LOG10(", "IF(", ",", ")", "(", "+", "-", "%", "&", ":", "=", " ", "\n", "\x00"),
        *('"A1"', '"', '""', "#REF!", "#DIV/0!", "#N/A", "TRUE", "state", "\\A1", "?1", "!A1"),
    ]
)


def _whole(text):
    """Return what the parser makes of all of a formula, or its problem."""
    try:
        return _parsed(text)
    except FormulaError as error:
        return str(error)


@given(st.lists(WORDS, max_size=12).map("".join).filter(lambda text: text.strip("= \n")))
def test_a_pattern_read_once_is_as_good_as_the_formula_itself(text):
    try:
        found = parse(text)
    except FormulaError as error:
        assert str(error) == _whole(text)
    else:
        assert found == _whole(text)
        assert parse(moved_text(text, 1, 1)) == tree.moved(found, 1, 1)


IN_PARENTHESES = {
    "=(A1-B1)": "+(A1-B1)",
    "= ( (A1+1) ) ": "+(A1+1)",
    "=(SUM(A1)-2)": "+(SUM(A1)-2)",
    "=(A1)-(B1)": "A1-B1",
    "=A1-(B1)": "A1-B1",
    "=SUM(A1)-(2)": "SUM(A1)-2",
    "='(a'!A1-('b)'!A1)": "'(a'!A1-'b)'!A1",
    '=")"&(1+2)': '")"&1+2',
    "=(A1*2)": "A1*2",
}


def test_parentheses_round_a_last_operation_are_kept():
    """A sum in them is not the last operation of the formula (formula/last.py)."""
    assert {text: to_text(parse(text)) for text in IN_PARENTHESES} == IN_PARENTHESES


def test_a_number_is_cut_behind_15_digits():
    digits = {
        "12345678901234567": 12345678901234500.0,
        "2.9999999999999996": 2.99999999999999,
        "0.30000000000000004": 0.3,
        "1.23456789012345": 1.23456789012345,
        "0.00000000000000000000123": 1.23e-21,
        "1E-320": 0.0,
    }
    assert {text: parse(f"={text}").value for text in digits} == digits


def test_sheets_of_references_and_errors():
    texts = {
        "=Main!#REF!+'a b'!#REF!": "#REF!+#REF!",
        "=SUM(#REF!$A$1:B3,#REF!A:C)+#REF!A1": "SUM(#REF!,#REF!)+#REF!",
        "=!$A$1+!B2": "$A$1+B2",
        "=SUM(Jan:Mar!A1,'a:b c'!A1:B2)": "SUM('Jan:Mar'!A1,'a:b c'!A1:B2)",
    }
    assert {text: to_text(parse(text)) for text in texts} == texts
