"""How a workbook is used: where the puzzle goes, where the solution stands, what is odd there."""
