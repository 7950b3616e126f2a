"""The bytes of a workbook file: the same for the same input, written whole or not at all."""

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

from openpyxl import Workbook

from xlbuilder.errors import WorkbookError
from xlbuilder.files import replace_file

_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
_FIXED_TIME = "2008-09-30T00:00:00Z"  # the day of the published post
_TIMES = re.compile(r"(<dcterms:(created|modified)[^>]*>)[^<]*")


def packed(book: Workbook) -> bytes:
    """Return the .xlsx file of ``book``.

    openpyxl writes the current time into the document and every member of the zip
    (tests/test_build.py builds twice); here both are fixed.
    """
    saved = io.BytesIO()
    book.save(saved)
    return repacked(saved.getvalue(), _at_fixed_times)


def _at_fixed_times(name: str, data: bytes) -> bytes:
    if name != "docProps/core.xml":
        return data
    return _TIMES.sub(rf"\g<1>{_FIXED_TIME}", data.decode()).encode()


def repacked(file: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """Return the zip ``file`` with each member as ``change`` makes it of its name and content."""
    fixed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(file)) as source,
        zipfile.ZipFile(fixed, "w") as target,
    ):
        for name in source.namelist():
            data = change(name, source.read(name))
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
