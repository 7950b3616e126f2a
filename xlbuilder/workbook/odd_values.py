"""What is odd in the values that a new workbook shows when it comes to rest.

Excel opens such a workbook without a word, so `build` says what it sees.
"""

from collections.abc import Iterator

from xlbuilder.errors import Fault, counted
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import Session
from xlbuilder.sudoku.verdict import Says
from xlbuilder.template.load import LoadedTemplate
from xlbuilder.template.ranges import area, named_areas

_UNSOLVED = {Says.STUCK.value, Says.NO_SOLUTION.value}


def odd_values(
    loaded: LoadedTemplate, session: Session, *, is_example: bool = False
) -> Iterator[Fault]:
    """Yield what is odd in the values of a workbook at rest.

    Boards and cells show errors, or the status says that the workbook still works: it will never
    go on.  With ``is_example`` the puzzle is the template's example, which should be solved.
    """
    yield from _errors(loaded, session)
    template = loaded.template
    drive = template.drive
    if drive is None or drive.status is None:
        return
    code = session.read(named_areas(template)[drive.status])[0]
    said = {word for word, codes in drive.says.items() if code in codes}
    if Says.WORKING.value in said:
        yield from _waiting(loaded, session)
    for word in sorted(said & _UNSOLVED) if is_example else ():
        words = word.replace("_", " ")
        text = f"the workbook does not solve its example: its status says {words}"
        yield Fault(loaded.path, text)


def _errors(loaded: LoadedTemplate, session: Session) -> Iterator[Fault]:
    """Yield each board and cell with a formula that shows errors, with the first of them."""
    for table in ("boards", "cells"):
        for name, entry in getattr(loaded.template, table).items():
            if entry.formula is None:
                continue
            cells = list(area(loaded.template, entry.range).cells())
            shown = session.read(named_areas(loaded.template)[name])
            wrong = [
                f"{value} in {cell}"
                for cell, value in zip(cells, shown, strict=False)  # a merged cell shows one value
                if isinstance(value, ExcelError)
            ]
            if wrong:
                more = f", and {counted(len(wrong) - 1, 'error more')}" if wrong[1:] else ""
                yield loaded.fault((table, name, "formula"), f"shows {wrong[0]}{more}")


def _waiting(loaded: LoadedTemplate, session: Session) -> Iterator[Fault]:
    """Yield that a workbook at rest says that it works.

    If no digit is solved yet, the faults name the boards and cells that do not show their value of
    the start (``at_start``): the workbook waits for these cells.
    """
    template, places = loaded.template, named_areas(loaded.template)
    text = "the workbook comes to rest while its status says that it works"
    waits = []
    if template.drive and not any(session.read(places[template.drive.solution])):
        waits = [
            loaded.fault((table, name, "at_start"), f"{text}, and not every cell shows {start}")
            for table in ("boards", "cells")
            for name, entry in getattr(template, table).items()
            if (start := entry.at_start) is not None
            and any(shown != start for shown in session.read(places[name]))
        ]
    yield from waits or [Fault(loaded.path, text)]
