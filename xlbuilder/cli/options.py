"""Options that several commands have."""

import click

without = click.option(
    "--without",
    "removed",
    multiple=True,
    metavar="STRATEGY",
    help="Leave out a strategy or a layer.",
)
"""The strategies and layers that are left out, as ``removed``."""
