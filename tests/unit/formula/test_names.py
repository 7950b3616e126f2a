import pytest

from xlbuilder.formula.names import problem_with_name

BAD = "row1 col9 box3 val9 A1 XFD1048576 R1C1 r c R2 rc SUM if TRUE 9lives two-words _xlfn.x a!b"


@pytest.mark.parametrize("name", [*BAD.split(), "", "two words", "x" * 256])
def test_what_excel_refuses_as_a_name(name):
    assert problem_with_name(name)


@pytest.mark.parametrize(
    "name", ["onetonine", "cell1", "step1", "XFE1", "val_9", "_x", "a.b", "A1048577", "größe"]
)
def test_what_excel_takes_as_a_name(name):
    assert problem_with_name(name) is None
