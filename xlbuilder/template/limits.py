"""How large a template may be: beyond this it is refused in one line, before it takes much time."""

MAX_PROBLEMS = 100
"""Problems of one template that are reported; nobody reads more, and each takes time."""

MAX_BOTTOM, MAX_RIGHT = 4096, 1000
"""The last row and column of boards, cells and texts: a sheet is something to look at, and
xlsx/guard.py has to let it be read again."""

MAX_CELLS = 50_000
"""Of all boards, cells and lists together; `sudoku` with all strategies has some
13,000."""

MAX_CALLS = 100
"""Levels of names that call names; Excel allows 64 levels of functions, which is more by itself."""

MAX_REPEATS = 2_000
"""Numbers of a range such as 1..9, and products that a list of words has."""

MAX_STRATEGIES = 200
"""Strategies of one template, with those that they need: a library that is needed for each house
counts as three.  Without a limit a strategy could need itself for ever, each time with another
parameter."""
