"""Finds slips of the hand in a workbook before anything is calculated.

A recalculation goes on for minutes with a name that is misspelled, and the values at the end do not
say why.  `build` refuses such a template; this looks at any workbook.
"""

import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from xlbuilder.drive.boards import Boards
from xlbuilder.drive.spacing import cells_of
from xlbuilder.errors import FormulaError, did_you_mean
from xlbuilder.formula.area import Area, around
from xlbuilder.formula.called import names_called
from xlbuilder.formula.functions import function_of
from xlbuilder.formula.inline import key_of
from xlbuilder.formula.normal import Sense, Senses
from xlbuilder.formula.tree import Call, ErrorValue, Name, Node, children, to_text, walk
from xlbuilder.formula.values import ExcelError, in_words
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.origin import Origin

_log = logging.getLogger(__name__)
_LARGEST = 10_000
"""Cells of a board; columns of long lists are left alone."""
_LEAST = 9
_MOST_ODD = 0.1
"""The largest part of the cells of a board that may be odd; with more odd cells, it is no board of
one formula."""
_SHOWN = 60
_TOLD = 10
_DELETED = "reads cells that were deleted (#REF!); write where it is to read"


class Slip(NamedTuple):
    """One fault: where it is, what it is, and what to do."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def faults(model: Model) -> Iterator[Slip]:
    """Yield the faults of a workbook; the faults of its names come first.

    They are: a name that is not defined, a reference to cells that were deleted, and on a board of
    one formula a cell that holds a constant or another formula.  The solution and the candidates
    of the drive (drive.py) may have several formulas, but no constant.  A name that no cell reads
    may refer to deleted cells: old workbooks have many of these.  Last come the rows that were
    added below a list, where no name of it reaches.
    """
    outlines = dict.fromkeys((cell.sheet, form.outline) for cell, form in model.forms.items())
    used = names_called(outlines, model.names)
    for name, node in model.names.items():
        if not isinstance(node, FormulaError):
            scope = name.rpartition("!")[0]
            for text in dict.fromkeys(_faults(model, node, scope)):
                if name in used or text != _DELETED:
                    yield Slip(f"name {name}", text)
    texts = {(sheet, each): [*_faults(model, each, sheet)] for sheet, each in outlines}
    told: set[tuple[Sense, str]] = set()
    senses = Senses({})
    for cell, form in model.forms.items():
        for text in texts[cell.sheet, form.outline]:
            if (sense := (senses.of(form, cell), text)) not in told:
                told.add(sense)
                yield Slip(f"{cell.sheet}!{cell}", text)
    known = Boards.of(model)
    boards = {f"the {word}": area for word, area in known.found().items() if word != "input"}
    ranges: dict[Area, str] = {}
    for name, area in {**model.named_ranges(), **boards}.items():
        ranges.setdefault(area, name)
    for area, name in ranges.items():
        if _LEAST <= area.size <= _LARGEST:
            is_solution = area == boards.get("the solution")
            cells = cells_of(area, known.side) if is_solution else [*area.cells()]
            yield from _odd(model, senses, name, cells, is_board=area in boards.values())
    yield from _below_lists(model, {name: area for area, name in ranges.items() if name in used})


def warn_of_faults(model: Model) -> None:
    """Tell the log what is plainly wrong in a workbook, before anything takes time."""
    slips = list(faults(model))
    for fault in slips[:_TOLD]:
        _log.warning("warning: %s: %s", model.path, fault)
    if len(slips) > _TOLD:
        _log.warning("warning: %s: and %s more of this kind", model.path, f"{len(slips) - _TOLD:,}")


def first_unknown(model: Model) -> Slip | None:
    """Return the first name that formulas lead to and that is not defined.

    A name is left alone where IFERROR, or another function that catches its #NAME?, is around it.
    """
    first: dict[tuple[str, Node], Area] = {}
    for cell, form in model.forms.items():
        first.setdefault((cell.sheet, form.outline), cell)
    pending = [(f"{cell.sheet}!{cell}", *key) for key, cell in first.items()]
    seen: set[tuple[str, str]] = set()
    for place, sheet, node in pending:  # grows while it is read
        for text in _unguarded(node):
            if _is_unknown(model, text, sheet):
                return Slip(place, _unknown(model, text))
            key = key_of(text, sheet, model.names)
            called = model.names.get(key)
            if isinstance(called, Node) and (sheet, key) not in seen:
                seen.add((sheet, key))
                pending.append((f"name {key}", sheet, called))
    return None


def _faults(model: Model, node: Node, sheet: str) -> Iterator[str]:
    for part in walk(node):
        match part:
            case Name(text) if _is_unknown(model, text, sheet):
                yield _unknown(model, text)
            case ErrorValue(ExcelError.REF):
                yield _DELETED


def _is_unknown(model: Model, text: str, sheet: str) -> bool:
    is_own = text.lower().startswith("_xlpm.")  # a word of LET or LAMBDA
    return not is_own and key_of(text, sheet, model.names) not in model.names


def _unknown(model: Model, text: str) -> str:
    words = [name for name in model.names if "!" not in name]
    remedy = did_you_mean(text, words, "define it in the Name Manager")
    if Origin.from_properties(model.properties):
        remedy = f"if it was deleted, xlbuilder diff shows its formula; else {remedy}"
    return f"there is no name {text}; {remedy}"


def _unguarded(node: Node) -> Iterator[str]:
    """Yield the names of a formula whose errors nothing in it catches."""
    pending = [node]
    while pending:
        match pending.pop():
            case Name(text):
                yield text
            case Call(function) if function_of(function).catches_errors:
                pass
            case part:
                pending += reversed(children(part))


def _odd(
    model: Model, spelled: Senses, name: str, cells: Sequence[Area], *, is_board: bool
) -> Iterator[Slip]:
    """Yield the cells of a range that do not hold the formula of all others.

    On a board of a puzzle all cells have formulas, which may differ from box to box.
    """
    # The first cell of a column of balances has the balance at the start, the last cell may be a
    # total.
    ends = {cells[0], cells[-1]} if 1 in around(cells).shape else set()
    senses = {
        cell: spelled.of(form, cell)
        for cell in cells
        if (form := model.forms.get(cell)) is not None
    }
    counts = Counter(senses.values()).most_common(1)
    if not counts:
        return
    usual, count = counts[0]
    most = max(1, _MOST_ODD * len(cells))
    odd = [cell for cell in cells if senses.get(cell) != usual and cell not in ends]
    if is_board and len(odd) > most:
        odd, count = [cell for cell in cells if cell not in senses], len(senses)
    if len(odd) > most or count < _LEAST - 1:
        return
    for cell in odd:
        remedy = "fill it in from a cell beside it"
        place = f"{cell.sheet}!{cell}"
        if (node := model.formulas.get(cell)) is not None:
            formula = f"={to_text(node, cell.sheet)}"
            short = formula if len(formula) <= _SHOWN else f"{formula[:_SHOWN]}..."
            text = f"has another formula than {count:,} cells of {name}, {short}; {remedy}"
            yield Slip(place, text)
        else:
            value = model.values.get(cell)
            held = "is empty" if value is None else f"holds {in_words(value)}"
            text = f"{held}, where {count:,} cells of {name} have a formula; {remedy}"
            yield Slip(place, text)


def _below_lists(model: Model, ranges: Mapping[str, Area]) -> Iterator[Slip]:
    """Yield the first cell below columns of constants that end together, when a row goes on there.

    A row goes on where two cells are as the cells above them; a single cell may be a note.
    """
    lists: dict[tuple[str, int, int], dict[str, Area]] = {}
    for name, area in ranges.items():
        is_column = area.left == area.right and 1 < area.size <= _LARGEST
        if is_column and model.formulas.keys().isdisjoint(area.cells()):
            lists.setdefault((area.sheet, area.top, area.bottom), {})[name] = area
    for (_, _, end), columns in lists.items():
        last = [area._replace(top=end) for area in columns.values()]
        below = {cell: cell._replace(top=end + 1, bottom=end + 1) for cell in last}
        kinds = {cell: type(model.values.get(cell)) for cell in [*below, *below.values()]}
        alike = [new for old, new in below.items() if kinds[old] is kinds[new] is not type(None)]
        is_read = any(area.holds(cell) for area in ranges.values() for cell in alike)
        if len(alike) > 1 and not is_read and model.formulas.keys().isdisjoint(alike):
            text = f"stands below a list whose names end in row {end}"
            remedy = f"in the Name Manager let them end lower: {', '.join(columns)}"
            yield Slip(f"{alike[0].sheet}!{alike[0]}", f"{text}; {remedy}")
