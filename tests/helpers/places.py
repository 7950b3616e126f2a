"""Where the checkout has what tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
UNIT = ROOT / "tests" / "unit"
WORKBOOKS = ROOT / "tests" / "workbooks"
"""Tests of the workbooks that are shipped; opening one alone takes a second."""
SMALL = DATA / "small.toml"
"""A small template with one of each thing that a template can hold."""
BARE = ROOT / "templates" / "bare.toml"
"""The template `sudoku` without singles, locked candidates and strategies."""
