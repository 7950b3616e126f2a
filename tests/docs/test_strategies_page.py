"""docs/reference/strategies.md and its pictures show what the strategy files and the sheet say."""

import importlib
import re
from xml.etree import ElementTree as ET

import pytest

import xlbuilder
from tests.helpers.cost import by_cost
from tests.helpers.places import BARE, ROOT
from xlbuilder.sudoku.board import UNITS
from xlbuilder.sudoku.rules import PLAIN
from xlbuilder.template.load import load
from xlbuilder.template.locate import strategies
from xlbuilder.workshop.drawing import place_of

DOCS = ROOT / "docs"

PAGE = (DOCS / "reference" / "strategies.md").read_text(encoding="utf-8")

PICTURES = DOCS / "pictures" / "techniques"

TESTED = [
    name
    for name, path in strategies().items()
    if "[[tests]]" in path.read_text() and "[variant]" not in path.read_text()
]

SVG = "{http://www.w3.org/2000/svg}"

CELL = re.compile(r"R([1-9])C([1-9])")


@pytest.fixture(scope="module")
def maker():
    """The program that makes the page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "benchmarks")
        yield importlib.import_module("strategies_page")


@pytest.fixture(scope="module")
def sections(maker):
    """The program that makes the sections of techniques and of other strategies."""
    return maker.technique_sections


@pytest.fixture(scope="module")
def techniques(sections):
    return {one.name: one for one in sections.techniques()}


@pytest.mark.parametrize(
    "title",
    [
        pytest.param("Techniques", marks=pytest.mark.slow),
        pytest.param("Other strategies", marks=pytest.mark.slow),
        "Libraries",
        pytest.param("Layers", marks=pytest.mark.exhaustive),
    ],
)
def test_a_section_is_made_of_the_files(maker, title):
    """``nox -s pages`` makes them again."""
    assert maker.section_of(PAGE, title) == maker.SECTIONS[title]()


@pytest.mark.slow
def test_the_pictures_are_made_of_the_files(sections):
    stored = {path.name: path.read_text(encoding="utf-8") for path in PICTURES.iterdir()}
    assert sections.pictures() == stored


def test_each_layer_is_there(maker):
    """What is left without them: test_layers.py."""
    layers = maker.layer_sections.ADDS
    assert layers.keys() == load("sudoku").source.layers.keys()
    for name in layers:
        assert f"| `{name}` |" in PAGE


@pytest.mark.parametrize("layer", ["shelf", "rating"])
def test_the_names_of_a_layer_are_counted(layer):
    """As the workbook has them: those of boards and cells too, and the columns of lists."""
    counts = []
    for left_out in ((), (layer,)):
        template = load("sudoku", (), left_out).template
        columns = [column for each in template.lists.values() for column in each.columns]
        counts.append(len([*template.names, *template.boards, *template.cells, *columns]))
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{layer}` |")]
    assert f"| {counts[0] - counts[1]} |" in row


@pytest.mark.slow
def test_a_picture_marks_what_goes_and_what_the_reason_names(techniques):
    houses_named = importlib.import_module("technique_pictures").houses_named
    for name, one in techniques.items():
        root = ET.fromstring((PICTURES / f"{name}.svg").read_text(encoding="utf-8"))
        struck = [path for path in root.iter(f"{SVG}path") if path.get("class") == "strike"]
        assert len(struck) == len(one.case.eliminated), name
        discs = {(int(disc.get("cx")), int(disc.get("cy"))) for disc in root.iter(f"{SVG}circle")}
        assert discs.isdisjoint(map(place_of, one.case.eliminated)), name
        marked = {
            cell
            for cell, digit in one.case.position.candidates(PLAIN) | one.case.eliminated
            if place_of((cell, digit)) in discs or (cell, digit) in one.case.eliminated
        }
        named = {9 * int(row) + int(column) - 10 for row, column in CELL.findall(one.case.name)}
        assert named <= marked, name
        for house in houses_named(one.case.name):
            cells = {*marked, *(cell for cell, _ in one.case.placed)}
            assert not cells.isdisjoint(UNITS[house]), (name, house)
        assert discs or one.case.placed, name


# name: the candidates on a disc, as they have to be for a player
PATTERNS = {
    "x_wing": "5 R5C5, 5 R5C9, 5 R8C5, 5 R8C9",
    "xy_wing": "1 R6C4, 1 R7C5, 8 R5C5, 8 R7C5, 9 R5C5, 9 R6C4",
    "unique_rectangles_2": "1 R6C4, 1 R6C5, 1 R9C4, 1 R9C5, 5 R6C4, 5 R6C5, 5 R9C4, 5 R9C5, "
    "9 R9C4, 9 R9C5",
    "simple_colors": "4 R6C5, 4 R7C5, 4 R8C2, 4 R8C4",
}


@pytest.mark.parametrize("name", PATTERNS)
def test_a_picture_shows_the_pattern(techniques, name):
    root = ET.fromstring((PICTURES / f"{name}.svg").read_text(encoding="utf-8"))
    discs = {(int(disc.get("cx")), int(disc.get("cy"))) for disc in root.iter(f"{SVG}circle")}
    left = techniques[name].case.position.candidates(PLAIN)
    found = [
        f"{digit} R{cell // 9 + 1}C{cell % 9 + 1}"
        for digit, cell in sorted((digit, cell) for cell, digit in left)
        if place_of((cell, digit)) in discs
    ]
    assert ", ".join(found) == PATTERNS[name]


@pytest.mark.parametrize("name", by_cost(TESTED[::3], 0, 2))
def test_the_sheet_says_what_stands_below_the_picture(techniques, name):
    one = techniques[name]
    position = one.file.tests[0].position
    steps = xlbuilder.steps(str(BARE), position=position, only=[name]).steps
    (deduction,) = next(step for step in steps if step.strategy == name).deductions
    assert deduction.words == one.case.name
    assert {*deduction.eliminated} == one.case.eliminated
    assert {*deduction.placed} == one.case.placed
