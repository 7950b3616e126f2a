"""Several threads may ask at once: each gets the answer that it would get alone."""

import copy
import os
import pickle
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import xlbuilder
from tests.helpers.boards import board
from xlbuilder.api import workbook
from xlbuilder.formula import inline
from xlbuilder.formula.area import area_of
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text
from xlbuilder.observe.solver import Solver
from xlbuilder.xlsx.atomic import replace_file
from xlbuilder.xlsx.pack import as_xml

STAGE = "stages/naked_singles"
EMPTY = "." * 81


def at_once(do, items):
    """Return what ``do`` gives for each item; four threads do it together."""
    with ThreadPoolExecutor(4) as threads:
        return list(threads.map(do, items))


@pytest.mark.slow
def test_one_workbook_solves_for_each_thread_its_own_puzzle(made, puzzles):
    book = xlbuilder.open(made(STAGE))
    asked = [puzzles["naked_singles"].puzzle, board(EMPTY)]

    def answer(puzzle):
        found = book.solve(puzzle)
        return found.board, found.candidates

    alone = [answer(puzzle) for puzzle in asked]
    assert alone[0] != alone[1]
    assert at_once(answer, asked) == alone


@pytest.mark.slow
def test_a_copy_of_a_workbook_has_engines_of_its_own(made, monkeypatch):
    opened = []

    def counted(*asked):
        opened.append(asked)
        return Solver(*asked)

    monkeypatch.setattr(workbook, "Solver", counted)
    book = xlbuilder.open(made(STAGE))
    shown = book.solve().board
    sent = pickle.loads(pickle.dumps(book))  # noqa: S301 - our own
    for other in (copy.copy(book), copy.deepcopy(book), sent):
        assert other.solve().board == shown
    assert len(opened) == 4


def test_parts_of_files_keep_their_prefixes(monkeypatch):
    """ElementTree has one table of prefixes for all threads; who else writes XML would need it."""
    register = ET.register_namespace

    def register_and_let_others_run(prefix, uri):
        register(prefix, uri)
        time.sleep(0.001)

    monkeypatch.setattr(ET, "register_namespace", register_and_let_others_run)
    parts = [f'<x xmlns="urn:{n}" xmlns:p="urn:p{n}"><p:y /></x>' for n in range(8)]

    def written(n):
        return as_xml(ET.fromstring(parts[n]), [("", f"urn:{n}"), ("p", f"urn:p{n}")])

    assert at_once(written, range(8)) == parts
    package = Path(xlbuilder.__file__).parent
    users = [path.name for path in package.rglob("*.py") if "register_names" in path.read_text()]
    assert users == ["pack.py"]


def test_a_formula_stays_on_the_sheet_of_its_cell(monkeypatch):
    """A binder, which is kept, knows the sheet of the formula that it binds just now."""
    own, let_run = inline.resolved, threading.Barrier(2)

    def resolved_together(*arguments):
        with suppress(threading.BrokenBarrierError):
            let_run.wait(0.1)
        return own(*arguments)

    monkeypatch.setattr(inline, "resolved", resolved_together)
    cells = [area_of(sheet, "A1") for sheet in ("One", "Two")]
    names = {"both": parse("=SUM($B$1,$B$2)")}

    def bound(cell):
        return to_text(binder_of(names).bind(parse("=both"), cell))

    assert at_once(bound, cells) == ["SUM(One!B1,One!B2)", "SUM(Two!B1,Two!B2)"]


def test_a_new_file_leaves_the_umask_alone(tmp_path, monkeypatch):
    """All threads have one umask: who asks for it sets it, and another one may write then."""
    (tmp_path / "usual").touch()
    monkeypatch.setattr(os, "umask", None)
    replace_file(tmp_path / "x", b"")
    assert (tmp_path / "x").stat().st_mode == (tmp_path / "usual").stat().st_mode
