"""The command ``xlbuilder templates``: list the templates and strategies of xlbuilder."""

import click

from xlbuilder import api
from xlbuilder.cli.say import tell


@click.command()
def templates() -> None:
    """List the templates that come with xlbuilder, the strategies and the libraries."""
    for name in api.templates():
        tell(name)
    tell("strategies for build --with and --without:")
    for name in api.strategies():
        tell(f"  {name}")
    tell("libraries, which strategies need:")
    for name in api.libraries():
        tell(f"  {name}")
