"""What is said of circular cells while iterative calculation is off.

Excel warns of a circular reference then, and shows 0 in its cells, or what it calculated last:
https://support.microsoft.com/office/8540bd0f-6e97-4483-bcf7-1b49cd50d123
"""

import logging

from xlbuilder.errors import counted
from xlbuilder.recalc.circles import circular
from xlbuilder.recalc.program import Program

_log = logging.getLogger(__name__)
_MOST_NAMED = 5


def warn_of_circle(program: Program) -> None:
    """Log, once a workbook, that circular cells are not calculated, and what to do about it."""
    if __name__ in program.model.warned:
        return
    program.model.warned.add(__name__)
    iterated = program.phases.iterated
    found = circular({cell: program.precedents[cell] for cell in iterated})
    names = [f"{cell.sheet}!{cell}" for cell in iterated if cell in found]
    are, they_are = ("is", "it is") if len(names) == 1 else ("are", "they are")
    _log.warning(
        "warning: %s: iterative calculation is off, and %s on a circle: %s; %s not calculated, and"
        " Excel warns of a circular reference: turn it on (File, Options, Formulas), and save the"
        " workbook",
        program.model.path,
        f"{counted(len(names), 'cell')} {are}",
        ", ".join(names[:_MOST_NAMED]) + (", ..." if len(names) > _MOST_NAMED else ""),
        they_are,
    )
