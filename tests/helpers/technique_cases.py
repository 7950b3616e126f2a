"""The tests of the shipped strategy files, as a technique of players has to find them."""

import re
import shutil
import tomllib

import pytest
from players import address, by_sight
from sudoku import Sheet

from xlbuilder.sudoku.board import Board
from xlbuilder.template.load import load
from xlbuilder.template.locate import strategies
from xlbuilder.workbook.write import build

OWN = ["naked_singles", "hidden_singles", "locked_candidates", "all", "search"]
FOLDER = strategies()["x_wing"].parent
ORDERS = ["row-major", "reversed", "jacobi", "random:1", "subset:1"]


def _tests(technique):
    """Return the tests of a file whose position is a puzzle; ``xlbuilder test`` runs the others."""
    tests = tomllib.loads((FOLDER / f"{technique}.toml").read_text()).get("tests", [])
    return [each for each in tests if ":" not in each["position"]]


def cases(techniques):
    """Return all tests of these files: the technique, and the number of the test."""
    return [(each, number) for each in techniques for number in range(len(_tests(each)))]


def case_of(technique, number):
    """Return a test of a strategy file: the board, and the candidates that go."""
    case = _tests(technique)[number]
    marks = case["position"].replace(".", "0").split()
    board = Board(tuple(map(int, "".join(marks))))
    pairs = [re.fullmatch(r"(\d) R(\d)C(\d)", text).groups() for text in case.get("removes", [])]
    return board, {(int(r) * 9 + int(c) - 10, int(digit)) for digit, r, c in pairs}


def alone(sudoku, technique):
    """Return the workbook with this strategy in the place of its own ones."""
    return sudoku(technique, *(f"-{name}" for name in OWN))


def order_of(tested, case):
    """Return the order of a case: the cases take turns."""
    return ORDERS[tested.index(case) % len(ORDERS)]


def left_of(sheet, board, order):
    """Return the candidates of each cell, at rest."""
    sheet.follow(order, "zero", iterations=500)
    sheet.enter(board)
    sheet.calculate()
    return sheet.candidates()


def left_with_the_solution(sheet, boards, order):
    """Return the candidates of a puzzle at rest; those of the solution must be among them."""
    board = boards[f"search_{ORDERS.index(order) % 3 + 1}"]
    left, solution = left_of(sheet, board, order), sheet.answers.solution(board).digits
    assert all(right in digits for digits, right in zip(left, solution, strict=True))
    return left


def gone_of(sheet, board, order):
    """Return the candidates that go besides those in sight, at rest."""
    left, seen = left_of(sheet, board, order), by_sight(board.digits)
    return {(cell, digit) for cell in range(81) for digit in seen[cell] - left[cell]}


def says(sheet, candidate):
    """Return what the sheet says of a candidate, without when it went."""
    cell, digit = candidate
    sheet.set(asked_cell=address(cell))
    sheet.calculate()
    return str(sheet.read("why_lines")[digit - 1]).removeprefix(f"{digit}: ").rpartition(" (")[0]


def damaged(folder, file, old, new):
    """Return a function that opens sudoku with strategies, after damage to the file of one."""
    shutil.copytree(FOLDER, folder / "files")
    path = folder / "files" / f"{file}.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))

    def opened(*techniques, without=OWN):
        book = folder / f"{techniques[0]}.xlsx"
        added = [str(folder / "files" / f"{technique}.toml") for technique in techniques]
        template = load("sudoku", added, without).template
        build(template.model_copy(update={"guide": None}), book)
        return Sheet(book)

    return opened


def assert_seen(check, folder, damage, techniques):
    """Assert that a check of one of these techniques' cases fails when a file has this damage.

    The check takes the workbook, the case and the order; the damage is as ``damaged`` takes it.
    """
    opened = damaged(folder, *damage)
    for technique in techniques:
        sheet = opened(technique)
        for case in cases([technique]):
            try:
                check(sheet, case, "row-major")
            except AssertionError:
                return
    pytest.fail("the tests of the file do not see this damage")
