"""Imports run one way: errors, board, formula, template and recalc, workbook, verify, cli."""

import ast
from pathlib import Path

import pytest

import xlbuilder

PACKAGE = Path(xlbuilder.__file__).parent

# Each module or folder of xlbuilder/, and what it may import from there besides itself.
BELOW = {
    "__init__": set(),
    "errors": set(),
    "board": set(),
    "drive": {"errors", "formula"},
    "puzzles": {"errors", "board"},
    "answers": {"errors", "board"},
    "candidates": {"board", "drive", "formula"},
    "judge": {"board", "answers"},
    "formula": {"errors"},
    "say": set(),
    "files": {"errors"},
    "interrupts": set(),
    "workers": {"errors", "interrupts"},
    "template": {"errors", "formula", "drive"},
    "recalc": {"errors", "formula"},
    "workbook": {"errors", "formula", "template", "drive", "files"},
    "guide_page": {"formula", "template"},
    "opening": {"errors", "recalc", "workbook"},
    "filled": {"errors", "board", "template", "recalc", "opening"},
    "stats": {"formula", "recalc"},
    "verify": {"errors", "board", "candidates", "answers", "judge", "drive", "formula", "recalc"},
    "compare": {"board", "candidates", "answers", "judge", "recalc", "verify"},
    "report": {"candidates", "judge", "verify"},
    "work": {"errors", "board", "answers", "recalc", "verify", "compare", "workers"},
    "watch": {"errors", "board", "formula", "recalc", "verify"},
    "render": {"errors", "formula", "recalc"},
    "terminal": {"formula", "judge", "report", "say", "watch", "stats"},
    "generate": {
        *("errors", "board", "answers", "formula", "template", "recalc", "workbook", "filled"),
        *("verify", "files", "interrupts", "work", "workers", "terminal", "say"),
    },
    "cli": {
        *("__init__", "errors", "board", "puzzles", "drive", "formula", "template", "recalc"),
        *("workbook", "opening", "verify", "report", "work", "watch", "terminal", "stats"),
        *("render", "guide_page", "filled", "generate", "say", "files", "interrupts"),
    },
    "__main__": {"cli"},
}
HEAVY = {"formulas", "formualizer", "schedula", "pysat", "numba"}


def part(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def backward(path, source):
    allowed = BELOW[part(path)] | {part(path)}
    for name in imported(ast.parse(source)):
        words = name.split(".")
        if words[0] == "xlbuilder":
            target = words[1] if len(words) > 1 and words[1] in BELOW else "__init__"
            if target not in allowed | {"__init__"}:
                yield name


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_arrow_runs_back(path):
    assert list(backward(path, path.read_text())) == []


def test_an_arrow_that_runs_back_is_seen():
    path = PACKAGE / "recalc" / "model.py"
    assert list(backward(path, "from xlbuilder.template.load import load")) != []
    assert list(backward(PACKAGE / "board.py", "import xlbuilder.errors")) != []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_heavy_packages_are_imported_inside_functions(path):
    outermost = ast.Module(ast.parse(path.read_text()).body, [])
    for node in outermost.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            assert HEAVY.isdisjoint(name.split(".")[0] for name in imported(node))


def test_no_module_is_longer_than_500_lines():
    for path in MODULES:
        assert len(path.read_text().splitlines()) <= 500, path
