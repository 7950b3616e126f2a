"""The edition without names: it calculates what the edition with names does, cell by cell."""

import re
from dataclasses import replace

import openpyxl
import pytest
from openpyxl.utils.cell import rows_from_range

import xlbuilder
from tests.helpers.cost import by_cost
from tests.helpers.editions import Editions, difference
from tests.helpers.parts import SHEET, Parts
from tests.helpers.sudoku import NO_LADDER
from xlbuilder.errors import FormulaError
from xlbuilder.formula.bind import bind
from xlbuilder.formula.parse import moved_text, parse
from xlbuilder.formula.plain import plain
from xlbuilder.formula.tree import Name, to_text, walk
from xlbuilder.render.picture import read_sheet
from xlbuilder.template.load import load
from xlbuilder.template.locate import shipped
from xlbuilder.workbook import editions as editions_module
from xlbuilder.workbook.editions import EDITIONS
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

LONG = [("life",), ("sudoku", NO_LADDER)]

TEMPLATES = [*((name,) for name in shipped() if name not in ("life", "sudoku")), *LONG]

DIFFERENT = [("ellis",), ("generator",), ("basic", "search", "unique"), ("sudoku", NO_LADDER)]

"""The stages are parts of ellis."""

FEW = ["naked_singles", "beyond_singles"]

ORDERS = ["row-major", "random:3"]

MOST = 150

"""Iterations that are compared of one run."""

REQUIRED = {"_xlnm.Print_Area", "_xlnm.Print_Titles"}

"""Names that Excel itself makes of what is printed."""

SMALL = """
[workbook]
title = "Counter"
calculation = { iterate = true }
[drive]
input = "typed"
solution = "total"
steps = [{ switch = "on" }]
[guide]
title = "How it works"
[guide.sections.one]
title = "Names"
lines = ["Every word is a name."]
[boards.typed]
range = "B2:C3"
style = "plain"
[boards.total]
range = "B5:C6"
style = "plain"
formula = '''FORMULA'''
[cells.switch]
range = "E2:F2"
style = "plain"
value = "off"
[formats.high]
board = "total"
formula = '''FORMAT'''
bold = true
[names.typed_here]
formula = "=INDEX(typed,SUM(ROW())-4,SUM(COLUMN())-1)"
[names.needed]
formula = '''=NEEDED'''
[styles.plain]
"""


@pytest.fixture(scope="module")
def editions(built):
    return Editions(built)


@pytest.fixture
def small(edited):
    """Return a function that gives the path of a small template."""

    def write(formula="=typed_here+needed", format_="=B5>1", needed="1"):
        text = SMALL.replace("FORMULA", formula).replace("FORMAT", format_)
        return edited(text.replace("NEEDED", needed))

    return write


@pytest.mark.parametrize("template", by_cost(DIFFERENT, 0, 1), ids="+".join)
def test_every_cell_is_the_same_after_every_iteration(editions, puzzles, template):
    models = editions.both(*template)
    assert list(models[0].formulas) == list(models[1].formulas)
    boards = [puzzles[name].puzzle for name in FEW]
    assert difference(models, ORDERS, boards, MOST) is None


@pytest.mark.exhaustive
def test_the_default_workbook_too(editions, puzzles):
    """It takes a minute to bind: five million characters, most of them proposals."""
    models = editions.both("sudoku")
    assert list(models[0].formulas) == list(models[1].formulas)
    assert not models[1].names
    assert difference(models, ORDERS[:1], [puzzles["beyond_singles"].puzzle], MOST) is None


WRONG = [("D16", "D4", "D5"), ("L24", "AN28:AP30", "AN28:AO30"), ("AP30", "L24", "L23")]


@pytest.mark.parametrize("reference", by_cost(WRONG, 0, 1))
def test_a_wrong_reference_is_seen(editions, puzzles, tmp_path, reference):
    cell, right, wrong = reference
    book = openpyxl.load_workbook(editions.file("inline", "ellis"))
    assert right in book["Main"][cell].value
    book["Main"][cell] = book["Main"][cell].value.replace(right, wrong)
    book.save(tmp_path / "wrong.xlsx")
    models = [editions.model("defined", "ellis"), read_workbook(tmp_path / "wrong.xlsx")]
    boards = [puzzles[name].puzzle for name in FEW]
    number, cells = difference(models, ORDERS[:1], boards, MOST)
    assert number > 0
    assert cell in cells


@pytest.mark.slow
@pytest.mark.parametrize("template", by_cost(TEMPLATES, 0, 1), ids="+".join)
def test_there_is_no_name_in_the_file(editions, template):
    parts = Parts.of(editions.file("inline", *template))
    assert {name.get("name") for name in parts.all_names} <= REQUIRED
    model = editions.model("inline", *template)
    assert model.names == {}
    sheet = read_sheet(model)
    nodes = [*model.formulas.values(), *(parse(entry.formulas[0]) for entry in sheet.formats)]
    assert not [part for node in nodes for part in walk(node) if isinstance(part, Name)]


def formats(model):
    """Return for each cell how it may look, and the bound formula of when."""
    found: dict[str, list[object]] = {}
    for entry in read_sheet(model).formats:
        look = replace(entry, areas=(), formulas=())
        for place in entry.areas:
            for cell in place.cells():
                text = moved_text(entry.formulas[0], cell.top - place.top, cell.left - place.left)
                node = plain(bind(parse(text), cell, model.names))
                found.setdefault(str(cell), []).append((look, to_text(node)))
    return found


@pytest.mark.parametrize("template", by_cost(DIFFERENT, 0, 2), ids="+".join)
def test_conditional_formats_look_at_the_same_cells(editions, template):
    defined, inline = editions.both(*template)
    assert formats(inline) == formats(defined)


@pytest.mark.slow
def test_a_wrong_reference_in_a_format_is_seen(editions, tmp_path):
    defined, inline = editions.both("generator")
    book = openpyxl.load_workbook(inline.path)
    rules = [rule for place in book["Main"].conditional_formatting for rule in place.rules]
    (rule,) = (rule for rule in rules if rule.formula == ["P16<0"])
    rule.formula = ["P17<0"]
    book.save(tmp_path / "wrong.xlsx")
    wrong = formats(replace(inline, path=tmp_path / "wrong.xlsx"))
    expected = formats(defined)
    assert {cell for cell in expected if wrong[cell] != expected[cell]} == {
        f"{column}{row}" for column in "PQRSTUVWX" for row in range(16, 25)
    }


def without_formulas(parts):
    """Return the sheet as the file has it, without its formulas, formats and validations."""
    text = re.sub(rb"<f>[^<]*</", rb"<f></", parts[SHEET])
    formats = rb"<(conditionalFormatting|dataValidations).*</\1>"
    return re.sub(formats, b"", text, flags=re.DOTALL)


def validations(parts):
    """Return the validation of each cell without its bounds, which differ from cell to cell."""
    return {
        cell: {key: value for key, value in each.items() if key != "sqref"}
        for each in parts.sheet.iter("{*}dataValidation")
        for area in each.get("sqref").split()
        for row in rows_from_range(area)
        for cell in row
    }


@pytest.mark.parametrize("template", by_cost(TEMPLATES, 0, -len(LONG)), ids="+".join)
def test_all_else_is_as_in_the_edition_with_names(editions, template):
    """Cells, styles, sizes, protection, validations, print; the guide says more."""
    defined, inline = (Parts.of(editions.file(each, *template)) for each in EDITIONS)
    assert set(inline) == set(defined)
    assert without_formulas(inline) == without_formulas(defined)
    assert validations(inline) == validations(defined)
    changed = {name for name in defined if inline[name] != defined[name]}
    assert changed <= {
        SHEET,
        "xl/worksheets/sheet2.xml",
        "xl/styles.xml",  # one look for each format
        "xl/workbook.xml",
        "docProps/custom.xml",
    }


def test_the_guide_says_that_there_are_no_names(small, tmp_path):
    texts = {}
    for edition in EDITIONS:
        build(load(str(small())).template, tmp_path / "book.xlsx", edition=edition)
        texts[edition] = Parts.of(tmp_path / "book.xlsx")["xl/worksheets/sheet2.xml"].decode()
    assert "edition without names" in texts["inline"]
    assert "edition without names" not in texts["defined"]
    for text in texts.values():  # and the names are explained in both
        assert "typed_here+needed" in text


@pytest.mark.slow
def test_the_commands_work_without_flags(editions, puzzles, run, tmp_path):
    files = {each: editions.file(each, "ellis") for each in EDITIONS}
    puzzle = puzzles["naked_singles"].puzzle

    def said(edition, command, *arguments):
        done = run(command, files[edition], *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    both = [said(edition, "show", "--recalculate") for edition in EDITIONS]
    assert both[0] == both[1]
    assert "1 puzzle: 1 solved" in said("inline", "verify", "--puzzles", puzzle, "--workers", 1)
    watched = said("inline", "watch", "--puzzle", puzzle, "--cell", "D16")
    assert "Main!$J$14=Solve, iteration 1" in watched
    assert "  solution: appeared " in watched
    pictures = []
    for edition in EDITIONS:
        said(edition, "render", "--recalculate", "--out", "board.svg")
        pictures.append((tmp_path / "board.svg").read_text())
    assert pictures[0] == pictures[1]


@pytest.mark.slow
def test_the_reasons_are_found_without_names(editions, puzzles):
    """The file says where they stand ([drive])."""
    one, other = (
        xlbuilder.open(editions.file(each, "sudoku", NO_LADDER)).solve(puzzles["row"].puzzle)
        for each in EDITIONS
    )
    assert one.reasons
    assert (one.reasons, one.removed) == (other.reasons, other.removed)


MANY = f"SUM({','.join(['MAX(typed)'] * 250)})"

REFUSED = {
    "too long": (
        {"formula": "=typed_here+needed+needed+needed", "needed": MANY},
        "[boards.total]: formula: without names, in B5 it is 8,267 characters long",
    ),
    "too deep": (
        {
            "formula": f"=typed_here+{'ABS(' * 40}needed{')' * 40}",
            "needed": f"{'ABS(' * 40}1{')' * 40}",
        },
        "[boards.total]: formula: without names, in B5 it nests functions 80 levels deep",
    ),
    "a format": (
        {"format_": "=needed>1", "formula": "=typed_here", "needed": "COUNT({1,2})"},
        "[formats.high]: formula: without names, in B5 it has a constant array",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_needs_names_is_refused_in_one_line(small, run, case):
    changes, message = REFUSED[case]
    path = small(**changes)
    load(str(path))  # with names it is sound
    done = run("build", path, "--names", "inline", "--out", "book.xlsx")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"xlbuilder: {path}: {message}")
    assert line.endswith("; build it with --names defined")
    assert not (path.parent / "book.xlsx").exists()


def test_more_characters_than_a_reader_takes_are_refused(small, tmp_path, monkeypatch):
    loaded = load(str(small()))
    monkeypatch.setattr(editions_module, "MAX_FORMULA_CHARACTERS", 10)
    with pytest.raises(FormulaError, match="more than 10 characters; build it with --names def"):
        build(loaded.template, tmp_path / "book.xlsx", edition="inline")
    assert not list(tmp_path.glob("*.xlsx"))
    build(loaded.template, tmp_path / "book.xlsx")


def test_control_characters_survive_the_file(small, tmp_path):
    """A carriage return in the XML of a file is read as a line feed."""
    path = small(needed='LEN(SUBSTITUTE("a"&CHAR(13),CHAR(13),CHAR(10)&"b"))')
    build(load(str(path)).template, tmp_path / "book.xlsx", edition="inline")
    text = openpyxl.load_workbook(tmp_path / "book.xlsx")["Main"]["B5"].value
    assert text == '=B2+LEN(SUBSTITUTE("a"&CHAR(13),CHAR(13),CHAR(10)&"b"))'
