"""Where engines are known to differ from Excel: the value that Excel documents, and theirs.

The engine fast follows Excel.  A deviation that an engine has lost is reported here too, so that
the list stays true; formulas in templates keep clear of all of them.
"""

from functools import cache

import pytest

from tests.helpers.deviations import CELLS, DEVIATIONS, EXCEL, REFUSED, ROWS
from tests.helpers.workbooks import cell, opened_in
from xlbuilder.errors import EngineError


def evaluated(engine, folder, formulas):
    """Return what each formula gives, all of them in one workbook."""
    places = {formula: f"D{row}" for row, formula in enumerate(formulas, 9)}
    session = opened_in(engine, folder, CELLS | {at: formula for formula, at in places.items()})
    session.recalculate()
    return {formula: session.read(cell(at))[0] for formula, at in places.items()}


def alone(engine, folder, formula):
    try:
        return evaluated(engine, folder, [formula])[formula]
    except EngineError:
        return REFUSED


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """Return a function that gives what each formula gives; what may be refused is tried alone."""

    @cache
    def get(engine):
        folder = tmp_path_factory.mktemp(engine)
        known = DEVIATIONS.get(engine, {})
        refused = [formula for formula, value in known.items() if value == REFUSED]
        others = [formula for formula in EXCEL if formula not in refused]
        found = evaluated(engine, folder, others)
        return found | {formula: alone(engine, folder, formula) for formula in refused}

    return get


def different(found, expected):
    """Yield a line for each formula that does not give what is expected of it."""
    for formula, value in expected.items():
        if not same(found[formula], value):
            yield f"{formula} gives {found[formula]!r}, not {value!r}"


def same(found, expected):
    if isinstance(expected, float) and isinstance(found, float):
        return found == pytest.approx(expected)
    return type(found) is type(expected) and found == expected


def test_every_formula_is_there_once():
    assert len(EXCEL) == len(ROWS)


def test_fast_follows_excel(answers):
    wrong = [*different(answers("fast"), EXCEL)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
def test_formulas_differs_just_where_it_is_known_to(answers):
    wrong = [*different(answers("formulas"), EXCEL | DEVIATIONS["formulas"])]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("=AREAS(A1:A3)", "Sheet!D9: the engine fast lacks the function AREAS"),
        ("=SUM(A1:MAX(A2,1))", "Sheet!D9: the engine fast lacks ranges whose corners"),
        ("=ROWS(A1:A3*2)", "Sheet!D9: the engine fast lacks ROWS with these arguments"),
        ("=SUM(ROW(M:M))", "Sheet!D9: the engine fast lacks ROW with these arguments"),
        ("=SUM(OFFSET(A1,ROW(A1:A2),0))", "Sheet!D9: the engine fast lacks OFFSET with these"),
        ('=INDIRECT("Table["&A2)', 'Sheet!D9: INDIRECT of "Table[5", a table or another workbook'),
        ('=INDIRECT("R[1]C",FALSE)', 'Sheet!D9: INDIRECT of "R[1]C" in R1C1 style is not'),
        ("=SUBTOTAL(A2,A1:A3)", "Sheet!D9: the engine fast lacks the function SUBTOTAL"),
        ("=_xlfn.AGGREGATE(3,6,A1:A3)", "Sheet!D9: the engine fast lacks the function AGGREGATE"),
        ("=LARGE((A1:A3,B1:B3),1)", "Sheet!D9: the engine fast lacks unions of ranges"),
        (
            '=COUNTIF(A1:A6,"<>#N/A")',
            'Sheet!D9: the engine fast lacks the criterion "<>#N/A": Excel',
        ),
        ('=COUNTIF(A1:A6,MID("x#N/A",A2-3,5))', "Sheet!D9: compares with a criterion in which"),
        ('=COUNTIF(A1:A6,"<"&A2&"/6")', "Sheet!D9: compares with a criterion in which Excel"),
        ('=COUNTIF(A1:A6,"2-May")', 'Sheet!D9: the engine fast lacks the criterion "2-May": Excel'),
        ('="2-May"+A2', "Sheet!D9: calculates with a text in which Excel may read a date"),
        ('=IFERROR(SUM((A2&{1,"-1"})*1),0)', "Sheet!D9: calculates with a text in which Excel may"),
        ("=TRANSPOSE(A1:A3)", "Sheet!D9: gives 1x3 values where a cell takes one"),
        ("=SUM(IFERROR(A1,0))", "Sheet!D9: the engine fast lacks IFERROR that gives a reference"),
        ("=SUM(_xlfn.UNIQUE(A1:A3)*2)", "Sheet!D9: gives 3x1 values where a cell takes one"),
        ('=DAY(A1&"/2")', "Sheet!D9: the engine fast lacks DAY with a date that has no year"),
        ("=WEEKDAY(A2)", "Sheet!D9: the engine fast lacks WEEKDAY with the date 5, which is none"),
        ("=FIXED(A2,,TRUE)", "Sheet!D9: the engine fast lacks FIXED with an argument left out"),
        ('=TEXT(A2,"* 0")', 'Sheet!D9: the engine fast lacks TEXT with the format "* 0"'),
        ('=TEXT(-A2,"yyyy")', "Sheet!D9: the engine fast lacks TEXT of a number that a cell shows"),
        (
            '=TEXT(A2,"[$-407]mmmm")',
            'Sheet!D9: the engine fast lacks TEXT with the format "[$-407]mmmm", whose words',
        ),
        ("=VDB(2400,300,10,6,10)", "Sheet!D9: the engine fast lacks VDB up to the end of the life"),
        (
            '=_xlfn.TEXTBEFORE("abc","",1)',
            "Sheet!D9: the engine fast lacks TEXTBEFORE with an empty delimiter",
        ),
        (
            '=_xlfn.TEXTAFTER("a-b-c","-",-1,0,1)',
            "Sheet!D9: the engine fast lacks TEXTAFTER that takes the end as a delimiter",
        ),
        ('=CODE("日")', "Sheet!D9: the engine fast lacks CODE of a character whose code depends"),
        ('=REPLACE("😀b",2,1,"x")', "Sheet!D9: the engine fast lacks REPLACE of a character that"),
        ("=SUMPRODUCT(N(A2:A3))", "Sheet!D9: the engine fast lacks N of a range of several cells"),
        ("=SUMPRODUCT(ISEVEN(B1:B3)*1)", "Sheet!D9: the engine fast lacks ISEVEN of a range of"),
        ("=SUMPRODUCT(QUOTIENT(B1:B3,2))", "Sheet!D9: the engine fast lacks QUOTIENT of a range"),
        (
            "=AVERAGE(_xlfn.UNIQUE(E1:E5))",
            "Sheet!D9: the engine fast lacks AVERAGE of an array with blank cells",
        ),
        (
            "=QUOTIENT(0.7,0.1)",
            "Sheet!D9: the engine fast lacks QUOTIENT of a quotient that is whole",
        ),
        ("=EVEN(4.2/0.7)", "Sheet!D9: the engine fast lacks EVEN of a number that is whole only"),
        ("=RANDBETWEEN(A2-4.5,3)", "Sheet!D9: the engine fast lacks RANDBETWEEN with limits that"),
        (
            '=TEXT(A2,"0.0,0")',
            'Sheet!D9: the engine fast lacks TEXT with the format "0.0,0"',
        ),
        (
            "=BESSELI(A2,0.3)",
            "Sheet!D9: the engine fast lacks BESSELI where the packages that know",
        ),
        ("=MATCH(5,A1:A6,A7)", "Sheet!D9: the engine fast lacks MATCH with these arguments"),
        ("=INDEX(A1:B6,A7,1)", "Sheet!D9: the engine fast lacks INDEX of a whole row or column"),
    ],
)
def test_what_fast_lacks_is_named_with_its_cell(tmp_path, formula, message):
    with pytest.raises(EngineError) as error:
        evaluated("fast", tmp_path, [formula])
    assert str(error.value).startswith(message)


@pytest.mark.slow
def test_formualizer_differs_just_where_it_is_known_to(answers):
    wrong = [*different(answers("formualizer"), EXCEL | DEVIATIONS["formualizer"])]
    assert not wrong, "\n".join(wrong)


@pytest.mark.program("libreoffice")
def test_libreoffice_differs_just_where_it_is_known_to(tmp_path):
    found = evaluated("libreoffice", tmp_path, EXCEL)
    expected = EXCEL | DEVIATIONS["libreoffice"]
    numbers = {f: float(v) if isinstance(v, bool) else v for f, v in expected.items()}
    wrong = [*different(found, numbers)]
    assert not wrong, "\n".join(wrong)
