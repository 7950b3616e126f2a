"""Proves the cases of a file or a template in a workbook, read back from disk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from xlbuilder.errors import (
    EngineError,
    EngineUnavailableError,
    Fault,
    TemplateError,
    WorkbookError,
)
from xlbuilder.proof.cases.bound import BoundCase, bound_cases, without_logical
from xlbuilder.proof.cases.remedy import remedied
from xlbuilder.proof.cases.report import CaseReport
from xlbuilder.proof.cases.runs import Run, Runner, schedules_of
from xlbuilder.proof.cases.verdict import CaseKind, CaseVerdict, judged
from xlbuilder.proof.settings import Settings, settings_of
from xlbuilder.recalc.dirty import only_dirty
from xlbuilder.recalc.engines import NO_LOGICAL_VALUES, OPEN_THE_FILE
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.template.load import LoadedTemplate, load
from xlbuilder.template.schema import CasesFile, TypedCase
from xlbuilder.template.source import Source
from xlbuilder.template.toml import read_toml
from xlbuilder.template.validation import validated
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.atomic import temporary_folder
from xlbuilder.xlsx.model import Model, is_workbook, read_workbook

ORDERS = ("row-major", "reversed", "jacobi", "random:1")
"""The orders under which tests run, unless the file or the user names others."""


@dataclass(frozen=True)
class Manner:
    """How cases are run."""

    engine: str = "fast"
    orders: Sequence[str] = ()
    """None of them stands for those that the file names."""
    starts: Sequence[str] = ()
    """None of them stands for the engine's own start."""
    settings: Settings = field(default_factory=settings_of)

    def ordered(self, named: Sequence[str], others: Sequence[str] = ORDERS) -> "Manner":
        """Return it with orders: its own, else those that a file has named, else the others."""
        return replace(self, orders=self.orders or named or others)


def prove(cases: Sequence[TypedCase], model: Model, path: Path, manner: Manner) -> CaseReport:
    """Run the cases of the file ``path`` in a workbook, and judge what it shows; give orders.

    Raises TemplateError for cases that do not fit the workbook, EngineError for an unknown name or
    an engine that cannot follow an order, EngineUnavailableError when the engine is not installed,
    WorkbookError when the workbook cannot be calculated.
    """
    schedules = schedules_of(manner.engine, manner.orders, manner.starts, manner.settings)
    bound = bound_cases(cases, model, path)
    if manner.engine in NO_LOGICAL_VALUES:
        bound = [without_logical(case) for case in bound]
    results = tuple(_verdicts(bound, model, manner.engine, schedules))
    runs = [run for each in results for run in each.runs]
    orders = dict.fromkeys(run.order for run in runs)
    starts = dict.fromkeys(run.start for run in runs)
    names = path, model.path.name
    return CaseReport(*names, results, manner.engine, tuple(orders), tuple(starts))


def _verdicts(
    cases: Sequence[BoundCase], model: Model, engine: str, schedules: Sequence[Schedule]
) -> Iterator[CaseVerdict]:
    """Yield the verdict on each case; if they cannot be calculated together, each by itself.

    A case that cannot be calculated is not run, unless it is the only one: then this raises.
    """
    try:
        runner = opened(cases, model, engine, schedules)
    except EngineUnavailableError:
        raise
    except (EngineError, WorkbookError):
        if len(cases) == 1:
            raise
        alone = [_alone(case, model, engine, schedules) for case in cases]
        if all(each.kind is CaseKind.NOT_RUN for each in alone):
            raise
        yield from alone
        return
    for case, runs in zip(cases, runner.runs(cases), strict=True):
        verdict = judged(case, runs, runner.cells, runner.model.calculation)
        yield remedied(verdict, case, runner)


def opened(
    cases: Sequence[BoundCase], model: Model, engine: str, schedules: Sequence[Schedule]
) -> Runner:
    """Open a workbook; if all of it cannot be calculated, what nothing typed reaches is not."""
    wanted = [area for case in cases for area in case.wanted]
    try:
        return Runner(model, engine, schedules, wanted)
    except EngineUnavailableError:
        raise
    except (EngineError, WorkbookError) as error:
        dirty = only_dirty(model, [area for case in cases for area in case.entered], error)
        if dirty is model or engine in OPEN_THE_FILE:
            raise
        return Runner(dirty, engine, schedules, wanted)


def _alone(
    case: BoundCase, model: Model, engine: str, schedules: Sequence[Schedule]
) -> CaseVerdict:
    try:
        (verdict,) = _verdicts([case], model, engine, schedules)
    except EngineUnavailableError:
        raise
    except (EngineError, WorkbookError) as error:
        runs = [Run(str(each.order), str(each.start), error=str(error)) for each in schedules]
        return judged(case, runs, (), model.calculation)
    return verdict


def prove_file(path: Path, manner: Manner) -> CaseReport:
    """Run the cases of a file in the workbook that it names.

    Raises as `prove` and `read_file` do, and WorkbookError for a file that is no workbook.
    """
    cases = read_file(path)
    check_files(path.parent / cases.workbook, path)
    if not cases.workbook:
        text = 'names no workbook; write workbook = "FILE.xlsx", or use xlbuilder verify --cases'
        raise TemplateError([Fault(path, text)])
    model = read_workbook(path.parent / cases.workbook)
    return prove(cases.tests, model, path, manner.ordered(cases.orders))


def prove_template(name: str, manner: Manner) -> CaseReport:
    """Build the workbook of a template in a temporary folder, and run its tests there.

    Raises as `prove` and `load` do, and TemplateError for a template without tests.
    """
    loaded = load(name)
    tests = tests_of(loaded)
    with temporary_folder() as folder:
        path = folder / f"{loaded.name}.xlsx"
        build(loaded.template, path)
        return prove(tests, read_workbook(path), loaded.path, manner.ordered(()))


def tests_of(loaded: LoadedTemplate) -> list[TypedCase]:
    """Return the tests of a template; raises TemplateError when there are none."""
    if not loaded.template.tests:
        text = "has no tests; write [[tests]]: what is typed (set), and what the workbook shows"
        raise TemplateError([Fault(loaded.path, text)])
    return loaded.template.tests


def check_files(workbook: Path, cases: Path) -> None:
    """Refuse a workbook that is not there, and a workbook as the file of cases.

    Raises WorkbookError for the one, TemplateError for the other.
    """
    if is_workbook(cases.name):
        raise TemplateError([Fault(cases, "is a workbook; cases are [[tests]] in a .toml file")])
    if not workbook.exists():
        raise WorkbookError(f"{workbook}: there is no such file")


def read_file(path: Path) -> CasesFile:
    """Read a file of cases; raises TemplateError with all problems of its tables."""
    return validated(Source(path, read_toml(path)), CasesFile)
