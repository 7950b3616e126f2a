"""The command ``xlbuilder copy``: copy the file of a strategy of xlbuilder to your folder."""

from pathlib import Path

import click

from xlbuilder import api
from xlbuilder.cli.inputs import output
from xlbuilder.cli.say import tell


@click.command()
@click.argument("strategy")
@output("--out", text="Default: STRATEGY.toml.", replaces=False)
def copy(strategy: str, out: Path | None) -> None:
    """Write the file of a STRATEGY, or of a library, to your folder, to change it there.

    Example: xlbuilder copy x_wing && xlbuilder build --with all --replace x_wing.toml
    """
    tell(api.copy(strategy, out))
