"""Makes the bytes of a workbook file, always the same for the same input, and writes them."""

import io
import re
import threading
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from openpyxl import Workbook
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter

from xlbuilder.errors import WorkbookError
from xlbuilder.xlsx.atomic import replace_file

_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
_FIXED_TIME = "2008-09-30T00:00:00Z"  # the day of the published post
_TIMES = re.compile(r"(<dcterms:(created|modified)[^>]*>)[^<]*")

_CORE, _THEME = "docProps/core.xml", "xl/theme/theme1.xml"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
XML_DECLARATION = "<?xml version='1.0' encoding='UTF-8'?>\n"
_PREFIXES = threading.Lock()
"""All threads share ElementTree's table of prefixes, but each part of a file has other prefixes."""
_FONT_ORDER = (  # ECMA-376 Part 1, 18.8.22 (CT_Font)
    *("b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz"),
    *("color", "name", "family", "charset", "scheme"),
)


def packed(book: Workbook) -> bytes:
    """Return the .xlsx file of ``book``.

    openpyxl writes the current time into the document and into every member of the zip.  Where lxml
    is installed, openpyxl writes other XML with the same meaning.  It writes the parts of a font in
    an order that the schema does not allow, and an empty value beside each formula, which strict
    programs refuse.  This module corrects all of these (tests/unit/workbook/test_build.py).
    """
    return repacked(saved(book), _settled)


def saved(book: Workbook) -> bytes:
    """Return the file as openpyxl writes it, but without a temporary folder and the clock."""
    file = io.BytesIO()
    _InMemory(book, UndatedZip(file, "w")).save()
    return file.getvalue()


class _InMemory(ExcelWriter):
    """Writes sheets in memory, without charts and pictures; openpyxl would use temporary files.

    It works as its base class does, with attributes that the stubs lack.
    """

    def write_worksheet(self, ws: Any) -> None:
        """Write one sheet."""
        ws._drawing = SpreadsheetDrawing()  # noqa: SLF001 - openpyxl's own way
        part = io.BytesIO()
        writer: Any = WorksheetWriter(ws, part)
        writer.write()
        ws._rels = writer._rels  # noqa: SLF001
        self._archive.writestr(  # type: ignore[attr-defined]  # not in the stubs
            ws.path[1:], part.getvalue()
        )
        self.manifest.append(ws)


class UndatedZip(zipfile.ZipFile):
    """Writes all members with the same time: a clock before 1980 would be too early for ZIP."""

    def writestr(
        self,
        zinfo_or_arcname: str | zipfile.ZipInfo,
        data: Any,
        compress_type: int | None = None,
        compresslevel: int | None = None,
    ) -> None:
        """Write one member, as the base does."""
        member = zinfo_or_arcname
        if isinstance(member, str):
            member = zipfile.ZipInfo(member, _ZIP_EPOCH)
            member.compress_type = self.compression
        super().writestr(member, data, compress_type, compresslevel)


def _settled(name: str, data: bytes) -> bytes:
    if name == _THEME:
        return data  # a constant of openpyxl
    root = ET.Element("")
    prefixes: list[tuple[str, str]] = []
    ours = ET.iterparse(io.BytesIO(data), ("start-ns", "end"))  # noqa: S314 - our own file
    for event, found in ours:
        if event == "start-ns":
            prefixes.append(found)
        else:
            root = found  # the outermost element ends last
    for font in root.iter(f"{{{_MAIN}}}font"):
        font[:] = sorted(font, key=lambda part: _FONT_ORDER.index(part.tag.rpartition("}")[2]))
    for cell in root.iter(f"{{{_MAIN}}}c"):
        for value in [each for each in cell.findall(f"{{{_MAIN}}}v") if not each.text]:
            cell.remove(value)
    text = as_xml(root, prefixes)
    return (_TIMES.sub(rf"\g<1>{_FIXED_TIME}", text) if name == _CORE else text).encode()


def as_xml(root: ET.Element, prefixes: Iterable[tuple[str, str]]) -> str:
    """Return the text of an element, in which the namespaces have these prefixes.

    ``prefixes`` are pairs of a prefix and its namespace.
    """
    with _PREFIXES:
        for prefix, namespace in prefixes:
            ET.register_namespace(prefix, namespace)
        text: str = ET.tostring(root, "unicode")
    return text


def repacked(file: bytes, change: Callable[[str, bytes], bytes | None]) -> bytes:
    """Return the zip ``file`` with ``change(name, content)`` as the new content of each member.

    A member whose new content is None is left out.
    """
    fixed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(file)) as source,
        zipfile.ZipFile(fixed, "w") as target,
    ):
        for name in source.namelist():
            if (data := change(name, source.read(name))) is None:
                continue
            member = zipfile.ZipInfo(name, _ZIP_EPOCH)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 0
            target.writestr(member, data, compresslevel=9)
    return fixed.getvalue()


def replace_workbook(path: Path, data: bytes) -> None:
    """Put the workbook ``data`` into the file ``path``, as `replace_file` does.

    Raises WorkbookError too when Excel would not open a file of this name.
    """
    check_name(path)
    replace_file(path, data)


def check_name(path: Path) -> None:
    """Raise WorkbookError when Excel would not open a file of this name."""
    if path.suffix.lower() != ".xlsx":
        raise WorkbookError(
            f"{path}: the file's name has to end in .xlsx, or Excel will not open it"
        )
