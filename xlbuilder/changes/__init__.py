"""What was changed in a workbook, in the words of its users; and from it back to a template.

A workbook is read as facts (facts.py), and two workbooks are compared fact by fact (compare.py).
"""
