"""Checks everything of a template but its formulas: ranges, names' spelling, choices, styles."""

from collections import Counter
from collections.abc import Iterable, Iterator

from xlbuilder.errors import did_you_mean
from xlbuilder.formula.area import Area
from xlbuilder.formula.names import problem_with_name
from xlbuilder.template.check.numbers import check_numbers
from xlbuilder.template.formulas import HELD, bounds
from xlbuilder.template.known import is_known
from xlbuilder.template.limits import MAX_CELLS, MAX_ENTRIES
from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import area, constants, label_of
from xlbuilder.template.schema import Cell, Listing, SheetBoard, Template, TemplateDrive
from xlbuilder.template.side import side_of

_NOT_IN_SHEET_NAMES = frozenset("[]:*?/\\")
_LONGEST_SHEET_NAME = 31
"""In UTF-16 units; Excel repairs a file with a longer one."""
_LONGEST_LIST = 255
"""Characters of a drop-down's words with commas between them (MS-OI29500 on dataValidation)."""

_BOARDS = ("solution", "candidates", "placements", "why", "asked_lines", "clues")
_OF_DIGITS = ("placements", "why", "clues")
_CELLS = ("status", "status_text", "rating", "rating_text", "asked")
"""Keys of [drive] for boards and cells of the template; strategies may bring those of the other
keys."""

_LOOKS = [["style"], ["label"], ["values"], ["value"], ["choices"], ["stored"], ["whole_number"]]
"""Keys of boards and cells that no formula depends on."""


def check_sheet(template: Template) -> Iterator[Problem]:
    """Yield the problems of the sheet's layout; formulas are checked when there are none."""
    entries = len(template.boards) + len(template.cells) + len(template.texts)
    if entries > MAX_ENTRIES:
        text = f"has {entries:,} boards, cells and texts; {MAX_ENTRIES:,} at most"
        yield Problem(("workbook",), text)
        return
    yield from _check_sheet_names(template)
    yield from _check_spelling(template)
    yield from _check_sizes(template)
    yield from _check_overlaps(template)
    yield from _check_styles(template)
    yield from _check_drive(template)
    yield from _check_variant(template)
    yield from _check_formats(template)
    yield from check_numbers(template)
    columns = [name for listing in template.lists.values() for name in listing.columns]
    for name, board in template.boards.items():
        yield from _check_board(template, ("boards", name), board)
    for name, cell_entry in template.cells.items():
        yield from _check_cell(("cells", name), cell_entry, columns)
    for name, listing in template.lists.items():
        yield from _check_list(("lists", name, "rows"), listing)


def leaves_formulas_alone(problem: Problem) -> bool:
    """Return whether formulas can be checked in spite of a problem of the sheet.

    They cannot when ranges or names are wrong, as formulas are bound for the cells that hold them.
    """
    table, *keys = problem.place
    return table in ("drive", "variant", "guide", "texts") or keys[1:2] in _LOOKS


def _missing(kind: str, name: str, known: Iterable[str]) -> str:
    hint = did_you_mean(name, known, "")
    return f"there is no {kind} {name}" + (f"; {hint}" if hint else "")


def _check_formats(template: Template) -> Iterator[Problem]:
    """Look for conditional formats of boards and cells that are not there."""
    for name, entry in template.formats.items():
        for board_or_cell in entry.places:
            if board_or_cell not in template.places:
                text = _missing("board or cell", board_or_cell, template.places)
                yield Problem(("formats", name, "board"), text)


def _check_sheet_names(template: Template) -> Iterator[Problem]:
    """Check the names of all sheets: as Excel takes them, and no two alike."""
    places: list[tuple[tuple[str, ...], str]] = [(("workbook", "sheet"), template.workbook.sheet)]
    if template.guide is not None:
        places.append((("guide", "sheet"), template.guide.sheet))
    places += [(("lists", name, "sheet"), entry.sheet) for name, entry in template.lists.items()]
    known: set[str] = set()
    for place, sheet in places:
        yield from _check_sheet_name(place, sheet)
        if sheet.lower() in known:
            yield Problem(place, f"there is a sheet {sheet} already; give this one another name")
        known.add(sheet.lower())


def _check_sheet_name(place: tuple[str, ...], sheet: str) -> Iterator[Problem]:
    if not _NOT_IN_SHEET_NAMES.isdisjoint(sheet) or sheet[0] == "'" or sheet[-1] == "'":
        yield Problem(place, f"{sheet!r}: a sheet's name has none of []:*?/\\ and no outer '")
    if (units := len(sheet.encode("utf-16-le")) // 2) > _LONGEST_SHEET_NAME:
        yield Problem(place, f"{sheet!r} is {units} characters for Excel, which takes 31")
    if sheet.lower() == "history":
        yield Problem(place, "Excel keeps the sheet name History for itself; use another")


def _check_spelling(template: Template) -> Iterator[Problem]:
    """Check all defined names: Excel takes them, and does not tell upper from lower case."""
    seen: dict[str, str] = {}
    places: list[tuple[str, ...]] = [
        (table, name) for table in ("boards", "cells", "names") for name in getattr(template, table)
    ]
    places += [
        ("lists", key, "columns", name)
        for key, entry in template.lists.items()
        for name in entry.columns
    ]
    for place in places:
        name = place[-1]
        if problem := problem_with_name(name):
            yield Problem(place, f"the name {name} {problem}")
        if name.lower() in seen:
            other = seen[name.lower()]
            yield Problem(place, f"is the same name as {other}; rename one of them")
        seen[name.lower()] = ".".join(place)


def _check_sizes(template: Template) -> Iterator[Problem]:
    """Look for more cells than a template may have, and for labels above the first row."""
    cells = sum(len(entry.all_rows) * len(entry.columns) for entry in template.lists.values())
    if cells > MAX_CELLS:
        yield Problem(("lists",), f"have {cells:,} cells; a template has at most {MAX_CELLS:,}")
    for table in HELD:
        for name, entry in getattr(template, table).items():
            place, found = (table, name, "range"), area(template, entry.range)
            if cells <= MAX_CELLS < cells + found.size:
                text = f"{entry.range} has {found.size:,} cells; a template has at most"
                yield Problem(place, f"{text} {MAX_CELLS:,}, all boards and lists together")
            cells += found.size
            if entry.label and found.top == 1:
                yield Problem(place, "has no row above it for its label; begin in row 2 or below")


def _check_overlaps(template: Template) -> Iterator[Problem]:
    """Look for boards, cells, labels and texts that stand on each other."""
    taken: list[tuple[str, Area]] = []
    for place, words, found in _spots(template):
        for other, occupied in taken:
            if found.meets(occupied):
                what = f"would stand in {found}, which" if place[2] == "label" else str(found)
                yield Problem(place, f"{what} overlaps {other} ({occupied}); move one of them")
        taken.append((words, found))


def _spots(template: Template) -> Iterator[tuple[tuple[str, str, str], str, Area]]:
    """Yield everything on the sheet: its keys in the template, its kind in words, its place."""
    held = [(table, *each) for table in HELD for each in getattr(template, table).items()]
    for table, name, entry in held:
        yield (table, name, "range"), f"{table}.{name}", area(template, entry.range)
    for table, name, entry in held:
        if entry.label:
            above = label_of(area(template, entry.range))
            yield (table, name, "label"), f"the label of {table}.{name}", above
    for name, line in template.texts.items():
        yield ("texts", name, "at"), f"texts.{name}", area(template, line.at)


def _check_styles(template: Template) -> Iterator[Problem]:
    """Look for styles that are not there."""
    for table in (*HELD, "texts"):
        for name, entry in getattr(template, table).items():
            if entry.style not in template.styles:
                hint = did_you_mean(entry.style, template.styles)
                text = f"there is no style {entry.style}; {hint}"
                yield Problem((table, name, "style"), text)


def _check_drive(template: Template) -> Iterator[Problem]:
    """Check that a program finds the boards and cells that ``drive`` names, and can fill them."""
    drive = template.drive
    if drive is None:
        return
    filled = template.boards.get(drive.input) or template.cells.get(drive.input)
    if filled is None:
        text = _missing("board or cell", drive.input, template.places)
        yield Problem(("drive", "input"), text)
    elif filled.formula is not None:
        yield Problem(("drive", "input"), f"{drive.input} holds formulas, so it takes no puzzle")
    side = side_of(template)
    for key, name in drive.places.items():
        if key in _BOARDS and name not in template.boards:
            yield Problem(("drive", key), _missing("board", name, template.boards))
        elif key in _OF_DIGITS and not _has_side(template, template.boards[name], side):
            text = f"{name} should have {side}x{side} cells, one for each digit"
            yield Problem(("drive", key), text)
        if key in _CELLS and name not in template.cells:
            yield Problem(("drive", key), _missing("cell", name, template.cells))
    yield from _check_status(template, drive)
    yield from _check_gone(template, drive)
    yield from _check_why(drive)
    for name in (name for pair in drive.copies.items() for name in pair):
        if name not in template.boards:
            yield Problem(("drive", "copies"), _missing("board", name, template.boards))
    for step in drive.steps:
        for name in step:
            entry = template.cells.get(name)
            if entry is None:
                yield Problem(("drive", "steps"), _missing("cell", name, template.cells))
            elif entry.formula is not None:
                yield Problem(("drive", "steps"), f"the cell {name} holds a formula")
            elif entry.choices and _as_shown(step[name]) not in entry.choices:
                choices = ", ".join(entry.choices)
                yield Problem(("drive", "steps"), f"{step[name]!r} is none of {name}'s: {choices}")


def _check_variant(template: Template) -> Iterator[Problem]:
    """Check that each house is a board of constants."""
    for name in template.variant.houses:
        if text := _strange_houses(template, name):
            yield Problem(("variant", "houses"), text, name)


def _has_side(template: Template, board: SheetBoard, side: int) -> bool:
    return area(template, board.range).shape == (side, side)


def _strange_houses(template: Template, name: str) -> str:
    """Return what is wrong with a board of houses, or an empty text."""
    board = template.boards.get(name)
    if board is None:
        return _missing("board", name, template.boards)
    if template.drive is not None and name == template.drive.input:
        return f"{name} takes the puzzle; give the houses a board of their own"
    side = side_of(template)
    if not _has_side(template, board, side):
        return f"{name} should have {side}x{side} cells, each with the number of its house"
    if board.values is None:
        return f"{name} should have values, the number of the house of each cell"
    numbers = Counter(filter(None, constants(board.values, (side, side)) or []))
    for number, count in numbers.items():
        if not isinstance(number, int) or number < 0:
            return f"{name}: {number} is no number of a house; write digits and dots"
        if count > side:
            return f"{name}: house {number} has {count} cells; a house has {side}"
    return ""


def _check_status(template: Template, drive: TemplateDrive) -> Iterator[Problem]:
    """Check that the status is a cell with a formula, and that each code stands for one word."""
    if drive.status is None:
        if drive.says:
            text = "needs status = the cell whose codes these are"
            yield Problem(("drive", "says"), text)
        return
    entry = template.cells.get(drive.status)
    if entry is not None and entry.formula is None:
        text = f"the cell {drive.status} has no formula, so it says nothing"
        yield Problem(("drive", "status"), text)
    if not any(drive.says.values()):
        text = "needs says = the codes of each word, such as { solved = [1], stuck = [3] }"
        yield Problem(("drive", "status"), text)
    words: dict[int, str] = {}
    for word, codes in drive.says.items():
        for code in codes:
            if words.setdefault(code, word) != word:
                yield Problem(("drive", "says"), f"{code} stands for {words[code]} and for {word}")


def _check_gone(template: Template, drive: TemplateDrive) -> Iterator[Problem]:
    """Check how the candidates say that a candidate is gone: the reasons, and the cells."""
    if drive.gone is None:
        return
    place = ("drive", "gone")
    if drive.candidates is None:
        yield Problem(place, "needs candidates = the board that it is about")
    for table, numbers in (("reasons", drive.gone.reasons), ("rules", drive.gone.rules)):
        if numbers and not drive.gone.reason_digits:
            text = "needs reason_digits = how many last digits of the number are the reason's"
            yield Problem((*place, table), text)
    rungs = drive.gone.rungs
    fields = {field for slot in template.slots.values() for field in slot.fields}
    for table, named in (("rungs", [rungs] if rungs else []), ("rules", drive.gone.rules.values())):
        for name in named:
            if name not in fields and (name in template.slots or not is_known("slots", name)):
                yield Problem((*place, table), f"no slot is over {name}, as a field of rules")
    about = {name: one for name, one in template.slots.items() if one.fields[:1] == [rungs]}
    if about and not any(slot.whole_number for slot in about.values()):
        text = "is about the rungs of [drive.gone], so it needs whole_number = { min, max }"
        yield Problem(("slots", next(iter(about))), text)
    for name in drive.gone.unless:
        if name not in template.cells:
            yield Problem((*place, "unless"), _missing("cell", name, template.cells))


def _check_why(drive: TemplateDrive) -> Iterator[Problem]:
    """Check that the numbers and the lines that say why can be read."""
    if drive.placements and not (drive.placed and drive.placed.reason_digits):
        text = "needs [drive.placed] reason_digits = how many digits of a number are the reason's"
        yield Problem(("drive", "placements"), text)
    if drive.asked_lines and not drive.asked_words:
        text = "needs asked_words = [the text before the words of a reason, a text after them]"
        yield Problem(("drive", "asked_lines"), text)


def _check_board(
    template: Template, place: tuple[str, str], board: SheetBoard
) -> Iterator[Problem]:
    if board.formula is not None and (board.values is not None or board.whole_number):
        yield Problem(place, "has a formula, so its cells take no values and no whole_number")
    match bounds(template, place[1], board):
        case [int(least), int(most)] if least > most:
            yield Problem((*place, "whole_number"), "min is more than max")
    if board.values is None:
        return
    rows, columns = area(template, board.range).shape
    if constants(board.values, (rows, columns)) is None:
        text = (
            f"should be {rows} lines of {columns} characters, or of {columns} numbers with blanks"
        )
        yield Problem((*place, "values"), f"{text} between them; . for an empty cell")


def _check_list(place: tuple[str, ...], entry: Listing) -> Iterator[Problem]:
    for number, row in enumerate(entry.all_rows, 1):
        if len(row) != len(entry.columns):
            text = f"row {number} has {len(row)} values; there are {len(entry.columns)} columns"
            yield Problem(place, text)


def _check_cell(place: tuple[str, str], entry: Cell, columns: list[str]) -> Iterator[Problem]:
    if entry.choices_from is not None and (entry.choices or entry.formula is not None):
        yield Problem((*place, "choices_from"), "the cell has choices or a formula already")
    if entry.choices_from is not None and entry.choices_from not in columns:
        text = f"no list has a column {entry.choices_from}"
        if hint := did_you_mean(entry.choices_from, columns, ""):
            text += f"; {hint}"
        yield Problem((*place, "choices_from"), text)
    if entry.formula is not None and (entry.value is not None or entry.choices):
        yield Problem(place, "has a formula, so it takes no value and no choices")
    if entry.formula is None and not entry.stored:
        yield Problem((*place, "stored"), "has no formula, so its value is always in the file")
    if len(",".join(entry.choices)) > _LONGEST_LIST:
        yield Problem((*place, "choices"), f"are longer than {_LONGEST_LIST} characters together")
    if any("," in choice or '"' in choice for choice in entry.choices):
        yield Problem((*place, "choices"), 'contain a comma or a "; Excel cannot store that')
    if entry.choices and _as_shown(entry.value) not in entry.choices:
        yield Problem((*place, "value"), f"{entry.value!r} is none of the choices")


def _as_shown(value: object) -> object:
    """Return a value of a cell as its choices write it: a truth value is a word."""
    return str(value).upper() if isinstance(value, bool) else value
