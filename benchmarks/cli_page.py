"""Write the options of each command into docs/reference/cli.md, as its help has them.

python benchmarks/cli_page.py
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from xlbuilder.cli import COMMANDS, cli
from xlbuilder.drive.driven import KEYS

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "cli.md"
WHERE = "Where the puzzle is"
"""The section that has the options of the drive; the tables of commands refer to it."""
_OF_DRIVE = {"file_of_drive", "houses", *KEYS}
_HEAD = "| option | what it does |\n|---|---|\n"
_TABLE = re.compile(rf"{re.escape(_HEAD)}(?:\|.*\n)*")
_SECTIONS = re.compile(r"^(?=## )", re.MULTILINE)
_HAS_ALL = "verify"


def with_options(page: str) -> str:
    """Return the page with a table of options in each section of a command."""
    return "".join(map(_with_table, _SECTIONS.split(page)))


def _with_table(section: str) -> str:
    title = section.partition("\n")[0].removeprefix("## ")
    if title not in (*COMMANDS, WHERE):
        return section
    rows = [f"{row}\n" for row in (_of_drive() if title == WHERE else _of_command(title))]
    return _TABLE.sub(lambda _: "".join([_HEAD, *rows]), section)


def _of_drive() -> Iterator[str]:
    return (_row(each) for each in _options(_HAS_ALL) if each.name in _OF_DRIVE)


def _of_command(name: str) -> Iterator[str]:
    of_drive = [each for each in _options(name) if each.name in _OF_DRIVE]
    yield from (_row(each) for each in _options(name) if each not in of_drive)
    if of_drive:
        names = ", ".join(f"`{each.opts[0]}`" for each in of_drive)
        yield f"| {names} | [{WHERE}](#{WHERE.lower().replace(' ', '-')}). |"


def _options(name: str) -> list[click.Option]:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return [each for each in command.params if isinstance(each, click.Option)]


def _row(option: click.Option) -> str:
    record = option.get_help_record(click.Context(cli))
    assert record is not None
    return "| `{}` | {} |".format(*(part.replace("|", r"\|") for part in record))


if __name__ == "__main__":
    PAGE.write_text(with_options(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
