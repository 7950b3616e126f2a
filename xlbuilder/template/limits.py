"""How large a template may be: a larger one is refused in one line, before it takes much time."""

MAX_BYTES = 500_000
"""The bytes of one file; the largest file of xlbuilder has 20,000."""

MAX_NESTING = 20
"""Levels of tables within tables, of templates that extend templates, of parts in parts."""

MAX_PARTS = 50
"""Files that a template and its strategies include; templates of xlbuilder have up to 28."""

MAX_PROBLEMS = 100
"""Problems of one template that are reported; nobody reads more, and each problem takes time."""

MAX_BOTTOM, MAX_RIGHT = 4096, 1000
"""The last row and column that a template may name: people look at the sheet, and xlsx/guard.py
must let the file be read again."""

MAX_CELLS = 50_000
"""Cells of all boards, cells and lists together; `sudoku` with all strategies has about 13,000."""

MAX_ENTRIES = 2_000
"""Boards, cells and texts together; a check of overlaps compares every pair."""

MAX_PLACED = 300
"""Boards and cells that have a size instead of a range; xlbuilder searches a place for each."""

MAX_NAMES = 2_000

MAX_CALLS = 100
"""Levels of names that call names; Excel allows 64 levels of functions within each formula."""

MAX_FORMULAS = 400_000
"""Characters of all formulas together, and ranges that all cells read together; templates of
xlbuilder have up to 70,000 and 150,000."""

MAX_REPEATS = 2_000
"""Entries that the repeats of one file make, and items of a list of words."""

MAX_EXPANDED = 1_000_000
"""Characters of one file after its repeats are written out."""

MAX_STRATEGIES = 200
"""Strategies of one template, with the strategies that they need: a library that is needed for each
house counts as three.  Without a limit a strategy could need itself without end, each time with
another parameter."""
