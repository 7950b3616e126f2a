"""Our own engine: closed formulas as the code of a small machine, which numba compiles once.

compiler.py  numba, or plain Python where it is missing
code.py      closed formula -> instructions, once a family
machine.py   what the instructions do; the same for every workbook, so compiled once and cached
functions.py  ranges, arrays and texts
values.py    Excel's operators on values
texts.py     texts as numbers
session.py   a workbook opened in it
"""
