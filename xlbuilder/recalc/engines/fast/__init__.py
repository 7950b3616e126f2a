"""Our own engine: bound formulas as the code of a small machine, which numba compiles once.

A workbook becomes code:
machine.py   a workbook opened in it: its code, its values, one iteration
code.py      a bound formula becomes instructions, once a family
calls.py     a call of a function becomes instructions
sums.py      COUNTIFS and SUMIFS, and COUNTIF with several criteria
rewrites.py  functions that are others with other arguments
lookups.py   VLOOKUP and its like, as INDEX and MATCH
asked/       functions without an instruction: Python answers them while the machine waits
assembly.py  the instructions, operands and constants of all families while they grow
codes.py     the instructions and their operators: one row each; other numbers by name
fault.py     which name is at fault when a formula cannot be compiled

The code runs, in functions that are the same for every workbook, so compiled once and cached:
interpreter.py  runs the instructions of a cell, and one iteration over the cells
memory.py    the arrays that it works on
rows.py      whole rows of numbers, the commonest arrays
functions.py ranges, arrays and texts
arrays.py    matrices and the k-th number
criteria.py  COUNTIF, and which cells meet a criterion
totals.py    SUM and other functions that make one value of many
values.py    Excel's operators on values
digits.py    the 15 digits of numbers
texts.py, spelled.py  texts as numbers, and the numbers that texts spell
compiler.py  has numba compile functions that plain Python runs too
gradual.py   which of the two runs them: plain Python at first, compiled when that pays
"""
