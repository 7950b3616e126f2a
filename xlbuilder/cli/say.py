"""What a command says beside its results: lines on stderr."""

import logging

import click

NOT_CALCULATED = "not calculated yet: open it in Excel, or add --recalculate"
"""Of a workbook that has no values stored."""


def say(text: str) -> None:
    """Print each line of ``text`` on stderr, with the name of the program before it."""
    for line in text.splitlines():
        click.echo(f"xlbuilder: {line}", err=True)


def counted(number: int, thing: str) -> str:
    """Return ``1 line``, ``2 lines``."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


class Said(logging.Handler):
    """Says what the library has to tell while it works."""

    def emit(self, record: logging.LogRecord) -> None:
        """Say one thing."""
        say(record.getMessage())
