"""Workbook files: a template in, an .xlsx out, same input same bytes."""
