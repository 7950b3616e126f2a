import pytest

from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.extents import Extents, Gives, Room, extent_of, rooms
from xlbuilder.formula.parse import parse


@pytest.mark.parametrize(
    ("formula", "gives", "shape", "is_sure"),
    [
        ("A1", Gives.ONE, (1, 1), True),
        ("A1:B3", Gives.RANGE, (3, 2), True),
        ("{1,2}", Gives.CONSTANTS, (1, 2), True),
        ("{1,2}*A1:A3", Gives.ARRAY, (3, 2), True),
        ("MEDIAN(A1:A9)", Gives.ONE, (1, 1), True),
        ("STDEV.S(A1:A9)", Gives.ONE, (1, 1), True),
        ("AVERAGEIF(A1:A9,{1,2})", Gives.CONSTANTS, (1, 2), True),
        ("RANK(B1,A1:A9,{0,1})", Gives.CONSTANTS, (1, 2), True),
        ("SIN(A1:A3)", Gives.ARRAY, (3, 1), True),
        ("INDEX(A1:C3,B1,1)", Gives.ONE, (1, 1), False),
        ("INDEX(A1:C3,0,B1)", Gives.RANGE, (3, 1), False),
        ("INDEX(A1:C3,B1,)", Gives.RANGE, (1, 3), False),
        ("INDEX(A1:C3,{1,2},1)", Gives.ARRAY, (1, 2), True),
        ("A1:INDEX(A1:A9,B1)", Gives.RANGE, (1, 1), False),
        ("IF(B1,A1:A3,C1:D1)", Gives.RANGE, (3, 2), True),
        ("IF(B1:B2,A1:A3,0)", Gives.ARRAY, (3, 1), True),
        ("MMULT(A1:B3,A1:D2)", Gives.ARRAY, (3, 4), False),
        ("TRANSPOSE(A1:A3)", Gives.ARRAY, (1, 3), False),
        ("LINEST({1,2})", Gives.ARRAY, (1, 2), False),
        ("ROW(INDEX(A1:C3,0,B1))", Gives.ARRAY, (3, 1), False),
        ("NO_SUCH(A1:A3)", Gives.ARRAY, (3, 1), False),
    ],
)
def test_what_a_formula_gives(formula, gives, shape, is_sure):
    extent = extent_of(bind(parse(formula), Area("Sheet", 1, 9, 1, 9), {}))
    assert (extent.gives, extent.shape, extent.is_sure) == (gives, shape, is_sure)


def test_a_name_gives_what_its_formula_gives():
    extents = Extents({"several": parse("S!$A$1:$A$3*2"), "circle": parse("circle+1")})
    assert extents.of(parse("SEVERAL")).gives is Gives.ARRAY
    assert extents.of(parse("circle")).gives is Gives.ONE
    assert extents.of(parse("unknown")).gives is Gives.ONE


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("A1+B1", "ONE ONE"),
        ("A1:B1", ""),
        ("A1:INDEX(B1,1)", "RANGE RANGE"),
        ("SUM(A1,B1)", "RANGE RANGE"),
        ("COUNTIFS(A1,1,B1,2)", "RANGE ONE RANGE ONE"),
        ("LOOKUP(1,A1,B1)", "ONE ALL ALL"),
        ("SUMPRODUCT(A1)", "ALL"),
        ("IF(A1,B1,C1)", "ONE ONE ONE"),
        ("N(A1)", "UNKNOWN"),
        ("NO_SUCH(A1)", "UNKNOWN"),
    ],
)
def test_what_there_is_room_for(formula, expected):
    assert [room.name for room in rooms(parse(formula), Room.ONE)] == expected.split()


def test_if_hands_the_room_on_and_decides_by_one_value():
    assert rooms(parse("IF(A1,B1,C1)"), Room.ALL) == (Room.ONE, Room.ALL, Room.ALL)
