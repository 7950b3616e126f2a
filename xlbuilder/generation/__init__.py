"""Puzzles made at random: with one solution, and of a grade that our own workbooks give."""
