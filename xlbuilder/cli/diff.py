"""The command ``xlbuilder diff``: what differs between two workbooks."""

import json

import click
from rich.console import Console
from rich.text import Text

from xlbuilder import api
from xlbuilder.cli.say import tell
from xlbuilder.cli.terminal import draw


@click.command()
@click.argument("old")
@click.argument("new", required=False)
@click.option("--all", "all_", is_flag=True, help="List cosmetic differences too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def diff(context: click.Context, old: str, new: str | None, all_: bool, as_json: bool) -> None:
    """Show what differs between two workbooks: names, formulas, settings, formats, protection.

    OLD and NEW are .xlsx files or templates; a template is built for this.  One workbook alone is
    compared with what its template builds today.  Formulas differ when they mean something else,
    not when a program writes them in another way.  Looks, texts for people and what was typed in
    are counted, and do not count as differences.

    Exit codes: 0 no difference, 1 some, 2 bad input.

    Example: xlbuilder diff out/sudoku.xlsx mine.xlsx
    """
    with Console(stderr=True).status("comparing"):
        found = api.diff(old, new)
    if as_json:
        tell(json.dumps(found.to_json(), indent=1))
    else:
        text = Text(found.report(is_full=all_))
        text.highlight_regex(r"\[-.*?-\]|^- .*", "red")
        text.highlight_regex(r"\{\+.*?\+\}|^\+ .*", "green")
        draw(text)
    context.exit(0 if found.is_same else 1)
