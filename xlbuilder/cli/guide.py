"""The command ``xlbuilder guide``: print how a workbook is used, and its names."""

import click

from xlbuilder import api
from xlbuilder.cli.inputs import with_, without
from xlbuilder.cli.say import tell
from xlbuilder.template.locate import DEFAULT


@click.command()
@click.argument("template", default=DEFAULT)
@with_
@without
def guide(template: str, with_: tuple[str, ...], without: tuple[str, ...]) -> None:
    """Print how the workbook of TEMPLATE is used, and each of its names, as Markdown.

    It is what the sheet "How it works" says: every formula with its comment, and where it is used.

    Example: xlbuilder guide ellis > ellis.md
    """
    tell(api.load(template, with_=with_, without=without).guide())
