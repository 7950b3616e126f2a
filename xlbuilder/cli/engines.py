"""The command ``xlbuilder engines``: list what verify can be asked to use."""

import click

from xlbuilder.recalc.engines import ENGINES
from xlbuilder.recalc.orders import ORDERS
from xlbuilder.recalc.starts import STARTS
from xlbuilder.verify import PUZZLE_STARTS


@click.command()
def engines() -> None:
    """List the engines, the orders of evaluation and the first values that verify knows."""
    choices = {"engine": ENGINES, "order": ORDERS, "start": {**STARTS, **PUZZLE_STARTS}}
    for option, names in choices.items():
        click.echo(f"--{option}")
        for name, meaning in names.items():
            click.echo(f"  {name:24}{meaning}")
