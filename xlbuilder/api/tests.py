"""The tests that files hold: cases of workbooks, positions of strategies."""

import os
from collections.abc import Sequence
from pathlib import Path

from xlbuilder.errors import Fault, TemplateError
from xlbuilder.proof.cases.prove import ORDERS, Manner, as_texts, prove_file, prove_template
from xlbuilder.proof.cases.report import CaseReport
from xlbuilder.template.kinds import FileKind, kind_of
from xlbuilder.template.locate import BARE, StrPath
from xlbuilder.workshop.cases import StrategyReport, test_strategy


def test(
    file: StrPath,
    *,
    base: StrPath = "bare",  # noqa: PT028 - no test of pytest
    engine: str = "fast",  # noqa: PT028
    order: str | Sequence[str] = ORDERS,  # noqa: PT028
    start: str | Sequence[str] = (),  # noqa: PT028
) -> StrategyReport | CaseReport:
    """Run the ``[[tests]]`` of a template, a strategy or a file of cases, and say what they became.

    ``file`` is a path, or the name of a shipped template or strategy.  A strategy is plugged into
    the template ``base`` alone, together with what it needs, and runs under its own four orders of
    evaluation.  A template is built; a file of cases names its workbook.  Their tests run under
    each ``order`` from each ``start``; without a start the engine begins in its own way.

    In a test of your own, ``report = xlbuilder.test("loan.toml"); assert report.all_right,
    str(report)``.

    Raises TemplateError for a file with problems or without tests, and for a preset of several
    strategies; PuzzleError for a test of a strategy that cannot be read, or that says nothing;
    WorkbookError and EngineError for a workbook that cannot be calculated.
    """
    name = os.fspath(file)
    manner = Manner(engine, as_texts(order), as_texts(start))
    kind = kind_of(name)
    if kind is FileKind.STRATEGY:
        if manner != Manner():
            text = "is a strategy, whose tests have an engine and orders of their own"
            raise TemplateError([Fault(name, f"{text}; leave out engine, order and start")])
        return test_strategy(name, base=base)
    if os.fspath(base) != BARE:
        text = "is no strategy, so it is plugged into no template; leave out base"
        raise TemplateError([Fault(name, text)])
    return (
        prove_template(name, manner)
        if kind is FileKind.TEMPLATE
        else prove_file(Path(name), manner)
    )
