"""Makes workbook files from templates; the same template makes the same bytes."""
