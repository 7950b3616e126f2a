"""What `xlbuilder show --stats` counts, on the file read from disk."""

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from xlbuilder.drive.readability import Readability
from xlbuilder.formula.parse import parse
from xlbuilder.formula.size import size_of
from xlbuilder.proof.stats import Longest, Stats, stats_of
from xlbuilder.template.formulas import formulas
from xlbuilder.template.load import load
from xlbuilder.xlsx.model import read_workbook


def counted(folder, cells, names):
    """Save a workbook of these cells and names, and count what the file has."""
    book = openpyxl.Workbook()
    other = book.create_sheet("Other one")
    for address, content in cells.items():
        sheet, _, place = address.rpartition("!")
        (other if sheet else book.active)[place] = content
    for name, text in names.items():
        book.defined_names[name] = DefinedName(name, attr_text=text)
    book.save(folder / "x.xlsx")
    return stats_of(read_workbook(folder / "x.xlsx"))


def test_a_workbook_without_formulas(tmp_path):
    assert counted(tmp_path, {"A1": 1, "A2": "text"}, {}) == Stats(
        (tmp_path / "x.xlsx").stat().st_size,
        0,
        0,
        0,
        0,
        0,
        None,
        Readability(0, 0, None, None, None),
        0,
        False,
        100,
        0.001,
        (),
    )


@pytest.mark.parametrize(
    ("cells", "cell_count", "distinct"),
    [
        ({"A1": "=1", "A2": 2, "A3": "text"}, 1, 1),
        ({"B2": "=A1+1", "C2": "=B1+1", "B3": "=A2+1"}, 3, 1),  # filled right and down
        ({"B2": "=A1+1", "C2": "=A1+1"}, 2, 2),
        ({"B2": "=$A$1+1", "C2": "=$A$1+1"}, 2, 1),
        ({"B2": "=A$1+1", "B3": "=A$1+1", "C3": "=B$1+1", "C4": "=B1+1"}, 4, 2),
        ({"B2": "=SUM(A1:A2)", "B3": "=SUM(A2:A3)", "B4": "=SUM(A2:A4)"}, 3, 2),
        ({"A1": "=B2+1", "Other!A1": "=B2+1", "Other!B2": "=C3+1"}, 3, 1),
        ({"A1": "=Sheet!$A$2", "Other!A1": "='Other one'!$A$2"}, 2, 2),
        ({"A1": "=my_name", "B7": "=MY_NAME", "C9": "=my_name"}, 3, 2),
        ({"A1": "=IF(TRUE, 1, 2)", "B1": "=IF(TRUE,1,2)"}, 2, 1),
    ],
)
def test_formulas_of_cells(tmp_path, cells, cell_count, distinct):
    found = counted(tmp_path, cells, {})
    assert (found.formula_cells, found.distinct_formulas) == (cell_count, distinct)


@pytest.mark.parametrize(
    ("cells", "names", "longest"),
    [
        ({"A1": "=1+1", "B2": "=100+100"}, {"total": "1+2"}, Longest(7, "Sheet!B2")),
        ({"A1": "=1+1"}, {"total": "100+200"}, Longest(7, "name total")),
        ({"Other!C3": '="a b" & "c"'}, {}, Longest(9, "'Other one'!C3")),
        ({"A1": "=1+1"}, {"strange": "100000000+"}, Longest(3, "Sheet!A1")),
    ],
)
def test_the_longest_formula(tmp_path, cells, names, longest):
    assert counted(tmp_path, cells, names).longest == longest


@pytest.mark.slow
def test_the_default_workbook(built):
    """Small enough to be sent and looked through; who raises a limit makes it harder to read."""
    found = stats_of(read_workbook(built("sudoku")))
    assert 10_000 < found.file_bytes <= 130_000
    assert 729 + 81 < found.formula_cells < 5_000
    assert 10 < found.distinct_formulas <= 65
    assert 50 < found.name_formulas < found.names < 500
    assert found.longest is not None
    assert 100 < found.longest.characters < 2_000
    readable = found.readability
    assert readable.simple_formulas >= 0.64 * readable.formulas
    assert readable.deepest_if.levels <= 5
    assert 12 < readable.candidates.names <= 67
    assert 2 < readable.candidates.levels <= 6


@pytest.mark.slow
def test_no_tower_of_ifs_with_all_strategies():
    """A strategy that is plugged into a slot must not make the IFs of its formula deeper."""
    texts = {formula.text for formula in formulas(load("sudoku", ["all"]).template)}
    assert max(size_of(parse(text)).ifs for text in texts) in (5, 6)
