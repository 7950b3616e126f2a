"""What would help a case that is not right: trials with more iterations and a smaller change.

An error that stays on a circle comes first: no settings end it.

Nothing of this changes the verdict: the workbook is judged with the settings that it has.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from xlbuilder.formula.values import ExcelError
from xlbuilder.proof.cases.bound import BoundCase
from xlbuilder.proof.cases.runs import Run, Runner
from xlbuilder.proof.cases.verdict import CaseVerdict, Help, Remedy, judged
from xlbuilder.recalc.circles import circular
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import MOST_ITERATIONS, Schedule

_MOST_EVALUATIONS = 50_000_000
"""Of one run of a trial: its cells times its iterations."""
_LEAST_CHANGE = 1e-10


def remedied(verdict: CaseVerdict, case: BoundCase, runner: Runner) -> CaseVerdict:
    """Return the verdict with what would help, as far as trials show it."""
    settings = runner.model.calculation
    if verdict.is_right or verdict.note or not (runner.can_change and settings.iterate):
        return verdict
    if _error_stays(verdict.runs, runner):
        return replace(verdict, remedy=Remedy(Help.ERROR_STAYS, 0, settings.max_change))
    if not case.rests or case.constants or not _is_of_settings(verdict):
        return verdict
    return replace(verdict, remedy=_Trials(verdict, case, runner).remedy())


def _error_stays(runs: Iterable[Run], runner: Runner) -> bool:
    """Return whether a run ends with an error on a circle that comes from nowhere else.

    It comes from elsewhere if a formula shows it to which no circle leads; a name that is not
    defined is no error that passes.
    """
    passing = {*ExcelError} - {ExcelError.NAME}
    shown = (zip(runner.cells, run.values, strict=True) for run in runs)
    found = [errors for each in shown if (errors := {cell for cell, v in each if v in passing})]
    if not found:
        return False
    program = load_program(runner.model)
    circles = circular({cell: program.precedents[cell] for cell in program.phases.iterated})
    read = {each for cell in circles for each in program.precedents[cell]}
    causes = read.intersection(program.phases.before)
    return any(not errors.isdisjoint(circles) and errors.isdisjoint(causes) for errors in found)


def _is_of_settings(verdict: CaseVerdict) -> bool:
    """Return whether other settings may help: numbers differ, or something does not rest."""
    numbers = all(
        type(each.one.value) is type(each.expected) is float for each in verdict.mismatches
    )
    return bool(verdict.restless or verdict.disagreement or (verdict.mismatches and numbers))


class _Trials:
    """One case, run again with other settings under the schedules that show what is wrong."""

    def __init__(self, verdict: CaseVerdict, case: BoundCase, runner: Runner) -> None:
        self._verdict = verdict
        self._case = case
        self._runner = runner
        self._change = runner.model.calculation.max_change
        room = _MOST_EVALUATIONS // max(1, len(runner.cells))
        self._most = max(runner.model.calculation.max_iterations, min(MOST_ITERATIONS, room))
        schedules = dict(zip(map(str, verdict.runs), runner.schedules, strict=True))
        self._suspects = list(dict.fromkeys(schedules[str(run)] for run in self._telling()))

    def _telling(self) -> list[Run]:
        """Return the runs that show what is wrong."""
        found = [*self._verdict.restless[:1]]
        if differ := self._verdict.disagreement:
            found += [differ.one.run, differ.other.run]
        return found + [each.one.run for each in self._verdict.mismatches[:1]]

    def remedy(self) -> Remedy | None:
        """Return what helps in all runs, or why nothing does; None where trials do not tell."""
        if self._verdict.restless:
            tried = self._tried(self._runner, self._suspects)
            if tried.restless:
                return Remedy(Help.NEVER_RESTS, self._most, self._change)
            if tried.is_right and (tried := self._in_all(self._runner)).is_right:
                return _remedy(Help.ITERATIONS, tried, self._change)
        return self._with_smaller_change()

    def _with_smaller_change(self) -> Remedy | None:
        """Return the first smaller change that helps, or that none does.

        The runs do not rest with a change below the last digit of their numbers.  If they are as
        far apart with the smallest change as with the one before, they rest at different places.
        """
        before, change = self._verdict, self._change / 10
        remedy = None
        while change > _LEAST_CHANGE:
            runner = self._runner.with_change(change)
            tried = self._tried(runner, self._suspects)
            if tried.restless:
                break
            if tried.is_right and (tried := self._in_all(runner)).is_right:
                return _remedy(Help.CHANGE, tried, change)
            differ = tried.disagreement
            stays = differ and before.disagreement and differ.apart > before.disagreement.apart / 2
            remedy = _remedy(Help.SEVERAL_RESTS, tried, change) if stays else None
            before, change = tried, change / 10
        return remedy

    def _in_all(self, runner: Runner) -> CaseVerdict:
        return self._tried(runner, self._runner.schedules)

    def _tried(self, runner: Runner, schedules: Sequence[Schedule]) -> CaseVerdict:
        """Return the verdict under some schedules with more iterations."""
        longer = [replace(each, iterations=self._most) for each in schedules]
        runs = [run for each in longer for run in runner.under(each, [self._case])]
        return judged(self._case, runs, runner.cells, self._runner.model.calculation)


def _remedy(help_: Help, tried: CaseVerdict, max_change: float) -> Remedy:
    most = max(max(run.iterations, default=0) for run in tried.runs)
    return Remedy(help_, most, max_change)
