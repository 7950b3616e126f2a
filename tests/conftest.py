"""What runs when, and fixtures: puzzles with their solutions, built workbooks, LibreOffice."""

import gc
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pytest
from filelock import FileLock

from tests.helpers.boards import board
from tests.helpers.command import Done, called, in_a_process
from tests.helpers.once import Once
from tests.helpers.places import BARE, DATA, ROOT, UNIT, WORKBOOKS
from tests.helpers.sudoku import Sheet, template_with
from tests.helpers.workbooks import opened_in
from xlbuilder.errors import EngineUnavailableError
from xlbuilder.recalc.engines.fast.compiler import is_on_disk, numba_or_none
from xlbuilder.recalc.engines.fast.interpreter import run_iteration
from xlbuilder.recalc.engines.libreoffice import bridge_command
from xlbuilder.sudoku.board import Board
from xlbuilder.workbook.editions import DEFINED
from xlbuilder.workbook.write import build

gc.set_threshold(100_000)  # as the command does: formulas are many small objects

FIRST = [
    ROOT / path
    for path in (
        "tests/test_solves.py",
        "tests/workbooks/test_libreoffice_all.py",
        "tests/workbooks/test_shelf.py",
        "tests/docs/test_docs.py",
    )
]
"""What a reader wants to see first, then the tests that take half a minute or more: no worker shall
end the run alone with one of them."""
WITHOUT_ENGINE = {UNIT / name for name in ("formula", "sudoku", "template", "xlsx")} | {FIRST[0]}
"""The folders and files whose tests do not need the engine fast to be compiled."""


class Puzzle(NamedTuple):
    puzzle: Board
    solution: Board


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark all of tests/workbooks slow, and let tests wait for the engine.

    The engine comes before the fixtures of a module, which may use it.
    """
    if WORKBOOKS in item.path.parents:
        item.add_marker("slow")
    if isinstance(item, pytest.Function) and _needs_engine(item):
        item.fixturenames.insert(0, "engine_is_compiled")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests of each run: workers steal what stands last.

    Behind the first ones come those without the engine fast: one worker runs them while another one
    compiles it.
    """
    place = {path: number for number, path in enumerate(FIRST)}
    items.sort(key=lambda item: (place.get(item.path, len(FIRST)), _needs_engine(item)))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(SolvedPrinter(config))


class SolvedPrinter:
    """Prints what test_solves.py found as soon as it is known."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        words = dict(report.user_properties).get("solved")
        if words and report.when == "call" and terminal:  # the workers have no terminal
            terminal.write(f"\n{report.outcome}: {words}\n")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose program is missing, or fail it when the program is required."""
    for mark in item.iter_markers("program"):
        (program,) = mark.args
        lacking = _lacking(program)
        if lacking and program in item.config.getoption("--require"):
            pytest.fail(f"{program} is required here: {lacking}")
        if lacking:
            pytest.skip(f"needs {program}: {lacking}")


@cache
def _lacking(program: str) -> str:
    """Return what is not installed of LibreOffice, with its Python, or of Chromium; or ""."""
    if program == "libreoffice":
        try:
            bridge_command()
        except EngineUnavailableError as error:
            return str(error)
        return ""
    assert program == "chromium", program
    lacking = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return f"{' and '.join(lacking)} not installed" if lacking else ""


def _needs_engine(item: pytest.Item) -> bool:
    return not WITHOUT_ENGINE & {item.path, *item.path.parents}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--require",
        action="append",
        default=[],
        choices=["libreoffice", "chromium"],
        help="when this program is missing, the tests that need it fail, instead of being skipped",
    )


@pytest.fixture(scope="session")
def puzzles() -> dict[str, Puzzle]:
    found = {}
    for line in (DATA / "puzzles.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, *boards = line.split()
            found[name] = Puzzle(*(board(b) for b in boards))
    return found


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Once:
    """Return a function that makes a file, once for all the workers that test."""
    own = tmp_path_factory.getbasetemp()
    return Once((own if worker_id == "master" else own.parent) / "once")


@pytest.fixture(scope="session")
def engine_is_compiled(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> None:
    """In a new clone, let one of the workers compile the engine fast for all of them."""
    if worker_id == "master" or numba_or_none() is None or is_on_disk(run_iteration):
        return
    with FileLock(tmp_path_factory.getbasetemp().parent / "numba.lock"):
        opened_in("fast", tmp_path_factory.mktemp("numba"), {"A1": "=1"}).prepare()


@pytest.fixture(scope="session")
def built(once: Once) -> Callable[..., Path]:
    """Return a function that builds a template with strategies once and gives the path.

    The choice is what to add to the strategies of the template, and, after a -, what to leave out.
    """

    @cache
    def get(name: str, *strategies: str, edition: str = DEFINED) -> Path:
        def make(path: Path) -> None:
            build(template_with(name, *strategies), path, edition=edition)

        return once("built", edition, name, *strategies, make=make)

    return get


@pytest.fixture(scope="session")
def made(once: Once) -> Callable[..., Path]:
    """Return a function that builds a workbook with the command line, once for its arguments.

    Without a template that is sudoku, so both ways to ask for it give one file.
    """

    @cache
    def get(*arguments: object) -> Path:
        if arguments[:1] == ("sudoku",):
            return get(*arguments[1:])

        def make(path: Path) -> None:
            done = called("build", *arguments, "--out", path, cwd=path.parent)
            assert done.returncode == 0, done.stderr

        return once("made", *arguments, make=make)

    return get


@pytest.fixture(scope="session")
def boards() -> dict[str, Board]:
    """Return the puzzles of sudoku.txt by their ids."""
    lines = (DATA / "sudoku.txt").read_text().splitlines()
    named = (line.split() for line in lines if not line.startswith("#"))
    return {name: board(text) for name, text in named}


@pytest.fixture(scope="session")
def sudoku(built: Callable[..., Path]) -> Callable[..., Sheet]:
    """Return a function that opens sudoku once in each choice of strategies, as built takes it."""

    @cache
    def get(*strategies: str) -> Sheet:
        return Sheet(built("sudoku", *strategies))

    return get


@pytest.fixture(scope="session")
def bare(built: Callable[..., Path]) -> Callable[..., Sheet]:
    """Return a function that opens sudoku once with just these strategies: without singles, too."""

    @cache
    def get(*strategies: str) -> Sheet:
        return Sheet(built(str(BARE), *strategies))

    return get


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Done]:
    """Return a function that calls the command in an empty folder."""
    return partial(called, cwd=tmp_path)


@pytest.fixture
def run_process(tmp_path: Path) -> Callable[..., Done]:
    """Return a function that starts the command as a process in an empty folder."""
    return partial(in_a_process, cwd=tmp_path)


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
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def soffice(tmp_path: Path) -> Callable[..., list[Path]]:
    """Return a function that converts files with one LibreOffice, in a profile of its own."""

    def convert(to: str, *files: Path) -> list[Path]:
        subprocess.run(
            [
                "soffice",
                f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}",
                "--headless",
                "--convert-to",
                to,
                "--outdir",
                tmp_path,
                *files,
            ],
            check=True,
            capture_output=True,
            timeout=180,
        )
        return [tmp_path / f"{file.stem}.{to}" for file in files]

    return convert
