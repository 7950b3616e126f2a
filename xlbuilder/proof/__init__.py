"""Verdicts on what workbooks show of puzzles, of one and of millions."""
