"""Workbook files as they are stored: read, guarded, written; nothing is evaluated."""
