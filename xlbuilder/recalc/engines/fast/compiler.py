"""numba compiles the machine's functions from the source that plain Python runs as it is.

A function of the machine is a plain one.  ``compiled`` makes another of it that numba compiles,
with all that it calls; both work on the same arrays, so one may go on where the other one stopped.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

Function = Callable[..., Any]
Decorated = TypeVar("Decorated", bound=Function)

_MODULES = [
    *(
        "machine",
        "functions",
        "arrays",
        "rows",
        "criteria",
        "totals",
        "values",
        "digits",
        "spelled",
        "texts",
        "codes",
    )
]
"""The modules that numba compiles."""
_SOURCES = [Path(__file__).with_name(f"{name}.py") for name in _MODULES]
_OPTIONS = "numba_options"


def can_be_compiled(**options: Any) -> Callable[[Decorated], Decorated]:
    """Return the decorator that marks a function of the machine, with numba's ``options``."""

    def mark(function: Decorated) -> Decorated:
        setattr(function, _OPTIONS, options)
        return function

    return mark


def unsigned(number: int) -> int:
    """Return the number; to numba, as one that cannot be below zero.

    numba asks of any other index whether it counts from the end, which costs a loop more than all
    that it does, and keeps the processor from doing several steps at once.
    """
    return number


@cache
def numba_or_none() -> Any | None:
    """Return the package numba, None when it is not installed or does not fit this Python."""
    try:
        return import_module("numba")
    except ImportError:
        return None


@cache
def compiled(function: Function) -> Any:
    """Return the function that numba compiles when it is called for the first time.

    ``function`` is marked with ``can_be_compiled``; numba has to be there.  What is compiled is
    kept in numba's cache, under a name that changes with the source of each of the modules: numba
    itself looks at one of them alone.  Where no folder for it can be written, it is not kept.
    """
    assert isinstance(function, FunctionType)
    called = (each for each in function.__code__.co_names if each in function.__globals__)
    names = {each: function.__globals__[each] for each in called}
    parts = {each: compiled(part) for each, part in names.items() if hasattr(part, _OPTIONS)}
    parts |= {each: np.uint64 for each, part in names.items() if part is unsigned}
    twin = FunctionType(function.__code__, function.__globals__ | parts, function.__name__)
    twin.__qualname__ = f"{function.__name__}_{_digest()}"
    options, numba = getattr(function, _OPTIONS), numba_or_none()
    assert numba is not None
    try:
        return numba.njit(cache=True, **options)(twin)
    except RuntimeError:  # "no locator available": a read-only installation without a home
        return numba.njit(**options)(twin)


def is_in_memory(function: Function) -> bool:
    """Return whether a function was compiled, or loaded from numba's cache, in this process."""
    return bool(compiled.cache_info().currsize and compiled(function).signatures)


def is_on_disk(function: Function) -> bool:
    """Return whether a function is in numba's cache; numba has to be there."""
    folder = compiled(function).stats.cache_path
    return folder is not None and any(
        Path(folder).glob(f"*.{compiled(function).py_func.__qualname__}-*.nbi")
    )


@cache
def _digest() -> str:
    source = b"".join(path.read_bytes() for path in _SOURCES)
    return hashlib.sha256(source).hexdigest()[:16]


def on_views(run: Function) -> Function:
    """Have plain Python run a function of tuples of arrays on views of these arrays.

    An element of a view is a Python number, which plain Python takes twice as fast as NumPy's; and
    where NumPy's numbers do come in, they do not warn, as compiled ones never do.
    """

    def run_on_views(*arguments: Any) -> Any:
        with np.errstate(all="ignore"):
            return run(*map(_viewed, arguments))

    return run_on_views


def _viewed(argument: Any) -> Any:
    is_table = isinstance(argument, tuple)
    return type(argument)._make(memoryview(array) for array in argument) if is_table else argument
