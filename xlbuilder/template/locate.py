"""Finds templates: the shipped ones by name, the user's own by path."""

from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from xlbuilder.errors import TemplateError

_PACKAGE = Path(__file__).resolve().parents[1]

DEFAULT = "sudoku"
"""The template that is meant when none is named."""
_STRATEGIES = "strategies/"


def shipped() -> dict[str, Path]:
    """Return the templates that come with xlbuilder, by name (``stages/candidates``)."""
    return {name: path for name, path in _files().items() if not name.startswith(_STRATEGIES)}


def strategies() -> dict[str, Path]:
    """Return the strategies that come with xlbuilder, by name (``locked_candidates``)."""
    return {
        name.removeprefix(_STRATEGIES): path
        for name, path in _files().items()
        if name.startswith(_STRATEGIES)
    }


def find(name: str, beside: Path | None = None) -> Path:
    """Return the file of the template ``name``: a path, or the name of a shipped template.

    A relative path is looked up from the folder ``beside``, else from the current one.
    Raises TemplateError when there is neither.
    """
    return _find(name, beside, shipped(), "template")


def find_strategy(name: str, beside: Path | None = None) -> Path:
    """Return the file of the strategy ``name``, as `find` does for templates."""
    return _find(name, beside, strategies(), "strategy")


def _find(name: str, beside: Path | None, known: dict[str, Path], kind: str) -> Path:
    path = (beside or Path()) / name
    with suppress(OSError):  # a name that is too long for a file
        if path.suffix == ".toml" and path.is_file():
            return path
    if name in known:
        return known[name]
    close = get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise TemplateError(
        [f"{name}: no such {kind}; {hint}give a .toml file or one of: {', '.join(known)}"]
    )


def _files() -> dict[str, Path]:
    folder = _folder()
    paths = sorted(folder.rglob("*.toml"))
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in paths}


def _folder() -> Path:
    """Return the folder of the shipped templates: in the package, or beside it in a checkout."""
    packed = _PACKAGE / "templates"
    return packed if packed.is_dir() else _PACKAGE.parent / "templates"
