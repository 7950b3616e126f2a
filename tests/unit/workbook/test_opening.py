"""What a new workbook shows before any spreadsheet program has opened it, read by other readers."""

import math
import re
import zipfile
from dataclasses import replace
from functools import cache

import openpyxl
import pandas
import pytest
from python_calamine import CalamineWorkbook

from tests.helpers.cost import by_cost
from tests.helpers.workbooks import saved
from xlbuilder import cli
from xlbuilder.errors import EngineError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board, is_solution
from xlbuilder.template.load import load
from xlbuilder.template.locate import strategies
from xlbuilder.workbook import opening, write
from xlbuilder.workbook.opening import at_rest
from xlbuilder.workbook.write import workbook_file
from xlbuilder.xlsx import pack
from xlbuilder.xlsx.atomic import replace_file
from xlbuilder.xlsx.model import read_workbook

SOLVED = "Solved. There is no other solution."

COUNTER = """
[workbook]
title = "Counter"
calculation = { iterate = true, max_iterations = 7 }
[drive]
input = "typed"
solution = "total"
[boards.typed]
range = "B2"
style = "plain"
[boards.total]
range = "B4"
style = "plain"
formula = "=B4+1"
[styles.plain]
"""


@cache
def with_openpyxl(path):
    sheet = openpyxl.load_workbook(path, data_only=True).active
    return {(cell.row, cell.column): cell.value for row in sheet.rows for cell in row}


@cache
def with_pandas(path):
    table = pandas.read_excel(path, header=None, dtype=object, engine="openpyxl")
    return {
        (row + 1, column + 1): None if isinstance(value, float) and math.isnan(value) else value
        for row, values in enumerate(table.itertuples(index=False))
        for column, value in enumerate(values)
    }


@cache
def with_calamine(path):
    rows = CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python(skip_empty_area=False)
    return {
        (row, column): None if value == "" else value
        for row, values in enumerate(rows, 1)
        for column, value in enumerate(values, 1)
    }


model_of = cache(read_workbook)

READERS = [with_openpyxl, with_pandas, with_calamine]


def read(path, name, reader):
    """Return what a reader finds in the cells of a name."""
    shown = reader(path)
    cells = model_of(path).area(name).cells()
    return [shown.get((cell.top, cell.left)) for cell in cells]


def board(values):
    return Board(tuple(int(value or 0) for value in values))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "options", by_cost([(), ("--unprotected",), ("--without", "unique")], 0, 1)
)
def test_every_reader_finds_the_example_solved(made, reader, options):
    path = made(*options)
    given = board(read(path, "in_board", reader))
    assert 17 <= sum(digit > 0 for digit in given.digits) < 81
    shown = board(read(path, "sol_board", reader))
    assert is_solution(given, shown)
    assert read(path, "status", reader) == ["Solved." if "unique" in options else SOLVED]
    assert read(path, "solution_line", reader) == [str(shown)]


@pytest.mark.slow
def test_the_puzzle_of_the_command_line_is_solved_too(made, puzzles):
    puzzle, solution = puzzles["row"]
    assert board(read(made("--puzzle", puzzle), "sol_board", with_openpyxl)) == solution


@pytest.mark.slow
def test_without_values_no_formula_has_one(made):
    path = made("--no-values")
    model, shown = model_of(path), with_openpyxl(path)
    assert len(model.formulas) > 810
    assert {shown.get((cell.top, cell.left)) for cell in model.formulas} == {None}
    assert sum(board(read(path, "in_board", with_openpyxl)).digits) > 0


@pytest.mark.slow
@pytest.mark.parametrize("options", by_cost([(), ("--without", "all", "--names", "inline")], 0, 1))
def test_what_is_stored_is_at_rest(made, options):
    """Another recalculation changes nothing, so nobody sees the sheet move at opening."""
    model = model_of(made(*options))
    session = open_workbook("fast", model)
    assert session.recalculate().quiet
    for cell in model.formulas:
        assert session.read(cell) == [model.values.get(cell, "")], cell


@pytest.mark.parametrize("options", by_cost([(), ("--without", "unique")], 0, 1))
def test_each_cell_with_a_formula_has_a_value(made, options):
    model = model_of(made(*options))
    blind = {cell for cell in model.formulas if model.values.get(cell) is None}
    texts = {cell for cell, value in stored_texts(made(*options)).items() if value == ""}
    assert {cell for cell in blind if str(cell) not in texts} == set()


def stored_texts(path):
    """Return the texts beside formulas, by address; openpyxl takes an empty one for nothing."""
    with zipfile.ZipFile(path) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    cells = re.findall(r'<c r="(\w+)"[^>]*t="str"[^>]*><f>[^<]*</f><v ?/?>([^<]*)', sheet)
    return dict(cells)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["row-major", "random:3"])
@pytest.mark.parametrize("start", ["zero", "garbage:5"])
def test_the_published_workbook_stores_what_it_shows_in_the_state_reset(made, order, start):
    """In whatever order, and from whatever values: the givens, and every digit in the running."""
    model = model_of(made("ellis"))
    assert model.values_of(model.area("state")) == ["Reset"]
    session = open_workbook("fast", model, Schedule.parse(order, start))
    session.recalculate()
    session.recalculate()
    for cell in model.formulas:
        assert session.read(cell) == [model.values.get(cell, "")], cell
    shown = model.values_of(model.area("sol_board"))
    assert board(shown) == board(model.values_of(model.area("in_board")))


def test_a_workbook_without_drive_is_calculated_too(run, edited, tmp_path):
    text = re.sub(r"\[drive\][^\[]*", "", COUNTER).replace("=B4+1", "=IF(B4<5,B4+1,5)")
    edited(text, "counter.toml")
    done = run("build", "counter.toml")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    model = read_workbook(tmp_path / "out/counter.xlsx")
    assert model.values == {Area("Main", 4, 2, 4, 2): 5.0}


def test_what_cannot_be_calculated_is_built_all_the_same(run, edited, tmp_path):
    edited(COUNTER, "counter.toml")
    done = run("build", "counter.toml")
    assert (done.returncode, done.stdout) == (0, "out/counter.xlsx\n")
    _, line = done.stderr.splitlines()  # it says first that it calculates
    reason = "does not come to rest within 7 iterations: Main!B4 still changes"
    assert line == f"xlbuilder: no values are stored: out/counter.xlsx: {reason}"
    assert not read_workbook(tmp_path / "out/counter.xlsx").values


def test_the_first_cells_that_still_change_are_named(tmp_path):
    counters = {f"{column}1": f"={column}1+1" for column in "BCD"}
    path = saved(tmp_path, {"A1": "=IF(A1<3,A1+1,A1)", **counters}, (True, 7, 0.001))
    with pytest.raises(EngineError, match=r": Sheet!B1, Sheet!C1 and 1 more still change$"):
        at_rest(read_workbook(path))


PARTS = "+".join(f"SUM(INDEX(numbers,{row},1):INDEX(numbers,200,100))" for row in range(1, 71))
OVERLAPPING = f"""
[workbook]
title = "Much is read"
[boards.total]
range = "B4"
style = "plain"
formula = "={PARTS}"
[boards.numbers]
range = "D4:CY203"
style = "plain"
[styles.plain]
"""


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["--no-values"], ["--names", "inline", "--no-values"]])
def test_a_workbook_that_we_could_not_open_is_not_built(run, edited, tmp_path, options):
    """Before, it was built, and verify, steps and watch refused it."""
    edited(OVERLAPPING, "much.toml")
    done = run("build", "much.toml", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert "out/much.xlsx: Main!B4: reads more than 1,100,000 cells" in done.stderr
    assert not (tmp_path / "out/much.xlsx").exists()


@pytest.mark.parametrize("options", [[], ["--no-values"]])
def test_what_cannot_be_read_back_does_not_replace_a_file(folder, monkeypatch, options):
    """Whatever the reason: here each sheet has a character that no XML has."""
    whole = pack.packed

    def spoiled(book):
        return pack.repacked(whole(book), lambda _, data: data.replace(b"Reset", b"Re\xef\xbf\xbf"))

    monkeypatch.setattr(write, "packed", spoiled)
    with pytest.raises(WorkbookError, match="is damaged"):
        build_here(*options)
    assert [path.read_text() for path in folder.iterdir()] == ["old"]


def test_a_cell_that_is_not_to_be_stored(edited, tmp_path):
    text = COUNTER.replace("=B4+1", "=other+1") + (
        '[cells.other]\nrange = "D4"\nstyle = "plain"\nformula = "=4"\nstored = false\n'
    )
    template = load(str(edited(text))).template
    path = tmp_path / "x.xlsx"
    file = workbook_file(template)
    model = read_workbook(path, file)
    session = opening.at_rest(model)
    replace_file(path, opening.with_opening_values(model, file, session, without=["other"]))
    model = read_workbook(path)
    assert model.values == {Area("Main", 4, 2, 4, 2): 5.0}


def test_a_board_that_never_shows_its_value_of_the_start_is_named(tmp_path, caplog):
    """The workbook waits for it, and solves nothing: its status says that it works, for ever."""
    mine = tmp_path / "mine.toml"
    text = strategies()["naked_pairs"].read_text(encoding="utf-8")
    mine.write_text(text.replace("at_start = 0", "at_start = 1", 1), encoding="utf-8")
    loaded = load("sudoku", [str(mine)], ["search", "unique"])
    path = tmp_path / "x.xlsx"
    opening.calculated(loaded, path, opening.uncalculated(loaded))
    said = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert len(said) == 1
    assert "mine.toml: [boards.pair_board] at_start: the workbook comes to rest" in said[0]


@pytest.fixture
def said_of(run, edited):
    """Return a function that builds a template and gives what is said beside the calculation."""

    def said(text):
        edited(text, "mine.toml")
        done = run("build", "mine.toml")
        assert (done.returncode, done.stdout) == (0, "out/mine.xlsx\n")
        return [line.removeprefix("xlbuilder: ") for line in done.stderr.splitlines()[1:]]

    return said


def test_errors_in_cells_are_said_of_each_board(said_of):
    text = COUNTER.replace("=B4+1", "=1/SUM(typed)").replace('range = "B4"', 'range = "B4:C5"')
    wrong = "warning: mine.toml: [boards.total] formula: shows #DIV/0! in B4, and 3 errors more"
    assert said_of(text) == [wrong]


def test_a_circle_without_iterative_calculation_is_said_with_the_key(said_of):
    warned, why = said_of(COUNTER.replace("iterate = true", "iterate = false"))
    assert "iterative calculation is off, and 1 cell is on a circle: Main!B4;" in warned
    assert why == (
        "no values are stored: iterative calculation is off; write calculation ="
        " { iterate = true } in [workbook] of the template"
    )


STATUS = """
[drive]
input = "typed"
solution = "total"
status = "state_code"
says = { stuck = [3], solved = [4] }
[cells.state_code]
range = "B6"
style = "plain"
formula = "=3"
"""


def test_an_example_that_is_not_solved_is_said_and_a_puzzle_is_not(caplog, edited, tmp_path):
    text = re.sub(r"\[drive\][^\[]*", STATUS, COUNTER).replace("=B4+1", "=1")
    loaded = load(str(edited(text, "mine.toml")))
    for is_example in (True, False):
        file = opening.uncalculated(loaded)
        opening.calculated(loaded, tmp_path / "x.xlsx", file, is_example=is_example)
    text = "the workbook does not solve its example: its status says stuck"
    assert caplog.messages == [f"warning: {loaded.path}: {text}"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a workbook from before, and a build that goes on in this process."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.xlsx").write_text("old")
    return tmp_path


def build_here(*arguments):
    cli.cli.main(["build", "ellis", "--out", "x.xlsx", *arguments], standalone_mode=False)


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_when_calculating_is_broken_off_the_old_file_stays(folder, monkeypatch, error):
    def broken_off(*_):
        assert (folder / "x.xlsx").read_text() == "old"
        raise error

    monkeypatch.setattr(opening, "open_workbook", broken_off)
    with pytest.raises(BaseException) as caught:  # noqa: PT011 - click makes an Abort of Ctrl-C
        build_here()
    assert not isinstance(caught.value, Exception) or caught.type.__name__ in (
        "Abort",
        error.__name__,
    )
    assert (folder / "x.xlsx").read_text() == "old"
    assert [path.name for path in folder.iterdir()] == ["x.xlsx"]


def test_an_engine_that_is_not_there_leaves_the_values_out(folder, monkeypatch, caplog):
    def missing(*_):
        raise EngineError("engine fast is not installed")

    monkeypatch.setattr(opening, "open_workbook", missing)
    build_here()
    warnings = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert warnings == ["no values are stored: engine fast is not installed"]
    assert board(read(folder / "x.xlsx", "sol_board", with_openpyxl)) == Board((0,) * 81)


@pytest.mark.program("libreoffice")
def test_libreoffice_shows_the_stored_status_when_it_opens_the_file(made, soffice, tmp_path):
    other = tmp_path / "other.xlsx"
    text = "Stored, and not calculated."
    replace_file(
        other,
        pack.repacked(
            made().read_bytes(),
            lambda _, data: data.replace(f"<v>{SOLVED}<".encode(), f"<v>{text}<".encode()),
        ),
    )
    shown = [path.read_text() for path in soffice("csv", made(), other)]
    assert SOLVED in shown[0]
    assert text in shown[1]


@pytest.mark.program("libreoffice")
def test_with_values_libreoffice_still_sees_that_it_does_not_iterate(made, tmp_path):
    path = tmp_path / "off.xlsx"
    replace_file(
        path,
        pack.repacked(
            made().read_bytes(), lambda _, data: data.replace(b'iterate="1"', b'iterate="0"')
        ),
    )
    model = read_workbook(path)
    assert model.calculation == replace(model_of(made()).calculation, iterate=False)
    session = open_workbook("libreoffice", model)
    session.recalculate()
    assert session.read(model.area("status"))[0].startswith("Iterative calculation is off.")
