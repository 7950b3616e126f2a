"""The command ``xlbuilder engines``: list the engines, orders and starts for verify."""

import click

from xlbuilder import api
from xlbuilder.cli.say import tell


@click.command()
def engines() -> None:
    """List the engines, the orders of evaluation and the first values that verify knows."""
    for option, names in api.engines().items():
        tell(f"--{option}")
        for name, meaning in names.items():
            tell(f"  {name:24}{meaning}")
