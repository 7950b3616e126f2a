"""The guide of a workbook: its content, as a sheet and as a page of Markdown."""
