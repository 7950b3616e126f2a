"""A plug-in of pytest: ``pytest my_strategy.toml`` runs the tests that a strategy file has.

It takes only files that you name on the command line or in pytest's setting ``testpaths``.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import pytest

import xlbuilder

_STRATEGY = re.compile(r"^\s*\[\s*strategy\s*\]", re.MULTILINE)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "StrategyFile | None":
    """Return the strategy file that pytest's user names, None for another file."""
    if file_path.suffix == ".toml" and parent.session.isinitpath(file_path):
        text = file_path.read_text(encoding="utf-8", errors="replace")
        if _STRATEGY.search(text):
            return StrategyFile.from_parent(parent, path=file_path)
    return None


class StrategyFile(pytest.File):
    """A strategy file.  Its first test builds the workbook and runs all its tests."""

    def collect(self) -> Iterator["StrategyTest"]:
        """Yield its tests; an error of xlbuilder ends the collection with one line."""
        # Imported here, so that a run of pytest without strategies does not load the package.
        from xlbuilder.template.strategy_ref import StrategyRef  # noqa: PLC0415
        from xlbuilder.workshop.cases import read_cases  # noqa: PLC0415

        try:
            cases = read_cases(StrategyRef(self.path))
        except xlbuilder.XlbuilderError as error:
            raise self.CollectError(str(error)) from None
        for case in cases:
            yield StrategyTest.from_parent(self, name=case.name)

    @cached_property
    def problems(self) -> dict[str, tuple[str, ...]]:
        """What is wrong in each test, by its name."""
        return {each.name: each.problems for each in xlbuilder.test(self.path).results}


class StrategyTest(pytest.Item):
    """One test of a strategy file."""

    parent: StrategyFile

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
