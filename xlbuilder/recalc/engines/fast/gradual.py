"""Plain Python begins, and the compiled machine goes on once enough has been asked for.

How much work a stream of puzzles is, is not known beforehand.  So the work that has been done
decides: the change comes when plain Python has run as long as the change takes.  In this way a run
never takes more than twice as long as with the better choice from its beginning.
"""

import logging
import sys
from functools import cache
from typing import Any

from xlbuilder.recalc.engines.fast.compiler import (
    Function,
    compiled,
    is_in_memory,
    is_on_disk,
    numba_or_none,
    on_views,
)
from xlbuilder.recalc.engines.fast.interpreter import run_iteration

LOADING = 15_000
"""Evaluations that plain Python makes in the second that numba takes to be imported and to load the
code that it compiled earlier."""
COMPILING = 80_000
"""Evaluations that plain Python makes in about five seconds.  Compiling takes three times as long,
but what is compiled is kept for the next time."""

SLOW = 40_000
"""Evaluations after which it is said that numba is missing; building a workbook takes fewer."""

plain_iteration = on_views(run_iteration)
"""``interpreter.run_iteration`` in plain Python."""
_log = logging.getLogger(__name__)


def compiled_iteration() -> Function:
    """Return ``interpreter.run_iteration`` as numba compiles it; without numba, the plain one."""
    if numba_or_none() is None:
        _say_that_numba_is_missing()
        return plain_iteration
    if not is_on_disk(run_iteration):
        _log.info("numba compiles the engine fast: about half a minute, the first time")
    run: Function = compiled(run_iteration)
    return run


def pays(work: int) -> bool:
    """Return whether the compiled machine is to go on after so many evaluations in plain Python."""
    if is_in_memory(run_iteration):
        return True
    if work <= LOADING:
        return False
    if numba_or_none() is None:
        if work > SLOW:
            _say_that_numba_is_missing()
        return False
    return work > COMPILING or is_on_disk(run_iteration)


@cache
def _say_that_numba_is_missing() -> None:
    is_off = "numba" in sys.modules
    _log.info(
        "numba is %s, and without it the engine takes some 100 times as long; %s",
        "switched off by NUMBA_DISABLE_JIT" if is_off else "not installed",
        "unset it" if is_off else "run: pip install 'xlbuilder[verify]'",
    )


class GradualIteration:
    """``interpreter.run_iteration``: in plain Python at first, compiled when that pays."""

    def __init__(self) -> None:
        self._work = 0
        self._run = plain_iteration

    def __call__(self, order: Any, *arguments: Any) -> tuple[int, bool, bool]:
        """Run an iteration, as ``interpreter.run_iteration`` does."""
        if self._run is plain_iteration and pays(self._work + len(order)):
            self._run = compiled_iteration()
        done: tuple[int, bool, bool] = self._run(order, *arguments)
        self._work += done[0]
        return done
