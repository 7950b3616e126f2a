"""The tables of a template as its files hold them, and which file wrote what.

``extends = "ellis"`` (or a path) takes over another template; the tables of the extending file
are laid over it key by key, so that a file with one formula is a whole template.
"""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from xlbuilder.errors import TemplateError
from xlbuilder.template.locate import find
from xlbuilder.template.problem import Problem

MAX_BYTES = 500_000
"""Of one file; the largest of ours has 60,000."""

MAX_LEVELS = 20
"""Of tables within tables, and of templates that extend each other."""

_DOTTED = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*)"""
    rf"{{{MAX_LEVELS + 1}}}"
)
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
        """Return whether the template's own file wrote ``place``, not one that it extends."""
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
    if len(extended_by) == MAX_LEVELS:
        text = f"more than {MAX_LEVELS} templates extend each other; put some together"
        raise TemplateError([f"{extended_by[0]}: {text}"])
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
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError([f"{path}: cannot be read: {error}"]) from None
    if len(data) > MAX_BYTES:
        raise TemplateError([f"{path}: is larger than {MAX_BYTES:,} bytes; split it"])
    too_deep = f"{path}: nests its values too deeply; {MAX_LEVELS} levels are allowed"
    if _DOTTED.search(text):  # the time that tomllib takes for a dotted key grows with its square
        raise TemplateError([too_deep])
    try:
        tables = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise TemplateError([f"{path}: not valid TOML: {error}"]) from None
    except RecursionError:
        raise TemplateError([too_deep]) from None
    except ValueError:  # Python refuses to read a number of more than 4,300 digits
        raise TemplateError([f"{path}: holds a number of thousands of digits"]) from None
    if _levels(tables) > MAX_LEVELS:
        raise TemplateError([too_deep])
    return tables


def _levels(tables: dict[str, Any]) -> int:
    level = 0
    found: list[dict[str, Any] | list[Any]] = [tables]
    while found and level <= MAX_LEVELS:
        values = [
            value for each in found for value in (each.values() if isinstance(each, dict) else each)
        ]
        found = [value for value in values if isinstance(value, dict | list)]
        level += 1
    return level
