"""Lets LibreOffice draw a sheet as a PDF, and pypdfium2 turn the PDF into a PNG."""

import base64
import io
from collections.abc import Callable
from contextlib import closing
from importlib import import_module

from xlbuilder.errors import EngineError, EngineUnavailableError, WorkbookError
from xlbuilder.formula.area import Area, around
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.engines.libreoffice import Bridge, bridge_command
from xlbuilder.render.layout import MARGIN, SheetLayout
from xlbuilder.xlsx.looks import SheetLooks
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.without_links import without_links

MAX_PIXELS = 100_000_000
"""The most pixels of a PNG."""
_MOST_PIXELS = 10_000
"""The greatest width and height of a page; LibreOffice has pages of at most three meters."""

_PIXELS, _POINTS, _HUNDREDTHS = 96, 72, 2540
"""An inch as Excel shows it at 100 %, in a PDF, and in 1/100 mm."""


def open_office(model: Model) -> Bridge:
    """Return a LibreOffice for the file of ``model``, which the caller has to close.

    Raises EngineUnavailableError without LibreOffice, EngineError when it does not start,
    WorkbookError for a file that still leads elsewhere without its links.
    """
    try:
        file = without_links(model.path) if model.not_followed else None
    except WorkbookError as error:
        raise WorkbookError(f"{error}; a picture in .svg follows nothing") from None
    try:
        return Bridge(bridge_command(), model.path, file=file)
    except EngineUnavailableError as error:
        raise EngineUnavailableError(f"{error}; a picture in .svg needs no LibreOffice") from None


def to_pdf(bridge: Bridge, model: Model, sheet: SheetLooks) -> bytes:
    """Return a PDF of one page, as large as the drawn part of ``sheet``.

    LibreOffice calculates only the conditional formats: each formula is replaced by its value in
    the model.  Raises EngineError when LibreOffice fails, and what ``SheetLayout`` raises.
    """
    drawn = SheetLayout(model, sheet, _MOST_PIXELS).area
    bridge.ask(do="load", iterations=None)
    for tab in model.sheets:
        cells = [cell for cell in (*model.formulas, *model.values) if cell.sheet == tab]
        if cells:
            area = around(cells)
            bridge.ask(do="replace", sheet=tab, bounds=_bounds(area), values=_rows(model, area))
    answer = bridge.ask(
        do="draw",
        sheet=sheet.name,
        bounds=_bounds(drawn),
        margin=MARGIN * _HUNDREDTHS // _PIXELS,
        with_formats=model.is_calculated,
    )
    try:
        return base64.b64decode(answer["pdf"], validate=True)
    except (KeyError, TypeError, ValueError):
        raise bridge.failed("gave no picture") from None


def png_maker() -> Callable[[bytes, int | None], bytes]:
    """Return a function that makes a PNG of the first page of a PDF.

    It takes the PDF and the width of the PNG in pixels, or None for the sheet at 100 %, and raises
    EngineError for more than MAX_PIXELS.  `png_maker` itself raises EngineUnavailableError without
    pypdfium2 or Pillow.
    """
    try:
        import pypdfium2  # noqa: PLC0415 - only in the extra `render`

        import_module("PIL.Image")  # pypdfium2 makes its pictures with Pillow
    except ImportError:
        raise EngineUnavailableError(
            "a picture in .png needs pypdfium2 and Pillow; run: pip install 'xlbuilder[render]';"
            " one in .svg does not"
        ) from None

    def make(pdf: bytes, width: int | None) -> bytes:
        saved = io.BytesIO()
        try:
            with closing(pypdfium2.PdfDocument(pdf)) as document, closing(document[0]) as page:
                wide, high = page.get_size()
                scale = _PIXELS / _POINTS if width is None else width / wide
                if wide * high * scale**2 > MAX_PIXELS:
                    raise EngineError("the picture would be too large; choose a smaller width")
                page.render(scale=scale).to_pil().save(saved, "PNG", optimize=True)
        except pypdfium2.PdfiumError as error:
            raise EngineError(f"LibreOffice's picture cannot be read: {error}") from None
        return saved.getvalue()

    return make


def _bounds(area: Area) -> list[int]:
    return [area.left - 1, area.top - 1, area.right - 1, area.bottom - 1]


def _rows(model: Model, area: Area) -> list[list[float | str]]:
    values = [_typed(value) for value in model.values_of(area)]
    width = area.shape[1]
    return [values[start : start + width] for start in range(0, len(values), width)]


def _typed(value: Value) -> float | str:
    """Return the number or the text that LibreOffice gets for a value."""
    if isinstance(value, ExcelError | bool):
        return str(value).upper()
    return "" if value is None else value
