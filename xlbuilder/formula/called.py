"""Which defined names formulas lead to."""

from collections.abc import Iterable, Iterator

from xlbuilder.errors import FormulaError
from xlbuilder.formula.inline import Names, key_of
from xlbuilder.formula.tree import Name, Node, walk


def names_called(formulas: Iterable[tuple[str, Node]], names: Names) -> Iterator[str]:
    """Yield the key among ``names`` of each name that formulas lead to, the callers first.

    Each formula comes with the sheet that it is on.  Each key comes once; of a name that cannot be
    read too, and nothing is known of what that one leads to.
    """
    pending = list(formulas)
    seen: set[tuple[str, str]] = set()
    keys: set[str] = set()
    for sheet, formula in pending:  # grows while it is read
        for part in walk(formula):
            if not isinstance(part, Name):
                continue
            key = key_of(part.text, sheet, names)
            called = names.get(key)
            if called is None or (sheet, key) in seen:
                continue
            seen.add((sheet, key))
            if key not in keys:
                keys.add(key)
                yield key
            if not isinstance(called, FormulaError):
                pending.append((sheet, called))
