"""Cases of any workbook: what is typed, what it then shows, and whether all orders agree."""
