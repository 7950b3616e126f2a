"""The command ``xlbuilder map``: draw what stands where on the sheet, and what is free."""

import json

import click

from xlbuilder import api
from xlbuilder.cli.inputs import say_unread, with_, without
from xlbuilder.cli.say import tell
from xlbuilder.template.locate import DEFAULT
from xlbuilder.xlsx.model import is_workbook


@click.command()
@click.argument("template", default=DEFAULT)
@with_
@without
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def map(  # noqa: A001 - the command's name
    template: str, with_: tuple[str, ...], without: tuple[str, ...], as_json: bool
) -> None:
    """Draw the sheet of TEMPLATE: what stands where, and what is free.

    TEMPLATE may also be a workbook, an .xlsx file.  Each letter of the drawing is 3 rows and 3
    columns; the names of the boards, their ranges and their sizes stand below it.

    Example: xlbuilder map --with my_strategy.toml
    """
    if is_workbook(template):
        if with_ or without:
            raise click.UsageError(f"{template} is built already; give --with a template")
        book = api.open(template)
        say_unread(book.model)
        found = book.map()
    else:
        found = api.load(template, with_=with_, without=without).map()
    text = json.dumps(found.as_json(), indent=2) if as_json else str(found)
    tell(text)
