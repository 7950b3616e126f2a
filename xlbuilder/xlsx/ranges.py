"""Cells as a user names them: a range of a sheet, or a defined name."""

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Reference
from xlbuilder.xlsx.model import Model


def range_of(model: Model, text: str, key: str = "") -> Area:
    """Return the cells of ``Puzzle!B2:J10``, or of a defined name.

    Without a sheet, the cells are on the first sheet; quotes and ``$`` may be left out.  Raises
    WorkbookError, which names the ``key`` of the cells, when there are no such cells.
    """
    area = find_range(model, text, key)
    if area is None:
        example = Area(model.sheets[0], 2, 2, 10, 10).absolute().replace("$", "")
        raise WorkbookError(
            f"{_shown(model, text, key)}: is no range of cells and no name of one; write for"
            f" example {example}"
        )
    return area


def find_range(model: Model, text: str, key: str = "") -> Area | None:
    """Return the cells as `range_of` does, None for a text that names no cells.

    Raises WorkbookError for a sheet that does not exist.
    """
    if (named := model.area(text)) is not None:
        return named
    before, _, corners = text.strip().rpartition("!")
    try:
        node = parse(corners)
    except FormulaError:
        return None
    if not isinstance(node, Reference):
        return None
    wanted = before.removeprefix("'").removesuffix("'").replace("''", "'") or model.sheets[0]
    sheets = {sheet.lower(): sheet for sheet in model.sheets}
    if wanted.lower() not in sheets:
        known = ", ".join(model.sheets)
        raise WorkbookError(f"{_shown(model, text, key)}: has no sheet {wanted}; it has: {known}")
    rows = sorted((node.first.row, node.last.row))
    columns = sorted((node.first.column, node.last.column))
    return Area(sheets[wanted.lower()], rows[0], columns[0], rows[1], columns[1])


def _shown(model: Model, text: str, key: str) -> str:
    return f"{model.path}: {f'{key} {text}' if key else text}"
