"""The command ``xlbuilder templates``: list the templates and strategies that come with it."""

import click

from xlbuilder import api


@click.command()
def templates() -> None:
    """List the templates that come with xlbuilder, the strategies and the libraries."""
    for name in api.templates():
        click.echo(name)
    click.echo("strategies for build --with and --without:")
    for name in api.strategies():
        click.echo(f"  {name}")
    click.echo("libraries, which strategies need:")
    for name in api.libraries():
        click.echo(f"  {name}")
