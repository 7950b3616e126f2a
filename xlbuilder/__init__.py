"""Excel workbooks that solve Sudoku with formulas alone: built, read back, recalculated, judged."""

__version__ = "0.1.0"
