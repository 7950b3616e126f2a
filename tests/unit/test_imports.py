"""Imports run one way, from the room of the command line down to the errors."""

import ast
from pathlib import Path

import xlbuilder

PACKAGE = Path(xlbuilder.__file__).parent

# Each module or folder of xlbuilder/, and what it may import from there besides itself.
ROOMS = [
    {"errors"},
    {"files"},
    {"sudoku", "formula", "processes"},
    {"xlsx"},
    {"drive"},
    {"template", "recalc"},
    {"workbook", "observe"},
    {"proof"},
    {"generation", "render", "workshop", "changes"},
    {"api"},
    {"cli", "pytest_plugin"},
    {"__main__"},
]
"""From the bottom to the top; a room knows those below it, and not its neighbors."""
BELOW = {
    room: set().union(*ROOMS[:level], {"__init__"})
    for level, rooms in enumerate(ROOMS)
    for room in rooms
} | {"__init__": {"errors", "api"}}
HEAVY = {"formulas", "formualizer", "pyofficeeditor", "schedula", "pysat", "numba"}


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


def test_no_arrow_runs_back():
    wrong = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in MODULES
        for name in backward(path, path.read_text())
    ]
    assert not wrong, "\n".join(wrong)


def test_an_arrow_that_runs_back_is_seen():
    path = PACKAGE / "xlsx" / "model.py"
    assert list(backward(path, "from xlbuilder.template.load import load")) != []
    assert list(backward(PACKAGE / "sudoku" / "board.py", "import xlbuilder.xlsx")) != []


def test_a_problem_of_a_template_knows_no_models():
    problem = PACKAGE / "template" / "problem.py"
    assert list(imported(ast.parse(problem.read_text()))) == ["typing", "typing.NamedTuple"]


def test_heavy_packages_are_imported_inside_functions():
    wrong = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in MODULES
        for node in ast.parse(path.read_text()).body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in imported(node)
        if name.split(".")[0] in HEAVY
    ]
    assert not wrong, "\n".join(wrong)


def test_no_module_is_longer_than_500_lines():
    for path in MODULES:
        assert len(path.read_text().splitlines()) <= 500, path
