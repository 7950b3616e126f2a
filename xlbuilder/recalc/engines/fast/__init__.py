"""Our own engine: bound formulas as the code of a small machine, which numba compiles once.

compiler.py  has numba compile functions that plain Python runs too
gradual.py   which of the two runs them: plain Python at first, compiled when that pays
code.py      a bound formula becomes instructions, once a family
assembly.py  the instructions, operands and constants of all families while they grow
codes.py     the numbers that instructions and values carry, by name
machine.py   what the instructions do; the same for every workbook, so compiled once and cached
rows.py      whole rows of numbers, the commonest arrays
functions.py ranges, arrays and texts
criteria.py  COUNTIF, and which cells meet a criterion
sums.py      COUNTIFS and SUMIFS, and COUNTIF with several criteria
totals.py    SUM and other functions that make one value of many
values.py    Excel's operators on values
texts.py     texts as numbers
rewrites.py  functions that are others with other arguments
lookups.py   VLOOKUP and its like, as INDEX and MATCH
bridge.py    calls that Python answers while the machine waits
calls.py     such calls become instructions
asked.py     who answers: the table of functions
arguments.py what such a function is given, as Excel takes it
packages.py  the packages `formulas` and `formualizer`
own.py, own_arrays.py  what both of them get wrong
session.py   a workbook opened in it
"""
