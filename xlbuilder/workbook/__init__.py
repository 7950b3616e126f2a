"""Makes workbook files of templates; the same template makes the same bytes."""
