"""Finds solutions without a workbook: Sudoku as a satisfiability problem, solved by python-sat."""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import Any

from xlbuilder.errors import EngineUnavailableError
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.sudoku.rules import PLAIN, Rules


class Answers:
    """A solver of boards; what it learns from one board helps it with the next."""

    def __init__(self, rules: Rules = PLAIN) -> None:
        """Solve by these rules; raise EngineUnavailableError when python-sat is not installed."""
        self.rules = rules
        try:
            from pysat.solvers import Solver, pysolvers  # noqa: PLC0415 - in the extra `verify`
        except ImportError:
            raise EngineUnavailableError(
                "the checker needs python-sat; run: pip install 'xlbuilder[verify]'"
            ) from None
        self._solver = Solver(name="cadical153", bootstrap_with=list(_clauses(rules)))
        # Each question with an "or" in it adds a variable, and each variable makes models longer.
        self._for_choices = Solver(name="cadical153", bootstrap_with=list(_clauses(rules)))
        self._interrupted = pysolvers.error

    def solution(self, board: Board) -> Board | None:
        """Return a solution that keeps every digit of ``board``, or None when there is none."""
        if not self._solve(self._held(board)):
            return None
        side = self.rules.side
        model = self._solver.get_model()[: side**3]  # one literal a variable, in order
        return Board(tuple((literal - 1) % side + 1 for literal in model if literal > 0))

    def has_other(self, board: Board, cell: int, digit: int) -> bool:
        """Return whether a solution that keeps ``board`` has another digit in this empty cell."""
        return self._solve([*self._held(board), -_literal(self.rules, cell, digit)])

    def has_several(self, board: Board) -> bool:
        """Return whether more than one solution keeps every digit of ``board``."""
        if (first := self.solution(board)) is None:
            return False
        # One solution that differs from the first: some empty cell holds another digit there.
        return self._with_one_of(board, [-literal for literal in self._held(first)]) is not None

    def true_among(
        self, board: Board, candidates: Collection[Candidate], deleted: Collection[Candidate] = ()
    ) -> list[Candidate]:
        """Return the ``candidates`` that stand in one solution that keeps ``board``.

        The list is empty when no candidate of the list stands in any solution.  Solutions with a
        candidate that is ``deleted`` do not count.
        """
        # As `_literal`, without the time of a call for each.
        side = self.rules.side
        literals = [side * cell + digit for cell, digit in candidates]
        excluded = [-_literal(self.rules, *each) for each in deleted]
        if (model := self._with_one_of(board, literals, excluded)) is None:
            return []
        held = set(model)
        return [each for each in candidates if _literal(self.rules, *each) in held]

    def _with_one_of(
        self, board: Board, literals: list[int], also: Collection[int] = ()
    ) -> list[int] | None:
        """Return the literals of a solution that keeps ``board``, or None.

        The solution has at least one of ``literals`` and all of ``also``.
        """
        chosen = self._for_choices.nof_vars() + 1
        self._for_choices.add_clause([-chosen, *literals])
        is_met = self._solve([*self._held(board), *also, chosen], self._for_choices)
        model: list[int] | None = self._for_choices.get_model() if is_met else None
        self._for_choices.add_clause([-chosen])
        return model

    def _held(self, board: Board) -> list[int]:
        held = ((cell, digit) for cell, digit in enumerate(board.digits) if digit)
        return [_literal(self.rules, *each) for each in held]

    def _solve(self, assumptions: list[int], solver: Any = None) -> bool:
        """Return whether the rules and ``assumptions`` can be true together.

        Raises KeyboardInterrupt after Ctrl-C.  While python-sat solves, it handles Ctrl-C itself
        and raises an error of its own; its solver cannot be used again then.
        """
        try:
            return bool((solver or self._solver).solve(assumptions=assumptions))
        except self._interrupted:
            raise KeyboardInterrupt from None


def _literal(rules: Rules, cell: int, digit: int) -> int:
    """Return the variable that is true when this cell holds this digit."""
    return rules.side * cell + digit


def _clauses(rules: Rules) -> Iterator[list[int]]:
    for cell in rules.cells:
        yield [_literal(rules, cell, digit) for digit in rules.digits]
        yield from _at_most_one(_literal(rules, cell, digit) for digit in rules.digits)
    for digit in rules.digits:
        for house in rules.houses.values():
            if len(house) == rules.side:
                yield [_literal(rules, cell, digit) for cell in house]
            yield from _at_most_one(_literal(rules, cell, digit) for cell in house)
        for pair in rules.pairs:
            yield from _at_most_one(_literal(rules, cell, digit) for cell in pair)


def _at_most_one(literals: Iterable[int]) -> Iterator[list[int]]:
    yield from ([-one, -other] for one, other in combinations(literals, 2))
