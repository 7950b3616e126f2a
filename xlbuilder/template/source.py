"""The tables of a template as its files hold them, and which file wrote what.

``extends = "ellis"`` (or a path) takes over another template; the tables of the extending file
are laid over it key by key, so that a file with one formula is a whole template.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from xlbuilder.errors import TemplateError
from xlbuilder.template.problem import Problem
from xlbuilder.template.shelf import find

_ONE_LEVEL = (("workbook",), ("guide",), ("strategies",))
"""What has no entries with names of their own at its top, and is told without brackets."""


@dataclass
class Source:
    """The tables of a template and of those it extends, laid over each other."""

    path: Path
    tables: dict[str, Any]
    origins: dict[tuple[str, ...], Path] = field(default_factory=dict)
    """The file that wrote a table or key last."""

    def owns(self, place: tuple[str, ...]) -> bool:
        """Say whether the template's own file wrote ``place``, not one that it extends."""
        return self.origins.get(place) == self.path

    def told(self, problems: Iterable[Problem]) -> list[str]:
        """Return one line a problem: file, table, key, what is wrong and what to do."""
        lines = []
        for problem in problems:
            place = problem.place
            known = next(
                (place[:end] for end in range(len(place), 0, -1) if place[:end] in self.origins),
                (),
            )
            table, key = (place[:2], place[2:]) if place[:1] not in _ONE_LEVEL else ((), place)
            shown = " ".join([f"[{'.'.join(table)}]" if table else "", ".".join(key)]).strip()
            origin = self.origins.get(known, self.path)
            lines.append(": ".join(filter(None, [str(origin), shown, problem.text])))
        return lines

    def lay_over(self, above: dict[str, Any], origin: Path) -> None:
        """Lay the tables of another file over these, key by key."""
        self._lay_over(above, self.tables, (), origin)

    def _lay_over(
        self, above: dict[str, Any], below: dict[str, Any], place: tuple[str, ...], origin: Path
    ) -> None:
        for key, value in above.items():
            here = (*place, key)
            self.origins[here] = origin
            if isinstance(value, dict):
                if not isinstance(below.get(key), dict):
                    below[key] = {}
                self._lay_over(value, below[key], here, origin)
            else:
                below[key] = value


def read(path: Path, extended_by: tuple[Path, ...] = ()) -> Source:
    """Read the template at ``path`` and those it extends; TemplateError when one cannot be read."""
    if path.resolve() in extended_by:
        raise TemplateError([f"{path}: extends itself"])
    tables = read_tables(path)
    base = tables.pop("extends", None)
    if base is None:
        source = Source(path, {})
    elif isinstance(base, str):
        source = read(find(base, path.parent), (*extended_by, path.resolve()))
        source.path = path
    else:
        raise TemplateError([f"{path}: extends: give the name or the path of one template"])
    source.lay_over(tables, path)
    return source


def read_tables(path: Path) -> dict[str, Any]:
    """Return the tables of one TOML file; TemplateError when it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise TemplateError([f"{path}: not valid TOML: {error}"]) from None
    except RecursionError:
        raise TemplateError([f"{path}: nests its values too deeply"]) from None
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError([f"{path}: cannot be read: {error}"]) from None
