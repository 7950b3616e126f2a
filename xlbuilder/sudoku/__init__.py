"""The vocabulary of Sudoku, puzzles and solutions; knows no workbook."""
