"""Excel workbooks that solve Sudoku with formulas alone: built, read back, recalculated, judged."""

import logging

__version__ = "0.1.0"

logging.getLogger(__name__).addHandler(logging.NullHandler())
