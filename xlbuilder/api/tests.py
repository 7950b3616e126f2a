"""The tests that files hold: cases of workbooks, positions of strategies."""

import os
from collections.abc import Sequence
from pathlib import Path

from xlbuilder.errors import Fault, TemplateError
from xlbuilder.proof.cases.bound import names_of
from xlbuilder.proof.cases.prove import (
    Manner,
    prove_file,
    prove_template,
    read_file,
    tests_of,
)
from xlbuilder.proof.cases.report import CaseReport
from xlbuilder.proof.settings import as_texts
from xlbuilder.template.kinds import FileKind, kind_of
from xlbuilder.template.load import load
from xlbuilder.template.locate import BARE, StrPath
from xlbuilder.template.strategy_ref import StrategyRef
from xlbuilder.workshop.cases import StrategyReport, read_cases, test_strategy
from xlbuilder.xlsx.model import is_workbook


def test(
    file: StrPath,
    *,
    base: StrPath = "bare",  # noqa: PT028 - no test of pytest
    engine: str = "fast",  # noqa: PT028
    order: str | Sequence[str] = (),  # noqa: PT028
    start: str | Sequence[str] = (),  # noqa: PT028
) -> StrategyReport | CaseReport:
    """Run the ``[[tests]]`` of a template, a strategy or a file of cases, and say what they became.

    ``file`` is a path, or the name of a shipped template or strategy.  A strategy is plugged into
    the template ``base`` alone, together with what it needs, and runs under its own four orders of
    evaluation.  A template is built; a file of cases names its workbook.  Their tests run under
    each ``order``, by default those that the file names, or four, from each ``start``; without a
    start the engine begins in its own way.

    In a test of your own, ``report = xlbuilder.test("loan.toml"); assert report.all_right,
    str(report)``.

    Raises TemplateError for a file with problems or without tests, and for a preset of several
    strategies; PuzzleError for a test of a strategy that cannot be read, or that says nothing;
    WorkbookError and EngineError for a workbook that cannot be calculated.
    """
    name = os.fspath(file)
    manner = Manner(engine, as_texts(order), as_texts(start))
    if is_workbook(name):
        text = "is a workbook; write [[tests]] into a file, and run"
        raise TemplateError([Fault(name, f"{text} xlbuilder verify {name} --cases FILE")])
    kind = kind_of(name)
    if kind is FileKind.STRATEGY:
        if manner != Manner():
            text = "is a strategy, whose tests have an engine and orders of their own"
            raise TemplateError([Fault(name, f"{text}; leave out engine, order and start")])
        return test_strategy(name, base=base)
    if os.fspath(base) != BARE:
        text = "is no strategy, so it is plugged into no template; leave out base"
        raise TemplateError([Fault(name, text)])
    if kind is FileKind.CASES:
        return prove_file(Path(name), manner)
    return prove_template(name, manner)


def names_of_tests(file: Path) -> list[str]:
    """Return the names of the tests in a file, without running them; raises as `test` does."""
    match kind_of(str(file)):
        case FileKind.STRATEGY:
            return [case.name for case in read_cases(StrategyRef(file))]
        case FileKind.TEMPLATE:
            return names_of(tests_of(load(str(file))))
        case FileKind.CASES:
            return names_of(read_file(file).tests)
