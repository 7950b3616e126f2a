"""What is odd in the values that a new workbook shows when it comes to rest.

Excel opens such a workbook without a word, so `build` says what it sees.
"""

from collections.abc import Iterator, Mapping

from xlbuilder.errors import Fault, counted
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import Session
from xlbuilder.sudoku.verdict import Says
from xlbuilder.template.formulas import HELD
from xlbuilder.template.load import LoadedTemplate
from xlbuilder.template.ranges import named_areas
from xlbuilder.template.schema import Cell, SheetBoard, Template

_UNSOLVED = {Says.STUCK.value, Says.NO_SOLUTION.value}


def odd_values(
    loaded: LoadedTemplate, session: Session, *, is_example: bool = False
) -> Iterator[Fault]:
    """Yield what is odd in the values of a workbook at rest.

    Boards and cells show errors, or the status says that the workbook still works: it will never
    go on.  With ``is_example`` the puzzle is the template's example, which should be solved.
    """
    template, places = loaded.template, named_areas(loaded.template)
    yield from _errors(loaded, session, places)
    drive = template.drive
    if drive is None or drive.status is None:
        return
    code = session.read(places[drive.status])[0]
    said = {word for word, codes in drive.says.items() if code in codes}
    if Says.WORKING.value in said:
        yield from _waiting(loaded, session, places)
    for word in sorted(said & _UNSOLVED) if is_example else ():
        words = word.replace("_", " ")
        text = f"the workbook does not solve its example: its status says {words}"
        yield Fault(loaded.path, text)


def _entries(template: Template) -> Iterator[tuple[str, str, SheetBoard | Cell]]:
    """Yield each board and cell, with its table and its name."""
    for table in HELD:
        yield from ((table, name, entry) for name, entry in getattr(template, table).items())


def _errors(
    loaded: LoadedTemplate, session: Session, places: Mapping[str, Area]
) -> Iterator[Fault]:
    """Yield each board and cell with a formula that shows errors, with the first of them."""
    for table, name, entry in _entries(loaded.template):
        if entry.formula is None:
            continue
        place = places[name]
        wrong = [
            f"{value} in {cell}"
            for cell, value in zip(place.cells(), session.read(place), strict=True)
            if isinstance(value, ExcelError)
        ]
        if wrong:
            more = f", and {counted(len(wrong) - 1, 'error more')}" if wrong[1:] else ""
            yield loaded.fault((table, name, "formula"), f"shows {wrong[0]}{more}")


def _waiting(
    loaded: LoadedTemplate, session: Session, places: Mapping[str, Area]
) -> Iterator[Fault]:
    """Yield that a workbook at rest says that it works.

    If no digit is solved yet, the faults name the boards and cells that do not show their value of
    the start (``at_start``): the workbook waits for these cells.
    """
    template = loaded.template
    text = "the workbook comes to rest while its status says that it works"
    waits = []
    if template.drive and not any(session.read(places[template.drive.solution])):
        waits = [
            loaded.fault((table, name, "at_start"), f"{text}, and not every cell shows {start}")
            for table, name, entry in _entries(template)
            if (start := entry.at_start) is not None
            and any(shown != start for shown in session.read(places[name]))
        ]
    yield from waits or [Fault(loaded.path, text)]
