"""The command ``xlbuilder test``: run the tests of a template, a strategy or a file of cases."""

from pathlib import Path

import click

from xlbuilder import api
from xlbuilder.cli.case_report import tell_cases
from xlbuilder.cli.inputs import output
from xlbuilder.cli.say import tell
from xlbuilder.proof.cases.prove import ORDERS
from xlbuilder.proof.cases.report import CaseReport
from xlbuilder.template.kinds import FileKind, kind_of
from xlbuilder.template.locate import BARE


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--base", default=BARE, show_default=True, help="The template that a strategy is plugged into."
)
@click.option("--engine", default="fast", show_default=True, help="Not for strategies.")
@click.option(
    "--order",
    "orders",
    multiple=True,
    help="Not for strategies. Several times: under each; default: as the file says, or"
    f" {', '.join(ORDERS)}.",
)
@click.option(
    "--start",
    "starts",
    multiple=True,
    help="Not for strategies. Several times: from each; default: the engine's own, uncalculated.",
)
@output("--report", text="Not for strategies. Write the JSON object to a file.")
@click.option("--json", "as_json", is_flag=True, help="Not for strategies. Print one JSON object.")
def test(
    files: tuple[str, ...],
    base: str,
    engine: str,
    orders: tuple[str, ...],
    starts: tuple[str, ...],
    report: Path | None,
    as_json: bool,
) -> int:
    """Run the tests that a template, a strategy or a file of cases has: its [[tests]].

    A test of a template or a file of cases says what is typed into the workbook and what it then
    shows.  It runs under several orders of evaluation, which must come to rest at the same values.

    A test of a strategy, a file or a name, has a position, and what the strategy must find in it:
    alone, together with what it needs only, under several orders.

    Exit codes: 0 all tests are right, 1 some are not, 2 bad input, or a test that could not be run.

    Example: xlbuilder test loan.toml --order row-major --order jacobi
    """
    if (report or as_json) and len(files) > 1:
        raise click.UsageError("--report and --json take one file; give the files one by one")
    if (report or as_json) and kind_of(files[0]) is FileKind.STRATEGY:
        raise click.UsageError(f"{files[0]} is a strategy, so leave out --report and --json")
    codes = []
    for file in files:
        result = api.test(file, base=base, engine=engine, order=orders, start=starts)
        if isinstance(result, CaseReport):
            codes.append(tell_cases(result, report, as_json=as_json))
        else:
            tell(result)
            codes.append(0 if result.all_right else 1)
    return max(codes)
