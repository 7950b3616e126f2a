"""A workbook of another author with rules of its own: the user declares them."""

import pytest

from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import driven
from xlbuilder.errors import WorkbookError
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook


@pytest.fixture(scope="module")
def jigsaw(tmp_path_factory):
    """A jigsaw whose file does not say that it is one."""
    path = tmp_path_factory.mktemp("jigsaw") / "x.xlsx"
    template = load("jigsaw").template
    plain = template.variant.model_copy(update={"houses": [], "boxes": True})
    build(template.model_copy(update={"variant": plain}), path)
    return read_workbook(path)


def test_its_rules_are_those_of_the_user(jigsaw):
    assert Boards.of(jigsaw).drive.variant.is_plain
    said = {"variant": {"houses": ["Main!P4:X12"], "boxes": False, "apart": [[1, 1]]}}
    rules = Boards.of(driven(jigsaw, said)).rules()
    regions = [cells for name, cells in rules.houses.items() if name.split()[0] not in PLAIN]
    assert len(regions) == 9
    assert {len(cells) for cells in regions} == {9}
    assert rules.moves == ((1, 1),)
    assert not any(name.startswith("box") for name in rules.houses)


PLAIN = ("row", "column")


@pytest.mark.parametrize(
    ("variant", "problem"),
    [
        ({"houses": ["P4:X11"]}, "houses P4:X11: has 8x9 cells; give 9x9"),
        ({"houses": "P4:X12"}, "variant is {'houses': 'P4:X12'}; give houses"),
        ({"house": ["P4:X12"]}, "give houses"),
        ({}, "give houses"),
        ({"apart": [[0, 0]]}, "give houses"),
    ],
)
def test_what_is_no_rule_is_refused(jigsaw, variant, problem):
    with pytest.raises(WorkbookError) as error:
        driven(jigsaw, {"variant": variant})
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ("D16:L24", "D16 holds a formula; houses are numbers"),
        ("D39:L47", "is no number of a house"),
        ("BA84:BI92", "no cell has a number of a house"),
        ("D4:L12", "they share cells with the puzzle"),
        ("A84:I92", "they share cells with the cell .*90, into which a step types"),
    ],
)
def test_a_board_that_is_none_of_houses_is_refused(jigsaw, cells, problem):
    said = {"variant": {"houses": [cells]}, "steps": [{"B90": 1}]}
    boards = Boards.of(driven(jigsaw, said))
    with pytest.raises(WorkbookError, match=problem):
        boards.rules()
