import pytest

from xlbuilder.formula.names import problem_with_name

BAD = "row1 col9 box3 val9 A1 XFD1048576 R1C1 r c R2 rc TRUE false 9lives two-words _xlfn.x a!b"
BAD += " c1_foo R1C1_x r12x RC3_y r2c _xlnm.Print_Area print_area Print_Titles CRITERIA Database"
BAD += " Extract Auto_Open Consolidate_Area Sheet_Title _FilterDatabase"
GOOD = "onetonine cell1 step1 XFE1 val_9 _x a.b A1048577 größe r_pentomino rc_x A1_x my_c1_foo"
GOOD += " print_areas rowing c_1 criteria_1"
GOOD += " rate year Count SUM if PI"


@pytest.mark.parametrize("name", [*BAD.split(), "", "two words", "x" * 256])
def test_what_excel_refuses_as_a_name(name):
    assert problem_with_name(name)


@pytest.mark.parametrize(
    "name",
    GOOD.split(),
)
def test_what_excel_takes_as_a_name(name):
    assert problem_with_name(name) is None


def test_the_remedy_is_a_name():
    for name in ("c1_foo", "R1C1", "r", "Print_Area"):
        assert f"write for example my_{name}" in (problem_with_name(name) or "")
        assert problem_with_name(f"my_{name}") is None
