"""What a command prints: its results on stdout, and all other messages on stderr.

Texts may come from a stranger's file, so control characters never reach the terminal.
"""

import logging
import re

import click

_log = logging.getLogger(__name__)

NOT_CALCULATED = "not calculated yet: open it in Excel, or add --recalculate"
"""For a workbook that has no values stored."""

OUTDATED = (
    "as stored in the file: status and solution belong to other clues than those of the puzzle;"
    " add --recalculate"
)
"""For a workbook that was not calculated after its clues changed."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters of terminals, except tabs and line feeds, and of the direction of a text."""


def visible(text: str) -> str:
    r"""Return ``text`` with its control characters written as JSON escapes them: ``\u009b``."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def tell(result: object) -> None:
    """Print a result on stdout; JSON keeps its meaning."""
    click.echo(visible(str(result)))


def say(text: str) -> bool:
    """Print each line of ``text`` on stderr, with the name of the program before it.

    An error of stderr does not hold back results.  Returns whether all lines were printed.
    """
    try:
        for line in visible(text).splitlines():
            click.echo(f"xlbuilder: {line}", err=True)
    except OSError:
        return False
    return True


def warn(text: str) -> None:
    """Print a warning about the result, once.

    If it cannot be printed, the command ends with exit code 2.
    """
    _log.warning("%s", text)


class LogHandler(logging.Handler):
    """Prints what the library reports while it works, and the warnings of commands."""

    def __init__(self) -> None:
        super().__init__()
        self.has_lost_warnings = False
        """Whether a warning could not be printed."""
        self._said: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Print each message once: a command may recalculate a workbook several times."""
        if (text := record.getMessage()) not in self._said:
            self._said.add(text)
            if not say(text) and record.levelno >= logging.WARNING:
                self.has_lost_warnings = True
