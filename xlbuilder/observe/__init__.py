"""A workbook run with a puzzle, and what is seen of the run; nothing is judged here."""
