"""Our own engine: bound formulas as the code of a small machine, which numba compiles once.

compiler.py  has numba compile functions that plain Python runs too
gradual.py   which of the two runs them: plain Python at first, compiled when that pays
code.py      bound formula -> instructions, once a family
machine.py   what the instructions do; the same for every workbook, so compiled once and cached
functions.py  ranges, arrays and texts
values.py    Excel's operators on values
texts.py     texts as numbers
session.py   a workbook opened in it
"""
