"""Writes a template as .xlsx: cells, formats, validations, settings; names by editions.py."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.packaging.custom import StringProperty
from openpyxl.styles import Font, PatternFill, Protection
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.workbook.properties import CalcProperties
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xlbuilder.drive.drive import Drive, Gone, Placed, Reasons
from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.limits import MAX_BOUND
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text
from xlbuilder.template import schema
from xlbuilder.template.formulas import Formula, bounds, formulas
from xlbuilder.template.ranges import area, constants, is_filled, label_of
from xlbuilder.template.schema import Cell, Format, Template
from xlbuilder.workbook.editions import DEFINED, EDITIONS, Edition
from xlbuilder.workbook.guide.as_sheet import write_guide
from xlbuilder.workbook.guide.content import guide_of
from xlbuilder.workbook.list_sheet import write_list
from xlbuilder.workbook.style import dress_board, dress_sheet, dress_text
from xlbuilder.workbook.text_sheet import type_in
from xlbuilder.xlsx.model import Model, read_workbook
from xlbuilder.xlsx.pack import packed, replace_workbook

LABEL_STYLE = "label"
_CALC_ID = 191029
"""The calculation engine of Excel 2019; a program with a higher engine id recalculates the file."""


def build(
    template: Template,
    path: Path,
    values: Mapping[str, list[int]] | None = None,
    *,
    protect: bool = True,
    edition: str = DEFINED,
) -> None:
    """Write the workbook of ``template`` to ``path``, whole or not at all.

    The other arguments are as in ``workbook_file``.  Raises WorkbookError when the file cannot be
    written.
    """
    replace_workbook(path, workbook_file(template, values, protect=protect, edition=edition))


def read_back(template: Template, name: str) -> Model:
    """Return a template as read back from its file ``name``.xlsx, which exists only in memory."""
    return read_workbook(Path(f"{name}.xlsx"), workbook_file(template))


def workbook_file(
    template: Template,
    values: Mapping[str, list[int]] | None = None,
    properties: Mapping[str, str] | None = None,
    *,
    protect: bool = True,
    edition: str = DEFINED,
) -> bytes:
    """Return the .xlsx file of ``template``, without the values of its formulas.

    ``values`` fills boards, by their names: one number a cell, row by row, 0 for an empty cell;
    they replace the board's own ``values``.  Without ``protect`` the sheet is never protected.  The
    ``edition`` is one of ``EDITIONS``.  ``properties`` are further document properties, beside the
    drive.  Raises FormulaError when the template cannot be written in the edition.
    """
    book = _workbook(template, values or {}, EDITIONS[edition](template), protect=protect)
    _add_properties(book, properties or {})
    return packed(book)


def _workbook(
    template: Template, values: Mapping[str, list[int]], edition: Edition, *, protect: bool
) -> Workbook:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = template.workbook.sheet
    dress_sheet(sheet, template)
    for name in template.boards:
        _write_board(sheet, template, name, values.get(name), edition)
    for entry in template.cells.values():
        _write_cell(sheet, template, entry, edition)
    for formula in formulas(template):
        if formula.is_held:
            _write_formula(sheet, formula, edition)
    written_formats = [
        (template.formats[formula.place[1]], place, written)
        for formula in reversed(list(formulas(template)))
        if formula.is_format
        for place, written in edition.formats(formula)
    ]
    for look, place, written in sorted(written_formats, key=lambda one: not one[0].above_all):
        _write_format(sheet, place, written, look)
    for text in template.texts.values():
        at = area(template, text.at)
        type_in(sheet, at, text.text)
        dress_text(sheet, at, template.styles[text.style])
    if protect and template.workbook.protected:
        _protect(sheet, template)
    if template.guide is not None:
        is_protected = protect and template.workbook.protected
        shown = edition.with_note(guide_of(template))
        about = template.guide
        write_guide(book, shown, about.sheet, pages=about.pages, protect=is_protected)
    for listing in template.lists.values():
        write_list(book, listing, protect=protect and template.workbook.protected)
    for defined in edition.names():
        book.defined_names[defined.name] = defined
    _write_settings(book, template, edition)
    return book


def _write_board(
    sheet: Worksheet, template: Template, name: str, values: list[int] | None, edition: Edition
) -> None:
    board = template.boards[name]
    place = area(template, board.range)
    dress_board(sheet, place, template.styles[board.style])
    _write_label(sheet, template, place, board.label)
    held: Sequence[str | float | None] = (
        [value or None for value in values]
        if values
        else constants(board.values or "", place.shape) or []
    )
    for at, value in zip(place.cells(), held, strict=bool(held)):
        if value is not None:
            type_in(sheet, at, value)
    if board.whole_number:
        _write_bounds(sheet, template, name, board.whole_number.message, edition)


def _write_bounds(
    sheet: Worksheet, template: Template, name: str, message: str, edition: Edition
) -> None:
    """Write which whole numbers the cells of a board take."""
    place = area(template, template.boards[name].range)
    limits = bounds(template, name, template.boards[name])
    ways: dict[tuple[str, ...], list[Area]] = {}
    for cell in place.cells():
        texts = (
            str(one) if isinstance(one, int) else edition.in_cell(one, cell).removeprefix("=")
            for one in limits
        )
        ways.setdefault(tuple(texts), []).append(cell)
    for (least, most), cells in ways.items():
        if max(len(least), len(most)) > MAX_BOUND:
            text = f"[boards.{name}]: whole_number: a bound has more than {MAX_BOUND} characters"
            raise FormulaError(f"{text} in {cells[0]}; move parts of it into names")
        validation = DataValidation(
            type="whole",
            operator="between",
            formula1=least,
            formula2=most,
            allow_blank=True,
            showErrorMessage=True,
            error=message or None,
        )
        for where in [place] if len(ways) == 1 else cells:
            validation.add(str(where))
        sheet.add_data_validation(validation)


def _write_cell(sheet: Worksheet, template: Template, entry: Cell, edition: Edition) -> None:
    place = area(template, entry.range)
    dress_board(sheet, place, template.styles[entry.style])
    _write_label(sheet, template, place, entry.label)
    if place.shape != (1, 1):
        sheet.merge_cells(str(place))
    if entry.value is not None:
        type_in(sheet, place, entry.value)
    if entry.choices or entry.choices_from:
        words = f'"{",".join(entry.choices)}"'
        validation = DataValidation(
            type="list",
            formula1=edition.place(entry.choices_from) if entry.choices_from else words,
            allow_blank=entry.choices_from is not None,
            showErrorMessage=True,
            error="Choose one of the words in the list.",
        )
        validation.add(str(next(place.cells())))
        sheet.add_data_validation(validation)


def _write_formula(sheet: Worksheet, formula: Formula, edition: Edition) -> None:
    single = formula.place[0] == "cells"
    for host in list(formula.area.cells())[: 1 if single else None]:
        sheet.cell(host.top, host.left, edition.in_cell(formula, host))


def _write_format(sheet: Worksheet, place: Area, formula: str, entry: Format) -> None:
    """Write a conditional format; if several are true, LibreOffice takes the first in the file."""
    # In a differential style a solid fill shows its background color; Excel writes both colors.
    fill = entry.fill and PatternFill(
        start_color=entry.fill, end_color=entry.fill, fill_type="solid"
    )
    font = Font(color=entry.color, bold=entry.bold or None, italic=entry.italic or None)
    look = DifferentialStyle(font=font, fill=fill or None)
    # Excel takes no union there (MS-OI29500); read and written, SUM((A1,B1)) is SUM(A1,B1).
    written = to_text(parse(formula))
    sheet.conditional_formatting.add(str(place), Rule("expression", dxf=look, formula=[written]))


def _protect(sheet: Worksheet, template: Template) -> None:
    """Protect the sheet, without a password, except the cells that the user fills."""
    sheet.protection.sheet = True
    for name, entry in template.places.items():
        for at in area(template, entry.range).cells() if is_filled(template, name) else ():
            sheet.cell(at.top, at.left).protection = Protection(locked=False)


def _write_label(sheet: Worksheet, template: Template, place: Area, label: str) -> None:
    if label:
        above = label_of(place)
        type_in(sheet, above, label)
        if LABEL_STYLE in template.styles:
            dress_text(sheet, above, template.styles[LABEL_STYLE])


def _write_settings(book: Workbook, template: Template, edition: Edition) -> None:
    settings = template.workbook.calculation
    book.calculation = CalcProperties(
        calcId=_CALC_ID,
        calcMode="auto",
        fullCalcOnLoad=True,
        iterate=settings.iterate,
        iterateCount=settings.max_iterations,
        iterateDelta=settings.max_change,
    )
    book.properties.title = template.workbook.title
    book.properties.creator = "xlbuilder"
    if template.drive is not None:
        drive = _drive(template, template.drive, edition)
        _add_properties(book, drive.to_properties())


def _add_properties(book: Workbook, properties: Mapping[str, str]) -> None:
    own: Any = book.custom_doc_props  # type: ignore[attr-defined]  # not in the stubs
    for key, value in properties.items():
        own.append(StringProperty(name=key, value=value))


def _drive(template: Template, drive: schema.TemplateDrive, edition: Edition) -> Drive:
    """Return the drive of a template for the file.

    A place that only a strategy brings is left out without this strategy.
    """
    places: dict[str, Any] = {
        key: edition.place(name) for key, name in drive.places.items() if name in template.places
    }
    steps = [{edition.place(name): value for name, value in step.items()} for step in drive.steps]
    return Drive(
        **places,
        steps=steps,
        says={str(word): codes for word, codes in drive.says.items()},
        gone=None if drive.gone is None else _gone(drive.gone, template, edition),
        placed=None if drive.placed is None else _placed(drive.placed, template),
        asked_words=drive.asked_words,
        recalculations=drive.recalculations,
        copies={edition.place(board): edition.place(copy) for board, copy in drive.copies.items()},
        variant=template.variant.model_copy(
            update={"houses": list(map(edition.place, template.variant.houses))}
        ),
        monotone=_is_monotone(template),
    )


def _is_monotone(template: Template) -> bool:
    """Return whether all strategies say that they are monotone.

    A template without strategies says it itself.  A library does not count: it leaves this to the
    strategies that use it.
    """
    saying = [each.monotone for each in template.plugged if not each.library]
    core = template.drive is not None and template.drive.monotone
    return all(saying) and (bool(saying) or core)


def _numbered(said: schema.TemplateGone | schema.TemplatePlaced, template: Template) -> Reasons:
    """Return the meaning of each reason's number: words, or the name in a field of rules."""
    reasons = dict(said.reasons)
    for number, field in said.rules.items():
        plugs = template.plugs.get(field, ())
        reasons |= {int(number) + place - 1: name for place, name in plugs}
    return dict(sorted(reasons.items()))


def _placed(placed: schema.TemplatePlaced, template: Template) -> Placed:
    return Placed.model_validate({**dict(placed), "reasons": _numbered(placed, template)})


def _gone(gone: schema.TemplateGone, template: Template, edition: Edition) -> Gone:
    reasons = _numbered(gone, template)
    if gone.rungs is not None:  # then the rung is the number of the reason
        rules = [rule for rule in template.rules if gone.rungs in rule[1]]
        waiting = {text for _, fields in rules for text in fields.values()}
        reasons = {number: name for number, name in reasons.items() if name not in waiting}
        reasons |= {int(fields[gone.rungs]): name for name, fields in reversed(rules)}
    unless = {edition.place(cell): values for cell, values in gone.unless.items()}
    reasons = dict(sorted(reasons.items()))
    return Gone.model_validate({**dict(gone), "unless": unless, "reasons": reasons})
