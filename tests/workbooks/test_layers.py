"""Each layer of sudoku can be left out, alone and with all others, and the rest is right."""

import pytest
from openpyxl import load_workbook

from tests.helpers.sudoku import EMPTY, Sheet, template_with
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.template.toml import read_toml

LAYERS = load("sudoku").source.layers

CORE = load("basic").template.boards.keys()

STRATEGIES = ["unique", "search"]

CASES = [*([name] for name in LAYERS), [*LAYERS], [*LAYERS, *STRATEGIES]]

ORDERS = ["row-major", "reversed", "jacobi", "ordinary", "random:1", "remembered"]


def without(*layers):
    return [f"-{name}" for name in layers]


@pytest.fixture(scope="module", params=CASES, ids="+".join)
def left_out(request):
    return request.param


@pytest.fixture(scope="module")
def sheet(built, left_out):
    return Sheet(built("sudoku", *without(*left_out)))


def names_of(layer):
    tables = read_toml(LAYERS[layer])
    kinds = ("names", "slots", "boards", "cells")
    return {name for kind in kinds for name in tables.get(kind, {})} - CORE


def test_nothing_of_it_is_left(built, left_out):
    book = load_workbook(built("sudoku", *without(*left_out)))
    for layer in set(left_out) & LAYERS.keys():
        assert names_of(layer)
        assert names_of(layer).isdisjoint(book.defined_names)
        template = template_with("sudoku", *without(*left_out))
        assert names_of(layer).isdisjoint(template.guide.sections)


def test_it_solves_and_says_so(sheet, boards, left_out):
    names = ["naked_1", "hidden_1", "locked_1", *([] if "search" in left_out else ["search_1"])]
    for order in ORDERS if len(left_out) > 1 else ORDERS[-2:]:
        sheet.follow(order)
        for name in names:
            (verdict,) = sheet.verdicts([boards[name]])
            assert verdict.kind is Kind.SOLVED


def test_what_is_typed_later_is_a_new_start(sheet, boards):
    """Another puzzle over the first one, then clues that clash, then none."""
    sheet.follow("reversed")
    for name in ["naked_1", "locked_1"]:
        sheet.solve(boards[name])
        assert sheet.kind(boards[name]) is Kind.SOLVED
    sheet.type("in_board", 0, 5)
    sheet.type("in_board", 1, 5)
    sheet.calculate()
    assert sheet.one("status").startswith("Clues clash")
    sheet.solve(EMPTY)
    assert not sheet.kind(EMPTY).is_false


def formulas(path):
    """Return the formulas of the first sheet, and those behind its names."""
    book = load_workbook(path)
    rows = book.worksheets[0].iter_rows()
    cells = {cell.coordinate: cell.value for row in rows for cell in row if cell.data_type == "f"}
    return cells | {name: entry.attr_text for name, entry in book.defined_names.items()}


def test_neighbors_are_looked_at_by_boards_of_the_core(built):
    """The layer says which boards of the core look at the next cell first; no more.

    At the end of a line of the valid values the next cell is one of its own.
    """
    cores = formulas(built("basic"))
    looking = formulas(built("sudoku"))
    rest = formulas(built("sudoku", *without("neighbors")))
    changed = {cell for cell in rest if rest[cell] != looking[cell]}
    assert {"P16", "D52"} <= changed
    assert all(looking[cell].endswith("*0+" + rest[cell].removeprefix("=")) for cell in changed)
    assert changed <= cores.keys()
    own = {f"AQ{row}" for row in range(16, 42)}
    assert looking.keys() - rest.keys() == own | {"next_lines"}
    assert "COUNT(AQ16)" in looking["AP16"]


def test_with_all_of_them_off_it_is_basic(built):
    """Formula for formula."""
    found = formulas(built("sudoku", *without(*LAYERS, *STRATEGIES)))
    assert len(found) > 1_000
    assert found == formulas(built("basic"))
