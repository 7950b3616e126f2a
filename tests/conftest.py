"""Fixtures: puzzles with their solutions, built workbooks, LibreOffice."""

import gc
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from places import DATA
from sudoku import Sheet

from xlbuilder.errors import EngineUnavailableError
from xlbuilder.recalc.engines.libreoffice import bridge_command
from xlbuilder.sudoku.board import Board
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

gc.set_threshold(100_000)  # as the command does: formulas are many small objects


class Puzzle(NamedTuple):
    puzzle: Board
    solution: Board


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--require",
        action="append",
        default=[],
        metavar="MARKER",
        help="a missing program fails the tests with this marker, instead of skipping them",
    )


@pytest.fixture(scope="session")
def puzzles() -> dict[str, Puzzle]:
    found = {}
    for line in (DATA / "puzzles.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, *boards = line.split()
            found[name] = Puzzle(
                *(Board(tuple(int(d) for d in b.replace(".", "0"))) for b in boards)
            )
    return found


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that builds a template once and gives the workbook's path."""
    folder = tmp_path_factory.mktemp("built")
    paths: dict[str, Path] = {}

    def get(name: str) -> Path:
        if name not in paths:
            paths[name] = folder / f"{len(paths)}.xlsx"
            build(load(name).template, paths[name])
        return paths[name]

    return get


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return a function that builds a workbook with the command line, once for its arguments."""
    folder = tmp_path_factory.mktemp("made")

    @cache
    def get(*arguments: object) -> Path:
        out = folder / f"{len(list(folder.iterdir()))}.xlsx"
        command = [sys.executable, "-m", "xlbuilder", "build", *map(str, arguments), "--out", out]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        return out

    return get


@pytest.fixture(scope="session")
def boards() -> dict[str, Board]:
    """Return the puzzles of sudoku.txt by their ids."""
    lines = (DATA / "sudoku.txt").read_text().splitlines()
    named = (line.split() for line in lines if not line.startswith("#"))
    return {name: Board(tuple(map(int, board.replace(".", "0")))) for name, board in named}


@pytest.fixture(scope="session")
def sudoku(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Sheet]:
    """Return a function that builds sudoku once in each choice of strategies, and opens it.

    The choice is what to add to the strategies of the template, and, after a -, what to leave out.
    """
    folder = tmp_path_factory.mktemp("sudoku")

    @cache
    def get(*strategies: str) -> Sheet:
        added = [name for name in strategies if not name.startswith("-")]
        removed = [name.removeprefix("-") for name in strategies if name.startswith("-")]
        path = folder / f"{''.join(['sudoku', *strategies])}.xlsx"
        build(load("sudoku", added, removed).template, path)
        return Sheet(path)

    return get


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs the command in an empty folder."""

    def command(*arguments, env=None, **options):
        return subprocess.run(
            [sys.executable, "-m", "xlbuilder", *map(str, arguments)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={**os.environ, "COLUMNS": "100", **(env or {})},
            **options,
        )

    return command


@pytest.fixture
def nohup() -> Iterator[None]:
    """Be a shell that ignores Ctrl-C, as nohup and a background job of a script are."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def edited(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that writes a template which extends another one."""

    def write(text: str, name: str = "edited.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def libreoffice(request: pytest.FixtureRequest) -> None:
    """Skip without LibreOffice and its Python, or fail when they are required."""
    try:
        bridge_command()
    except EngineUnavailableError as error:
        if "libreoffice" in request.config.getoption("--require"):
            pytest.fail(f"LibreOffice is required here: {error}")
        pytest.skip(f"needs LibreOffice: {error}")


@pytest.fixture
def soffice(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Path, str], Path]:
    """Return a function that converts a file with LibreOffice, in a profile of its own."""
    program = shutil.which("soffice")
    if program is None:
        if "libreoffice" in request.config.getoption("--require"):
            pytest.fail("LibreOffice is required here, and soffice is not installed")
        pytest.skip("needs LibreOffice: soffice is not installed")

    def convert(file: Path, to: str) -> Path:
        subprocess.run(
            [
                program,
                f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}",
                "--headless",
                "--convert-to",
                to,
                "--outdir",
                tmp_path,
                file,
            ],
            check=True,
            capture_output=True,
            timeout=180,
        )
        return tmp_path / f"{file.stem}.{to}"

    return convert
