"""Write the sections of docs/reference/strategies.md that are made of files, and its pictures.

python benchmarks/strategies_page.py
"""

import re
from collections.abc import Callable
from pathlib import Path

import layer_sections
import library_sections
import technique_sections
from common import arguments_of

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "reference" / "strategies.md"
SECTIONS: dict[str, Callable[[], str]] = {
    "Techniques": lambda: "\n\n".join(technique_sections.section()),
    "Other strategies": lambda: "\n\n".join(technique_sections.other_strategies()),
    "Layers": lambda: "\n".join(layer_sections.section()),
    "Libraries": lambda: "\n".join(library_sections.section()),
}
"""The text below each heading of the page that a program makes."""


def section_of(page: str, title: str) -> str:
    """Return the text below a heading of the page; KeyError when the page lacks the heading."""
    return dict(_sections(page))[title]


def made_again(page: str) -> str:
    """Return the page with its sections as they are now; what was written by hand stays."""
    parts = [
        f"## {title}\n\n{SECTIONS[title]() if title in SECTIONS else text}"
        for title, text in _sections(page)
    ]
    return "\n\n".join([_head(page), *parts]) + "\n"


def _head(page: str) -> str:
    return re.split("^## ", page, maxsplit=1, flags=re.MULTILINE)[0].strip()


def _sections(page: str) -> list[tuple[str, str]]:
    parts = re.split("^## ", page, flags=re.MULTILINE)[1:]
    return [(title, text.strip()) for title, _, text in (part.partition("\n") for part in parts)]


def main() -> None:
    """Write the page and its pictures."""
    arguments_of(__doc__).parse_args()
    folder = DOCS / technique_sections.PICTURES
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for name, svg in technique_sections.pictures().items():
        (folder / name).write_text(svg, encoding="utf-8")
    PAGE.write_text(made_again(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
