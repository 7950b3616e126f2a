"""Puzzles run through a workbook, and verdicts on what it shows."""
