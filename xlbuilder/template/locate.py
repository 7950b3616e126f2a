"""Finds templates, strategies and parts: the shipped ones by name, the user's own by path.

A template is ``NAME.toml`` or ``NAME/main.toml``.  The other files beside a ``main.toml``, and the
files in ``shared/``, are parts: files that other files need.  Strategies lie in ``strategies/``.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path

from xlbuilder.errors import Fault, TemplateError, did_you_mean
from xlbuilder.xlsx.model import is_workbook

_PACKAGE = Path(__file__).resolve().parents[1]

StrPath = str | os.PathLike[str]
"""A name, or the path of a file."""

DEFAULT = "sudoku"
"""The template when the user names none."""

BARE = "bare"
"""The default workbook without techniques of its own: in it a strategy works alone."""


class _Kind(Enum):
    TEMPLATE = "template"
    STRATEGY = "strategy"
    PART = "part"


_STRATEGIES = "strategies"
_SHARED = "shared"
_MAIN = "main.toml"


def shipped() -> dict[str, Path]:
    """Return the templates that come with xlbuilder, by name (``stages/candidates``)."""
    return _shipped(_Kind.TEMPLATE)


def strategies() -> dict[str, Path]:
    """Return the strategies that come with xlbuilder, by name (``naked_pairs``)."""
    return _shipped(_Kind.STRATEGY)


def parts() -> dict[str, Path]:
    """Return the parts of templates that come with xlbuilder, by name (``shared/live``)."""
    return _shipped(_Kind.PART)


def shipped_files() -> list[Path]:
    """Return all files that come with xlbuilder: templates, parts and strategies."""
    return [path for _, _, path in _files()]


def shipped_names() -> dict[Path, str]:
    """Return the names of the templates and strategies that come with xlbuilder, by path."""
    return {path: name for kind, name, path in _files() if kind is not _Kind.PART}


def is_shipped(path: Path) -> bool:
    """Return whether a file comes with xlbuilder."""
    return path.resolve().is_relative_to(_folder())


def name_of(path: Path) -> str:
    """Return the name of the template at ``path``; for ``NAME/main.toml`` the folder's name."""
    return path.resolve().parent.name if path.name == _MAIN else path.stem


def find(name: str, beside: Path | None = None) -> Path:
    """Return the file of the template ``name``: a path, or the name of a shipped template.

    A relative path begins at the folder ``beside``, else at the current folder.
    Raises TemplateError when there is no such file.
    """
    return _find(name, beside, _Kind.TEMPLATE)


def find_strategy(name: str, beside: Path | None = None) -> Path:
    """Return the file of the strategy ``name``, as `find` does for templates."""
    return _find(name, beside, _Kind.STRATEGY)


def find_part(name: str, beside: Path) -> Path:
    """Return the file of the part ``name``, as `find` does for templates."""
    return _find(name, beside, _Kind.PART)


@contextmanager
def asked_for(path: Path, key: str) -> Iterator[None]:
    """Put the file that asks for another file, and its key, before errors of this other file."""
    try:
        yield
    except TemplateError as error:
        faults = [Fault(path, str(fault), (key,)) for fault in error.faults]
        raise TemplateError(faults) from None


def _find(name: str, beside: Path | None, kind: _Kind) -> Path:
    path = (beside or Path()) / name
    with suppress(OSError):  # a name that is too long for a file
        if path.suffix == ".toml" and path.is_file():
            return path
    known = _shipped(kind)
    if name in known:
        return known[name]
    raise TemplateError([Fault(name, _why_not(name, path, kind, known))])


def _why_not(name: str, path: Path, kind: _Kind, known: Mapping[str, Path]) -> str:
    """Return why no file of this kind has the name, and what to do."""
    if kind is _Kind.TEMPLATE and name in strategies():
        return f"is a strategy, not a template; give --with {name}"
    if kind is _Kind.PART and name in strategies():
        return "is a strategy, not a part; a template has it in strategies"
    if kind is _Kind.STRATEGY and name in shipped():
        return "is a template, not a strategy; build and verify it"
    if is_workbook(name):
        return f"is a workbook, not a {kind.value}; give a .toml file"
    if path.suffix == ".toml":
        return "there is no such file"
    hint = did_you_mean(name, known, f"give a .toml file or one of: {', '.join(known)}")
    if hint.endswith("?"):
        hint += " If not, give a .toml file"
    with suppress(OSError):
        if (file := Path(f"{path}.toml")).is_file():
            hint = f"did you mean the file {file.name}?"
    return f"no such {kind.value}; {hint}"


def _shipped(kind: _Kind) -> dict[str, Path]:
    return {name: path for of, name, path in _files() if of is kind}


def _files() -> Iterator[tuple[_Kind, str, Path]]:
    """Yield each shipped file: its kind, its name, its path; in the order of the names."""
    folder = _folder()
    found = {
        path.relative_to(folder).with_suffix("").as_posix(): path for path in folder.rglob("*.toml")
    }
    for name, path in sorted(found.items()):
        if name.startswith(f"{_STRATEGIES}/"):
            yield _Kind.STRATEGY, name.removeprefix(f"{_STRATEGIES}/"), path
        elif path.name == _MAIN:
            yield _Kind.TEMPLATE, path.parent.relative_to(folder).as_posix(), path
        elif name.startswith(f"{_SHARED}/") or (path.parent / _MAIN) in found.values():
            yield _Kind.PART, name, path
        else:
            yield _Kind.TEMPLATE, name, path


def _folder() -> Path:
    """Return the folder of the shipped templates: in the package, or beside it in a checkout."""
    packed = _PACKAGE / "templates"
    return packed if packed.is_dir() else _PACKAGE.parent / "templates"
