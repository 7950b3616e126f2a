"""Ways of reading names: remembered for a recalculation, and ROW() as an array of one number."""

import pytest

from tests.helpers.workbooks import cell, same_steps, saved
from xlbuilder.errors import EngineError, FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text
from xlbuilder.recalc.choices import Reading
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.readings import read_as
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook

BOTH = pytest.mark.parametrize("engine", ["fast", "formulas"])

# A counter in B1, and what is read of it: through names, through names in names, directly.
CELLS = {
    "A1": "=half&word",
    "B1": "=IF(D1=1,0,B1+1)",
    "C1": "=half_here",
    "A2": "=IF(is_late,twice,0)",
    "B2": "=B1*2",
    "C2": "=SUM(the_row)+typed",
    "A3": "=IFERROR(broken,-1)+B3*0",
    "B3": "=IFERROR(INDEX(the_row,1,2),0)+twice_half",
    "D1": 1.0,
    "D2": 10.0,
}

NAMES = {
    "twice": "Sheet!$B$1*2",
    "half": "INT(Sheet!$B$1/2)",
    "twice_half": "half*2+twice",
    "half_here": "half+ROW()*100",
    "word": 'IF(Sheet!$B$1>3,"late","early")',
    "is_late": 'AND(word="late",twice>8)',
    "the_row": "INDEX(Sheet!$A$1:$B$2,2,1):INDEX(Sheet!$A$1:$B$2,2,2)",
    "typed": "Sheet!$D$2*10",
    "broken": "1/(Sheet!$B$1-5)",
}

SHEET = Area("Sheet", 1, 1, 3, 4)


def opened(engine, folder, order, cells=CELLS, names=NAMES):
    path = saved(folder, cells, (True, 4, 0.001), names)
    return open_workbook(engine, read_workbook(path), Schedule.parse(order=order))


def one(session, address):
    return session.read(cell(address))[0]


@pytest.mark.parametrize(
    "order", ["remembered", "remembered-random:1", "remembered-random:2", "arrays-of-one"]
)
def test_two_engines_agree_after_every_iteration(tmp_path, order):
    sessions = [opened(engine, tmp_path, order) for engine in ("formulas", "fast")]
    for reset in (1.0, 0.0, 0.0, 0.0):
        for session in sessions:
            session.enter(cell("D1"), reset)
        iterations = [session.iterations() for session in sessions]
        for number, done in enumerate(zip(*iterations, strict=True), 1):
            assert same_steps(done), number
            assert sessions[0].read(SHEET) == sessions[1].read(SHEET), number


@BOTH
def test_what_is_remembered_and_what_is_read_afresh(tmp_path, engine):
    session = opened(engine, tmp_path, "remembered")
    session.recalculate()
    session.enter(cell("D1"), 0.0)
    session.recalculate()
    session.enter(cell("D2"), 20.0)
    session.recalculate()
    # B1 went from 4 to 8; what is remembered is of 4.
    assert one(session, "A1") == "2late"
    assert one(session, "B1") == 8.0
    assert one(session, "C1") == 102.0  # a name with a position calls a remembered one
    assert one(session, "A2") == 0.0  # not late: 8 is not above 8
    assert one(session, "C2") == 16.0 + 200.0  # a range is read afresh, an input is the new one
    assert one(session, "A3") == -1.0
    assert one(session, "B3") == 16.0 + 12.0


@BOTH
def test_a_value_and_no_reference_is_remembered(tmp_path, engine):
    """SUM takes a logical value, but not a cell that holds one."""
    cells = {"A1": "=SUM(is_one,1)", "B1": "=1+B1*0"}
    session = opened(engine, tmp_path, "remembered", cells, {"is_one": "(Sheet!$B$1=1)*1"})
    session.recalculate()
    session.recalculate()
    assert one(session, "A1") == 2.0


def test_a_whole_row_that_nobody_asks_for_is_an_error_and_no_end(tmp_path):
    """A guard around the name does not keep it from being computed.

    The package formulas takes the position 0 as 1 when it is computed.
    """
    cells = {"A1": "=IF(B1>9,IF(found,1,2),IFERROR(found*1,-1))", "B1": "=B1*1"}
    names = {"found": "INDEX(Sheet!$C$1:$D$2,Sheet!$B$1,1)=1"}
    session = opened("fast", tmp_path, "remembered", cells, names)
    session.recalculate()
    assert one(session, "A1") == -1.0


@BOTH
def test_a_name_of_several_values_is_refused(tmp_path, engine):
    cells = {"A1": "=SUMPRODUCT(above_one)+A1*0", "B1": "=B1+1"}
    names = {"above_one": "(Sheet!$A$1:$B$1>1)*1"}
    with pytest.raises(EngineError, match="the name above_one gives several values"):
        opened(engine, tmp_path, "remembered", cells, names)
    assert opened(engine, tmp_path, "row-major", cells, names).recalculate()


@pytest.mark.slow
@BOTH
def test_a_session_goes_over_to_another_reading(tmp_path, engine):
    session = opened(engine, tmp_path, "row-major")
    for order in ("remembered", "arrays-of-one", "jacobi", "remembered-random:3", "row-major"):
        session.follow(Schedule.parse(order=order))
        fresh = opened(engine, tmp_path, order)
        for each in (session, fresh):
            each.enter(cell("D1"), 0.0)
            each.recalculate()
        assert session.read(SHEET) == fresh.read(SHEET), order
        session.restart()


def test_random_moments_differ_and_callers_come_after_the_called(tmp_path):
    """`twice_half` is twice `half` and `twice`, all of one moment or of later ones."""
    seen = set()
    for seed in range(12):
        session = opened("fast", tmp_path, f"remembered-random:{seed}")
        session.enter(cell("D1"), 0.0)
        session.recalculate()
        session.recalculate()
        seen.add((one(session, "A1"), one(session, "B3")))
    assert len(seen) > 1


# `position` as a template has it: with a bare ROW(), and as a number.
BARE, NUMBER = "ROW()-1", "SUM(ROW()-ROW(INDEX(Sheet!$D$2:$D$4,1,1)))+1"

COPY = {"A1": "=SUM(B2:C4)", "D2": 3.0, "D4": 5.0} | {
    f"{column}{row}": text
    for row in (2, 3, 4)
    for column, text in (("A", "=copied"), ("B", "=SUMPRODUCT((below>1)*1)+B9"), ("C", "=marked"))
}

SOUND = {"A1": 15.0, "A2": 3.0, "A3": 0.0, "A4": 5.0, "B2": 2.0, "B3": 1.0, "C2": 4.0, "C3": 1.0}


def copy_names(position):
    return {
        "position": position,
        "there": "INDEX(Sheet!$D$2:$D$4,position,1)",
        "below": "there:INDEX(Sheet!$D$2:$D$4,3,1)",
        "copied": "IF(COUNT(there)=1,there,0)",
        "marked": 'IF(there="",1,there+1)',
    }


@BOTH
def test_a_position_that_is_a_number_is_right_under_both_readings(tmp_path, engine):
    for order in ("row-major", "arrays-of-one"):
        session = opened(engine, tmp_path, order, COPY, copy_names(NUMBER))
        session.recalculate()
        assert {at: one(session, at) for at in SOUND} == SOUND


@BOTH
def test_a_bare_row_fails_as_an_array_of_one(tmp_path, engine):
    """The mutant: nothing but the reading tells the two apart."""
    session = opened(engine, tmp_path, "row-major", COPY, copy_names(BARE))
    session.recalculate()
    assert {at: one(session, at) for at in SOUND} == SOUND
    session.follow(Schedule.parse(order="arrays-of-one"))
    session.recalculate()
    shown = {at: str(one(session, at)) for at in ("A1", "A2", "B2", "C2", "C3")}
    errors = dict.fromkeys(("A1", "B2", "C2", "C3"), "#VALUE!")
    assert shown == {"A2": "3.0", **errors}  # COUNT takes the reference, and IF gives its value


VALUE_OR_0 = "IF(ISBLANK({0}),0,{0})"


@pytest.mark.parametrize(
    ("formula", "as_a_name", "as_a_cell"),
    [
        ("COUNTIF(at,1)", "COUNTIF(at,1)", "COUNTIF(at,1)"),
        ("SUM(at:at)", "SUM(at:at)", "SUM(at:at)"),
        ("SUM(at+1)", "SUM(#VALUE!+1)", f"SUM({VALUE_OR_0.format('at')}+1)"),
        ("SUMPRODUCT(at)", "SUMPRODUCT(#VALUE!)", "SUMPRODUCT(#VALUE!)"),
        ("SUMPRODUCT(COUNT(at))", "SUMPRODUCT(COUNT(at))", "SUMPRODUCT(COUNT(at))"),
        ("IF(at,1,2)", "IF(#VALUE!,1,2)", f"IF({VALUE_OR_0.format('at')},1,2)"),
        ("IF(B1,at,2)", f"IF(B1,{VALUE_OR_0.format('at')},2)", None),
        ("ISNUMBER(at)", "ISNUMBER(#VALUE!)", f"ISNUMBER({VALUE_OR_0.format('at')})"),
        ("COUNT(INDEX(at:at,1,1))", "COUNT(INDEX(at:at,1,1))", None),
        ("INDEX(B1:C9,ROW(A1),1)&1", "#VALUE!&1", None),
        ("INDEX(B1:C9,MAX(ROW()),1)&1", "INDEX(B1:C9,MAX(ROW()),1)&1", None),
        ("INDEX(B1:C9,MOD(ROW()-1,3)+1,1)>0", "#VALUE!>0", None),
        ("INDEX({1,2,3},1,number)*2", "INDEX({1,2,3},1,number)*2", None),
        ("INDEX(B1:C9,INDEX({1,2},1,number),1)*2", "INDEX(B1:C9,INDEX({1,2},1,number),1)*2", None),
        ("ROW()+1", "ROW()+1", "ROW()+1"),
        ("nobody+1", "nobody+1", "nobody+1"),
    ],
)
def test_how_an_array_of_references_is_taken(tmp_path, formula, as_a_name, as_a_cell):
    names = {"at": "INDEX(Sheet!$B$1:$C$9,ROW(),1)", "number": "SUM(ROW())", "it": formula}
    model = read_workbook(saved(tmp_path, {"A1": f"={formula}"}, names=names))
    read, _ = read_as(Reading.ARRAYS_OF_ONE, model)
    found = read.names["it"]
    assert not isinstance(found, FormulaError)
    assert to_text(found) == to_text(parse(as_a_name))
    if as_a_cell is not None:
        assert to_text(read.formulas[cell("A1")]) == to_text(parse(as_a_cell))


@pytest.mark.parametrize("engine", ["formualizer"])
@pytest.mark.parametrize("order", ["remembered", "arrays-of-one"])
def test_an_engine_of_its_own_says_that_it_cannot(tmp_path, engine, order):
    model = read_workbook(saved(tmp_path, {"A1": "=A1+1"}))
    with pytest.raises(EngineError, match=f"cannot do {order}"):
        open_workbook(engine, model, Schedule.parse(order=order))
