"""Two engines that share no code of evaluation agree on every cell after every iteration."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.helpers.cost import by_cost
from tests.helpers.workbooks import same_steps, saved
from xlbuilder.formula.area import Area
from xlbuilder.recalc.engines import ENGINES, open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook


@pytest.mark.slow
@pytest.mark.parametrize("order", by_cost(["jacobi", "row-major", "lagged:1"], 0, 0))
def test_the_published_workbook_iteration_by_iteration(built, puzzles, order):
    model = read_workbook(built("stages/only_place_in_row"))
    sessions = [
        open_workbook(engine, model, Schedule.parse(order=order)) for engine in ("formulas", "fast")
    ]
    board = Area("Main", 1, 1, 30, 42)
    for session in sessions:
        for at, digit in zip(
            model.area("in_board").cells(), puzzles["naked_singles"].puzzle.digits, strict=True
        ):
            session.enter(at, float(digit) if digit else None)
    for state in ("Reset", "Solve"):
        for session in sessions:
            session.enter(model.area("state"), state)
        iterations = [session.iterations() for session in sessions]
        for number, done in enumerate(zip(*iterations, strict=True), 1):
            assert same_steps(done), (state, number)
            assert sessions[0].read(board) == sessions[1].read(board), (state, number)
            if order != "row-major" and number == 3:
                break


# Logical values stay out of cells, and errors out of criteria: the package formulas treats them in
# its own way there, see test_deviations.py.
CELLS = ["A1", "A2", "B1", "B2", "C1", "C2"]
SHEET = Area("Sheet", 1, 1, 4, 3)
constants = st.sampled_from([None, 0.0, 1.0, 2.0, 5.0, -1.5, "x", "X"])
references = st.sampled_from([*CELLS, "A1:B2", "B1:C2", "A1:C1", "B1:B2"])
scalars = st.sampled_from([*CELLS, "1", "0", "5", "2.5", '"x"', '""'])
signs = st.sampled_from(["=", "<>", "<", ">", "<=", ">="])
condition = st.builds("{}{}{}".format, scalars, signs, scalars)
number = st.one_of(
    scalars,
    st.builds("{}({})".format, st.sampled_from(["COUNT", "SUM"]), references),
    st.builds("COUNTIF({},{})".format, references, st.sampled_from(["1", "5", '"x"', '""'])),
    st.builds("({}){}({})".format, scalars, st.sampled_from(["+", "-", "*", "/"]), scalars),
)
squares = st.sampled_from(["A1:B2", "B1:C2"])
criteria = st.sampled_from(["1", "5", '"x"', '">0"', '"<=2"'])
text = st.builds('IF(ISTEXT({0}),{0},"xyx")'.format, st.sampled_from(CELLS))
of_lists = st.one_of(
    st.builds(
        "IFERROR({}({},{}),-9)".format,
        st.sampled_from(["SMALL", "LARGE"]),
        references,
        st.sampled_from(["1", "2", "COUNT(A1:C2)"]),
    ),
    st.builds("SUMIF({},{})".format, references, criteria),
    st.builds("SUMIF({},{},{})".format, squares, criteria, squares),
    st.builds("SUMIFS({},{},{},{},{})".format, squares, squares, criteria, squares, criteria),
    st.builds("COUNTIFS({},{},{},{})".format, squares, criteria, squares, criteria),
    st.builds("SUMPRODUCT(TRANSPOSE({})*{})".format, squares, squares),
    st.builds("HLOOKUP({},A1:C2,{},FALSE)".format, scalars, st.sampled_from(["1", "2"])),
    st.builds("VLOOKUP({},A1:C2,{},FALSE)".format, scalars, st.sampled_from(["1", "3"])),
    st.builds("MATCH({},A1:C1,0)".format, scalars),
)
of_arrays = st.one_of(  # formualizer lacks them
    st.builds("IFERROR(SUM(MMULT({},{})),-9)".format, squares, squares),
    st.builds("LOOKUP({},{{1,2,5}},{{7,8,9}})".format, scalars),
    st.builds("MATCH({},{})".format, scalars, st.sampled_from(["{1,2,5}", "{5,2,1},-1"])),
)
of_values = st.one_of(
    st.builds("RIGHT({},{})".format, text, st.sampled_from(["1", "2", "0", "-1", "9"])),
    st.builds("FIND({},{})".format, text, text),
    st.builds("SEARCH({},{},{})".format, text, text, st.sampled_from(["1", "2"])),
    st.builds("GCD(ABS({}),ABS({}))".format, scalars, scalars),
    st.builds("LCM(ABS({}),ABS({}))".format, scalars, scalars),
    st.builds(
        "{}({},{})".format,
        st.sampled_from(["ROUND", "ROUNDUP", "ROUNDDOWN"]),
        scalars,
        st.sampled_from(["0", "1", "-1"]),
    ),
)
of_logarithms = st.one_of(  # approximately equal
    st.builds("POWER({},{})".format, scalars, st.sampled_from(["2", "3"])),
    st.builds("LN(ABS({})+1)".format, scalars),
    st.builds("EXP({}/9)".format, scalars),
    st.builds("IFERROR(SUMPRODUCT(LN({}+2)),{})".format, squares, scalars),
)
known_to_all = st.one_of(
    number,
    of_lists,
    of_values,
    st.builds("IF({},{},{})".format, condition, number, number),
    st.builds("IF(AND({},{}),1,0)".format, condition, condition),
    st.builds("IF(OR({},NOT({})),1,0)".format, condition, condition),
    st.builds("CHOOSE({},{},{})".format, scalars, scalars, scalars),
    st.builds("MAX({},{})".format, references, st.sampled_from(["1", "5"])),
    st.builds("MOD({},3)".format, st.sampled_from([*CELLS, "7"])),
    st.builds("SUMPRODUCT(({}={})*1)".format, st.sampled_from(["A1:B2", "B1:C2"]), scalars),
)
formula = st.one_of(known_to_all, known_to_all, of_arrays).map("={}".format)
sheets = st.fixed_dictionaries(
    {address: st.one_of(constants, formula) for address in CELLS} | {"A4": formula}
)


@pytest.mark.exhaustive
@settings(max_examples=100, deadline=None, derandomize=True)
@given(sheets)
def test_random_small_workbooks(tmp_path_factory, sheet):
    """Blanks, texts and errors through the functions that templates use, circular as they come."""
    cells = {address: content for address, content in sheet.items() if content is not None}
    path = saved(tmp_path_factory.mktemp("random"), cells, (True, 4, 0.001))
    model = read_workbook(path)
    sessions = [open_workbook(engine, model) for engine in ("formulas", "fast")]
    for done in zip(*[session.iterations() for session in sessions], strict=True):
        assert same_steps(done)
        assert sessions[0].read(SHEET) == sessions[1].read(SHEET)


# In a column of their own, so that nothing is circular and every engine has one right answer.
columns = st.fixed_dictionaries(
    dict.fromkeys(CELLS, constants)
    | {f"D{row}": st.one_of(known_to_all, of_logarithms).map("={}".format) for row in range(1, 41)}
)


def agree(found, expected):
    if isinstance(found, float) and isinstance(expected, (float, bool)):
        return found == pytest.approx(float(expected))  # LibreOffice has no logical values
    return found == expected


@pytest.mark.slow
@pytest.mark.program("libreoffice")
@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(columns)
def test_random_formulas_in_all_four_engines(tmp_path_factory, sheet):
    cells = {address: content for address, content in sheet.items() if content is not None}
    model = read_workbook(saved(tmp_path_factory.mktemp("random"), cells))
    column = Area("Sheet", 1, 4, 40, 4)
    results = {}
    for engine in ENGINES:
        session = open_workbook(engine, model)
        session.recalculate()
        results[engine] = session.read(column)
    for engine, found in results.items():
        for row, (one, other) in enumerate(zip(found, results["fast"], strict=True), 1):
            assert agree(one, other), (engine, sheet[f"D{row}"], one, other)
