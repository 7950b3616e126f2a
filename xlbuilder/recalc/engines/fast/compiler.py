"""numba compiles the machine's functions; where it does not, plain Python runs them as they are.

Which of the two is decided once in a process, when the machine's modules are imported.
"""

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

Function = Callable[..., Any]


class Compiler:
    """numba, unless it is missing or left out."""

    def __init__(self) -> None:
        self._is_left_out = False

    def leave_out(self) -> None:
        """Let plain Python run the machine in this process; once it is imported that is settled."""
        self._is_left_out = True

    @cached_property
    def numba(self) -> Any | None:
        """The package, None when plain Python is to run the machine."""
        return None if self._is_left_out else _numba_or_none()

    @property
    def is_missing(self) -> bool:
        """Say whether numba could not be had if it were wanted."""
        return _numba_or_none() is None


def _numba_or_none() -> Any | None:
    try:
        return import_module("numba")
    except ImportError:  # also when it does not fit this Python or this NumPy
        return None


COMPILER = Compiler()


def compiled(**options: Any) -> Callable[[Function], Function]:
    """Return the decorator that has numba compile a function, with numba's ``options``."""
    if (numba := COMPILER.numba) is None:
        return lambda function: function
    decorator: Callable[[Function], Function] = numba.njit(**options)
    return decorator


def on_views(run: Function) -> Function:
    """Have plain Python run a function of tuples of arrays on views of these arrays.

    An element of a view is a Python number, which plain Python takes twice as fast as NumPy's; and
    where NumPy's numbers do come in, they do not warn, as compiled ones never do.
    """
    if COMPILER.numba is not None:
        return run

    def run_on_views(*arguments: Any) -> Any:
        with np.errstate(all="ignore"):
            return run(*map(_viewed, arguments))

    return run_on_views


def _viewed(argument: Any) -> Any:
    is_table = isinstance(argument, tuple)
    return type(argument)._make(memoryview(array) for array in argument) if is_table else argument
