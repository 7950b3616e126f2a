"""The command ``xlbuilder diff``: what differs between two workbooks."""

import json
from pathlib import Path

import click
from rich.text import Text

from xlbuilder.changes.diff import diff as compared
from xlbuilder.cli.inputs import output
from xlbuilder.cli.say import tell
from xlbuilder.cli.terminal import draw, page, waiting
from xlbuilder.xlsx.atomic import check_in_folder, new_text_file


@click.command()
@click.argument("old")
@click.argument("new", required=False)
@click.option("--all", "all_", is_flag=True, help="List cosmetic differences too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@output("--html", text="Write one HTML page instead.")
@click.pass_context
def diff(
    context: click.Context,
    old: str,
    new: str | None,
    all_: bool,
    as_json: bool,
    html: Path | None,
) -> None:
    """Show what differs between two workbooks, in all that their files hold.

    OLD and NEW are .xlsx files or templates; a template is built for this.  One workbook alone is
    compared with what its template builds today.  Formulas differ when they mean something else,
    not when a program writes them in another way.  Looks, views, printing, texts for people and
    what was typed in are counted, and do not count as differences.

    Exit codes: 0 no difference, 1 some, 2 bad input.

    Example: xlbuilder diff out/sudoku.xlsx mine.xlsx
    """
    if html is not None:
        if as_json:
            raise click.UsageError("give --html or --json, not both")
        check_in_folder(html)
    with waiting("comparing"):
        differences = compared(old, new)
    text = Text(differences.report(is_full=all_))
    text.highlight_regex(r"\[-.*?-\]|^- .*", "red")
    text.highlight_regex(r"\{\+.*?\+\}|^\+ .*", "green")
    if as_json:
        tell(json.dumps(differences.to_json(), indent=1))
    elif html is not None:
        with new_text_file(html) as file:
            file.write(page(text, f"{differences.old} -> {differences.new}"))
        tell(html)
    else:
        draw(text)
    context.exit(0 if differences.is_same else 1)
