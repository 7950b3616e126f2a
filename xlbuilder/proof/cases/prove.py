"""Proves the cases of a file or a template in a workbook, read back from disk."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from xlbuilder.errors import Fault, TemplateError
from xlbuilder.proof.cases.bound import bound_cases
from xlbuilder.proof.cases.remedy import remedied
from xlbuilder.proof.cases.report import CaseReport
from xlbuilder.proof.cases.runs import Runner, schedules_of
from xlbuilder.proof.cases.verdict import judged
from xlbuilder.proof.settings import Settings, settings_of
from xlbuilder.template.load import load
from xlbuilder.template.schema import Case, CasesFile
from xlbuilder.template.source import Source
from xlbuilder.template.toml import read_toml
from xlbuilder.template.validation import validated
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.atomic import temporary_folder
from xlbuilder.xlsx.model import Model, read_workbook

ORDERS = ("row-major", "reversed", "jacobi", "random:1")
"""The orders under which the tests of a file run, unless the user names others."""


@dataclass(frozen=True)
class Manner:
    """How cases are run."""

    engine: str = "fast"
    orders: Sequence[str] = ORDERS
    starts: Sequence[str] = ()
    """None of them stands for the engine's own start."""
    settings: Settings = field(default_factory=settings_of)


def prove(cases: Sequence[Case], model: Model, path: Path, manner: Manner) -> CaseReport:
    """Run the cases of the file ``path`` in a workbook, and judge what it shows.

    Raises TemplateError for cases that do not fit the workbook, EngineError for an unknown name or
    an engine that cannot follow an order, EngineUnavailableError when the engine is not installed,
    WorkbookError when the workbook cannot be calculated.
    """
    schedules = schedules_of(manner.engine, manner.orders, manner.starts, manner.settings)
    bound = bound_cases(cases, model, path)
    wanted = [area for case in bound for area in case.wanted]
    runner = Runner(model, manner.engine, schedules, wanted)
    settings = runner.model.calculation
    results = tuple(
        remedied(judged(case, runs, runner.cells, settings), case, runner)
        for case, runs in zip(bound, runner.runs(bound), strict=True)
    )
    runs = [run for each in results for run in each.runs]
    orders = dict.fromkeys(run.order for run in runs)
    starts = dict.fromkeys(run.start for run in runs)
    return CaseReport(path, results, manner.engine, tuple(orders), tuple(starts))


def prove_file(path: Path, manner: Manner) -> CaseReport:
    """Run the cases of a file in the workbook that it names.

    Raises as `prove` and `read_cases` do, and WorkbookError for a file that is no workbook.
    """
    cases = read_cases(path)
    if not cases.workbook:
        text = 'names no workbook; write workbook = "FILE.xlsx", or use xlbuilder verify --cases'
        raise TemplateError([Fault(path, text)])
    return prove(cases.tests, read_workbook(path.parent / cases.workbook), path, manner)


def prove_template(name: str, manner: Manner) -> CaseReport:
    """Build the workbook of a template in a temporary folder, and run its tests there.

    Raises as `prove` and `load` do, and TemplateError for a template without tests.
    """
    loaded = load(name)
    tests = loaded.template.tests
    if not tests:
        text = "has no tests; write [[tests]]: what is typed (set), and what the workbook shows"
        raise TemplateError([Fault(loaded.path, text)])
    with temporary_folder() as folder:
        path = folder / f"{loaded.name}.xlsx"
        build(loaded.template, path)
        return prove(tests, read_workbook(path), loaded.path, manner)


def read_cases(path: Path) -> CasesFile:
    """Read a file of cases; raises TemplateError with all problems of its tables."""
    return validated(Source(path, read_toml(path)), CasesFile)


def as_texts(names: str | Sequence[str]) -> tuple[str, ...]:
    """Return one name of an order or a start, or several, as texts."""
    return (names,) if isinstance(names, str) else tuple(names)
