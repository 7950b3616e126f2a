"""The command ``xlbuilder templates``: list the templates and strategies that come with it."""

import click

from xlbuilder.template.locate import shipped, strategies


@click.command()
def templates() -> None:
    """List the templates that come with xlbuilder."""
    for name in shipped():
        click.echo(name)
    click.echo("strategies for build --with and --without:")
    for name in strategies():
        click.echo(f"  {name}")
