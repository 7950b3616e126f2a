"""Recalculation: .xlsx in, values out.  Knows workbooks, not templates and not Sudoku."""
