"""What a command prints: its results on stdout, and what it says beside them on stderr.

Texts may come from a stranger's file, so none reaches the terminal with its control characters.
"""

import logging
import re
from contextlib import suppress

import click

NOT_CALCULATED = "not calculated yet: open it in Excel, or add --recalculate"
"""Of a workbook that has no values stored."""

OUTDATED = (
    "as stored in the file: status and solution belong to other clues than those of the puzzle;"
    " add --recalculate"
)
"""Of a workbook that was not calculated after its clues changed."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""All but tabs and line feeds: of terminals, and those that turn the direction of a text."""


def visible(text: str) -> str:
    r"""Return ``text`` with its control characters written as JSON escapes them: ``\u009b``."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def tell(result: object) -> None:
    """Print a result on stdout; JSON means the same as before."""
    click.echo(visible(str(result)))


def say(text: str) -> None:
    """Print each line of ``text`` on stderr, with the name of the program before it.

    A stderr that is full keeps no result back.
    """
    with suppress(OSError):
        for line in visible(text).splitlines():
            click.echo(f"xlbuilder: {line}", err=True)


class LogHandler(logging.Handler):
    """Says what the library has to tell while it works."""

    def __init__(self) -> None:
        super().__init__()
        self._said: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Say one thing, once: a command may recalculate a workbook several times."""
        if (text := record.getMessage()) not in self._said:
            self._said.add(text)
            say(text)
