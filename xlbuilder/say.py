"""What the command tells beside its results: lines on stderr."""

import click


def say(text: str) -> None:
    """Print each line of ``text`` on stderr, with the name of the program before it."""
    for line in text.splitlines():
        click.echo(f"xlbuilder: {line}", err=True)
