"""Which defined names formulas lead to."""

from collections.abc import Iterable

from xlbuilder.errors import FormulaError
from xlbuilder.formula.inline import Names, key_of
from xlbuilder.formula.tree import Name, Node, walk


def names_called(formulas: Iterable[tuple[str, Node]], names: Names) -> dict[str, int]:
    """Return the key among ``names`` of each name that formulas lead to, the callers first.

    Each formula comes with the sheet that it is on, each key with its level: 1 for a name that a
    formula itself calls, 2 for one that such a name calls, and so on; the first level counts.  A
    name that cannot be read has a level too; nothing is known of the names that its formula calls.
    Instead of a formula its outline (form.py) will do.
    """
    if not names:
        return {}
    pending = [(sheet, formula, 1) for sheet, formula in formulas]
    seen: set[tuple[str, str]] = set()
    levels: dict[str, int] = {}
    for sheet, formula, level in pending:  # grows while it is read
        for part in walk(formula):
            if not isinstance(part, Name):
                continue
            key = key_of(part.text, sheet, names)
            called = names.get(key)
            if called is None or (sheet, key) in seen:
                continue
            seen.add((sheet, key))
            levels.setdefault(key, level)
            if not isinstance(called, FormulaError):
                pending.append((sheet, called, level + 1))
    return levels
