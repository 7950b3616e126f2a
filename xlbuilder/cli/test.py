"""The command ``xlbuilder test``: run the tests that a strategy file has."""

import click

from xlbuilder import api
from xlbuilder.cli.say import tell
from xlbuilder.template.locate import BARE


@click.command()
@click.argument("strategies", nargs=-1, required=True, metavar="STRATEGY...")
@click.option(
    "--base", default=BARE, show_default=True, help="The template that it is plugged into."
)
def test(strategies: tuple[str, ...], base: str) -> int:
    """Run the tests that a strategy file has: its [[tests]].  A STRATEGY is a file or a name.

    Each test has a position, and what the strategy must find in it: alone, together with what it
    needs only, under several orders of evaluation.  Exit code 1 if a test fails.

    Example: xlbuilder test naked_pairs
    """
    is_right = True
    for strategy in strategies:
        report = api.test(strategy, base=base)
        tell(report)
        is_right = is_right and report.all_right
    return 0 if is_right else 1
