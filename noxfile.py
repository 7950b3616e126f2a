"""The daily commands: ``nox -s quick``, ``nox -s lint``, ... ; ``nox -l`` lists them.

They run in the environment that nox is installed in (CONTRIBUTING.md, "Set up"): nothing is
installed twice.  Only ``package`` makes an environment of its own, as it tries what a user gets.
"""

import shutil
import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "quick"]


def python(session: nox.Session, module: str, *arguments: str) -> None:
    """Run a module of this environment; what follows ``--`` is handed on."""
    session.run(sys.executable, "-m", module, *arguments, *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and types, and change nothing."""
    python(session, "ruff", "check", ".")
    python(session, "ruff", "format", "--check", ".")
    python(session, "mypy")


@nox.session
def fix(session: nox.Session) -> None:
    """Mend what ruff can mend by itself."""
    python(session, "ruff", "check", "--fix", ".")
    python(session, "ruff", "format", ".")


@nox.session
def quick(session: nox.Session) -> None:
    """Run what README's command runs: two minutes."""
    python(session, "pytest")


@nox.session
def tests(session: nox.Session) -> None:
    """Run all tests that every change must pass."""
    python(session, "pytest", "-m", "not exhaustive")


@nox.session
def exhaustive(session: nox.Session) -> None:
    """Run what each week runs besides."""
    python(session, "pytest", "-m", "exhaustive")


@nox.session
def coverage(session: nox.Session) -> None:
    """Run the same tests as ``tests``, and print the lines and branches that they leave out."""
    python(session, "pytest", "-m", "not exhaustive", "--cov")


@nox.session
def pages(session: nox.Session) -> None:
    """Make the committed workbooks, the pictures, and the pages that programs print."""
    python(session, "xlbuilder", "build")
    python(session, "xlbuilder", "build", "play", "--out", "out/play.xlsx")
    picture = "docs/pictures/board.svg"
    python(session, "xlbuilder", "render", "out/sudoku.xlsx", "--out", picture)
    with Path("docs/reference/api.md").open("w", encoding="utf-8") as page:
        session.run(sys.executable, "benchmarks/api_page.py", stdout=page)
    session.run(sys.executable, "tests/conformance/functions.py")
    session.run(sys.executable, "benchmarks/cli_page.py")
    session.run(sys.executable, "benchmarks/strategies_page.py")


@nox.session(venv_backend="venv", reuse_venv=True)
def package(session: nox.Session) -> None:
    """Build the distributions, check their metadata, and try the wheel as a user would."""
    shutil.rmtree("dist", ignore_errors=True)
    session.install("build>=1.2", "twine>=6")
    session.run("python", "-m", "build")
    distributions = sorted(str(path) for path in Path("dist").iterdir())
    session.run("twine", "check", "--strict", *distributions)
    (wheel,) = Path("dist").glob("*.whl")
    session.install("--force-reinstall", str(wheel))
    book = Path(session.create_tmp()) / "sudoku.xlsx"
    session.run("xlbuilder", "build", "--out", str(book))
    session.run("xlbuilder", "show", str(book))
