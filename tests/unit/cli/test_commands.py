"""The files of the command line: one for each command, thin, and imported when it is needed."""

import ast
import pkgutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from xlbuilder import cli

FILES = sorted(Path(cli.__file__).parent.glob("*.py"))

LONGEST = 40

HELPERS = {"case_report", "inputs", "iterations", "say", "terminal"}

HELP = """
import sys
from xlbuilder.cli import cli
try:
    cli.main(["--help"], prog_name="xlbuilder")
finally:
    print(*sys.modules, file=sys.stderr)
"""


def functions(tree):
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in ast.walk(tree) if isinstance(node, kinds)]


def lines(function):
    """Return the lines from ``def`` to the end; the docstring of a command is its help."""
    first = function.body[0]
    help_lines = first.end_lineno - first.lineno + 1 if ast.get_docstring(function) else 0
    return function.end_lineno - function.lineno + 1 - help_lines


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_function_is_long_and_none_imports(path):
    for function in functions(ast.parse(path.read_text())):
        assert lines(function) <= LONGEST, function.name
        for node in ast.walk(function):
            assert not isinstance(node, ast.Import | ast.ImportFrom), function.name


def test_each_command_has_a_file_of_its_name():
    files = {module.name for module in pkgutil.iter_modules(cli.__path__)}
    assert {name.removesuffix("_") for name in files - HELPERS} == set(cli.COMMANDS)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_help_of_all_says_what_the_help_of_one_begins_with(name):
    command = cli.cli.get_command(click.Context(cli.cli), name)
    assert command.help.split()[:4] == cli.COMMANDS[name].split()[:4]


def test_the_help_of_all_imports_no_command_and_nothing_heavy():
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=False)
    assert all(f"  {name} " in done.stdout for name in cli.COMMANDS)
    modules = set(done.stderr.split())
    assert "xlbuilder.cli" in modules
    assert modules.isdisjoint({"rich", "openpyxl", "numpy", "pydantic", "lark"})
    assert modules.isdisjoint({f"xlbuilder.cli.{name}" for name in cli.COMMANDS})
