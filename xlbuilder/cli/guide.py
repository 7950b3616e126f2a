"""The command ``xlbuilder guide``: print how a workbook is used, and its names."""

import click

from xlbuilder import api
from xlbuilder.cli.say import tell
from xlbuilder.template.locate import DEFAULT


@click.command()
@click.argument("template", default=DEFAULT)
@click.option("--with", "added", multiple=True, metavar="STRATEGY", help="As in build.")
@click.option("--without", "removed", multiple=True, metavar="STRATEGY", help="As in build.")
def guide(template: str, added: tuple[str, ...], removed: tuple[str, ...]) -> None:
    """Print how the workbook of TEMPLATE is used, and each of its names, as Markdown.

    It is what the sheet "How it works" says: every formula with its comment, and where it is used.

    Example: xlbuilder guide ellis > ellis.md
    """
    tell(api.load(template, add=added, remove=removed).guide())
