"""Positions with what a player finds in them: tests of strategy files, and more."""

import re
import shutil
import tomllib
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.helpers.places import BARE, DATA
from tests.helpers.sudoku import Sheet
from tests.helpers.switch import WHOLE, turn, with_switch
from tests.oracle.players import address, by_sight
from xlbuilder.sudoku.board import Board
from xlbuilder.template.load import load
from xlbuilder.template.locate import strategies
from xlbuilder.workbook.write import build

FOLDER = strategies()["x_wing"].parent
MORE = tomllib.loads((DATA / "techniques.toml").read_text(encoding="utf-8"))
ORDERS = ["row-major", "reversed", "jacobi", "random:1", "subset:1"]


def _tests(technique):
    """Return the tests of a file whose position is a puzzle, and more of them."""
    tests = tomllib.loads((FOLDER / f"{technique}.toml").read_text()).get("tests", [])
    return [each for each in tests if ":" not in each["position"]] + MORE.get(technique, [])


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


def order_of(tested, case):
    """Return the order of a case: the cases take turns.

    BUG+1 takes two candidates from one cell, and is gone with the first of them.  In an order of
    chance the ladder may fall between the two, and the other one stays.
    """
    orders = ORDERS[:3] if case[0] == "bug_plus_one" else ORDERS
    return orders[tested.index(case) % len(orders)]


def left_of(sheet, board, order):
    """Return the candidates of each cell, at rest."""
    sheet.follow(order, "zero", iterations=500)
    sheet.solve(board)
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
    """Return what the sheet says of a candidate, without the guesses under which it went."""
    cell, digit = candidate
    sheet.set(asked_cell=address(cell))
    sheet.calculate()
    line = str(sheet.read("why_lines")[digit - 1]).removeprefix(f"{digit}: ")
    return line.partition(" (guesses: ")[0]


def damaged(folder, file, old, new):
    """Return a function that loads strategies into a template, after damage to the file of one."""
    shutil.copytree(FOLDER, folder / "files", dirs_exist_ok=True)
    path = folder / "files" / f"{file}.toml"
    text = (FOLDER / f"{file}.toml").read_text()
    assert old in text
    path.write_text(text.replace(old, new))

    def loaded(*techniques, into=BARE, without=()):
        added = [str(folder / "files" / f"{technique}.toml") for technique in techniques]
        return load(str(into), added, without, own=into != BARE).template

    return loaded


def damages(table, arrays, once):
    """Return a function that opens the workbook of a technique with one of the damages, or none.

    The table has for each technique those that its tests see, by names: the file, what is replaced
    in it, and by what.  They share a workbook.  Of ``arrays`` see `with_switch`.
    """

    def write(technique, path):
        sound = load(str(BARE), [technique]).template
        with TemporaryDirectory() as folder:
            changes = {
                name: changed_formulas(sound, damaged(Path(folder), *damage)(technique))
                for name, damage in table[technique].items()
            }
        build(with_switch(sound, changes, arrays), path)

    @cache
    def shared(technique):
        return Sheet(once("damages", technique, make=partial(write, technique)))

    def get(technique, name=None):
        sheet = shared(technique)
        turn(sheet, table[technique], name)
        return sheet

    return get


def changed_formulas(sound, bad):
    """Return the formulas that differ between two templates, as `with_switch` takes them."""
    found = []
    for kind in ("boards", "cells", "names"):
        ours, others = getattr(sound, kind), getattr(bad, kind)
        assert others.keys() <= ours.keys()  # names of a library that nothing calls are left out
        for name, entry in others.items():
            if entry.formula != ours[name].formula:
                found.append((name, WHOLE, entry.formula.strip()[1:]))
    assert found
    return found
