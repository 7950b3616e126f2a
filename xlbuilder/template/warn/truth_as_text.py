"""Which cells to fill hold TRUE or FALSE as a text, which Excel makes a truth value when typed."""

from collections.abc import Iterator

from xlbuilder.errors import Fault
from xlbuilder.template.load import LoadedTemplate


def truth_as_text(loaded: LoadedTemplate) -> Iterator[Fault]:
    """Yield each cell whose value is the text TRUE or FALSE.

    The cell shows the same when the user types it again, and formulas may show something else.
    """
    for name, cell in loaded.template.cells.items():
        if isinstance(cell.value, str) and cell.value.upper() in ("TRUE", "FALSE"):
            text = f'"{cell.value}" is a text, and a truth value when it is typed into Excel'
            place = ("cells", name, "value")
            yield loaded.fault(place, f"{text}; write value = {cell.value.lower()}")
