"""Looks at a workbook file before anything reads it: files come from strangers.

What passes here is small enough to be read whole, has no document type definitions (ECMA-376
Part 2 forbids them) and needs no other file.
"""

import io
import re
import struct
import zipfile
import zlib
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from xlbuilder.errors import WorkbookError

MAX_FILE_BYTES = 20 * 2**20
MAX_UNPACKED_BYTES = 60 * 2**20
MAX_MEMBERS = 1000
MAX_ROWS = 10_000
MAX_COLUMNS = 1_000
MAX_ELEMENTS = 1_000_000
"""XML elements of one part; our workbooks have some 30,000 in their sheet."""

MAX_DEPTH = 100

_COMPOUND_FILE = bytes.fromhex("D0CF11E0A1B11AE1")
_DAMAGED = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # a compression that zipfile lacks
    RuntimeError,  # an encrypted member
    struct.error,
)
_BLANKS = b"\x00\xef\xbb\xbf\xff\xfe \t\r\n"  # with byte order marks, and UTF-16
_ADDRESS = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")


def read_guarded(path: Path, file: bytes | None = None) -> io.BytesIO:
    """Return the bytes of the workbook ``path`` once they have passed every check.

    ``file`` holds them when they are not written yet.  Raises WorkbookError with one line
    otherwise.  Memory stays below the bounds above.
    """
    data = _bytes(path) if file is None else file
    if data.startswith(_COMPOUND_FILE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise WorkbookError(f"{path}: is protected by a password; save it without one")
        raise WorkbookError(f"{path}: is an old .xls workbook; save it as .xlsx")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_members(path, archive)
            for member in archive.infolist():
                _check_member(path, archive, member)
    except _DAMAGED:
        raise WorkbookError(f"{path}: is not an .xlsx workbook (not a sound zip archive)") from None
    return io.BytesIO(data)


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise WorkbookError(f"{path}: cannot be read: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise WorkbookError(f"{path}: is larger than {MAX_FILE_BYTES // 2**20} MB; refused")
    return data


def _check_members(path: Path, archive: zipfile.ZipFile) -> None:
    members = archive.infolist()
    names = {member.filename for member in members}
    if len(members) > MAX_MEMBERS:
        raise WorkbookError(f"{path}: holds more than {MAX_MEMBERS} parts; refused")
    # zipfile reads no more of a member than the size that its header declares.
    if sum(member.file_size for member in members) > MAX_UNPACKED_BYTES:
        limit = MAX_UNPACKED_BYTES // 2**20
        raise WorkbookError(f"{path}: unpacks to more than {limit} MB (a zip bomb?); refused")
    if "xl/workbook.xml" not in names:
        raise WorkbookError(f"{path}: is not an .xlsx workbook (it has no xl/workbook.xml)")
    if any(name.startswith("xl/externalLinks/") for name in names):
        raise WorkbookError(
            f"{path}: has links to other workbooks; break them in Excel (Data > Edit Links)"
        )


def _check_member(path: Path, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
    with archive.open(member) as part:
        begin = part.read(64)
    if not begin.strip(_BLANKS).startswith(b"<"):
        return  # a picture or the like, which nothing here reads
    depth = 0
    elements = iterparse(archive.open(member), events=("start", "end"), forbid_dtd=True)
    try:
        for count, (event, element) in enumerate(elements):
            depth += 1 if event == "start" else -1
            if count > 2 * MAX_ELEMENTS or depth > MAX_DEPTH:
                raise WorkbookError(f"{path}: {member.filename} has too many XML elements; refused")
            if event == "start":
                _check_element(path, element)
            else:
                element.clear()
    except DefusedXmlException:
        raise WorkbookError(
            f"{path}: {member.filename} declares XML entities, which no workbook needs; refused"
        ) from None
    except ParseError as error:
        raise WorkbookError(f"{path}: {member.filename} is damaged: {error}") from None


def _check_element(path: Path, element: Element) -> None:
    kind = element.tag.rpartition("}")[2]
    place = element.get("ref" if kind in ("mergeCell", "f") else "r")
    if place is None or kind not in ("c", "row", "mergeCell", "f"):
        return
    corners = [place] if kind != "row" else [f"A{place}"]
    for corner in place.split(":") if kind in ("mergeCell", "f") else corners:
        match = _ADDRESS.fullmatch(corner)
        if not match:
            raise WorkbookError(f"{path}: {corner!r} is not the address of a cell")
        letters, digits = match.groups()
        if _column(letters) > MAX_COLUMNS or int(digits) > MAX_ROWS:
            raise WorkbookError(
                f"{path}: uses the {'row' if kind == 'row' else 'cell'} {place};"
                f" only {MAX_ROWS:,} rows and {MAX_COLUMNS:,} columns are read"
            )


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
