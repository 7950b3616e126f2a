"""Lets a board that sleeps ask first whether the cell that wakes it is an error.

A strategy that has to wait begins the formula of its boards with ``IF(rung<46, 0, ...)``: they are
0 until the cell ``rung`` is 46.  LibreOffice may leave an error in the cells of a circle that is
not at rest, and a cell that meets an error goes through all words of its formula, asleep or not
(docs/results/libreoffice-time.md).  And where the rung is an error, such a board would be one too,
and hand it on.  So it becomes ``IF(ISERROR(rung), 0, IF(rung<46, 0, ...))``.

The template says which cells wake others, ``wakes = true``.  A board that keeps what it has while
it sleeps begins otherwise: it asks for the start first.
"""

from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, Infix, Name, Number, to_text
from xlbuilder.template.formulas import HELD, with_changed
from xlbuilder.template.schema import Template, bare


def with_errors_asked(template: Template) -> Template:
    """Return the template with ISERROR before each ``IF(rung<N, 0, ...)`` of a board or a cell.

    0 may be another number; ``rung`` is a cell that wakes others.
    """
    waking = {name.lower() for name, cell in template.cells.items() if cell.wakes}

    def asking(text: str) -> str:
        match parse(text):
            case Call("IF", (Infix("<", Name(word), _), Number() as asleep, _)) if (
                word.lower() in waking
            ):
                rest = bare(text)
                apart = "\n " if "\n" in rest else " "  # a line of its own, as in the rest
                return f"=IF(ISERROR({word}), {to_text(asleep)},{apart}{rest})"
            case _:
                return text

    return with_changed(template, asking, HELD) if waking else template
