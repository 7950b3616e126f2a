"""Workbook files as they are stored: checked, read and written; nothing is evaluated."""
