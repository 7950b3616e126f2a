"""Functions that the machine has no instruction for: Python answers them while the machine waits.

table.py     who answers: the table of functions
code.py      a call becomes instructions that ask
bridge.py    what is asked, and the answers that are kept
arguments.py what a function is given, as Excel takes it
known.py     answers that are known before a package is asked
packages.py  the packages `formulas`, `formualizer` and `pyofficeeditor`
pyofficeeditor_package.py  how the last one is asked
dates.py     the numbers of texts that spell dates
own.py, own_arrays.py  what none of them gets right
"""
