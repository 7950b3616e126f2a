"""The command ``xlbuilder extract``: from a changed workbook back to a template."""

from pathlib import Path

import click

from xlbuilder import api
from xlbuilder.changes.extract import STRATEGY, TEMPLATE
from xlbuilder.cli.inputs import check_toml, output
from xlbuilder.cli.say import say, tell
from xlbuilder.cli.terminal import waiting
from xlbuilder.errors import Fault, TemplateError
from xlbuilder.xlsx.atomic import new_text_file


@click.command()
@click.argument("file")
@click.option("--base", metavar="TEMPLATE", help="Extend it; default: what FILE was built from.")
@click.option(
    "--as",
    "as_",
    type=click.Choice([TEMPLATE, STRATEGY]),
    default=TEMPLATE,
    show_default=True,
    help="A strategy is the file of the one whose names were changed.",
)
@output("--out", text="Default: standard output.", replaces=False)
@click.pass_context
def extract(
    context: click.Context, file: str, base: str | None, as_: str, out: Path | None
) -> None:
    """Write a template with what was changed in a workbook, the smallest that builds it.

    The template is built and compared with FILE; what differs then, because no template says it, is
    listed on standard error.

    Exit codes: 0 the template says all, 1 something is left, 2 bad input.

    Example: xlbuilder extract mine.xlsx --out mine.toml
    """
    if out is not None:
        check_toml(out, as_)
    with waiting("extracting"):
        extracted = api.extract(file, base, as_=as_, folder=out.parent if out else Path())
    if out is None:
        tell(extracted.text.rstrip("\n"))
    elif extracted.file not in ("", out.name):
        name = extracted.file.removesuffix(".toml")
        raise TemplateError([Fault(out, f"takes the place of {name}, so call it {extracted.file}")])
    else:
        with new_text_file(out) as text:
            text.write(extracted.text)
        tell(out)
    if extracted.left:
        say(f"{file}: what the {as_} does not say:")
    for line in extracted.left:
        say(line)
    context.exit(1 if extracted.left else 0)
