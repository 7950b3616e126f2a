"""The changes that building makes to formulas for other programs: rewritten.py lists them."""
