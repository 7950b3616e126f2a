"""A plug-in of pytest: ``pytest loan.toml`` runs the tests that a file has.

The file is a template, a strategy, or a file of cases that names its workbook.  It takes only files
that you name on the command line or in pytest's setting ``testpaths``.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import pytest

import xlbuilder

_STRATEGY = re.compile(r"^\s*\[\s*strategy\s*\]", re.MULTILINE)
_TESTS = re.compile(r"^\s*\[\[\s*tests\s*\]\]", re.MULTILINE)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "TestedFile | None":
    """Return the file with tests that pytest's user names, None for another file."""
    if file_path.suffix == ".toml" and parent.session.isinitpath(file_path):
        text = file_path.read_text(encoding="utf-8", errors="replace")
        if _STRATEGY.search(text) or _TESTS.search(text):
            return TestedFile.from_parent(parent, path=file_path)
    return None


class TestedFile(pytest.File):
    """A file with tests.  Its first test builds or opens the workbook and runs them all."""

    def collect(self) -> Iterator["TestOfFile"]:
        """Yield its tests; an error of xlbuilder ends the collection with one line."""
        # Imported here, so that a run of pytest without such files does not load the package.
        from xlbuilder.api.tests import names_of_tests  # noqa: PLC0415

        try:
            names = names_of_tests(self.path)
        except xlbuilder.XlbuilderError as error:
            raise self.CollectError(str(error)) from None
        for name in names:
            yield TestOfFile.from_parent(self, name=name)

    @cached_property
    def problems(self) -> dict[str, tuple[str, ...]]:
        """What is wrong in each test, by its name."""
        return {each.name: each.problems for each in xlbuilder.test(self.path).results}


class TestOfFile(pytest.Item):
    """One test of a file."""

    parent: TestedFile

    def runtest(self) -> None:
        """Fail with what is wrong, a line each."""
        try:
            problems = self.parent.problems[self.name]
        except xlbuilder.XlbuilderError as error:
            problems = (str(error),)
        if problems:
            pytest.fail("\n".join(problems), pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the file and the name of the test, as the report shows them."""
        return self.path, None, self.name
