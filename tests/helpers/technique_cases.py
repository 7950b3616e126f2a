"""The tests of the shipped strategy files, as a technique of players has to find them."""

import re
import tomllib

from players import address, by_sight

from xlbuilder.sudoku.board import Board
from xlbuilder.template.locate import strategies

OWN = ["naked_singles", "hidden_singles", "locked_candidates", "search"]
FOLDER = strategies()["x_wing"].parent
ORDERS = ["row-major", "reversed", "jacobi", "random:1", "subset:1"]


def _tests(technique):
    return tomllib.loads((FOLDER / f"{technique}.toml").read_text()).get("tests", [])


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


def gone_of(sheet, board, order):
    """Return the candidates that go besides those in sight, at rest."""
    sheet.follow(order, "zero", iterations=500)
    sheet.enter(board)
    sheet.calculate()
    left, seen = sheet.candidates(), by_sight(board.digits)
    return {(cell, digit) for cell in range(81) for digit in seen[cell] - left[cell]}


def says(sheet, candidate):
    """Return what the sheet says of a candidate, without when it went."""
    cell, digit = candidate
    sheet.set(asked_cell=address(cell))
    sheet.calculate()
    return str(sheet.read("why_lines")[digit - 1]).removeprefix(f"{digit}: ").rpartition(" (")[0]
