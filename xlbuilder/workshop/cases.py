"""The tests in a strategy file: positions, and what the strategy finds in them.

The strategy is plugged into a template alone, together with what it needs; the workbook is built,
read back from disk, and run with each position.  A test is right when

- what one round finds (every cell sees the values with which it began), the first one in which the
  workbook finds what it does not find without the strategy, is listed in the test;
- what is listed is found under every order, once the workbook has come to rest.  More may follow
  from it then, and need not be listed;
- nothing that stands in a solution of the position is lost.

A template has rules that always work.  A test need not list what the template finds by these rules
alone, and this is no finding of the strategy: a test must list something that is not found without
the strategy.
"""

import logging
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from xlbuilder.errors import Fault, PuzzleError, TemplateError, counted
from xlbuilder.observe.positions import STRATEGY
from xlbuilder.observe.solver import Solver
from xlbuilder.observe.steps import Round
from xlbuilder.recalc.engines import asked_schedule
from xlbuilder.sudoku.board import NINE, Board, Candidate
from xlbuilder.sudoku.position import Position, read_candidates, read_position
from xlbuilder.sudoku.rules import Rules, plain
from xlbuilder.sudoku.sat import Answers
from xlbuilder.template.load import load
from xlbuilder.template.locate import StrPath, find
from xlbuilder.template.schema import Test
from xlbuilder.template.source import read
from xlbuilder.template.strategy_ref import StrategyRef, of_preset
from xlbuilder.template.variant import rules_of
from xlbuilder.template.warn.asleep import asleep
from xlbuilder.workbook.write import read_back
from xlbuilder.workshop.bases import rules_of_file
from xlbuilder.workshop.way import walker_of
from xlbuilder.xlsx.model import Model

_log = logging.getLogger(__name__)
_SHOWN = 3
"""Candidates that a line names."""

ORDERS = ("row-major", "reversed", "jacobi", "random:1")
"""The orders under which each test runs."""


@dataclass(frozen=True)
class Case:
    """A test that was read: a position, and what must be found in it."""

    name: str
    position: Position
    without: Rules
    """The rules of the puzzle without the strategy, which may add some."""
    eliminated: frozenset[Candidate]
    placed: frozenset[Candidate]

    @property
    def candidates(self) -> frozenset[Candidate]:
        """The candidates of the position, of which the strategy may find some."""
        return self.position.candidates(self.without)


@dataclass(frozen=True)
class CaseResult:
    """What became of one test."""

    name: str
    problems: tuple[str, ...]
    """What is wrong, one sentence each; empty when the test is right."""

    @property
    def is_right(self) -> bool:
        """Whether the strategy found all that the test asks for, and nothing false."""
        return not self.problems


@dataclass(frozen=True, repr=False)
class StrategyReport:
    """What became of the tests of one strategy; ``str()`` gives a line for each."""

    path: Path
    """The file of the strategy."""
    results: tuple[CaseResult, ...]

    @property
    def all_right(self) -> bool:
        """Whether every test is right."""
        return all(result.is_right for result in self.results)

    def __repr__(self) -> str:
        right = sum(result.is_right for result in self.results)
        tests = counted(len(self.results), "test")
        return f"<StrategyReport: {self.path.name}, {right} of {tests} right>"

    def __str__(self) -> str:
        """Return one line for each test."""
        return "\n".join(
            f"{self.path.name}: {result.name}: "
            + ("right" if result.is_right else f"wrong: {'; '.join(result.problems)}")
            for result in self.results
        )


def test_strategy(
    strategy: StrPath,
    *,
    base: StrPath = "bare",  # noqa: PT028 - no test of pytest
) -> StrategyReport:
    """Run the ``[[tests]]`` of a strategy, a name or a file, and return what became of the tests.

    The strategy is plugged into the template ``base`` alone, together with what it needs, and runs
    under several orders of evaluation.

    Raises TemplateError for a file with problems or without tests, and for a preset of several
    strategies; PuzzleError for a test that cannot be read, or that says nothing.
    """
    strategy, base = os.fspath(strategy), os.fspath(base)
    meant = of_preset(read(find(base)), strategy)
    if not meant:
        raise TemplateError([Fault(strategy, f"is part of {base}, which finds it by itself")])
    chosen, *others = (one for _, one in meant)
    if others:
        names = ", ".join(one.name for one in (chosen, *others))
        text = f"is a preset of several strategies; give some of {names}"
        raise TemplateError([Fault(strategy, text)])
    tests = _named_tests(chosen)
    alike: dict[tuple[tuple[str, str], ...], list[tuple[str, Test]]] = defaultdict(list)
    for name, each in tests:
        given = {**dict(chosen.given), **_parameters(each)}
        alike[tuple(sorted(given.items()))].append((name, each))
    results = {
        result.name: result
        for parameters, some in alike.items()
        for result in _run(StrategyRef(chosen.path, parameters), some, base)
    }
    return StrategyReport(chosen.path, tuple(results[name] for name, _ in tests))


def _run(chosen: StrategyRef, tests: Sequence[tuple[str, Test]], base: str) -> Iterator[CaseResult]:
    """Yield what becomes of tests with the same parameters, for which one workbook is built."""
    # Small Sudokus take no positions with candidates that are gone.
    positions = [STRATEGY] if rules_of_file(base).side == NINE else []
    loaded = load(base, [chosen.text, *positions], own=False)
    without = load(base, positions, own=False)
    both = loaded.rules, without.rules
    cases = [_case(name, each, chosen.path, *both) for name, each in tests]
    loaded.check_used(chosen)
    for fault in asleep(loaded):
        _log.warning("warning: %s", fault)
    walker = walker_of(loaded)
    solver = Solver(walker.model, "fast", asked_schedule("fast", ORDERS[0]))
    wrong: list[dict[str, list[str]]] = [defaultdict(list) for _ in cases]
    known = _FindsWithout(read_back(without.template, without.name))
    firsts = [_first(walker.rounds(each.position), known.of(each)) for each in cases]
    for case, first, problems in zip(cases, firsts, wrong, strict=True):
        if (listed := case.eliminated | case.placed) and (more := sorted(first - listed)):
            problems[f"also finds {_some(more, loaded.rules)}"] = list(ORDERS)
    answers = Answers(solver.rules)
    for order in ORDERS:
        solver.follow(asked_schedule("fast", order))
        for case, first, problems in zip(cases, firsts, wrong, strict=True):
            for problem in _at_rest(solver, answers, case, known, first):
                problems[problem].append(order)
    for case, problems in zip(cases, wrong, strict=True):
        yield CaseResult(case.name, tuple(_with_orders(problems)))


def read_cases(chosen: StrategyRef) -> list[Case]:
    """Return the tests of a strategy file, read by the rules that it has itself; at least one.

    Raises TemplateError for tables with problems, and for a file without tests.  Raises PuzzleError
    for a position or a candidate that cannot be read, and for a test that says nothing, or two
    things that exclude each other.
    """
    rules = rules_of(chosen.read())
    return [
        _case(name, test, chosen.path, rules, plain(rules.side))
        for name, test in _named_tests(chosen)
    ]


def _named_tests(chosen: StrategyRef) -> list[tuple[str, Test]]:
    """Return the tests of a strategy file by their names; at least one."""
    path, tests = chosen.path, chosen.read().tests
    if not tests:
        text = "has no tests; write [[tests]], a position, and what the strategy removes or places"
        raise TemplateError([Fault(path, text)])
    named = [(test.name or f"test {number}", test) for number, test in enumerate(tests, 1)]
    for name, times in Counter(name for name, _ in named).items():
        if times > 1:
            text = f"{times} tests are named {name!r}; choose other names"
            raise TemplateError([Fault(path, text)])
    return named


def _parameters(test: Test) -> dict[str, str]:
    return {word: str(value) for word, value in test.parameters.items()}


def _case(name: str, test: Test, path: Path, rules: Rules, without: Rules) -> Case:
    """Read a test by ``rules``; it lists candidates that are left ``without`` the strategy."""
    source = f"{path}: {name}"
    if not test.position.strip():
        raise PuzzleError(f"{source}: the position is empty")
    position = read_position(test.position, source, rules)
    if problems := rules.clashes(position.board):
        raise PuzzleError(f"{source}: {problems[0]}")
    if test.nothing == bool(test.removes or test.places):
        raise PuzzleError(
            f"{source}: says two things; leave out nothing = true, or removes and places"
            if test.nothing
            else f"{source}: does not say what is found; give removes, places, or nothing = true"
        )
    removes, places = (
        frozenset(
            each for text in texts for each in read_candidates(text, f"{source}: {key}", rules)
        )
        for key, texts in (("removes", test.removes), ("places", test.places))
    )
    if lacking := sorted((removes | places) - position.candidates(without)):
        raise PuzzleError(f"{source}: {_named(lacking[0], rules)} is no candidate of the position")
    return Case(name, position, without, removes, places)


def _first(rounds: Iterable[Round], known: AbstractSet[Candidate]) -> AbstractSet[Candidate]:
    """Return what the first round finds that finds something which is not known."""
    news = ((each.eliminated | each.placed) - known for each in rounds)
    return next(filter(None, news), frozenset())


class _FindsWithout:
    """What a template finds in positions without the strategy."""

    def __init__(self, model: Model) -> None:
        self._solver = Solver(model, "fast", asked_schedule("fast", ORDERS[0]))
        self._found: dict[Position, frozenset[Candidate]] = {}

    def of(self, case: Case) -> frozenset[Candidate]:
        """Return the candidates that it removes, and the digits that it places."""
        position = case.position
        if position not in self._found:
            self._solver.run(position)
            shown, _ = self._solver.board()
            gone = case.candidates - (self._solver.left() or frozenset())
            self._found[position] = gone | _held(shown)
        return self._found[position]


def _at_rest(
    solver: Solver,
    answers: Answers,
    case: Case,
    known: _FindsWithout,
    first: AbstractSet[Candidate],
) -> Iterator[str]:
    """Yield what is wrong when the workbook has come to rest; it found ``first`` at once."""
    position = case.position
    done = solver.run(position)
    shown, problem = solver.board()
    left = solver.left() or frozenset()
    if problem:
        yield problem[1]
    if not done[-1].quiet:
        yield "does not come to rest"
    for each in sorted(case.eliminated & left):
        yield f"does not remove {_named(each, solver.rules)}"
    for each in sorted(case.placed):
        if shown.digits[each[0]] != each[1]:
            yield f"does not place {_named(each, solver.rules)}"
    lost = case.candidates - left
    for each in answers.true_among(position.board, lost, position.deleted)[:1]:
        yield f"removes {_named(each, solver.rules)}, which is in a solution"
    if (listed := case.eliminated | case.placed) and listed <= known.of(case):
        yield "all of it is found without the strategy too; give another position"
    if not listed:
        placed = _held(shown) - _held(position.board)
        more = placed | (lost & case.without.possible(shown))
        if more := more - known.of(case):
            yield f"finds {_named(min(first or more), solver.rules)}, but there is nothing to find"


def _with_orders(problems: dict[str, list[str]]) -> Iterator[str]:
    """Yield each problem, with the orders that have it if not all do."""
    for problem, orders in problems.items():
        is_everywhere = len(orders) == len(ORDERS)
        yield problem if is_everywhere else f"{problem} ({', '.join(orders)})"


def _held(board: Board) -> set[Candidate]:
    return {each for each in enumerate(board.digits) if each[1]}


def _some(candidates: Sequence[Candidate], rules: Rules) -> str:
    """Return the first candidates in words, and how many others there are."""
    shown = [_named(each, rules) for each in candidates[:_SHOWN]]
    others = len(candidates) - len(shown)
    return ", ".join(shown) + (f" and {others} more" if others else "")


def _named(candidate: Candidate, rules: Rules) -> str:
    return f"{candidate[1]} {rules.name_of(candidate[0])}"
