"""Words of a board's formula for cells at the same place: ``{val_board here}``.

The word names another board of the same size, or the formula's own board: then it stands for the
cell itself.  The cells are known only when every board has its range (placing.py).
"""

from xlbuilder.errors import did_you_mean
from xlbuilder.template.braces import HERE
from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import area
from xlbuilder.template.schema import SheetBoard, TemplateFile


def with_cells_here(file: TemplateFile) -> tuple[TemplateFile, list[Problem]]:
    """Return the template with a reference for each word ``here``, as the first cell has it.

    The other cells get the reference as if filled down and right.
    """
    problems = [
        Problem((table, name, "formula"), f"{word[0]}: only the formula of a board has a cell here")
        for table in ("cells", "names", "slots", "formats")
        for name, entry in getattr(file, table).items()
        for text in _texts(entry)
        if (word := HERE.search(text))
    ]
    boards = {}
    for name, board in file.boards.items():
        boards[name], found = _written(name, board, file)
        problems += found
    return file.model_copy(update={"boards": boards}), problems


def _texts(entry: object) -> list[str]:
    """Return the formulas of an entry: one of a name, two of a slot."""
    texts = (getattr(entry, key, None) for key in ("formula", "join", "last"))
    return [text for text in texts if text]


def _written(name: str, board: SheetBoard, file: TemplateFile) -> tuple[SheetBoard, list[Problem]]:
    text, told = board.formula or "", {}
    for word in HERE.finditer(text):
        if problem := _problem(word[1], board, file):
            told[word[1]] = f"{{{word[1]} here}}: {problem}"
        else:
            text = text.replace(word[0], file.boards[word[1]].range.partition(":")[0])
    problems = [Problem(("boards", name, "formula"), each) for each in told.values()]
    return board.model_copy(update={"formula": text}) if text else board, problems


def _problem(other: str, board: SheetBoard, file: TemplateFile) -> str:
    """Return why ``{other here}`` means no cell on a board, or an empty text."""
    if other not in file.boards:
        hint = did_you_mean(other, file.boards, "")
        return f"there is no board {other}" + (f"; {hint}" if hint else "")
    ranges = (board.range, file.boards[other].range)
    if not all(ranges):
        return ""  # a board without a place is a problem of its own
    shapes = [area(file, each).shape for each in ranges]
    if shapes[0] != shapes[1]:
        here, there = ("{}x{}".format(*shape) for shape in shapes)
        return f"has {there} cells and this board {here}; name a board of the same size"
    return ""
