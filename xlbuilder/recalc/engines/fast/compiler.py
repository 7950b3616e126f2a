"""numba compiles the machine's functions from the source that plain Python runs as it is.

A function of the machine is a function of plain Python.  ``compiled`` makes a second function of
it, which numba compiles together with all functions that it calls.  Both functions work on the same
arrays, so the compiled function may go on where the plain function stopped.
"""

import ast
import hashlib
import pickle
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

Function = Callable[..., Any]
Decorated = TypeVar("Decorated", bound=Function)

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
    """Return the package numba; None when it is not installed, not for this Python, or off.

    It is off where NUMBA_DISABLE_JIT is set: its functions are then the functions that it was
    given.
    """
    try:
        numba = import_module("numba")
    except ImportError:
        return None
    return None if numba.config.DISABLE_JIT else numba


@cache
def compiled(function: Function) -> Any:
    """Return the function that numba compiles when it is called for the first time.

    ``function`` is marked with ``can_be_compiled``; numba has to be there.  What is compiled is
    kept in numba's cache, under a name that changes with all that it rests on (`digest`).  Where
    that cannot be written, it is not kept.
    """
    assert isinstance(function, FunctionType)
    called = (each for each in function.__code__.co_names if each in function.__globals__)
    names = {each: function.__globals__[each] for each in called}
    parts = {each: compiled(part) for each, part in names.items() if hasattr(part, _OPTIONS)}
    parts |= {each: np.uint64 for each, part in names.items() if part is unsigned}
    twin = FunctionType(function.__code__, function.__globals__ | parts, function.__name__)
    twin.__qualname__ = f"{function.__name__}_{digest(Path(function.__code__.co_filename))}"
    options, numba = getattr(function, _OPTIONS), numba_or_none()
    assert numba is not None
    try:
        return _where_it_can(numba.njit(cache=True, **options)(twin))
    except RuntimeError:  # "no locator available": a read-only installation without a home
        return numba.njit(**options)(twin)


def _where_it_can(dispatcher: Any) -> Any:
    """Let numba go on where the disk is full, or a file of its cache is damaged."""
    cache = dispatcher._cache  # noqa: SLF001 - numba has no other way

    def tried(do: Function) -> Function:
        def try_it(*arguments: Any) -> Any:
            try:
                return do(*arguments)
            except (OSError, EOFError, pickle.UnpicklingError):
                return None

        return try_it

    cache.load_overload, cache.save_overload = map(
        tried, (cache.load_overload, cache.save_overload)
    )
    return dispatcher


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
def digest(file: Path) -> str:
    """Return what changes with all that the compiled functions of a module of ours rest on.

    These are the sources of the module and of all that it imports, and the version of NumPy.  numba
    itself looks at the file of the function, the processor, and the versions of Python and numba
    (https://numba.readthedocs.io/en/stable/developer/caching.html).
    """
    found = hashlib.sha256(np.__version__.encode())
    for source in sources(file):
        found.update(source.read_bytes())
    return found.hexdigest()[:16]


def sources(file: Path) -> list[Path]:
    """Return the files of a module of our package and of all that it imports from there, sorted."""
    package = file.parent
    while package.joinpath("__init__.py").exists():
        package = package.parent
    found, waiting = {file}, [file]
    while waiting:
        new = _imported(waiting.pop(), package) - found
        found |= new
        waiting += new
    return sorted(found)


@cache
def _imported(file: Path, folder: Path) -> frozenset[Path]:
    """Return the files of the modules that a file imports, of those below a folder."""
    names = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    places = [folder.joinpath(*name.split(".")) for name in names]
    files = [each for place in places for each in (place / "__init__.py", Path(f"{place}.py"))]
    return frozenset(each for each in files if each.is_file())


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
