"""A picture of a sheet in a file: .svg by xlbuilder itself, .png and .pdf by LibreOffice."""

import logging
from contextlib import closing
from pathlib import Path

from xlbuilder.errors import WorkbookError
from xlbuilder.render.conditional import drawn_formats
from xlbuilder.render.office import open_office, png_maker, to_pdf
from xlbuilder.render.svg import draw
from xlbuilder.xlsx.atomic import check_target, replace_file
from xlbuilder.xlsx.looks import SheetLooks, read_looks
from xlbuilder.xlsx.model import Model

_log = logging.getLogger(__name__)

KINDS = (".svg", ".png", ".pdf")
NARROWEST, WIDEST = 16, 10_000
"""Pixels."""


def check_picture(out: Path, width: int | None = None) -> None:
    """Raise WorkbookError when the file's name, its folder or the width (in pixels) is wrong.

    Raises EngineUnavailableError when a package for it is not installed.
    """
    kind = out.suffix.lower()
    if kind not in KINDS:
        raise WorkbookError(f"{out}: the name of a picture ends in .svg, .png or .pdf")
    if kind == ".pdf" and width is not None:
        raise WorkbookError(f"{out}: a .pdf has no pixels; leave out the width")
    if width is not None and not NARROWEST <= width <= WIDEST:
        raise WorkbookError(f"{out}: {width} pixels: give {NARROWEST} to {WIDEST:,}")
    check_target(out)
    if kind == ".png":
        png_maker()


def read_sheet(model: Model, name: str | None = None) -> SheetLooks:
    """Return the sheet ``name``, or else the first one, of the workbook behind ``model``.

    Raises WorkbookError when there is no such sheet, or when the file is damaged.
    """
    tabs = {tab.lower(): tab for tab in model.sheets}
    tab = tabs.get((name or model.sheets[0]).lower())
    if tab is None:
        known = ", ".join(model.sheets)
        raise WorkbookError(f"{model.path}: has no sheet {name}; its sheets are: {known}")
    return read_looks(model.path).sheets[tab]


def write_picture(
    model: Model, out: Path, tab: str | None = None, width: int | None = None
) -> None:
    """Draw the sheet ``tab``, or else the first one, with the values of ``model``, into ``out``.

    The arguments have passed `check_picture`.  An .svg leaves out conditional formats without a
    formula, and the log reports it.  Raises WorkbookError when there is no such sheet,
    EngineUnavailableError without LibreOffice, EngineError when LibreOffice fails.
    """
    kind = out.suffix.lower()
    sheet = read_sheet(model, tab)
    if kind == ".svg":
        data = draw(model, sheet, width).encode()
        if len(drawn_formats(sheet)) < len(sheet.formats):
            _log.info("left out: conditional formats without a formula, or more than 5,000")
    else:
        with closing(open_office(model)) as office:
            data = to_pdf(office, model, sheet)
        if kind == ".png":
            data = png_maker()(data, width)
    replace_file(out, data)
