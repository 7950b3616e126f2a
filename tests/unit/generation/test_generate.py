"""The command `xlbuilder generate`: what it writes is read back, and what it refuses is told."""

import json
from itertools import chain
from xml.etree import ElementTree

import openpyxl
import pysolvers
import pytest
from pysat.solvers import Solver

from tests.helpers.command import refused
from tests.helpers.parts import Parts
from tests.helpers.workbooks import whole_numbers
from xlbuilder.errors import EngineUnavailableError
from xlbuilder.generation import puzzle as generator
from xlbuilder.generation.criteria import Criteria
from xlbuilder.generation.grades import Grade
from xlbuilder.generation.pages import printable
from xlbuilder.generation.puzzle import GeneratedPuzzle, PuzzleMaker
from xlbuilder.observe.solved import Rating
from xlbuilder.sudoku.board import Board, is_solution
from xlbuilder.sudoku.reading import read_puzzles
from xlbuilder.sudoku.rules import PLAIN
from xlbuilder.sudoku.sat import Answers
from xlbuilder.template.load import load
from xlbuilder.template.variant import numbers_of
from xlbuilder.xlsx.model import read_workbook


def names(folder):
    return [path.name for path in folder.iterdir()]


@pytest.fixture
def generate(run):
    """Return a function that calls the command in an empty folder."""

    def command(*arguments):
        done = run("generate", *arguments)
        return done.returncode, done.stdout, done.stderr

    return command


@pytest.fixture(scope="module")
def made():
    return list(PuzzleMaker(Criteria(), 1).make_all(20, 1))


def test_lines_are_puzzles_for_verify(generate, made, tmp_path):
    code, out, err = generate("--count", 20, "--seed", 1)
    assert (code, err) == (0, "")
    assert list(read_puzzles(out.splitlines(), "x")) == [one.puzzle for one in made]
    assert generate("--count", 20, "--seed", 1, "--out", "new/p.txt") == (0, "new/p.txt\n", "")
    assert (tmp_path / "new/p.txt").read_text() == out
    assert names(tmp_path / "new") == ["p.txt"]


def test_a_seed_that_is_not_given_is_told(generate):
    code, out, err = generate()
    (seed,) = (line.removeprefix("xlbuilder: seed ") for line in err.splitlines())
    assert (code, generate("--seed", seed)) == (0, (0, out, ""))


@pytest.mark.exhaustive
def test_details_add_the_grade_and_the_clues(generate):
    code, out, err = generate("--count", 2, "--seed", 1, "--details")
    assert (code, err) == (0, "")
    for line in out.splitlines():
        puzzle, grade, clues, rating = line.split()
        assert grade in ("singles", "locked_candidates", "search")
        assert int(clues) == 81 - puzzle.count(".")
        assert (rating == "-") == (grade == "search")
    assert len(list(read_puzzles(out.splitlines(), "x"))) == 2


@pytest.mark.exhaustive
def test_an_object_a_line(generate):
    options = ["--with", "naked_pairs", "--without", "search", "--grade", "Naked pairs"]
    code, out, err = generate("--seed", 1, "--json", *options)
    assert (code, err) == (0, "")
    (line,) = out.splitlines()
    found = json.loads(line)
    assert len(found["puzzle"]) == len(found["solution"]) == 81
    assert found["clues"] == 81 - found["puzzle"].count(".")
    del found["puzzle"], found["solution"], found["clues"]
    assert found == {
        "number": 1,
        "grade": "naked_pairs",
        "technique": "Naked pairs",
        "rating": 3.0,
        "words": "Rating: Naked pairs, at most 3.0",
    }


@pytest.mark.slow
def test_all_cores_make_the_same_as_one(made):
    many = list(PuzzleMaker(Criteria(), 1).make_all(101, 2))
    assert many[:20] == made
    assert [one.number for one in many] == list(range(1, 102))


@pytest.mark.exhaustive
def test_a_workbook_for_each_puzzle(generate, made, tmp_path):
    options = ["--form", "workbook", "--out", "w", "--with", "naked_pairs"]
    code, out, err = generate("--count", 2, "--seed", 1, *options)
    assert (code, out, err) == (0, "w/puzzle_1.xlsx\nw/puzzle_2.xlsx\n", "")
    for one in made[:2]:
        model = read_workbook(tmp_path / f"w/puzzle_{one.number}.xlsx")
        assert whole_numbers(model.values_of(model.area("in_board"))) == [*one.puzzle.digits]
        solved = whole_numbers(model.values_of(model.area("sol_board")))
        assert solved == [*one.solution.digits]
        assert model.area("ladder") is not None


@pytest.mark.slow
def test_a_workbook_to_play_has_a_puzzle_of_the_grade(generate, tmp_path):
    options = ["--template", "play", "--form", "workbook", "--grade", "locked_candidates"]
    assert generate(*options, "--seed", 4, "--out", "mine.xlsx")[0] == 0
    model = read_workbook(tmp_path / "mine.xlsx")
    cells = {name: next(model.area(name).cells()) for name in ("status", "rating", "your_work")}
    said = {name: model.values[cell] for name, cell in cells.items()}
    assert said["status"] == "The puzzle has one solution. Find it."
    assert said["rating"].startswith("Rating: Locked candidates")
    assert said["your_work"].startswith("0 of ")


def test_pages_show_every_puzzle_and_its_solution(made, tmp_path):
    path = tmp_path / "p.xlsx"
    grade = Grade("singles", "Singles")
    rating = Rating(2.3, "Rating: Naked singles, at most 2.3")
    graded = [GeneratedPuzzle(one.number, one.puzzle, one.solution, grade, rating) for one in made]
    path.write_bytes(printable(graded, "xlbuilder generate --seed 1"))
    assert printable(graded, "xlbuilder generate --seed 1") == path.read_bytes()
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["Puzzles", "Solutions"]
    for sheet, across, down in ((book["Puzzles"], 2, 3), (book["Solutions"], 3, 5)):
        for place, one in enumerate(made):
            top, left = place // across * 11 + 1, place % across * 10 + 1
            assert sheet.cell(top, left).value == f"Puzzle {one.number}"
            rows = sheet.iter_rows(top + 1, top + 9, left, left + 8, values_only=True)
            board = Board(tuple(whole_numbers(chain.from_iterable(rows))))
            if sheet.title == "Puzzles":
                assert board == one.puzzle
                assert sheet.cell(top, left + 8).value == f"Singles, 2.3, {one.clues} clues"
            else:
                assert is_solution(one.puzzle, board)
        bands = -(-len(made) // across)
        breaks = [each.id for each in sheet.row_breaks.brk]
        assert breaks == list(range(11 * down, 11 * bands, 11 * down))
        assert sheet.oddHeader.right.text == "Page &P of &N"
        assert sheet.oddFooter.left.text == "xlbuilder generate --seed 1"


FOOTERS = {
    "an ampersand": ("R&D &P 100%.toml", "R&&D &&P 100%.toml"),
    "all that fits": ("x" * 250, "x" * 250),
    "too long": ("x" * 251, "x" * 249 + "…"),
    "two for each ampersand": ("&" * 126, "&" * 248 + "…"),
    "two for each emoji": ("\U0001f600" * 126, "\U0001f600" * 124 + "…"),
    "a control character": ("a\x1bb", "a?b"),
}


def test_pages_say_the_rules_that_plain_sudoku_does_not_have(made, tmp_path):
    rules = load("basic", ["diagonals", "windows", "anti_knight"]).rules
    words = "; different digits, too: diagonal down, diagonal up, windows, cells 1 and 2 apart"
    for one, more in ((rules, words), (PLAIN, "")):
        (tmp_path / "x.xlsx").write_bytes(printable(made[:1], "", one))
        for sheet in openpyxl.load_workbook(tmp_path / "x.xlsx"):
            assert sheet.oddHeader.left.text == f"Sudoku: {sheet.title.lower()}{more}"


def test_pages_of_a_jigsaw_have_lines_between_its_regions(made, tmp_path):
    jigsaw = load("jigsaw")
    (tmp_path / "x.xlsx").write_bytes(printable(made[:1], "", jigsaw.rules))
    sheet = openpyxl.load_workbook(tmp_path / "x.xlsx")["Puzzles"]
    regions = numbers_of(jigsaw.template.boards["regions"])
    for cell, region in enumerate(regions):
        row, column = divmod(cell, 9)
        border = sheet.cell(row + 2, column + 1).border
        is_edge = column == 8 or region != regions[cell + 1]
        assert (border.right.style == "medium") is is_edge, cell
        is_edge = row == 0 or region != regions[cell - 9]
        assert (border.top.style == "medium") is is_edge, cell


@pytest.mark.parametrize("case", FOOTERS)
def test_the_footer_is_one_that_excel_takes(made, tmp_path, case):
    """The raw text: openpyxl takes it apart.  The whole one is a property of the document."""
    text, shown = FOOTERS[case]
    path = tmp_path / "p.xlsx"
    path.write_bytes(printable(made[:1], text))
    parts = Parts.of(path)
    for sheet in parts.sheets.values():
        footer = sheet.findtext(".//{*}oddFooter")
        assert footer == f"&L&8 {shown}"
        assert len(footer.encode("utf-16-le")) <= 2 * 255
    comments = ElementTree.fromstring(parts["docProps/core.xml"]).findtext("{*}description")
    assert comments == text.replace("\x1b", "?")


PAPERS = {"A4": (9, 595), "Letter": (1, 612)}
"""The number of each in a file, and its width in points."""


@pytest.mark.slow
@pytest.mark.program("libreoffice")
def test_pages_fit_the_paper(made, tmp_path, soffice):
    """20 puzzles: four pages, and two of solutions; no column or row goes over to another."""
    pypdfium2 = pytest.importorskip("pypdfium2")
    path = tmp_path / "p.xlsx"
    path.write_bytes(printable(made, ""))
    book = openpyxl.load_workbook(path)
    assert [sheet.page_setup.paperSize for sheet in book] == [9, 9]
    for name, (number, _) in PAPERS.items():
        for sheet in book:
            sheet.page_setup.paperSize = number
        book.save(tmp_path / f"{name}.xlsx")
    printed = soffice("pdf", *(tmp_path / f"{name}.xlsx" for name in PAPERS))
    for file, (_, width) in zip(printed, PAPERS.values(), strict=True):
        document = pypdfium2.PdfDocument(file)
        assert len(document) == 6
        assert round(document[0].get_width()) == width
        document.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--clues 5", "--clues 5: give a number from 17 to 80"),
        ("--clues 40-30", "--clues 40-30: give a number"),
        (
            "--symmetry quarter --clues 30",
            "--clues 30: this symmetry allows 4n or 4n+1 clues, such as 29 or 32",
        ),
        (
            "--symmetry quarter --clues 18-19",
            "--clues 18-19: this symmetry allows 4n or 4n+1 clues",
        ),
        ("--grade x", "--grade x: there is no such grade; known are: singles, "),
        ("--grade xy_wing", "; --with all adds it"),
        ("--grade search --without search", "known are: singles, locked_"),
        ("--with x", "x: no such strategy; give a .toml file or one of: "),
        ("--rating x", "--rating x: give a number from 1.0 to 9.9"),
        ("--rating 3.2 --grade search", "--grade search --rating 3.2: ask for one of them"),
        ("--rating 3.2 --template ellis", "ellis.toml rates no puzzles"),
        ("--form print --json", "--json is about lines; leave it out with --form print"),
        ("--grade x --template ellis", "--grade x: there is no such grade; known are: ellis"),
        ("--template life", "main.toml: has no [drive], so it takes no puzzle"),
        ("--count 0", "Invalid value for '--count': 0 is not in the range x>=1."),
        ("--seed x", "Invalid value for '--seed': 'x' is not a valid integer."),
        ("--symmetry x", "Invalid value for '--symmetry': 'x' is not one of 'none', 'rotation'"),
        ("--out file/x.txt", "file/x.txt: cannot be written: "),
        ("--form print --out file/x.xlsx", "file/x.xlsx: cannot be written: file is no folder"),
        (
            "--form workbook --out file/x",
            "file/x/puzzle.xlsx: cannot be written: file is no folder",
        ),
        ("--form print --out x.txt", "x.txt: a workbook's name ends in .xlsx"),
        ("--form print --count 1001", "--count 1001: at most 1000 are printed at a time"),
        ("--form print --details", "--details is about lines; leave it out with --form print"),
        ("--out x.xlsx", "x.xlsx: lines are no workbook; add --form workbook or print"),
        ("--form workbook --count 2 --out x.xlsx", "x.xlsx: 2 workbooks need a folder"),
    ],
)
def test_bad_input_is_one_line(run, tmp_path, arguments, told):
    (tmp_path / "file").write_text("")
    seed = [] if "seed" in arguments else ["--seed", 1]
    refused(run("generate", *arguments.split(), *seed), told)
    assert names(tmp_path) == ["file"]


def test_a_checker_that_is_missing_is_told(generate, monkeypatch, tmp_path):
    def missing(*_):
        raise EngineUnavailableError("the checker needs python-sat")

    monkeypatch.setattr(Answers, "__init__", missing)
    assert generate("--seed", 1) == (3, "", "xlbuilder: the checker needs python-sat\n")
    assert generate("--seed", 1, "--out", "x.txt")[0] == 3
    assert names(tmp_path) == []


def test_what_was_made_before_a_refusal_is_kept(generate, monkeypatch, tmp_path):
    """With one grid for each, the first two of seed 1 have 24 and 25 clues."""
    monkeypatch.setattr(generator, "ATTEMPTS", 1)
    code, _, err = generate("--count", 3, "--seed", 1, "--clues", 24, "--out", "x.txt")
    assert code == 2
    assert "puzzle 2: 1 grids gave no puzzle with --clues 24; the fewest" in err
    assert err.endswith("; the 1 before it are kept\n")
    assert len((tmp_path / "x.txt").read_text().splitlines()) == 1
    (tmp_path / "x.txt").unlink()
    assert generate("--seed", 1, "--clues", 17, "--out", "x.txt")[0] == 2
    assert names(tmp_path) == []


@pytest.mark.slow
def test_a_workbook_that_keeps_other_rules_than_it_declares_is_told(run, tmp_path):
    path = tmp_path / "hole.toml"
    path.write_text(
        """
        [strategy]
        title = "Hole"
        text = "R1C1 takes no digit."
        [[rules]]
        removes = "is_hole"
        [names.is_hole]
        formula = "=row_from_val+column_from_val=2"
        """,
        encoding="utf-8",
    )
    done = run("generate", "--template", "bare", "--with", str(path), "--seed", "1")
    refused(done, "puzzle 1: the workbook that is to solve it is wrong", "[variant]")


def test_ctrl_c_while_python_sat_solves(generate, monkeypatch, tmp_path):
    def interrupted(*_, **__):
        raise pysolvers.error("Caught keyboard interrupt")

    monkeypatch.setattr(Solver, "solve", interrupted)
    code, out, err = generate("--seed", 1, "--out", "x.txt")
    assert (code, out, err.strip()) == (130, "", "")
    assert names(tmp_path) == []
