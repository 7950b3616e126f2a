"""Checks a workbook file before anything reads it, because files come from strangers.

A file that passes is small enough to be read whole, has no document type definitions (ECMA-376
Part 2 forbids them) and needs no other file (external_links.py).  The limits are totals over all
parts.  model.py counts what grows during reading, such as a formula that many cells share.
"""

import io
import posixpath
import re
import struct
import zipfile
import zlib
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import IO, NamedTuple
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse
from openpyxl.utils import column_index_from_string, range_boundaries

from xlbuilder.errors import WorkbookError
from xlbuilder.files import opened_to_read
from xlbuilder.formula.tree import MAX_COLUMNS as LAST_COLUMN
from xlbuilder.formula.tree import MAX_ROWS as LAST_ROW
from xlbuilder.xlsx.blanks import may_lose_blanks, without_blanks
from xlbuilder.xlsx.external_links import WORKBOOKS, fetches, leads_to, links_out
from xlbuilder.xlsx.strict import NAMES, transitional

MAX_FILE_BYTES = 40 * 2**20
MAX_UNPACKED_BYTES = 200 * 2**20


class Most(NamedTuple):
    """The most that some XML parts have together."""

    megabytes: int
    elements: int
    """With their attributes."""


WHOLE = Most(24, 600_000)
"""Of parts that are read whole; the largest workbook that xlbuilder builds has 2.2 MB and 40,000
elements."""

STREAMED = Most(120, 6_000_000)
"""Where sheets are read cell by cell: of the sheets, and of parts that are not read then, such as
``calcChain``.  A million cells have some three million elements."""

_READ_WHOLE = (
    *("workbook", "sst", "styleSheet", "theme", "table"),
    *("Types", "Relationships", "Properties", "coreProperties"),
)
"""The roots of parts that are read whole where sheets are read cell by cell."""

MAX_MEMBERS = 1000
MAX_ROWS = 10_000
MAX_COLUMNS = 1_000
"""How far a range of whole columns or rows counts, and a format of columns."""
MOST = {
    "sheet": 100,
    "definedName": 2_000,
    "property": 500,
    "col": 20_000,
    "mergeCell": 2_000,
}
"""The most elements of some kinds, in all parts: even a short element takes much time."""

MAX_SPREAD = 50_000
"""Cells in merged ranges and links, of all parts: `diff` and `render` make an object for each cell
of a merged range, and openpyxl makes an object for each cell of a link."""

MAX_DEPTH = 100
MAX_PIECE_BYTES = 2**20
"""The size of a single tag with its attributes, or of a single text."""

_LONG = f"has a tag or a text of more than {MAX_PIECE_BYTES // 2**20} MB; refused"
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
_CHUNK = 2**16
_XML_NAMES = (".xml", ".rels")
_BLANKS = b"\x00\xef\xbb\xbf\xff\xfe \t\r\n"  # with byte order marks, and UTF-16
_ADDRESS = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")


def read_guarded(
    path: Path,
    file: bytes | None = None,
    not_followed: dict[str, str] | None = None,
    *,
    is_streamed: bool = False,
) -> io.BytesIO:
    """Return the bytes of the workbook ``path`` after they have passed every check.

    ``file`` holds the bytes when they are not written yet.  Raises WorkbookError, with one line,
    when a check fails.  A link that only a calculation follows, such as a data connection, is no
    error for a caller that follows none: this caller gives a dictionary ``not_followed``, which
    gets the link with its problem.
    ``is_streamed`` says that the caller reads sheets cell by cell, and no pictures: then sheets
    may be large.  Texts are as Excel reads them (blanks.py).  Memory stays below the limits above.
    """
    data = _bytes(path) if file is None else file
    if data.startswith(_COMPOUND_FILE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise WorkbookError(f"{path}: is protected by a password; save it without one")
        raise WorkbookError(f"{path}: is an old .xls workbook; save it as .xlsx")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_members(path, archive)
            totals = _Totals(path, not_followed, is_streamed=is_streamed)
            for member in archive.infolist():
                totals.check(archive, member)
            totals.check_sheets()
    except _DAMAGED:
        raise WorkbookError(f"{path}: is not an .xlsx workbook (not a sound zip archive)") from None
    if with_blanks := totals.parts_with_blanks:
        data = without_blanks(data, with_blanks)
    return io.BytesIO(transitional(data) if totals.is_strict else data)


def _bytes(path: Path) -> bytes:
    try:
        with opened_to_read(path) as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError as error:
        name = path if path.name == str(path) else "TEMPLATE"
        asked = {"": name, ".xlsx": f"--out {path}"}.get(path.suffix)
        remedy = f"; xlbuilder build {asked} writes a workbook" if asked else ""
        raise WorkbookError(f"{path}: cannot be read: {error.strerror}{remedy}") from None
    except (OSError, ValueError) as error:  # such as a zero byte in the name
        reason = getattr(error, "strerror", None) or error
        raise WorkbookError(f"{path}: cannot be read: {reason}") from None
    if len(data) > MAX_FILE_BYTES:
        raise WorkbookError(f"{path}: is larger than {MAX_FILE_BYTES // 2**20} MB; refused")
    return data


def _check_members(path: Path, archive: zipfile.ZipFile) -> None:
    members = archive.infolist()
    names = {member.filename for member in members}
    if len({name.lower() for name in names}) < len(members):
        raise WorkbookError(f"{path}: holds two parts of the same name; refused")
    if len(members) > MAX_MEMBERS:
        raise WorkbookError(f"{path}: holds more than {MAX_MEMBERS} parts; refused")
    # zipfile reads a member only up to the size in its header.
    if sum(member.file_size for member in members) > MAX_UNPACKED_BYTES:
        limit = MAX_UNPACKED_BYTES // 2**20
        raise WorkbookError(f"{path}: unpacks to more than {limit} MB (a zip bomb?); refused")
    if "[content_types].xml" not in (name.lower() for name in names):
        raise WorkbookError(f"{path}: is not an .xlsx workbook (it has no [Content_Types].xml)")


class _Totals:
    """The counts over all parts of a file, so far."""

    def __init__(
        self, path: Path, not_followed: dict[str, str] | None, *, is_streamed: bool
    ) -> None:
        self._path = path
        self._not_followed = not_followed
        self._is_streamed = is_streamed
        self._bytes: Counter[Most] = Counter()
        self._elements: Counter[Most] = Counter()
        self._most = WHOLE
        """The limits of the part that is read."""
        self._kinds: Counter[str] = Counter()
        self._spread = 0
        self._sheets: list[tuple[str, str]] = []  # the part with its name, and its relationship
        self._targets: dict[tuple[str, str], str] = {}
        self.parts_with_blanks: set[str] = set()
        self.is_strict = False

    def check(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
        """Read one part; raise WorkbookError for a problem in it, or for a total over its limit."""
        if member.filename.lower().startswith("xl/externallinks/"):
            has_links = "has links to other workbooks; break them in Excel (Data > Edit Links)"
            self._calculated(WORKBOOKS, has_links)
        with archive.open(member) as part:
            if not member.filename.lower().endswith(_XML_NAMES) and not _is_xml(part):
                return  # a picture or the like; xlbuilder does not read it
        depth = 0
        try:
            pieces = _InPieces(archive.open(member), self._refused(member, _LONG))
            for event, element in iterparse(pieces, ("start", "end"), forbid_dtd=True):
                if event == "start":
                    if not depth:
                        self._begin(member, _kind(element))
                    depth += 1
                    self._count(member, element, depth)
                    _check_element(self._path, element)
                    continue
                depth -= 1
                if problem := fetches(element):
                    self._calculated("formulas that fetch", f"{member.filename}: {problem}")
                if may_lose_blanks(element):
                    if member.file_size > WHOLE.megabytes * 2**20:
                        raise self._refused(member, "is large, and has blanks at ends of texts")
                    self.parts_with_blanks.add(member.filename)
                element.clear()
        except DefusedXmlException:
            problem = "declares XML entities, which no workbook needs; refused"
            raise self._refused(member, problem) from None
        except (ParseError, LookupError, ValueError) as error:  # the last two of an encoding
            problem = f"is damaged: {error}; save it again in Excel"
            raise self._refused(member, problem) from None

    def _begin(self, member: zipfile.ZipInfo, root: str) -> None:
        is_streamed = self._is_streamed and root not in _READ_WHOLE
        self._most = most = STREAMED if is_streamed else WHOLE
        self._bytes[most] += member.file_size
        if self._bytes[most] > most.megabytes * 2**20:
            problem = f"more than {most.megabytes} MB of XML in all parts; refused"
            raise self._refused(member, problem)

    def _count(self, member: zipfile.ZipInfo, element: Element, depth: int) -> None:
        self._elements[self._most] += 1 + len(element.attrib)
        if self._elements[self._most] > self._most.elements or depth > MAX_DEPTH:
            raise self._refused(member, "has too many XML elements; refused")
        for problem in links_out(element):
            kind = leads_to(element)
            if kind is None:
                raise self._refused(member, problem)
            self._calculated(kind, f"{member.filename}: {problem}")
        kind = _kind(element)
        if kind == "workbook" and element.tag.startswith(f"{{{NAMES}"):
            self.is_strict = True
        if kind in MOST:
            self._kinds[kind] += 1
            if self._kinds[kind] > MOST[kind]:
                problem = f"more than {MOST[kind]:,} elements {kind} in all parts; refused"
                raise self._refused(member, problem)
        if kind in ("mergeCell", "hyperlink"):
            self._spread += _size(element.get("ref", "A1"))
            if self._spread > MAX_SPREAD:
                problem = f"more than {MAX_SPREAD:,} cells are merged or links; refused"
                raise self._refused(member, problem)
        elif kind == "Relationship":
            self._note_target(member, element)
        elif kind == "sheet":
            marks = [text for key, text in element.attrib.items() if key.endswith("}id")]
            self._sheets += [(member.filename, mark) for mark in marks]

    def _note_target(self, member: zipfile.ZipInfo, element: Element) -> None:
        key = member.filename.lower(), element.get("Id", "")
        if key in self._targets:
            raise self._refused(member, f"has two relationships {key[1]!r}; refused")
        folder = posixpath.dirname(posixpath.dirname(member.filename))
        target = posixpath.join("/", folder, element.get("Target", ""))
        self._targets[key] = posixpath.normpath(target).lower()

    def check_sheets(self) -> None:
        """Raise WorkbookError for two sheets in one part: the part would be read twice."""
        seen: set[str | None] = set()
        for part, mark in self._sheets:
            folder, name = posixpath.split(part)
            relations = posixpath.join(folder, "_rels", f"{name}.rels").lower()
            target = self._targets.get((relations, mark))
            if target in seen:
                raise WorkbookError(f"{self._path}: {part}: two of its sheets are the same part")
            seen.add(target)

    def _calculated(self, kind: str, problem: str) -> None:
        """Note a link that only a calculation follows; refuse it if the caller calculates."""
        if self._not_followed is None:
            raise WorkbookError(f"{self._path}: {problem}")
        self._not_followed.setdefault(kind, problem)

    def _refused(self, member: zipfile.ZipInfo, problem: str) -> WorkbookError:
        return WorkbookError(f"{self._path}: {member.filename}: {problem}")


class _InPieces:
    """A part as the parser reads it; limits the length of a tag, which the parser takes whole."""

    def __init__(self, part: IO[bytes], refused: WorkbookError) -> None:
        self._part = part
        self._refused = refused
        self._since_tag = 0

    def read(self, size: int = -1) -> bytes:
        """Return at most ``size`` bytes; raise the error when a tag or a text is too long."""
        data = self._part.read(size)
        begin = data.rfind(b"<")
        self._since_tag = len(data) - begin if begin >= 0 else self._since_tag + len(data)
        if self._since_tag > MAX_PIECE_BYTES:
            raise self._refused
        return data


def _is_xml(part: IO[bytes]) -> bool:
    """Return whether the first byte after blanks opens an element, as all XML does."""
    while chunk := part.read(_CHUNK):
        if begin := chunk.lstrip(_BLANKS):
            return begin.startswith(b"<")
    return False


def _check_element(path: Path, element: Element) -> None:
    kind = _kind(element)
    place = element.get("ref" if kind in ("mergeCell", "f") else "r")
    if place is None or kind not in ("c", "row", "mergeCell", "f"):
        return
    corners = [place] if kind != "row" else [f"A{place}"]
    for corner in place.split(":") if kind in ("mergeCell", "f") else corners:
        match = _ADDRESS.fullmatch(corner)
        if not match:
            raise WorkbookError(f"{path}: {corner!r} is not the address of a cell")
        letters, digits = match.groups()
        if column_index_from_string(letters) > LAST_COLUMN or int(digits) > LAST_ROW:
            raise WorkbookError(
                f"{path}: uses the {'row' if kind == 'row' else 'cell'} {place}, and a sheet of"
                f" Excel ends at XFD{LAST_ROW}"
            )


def _size(ref: str) -> int:
    left, top, right, bottom = range_boundaries(ref)
    rows, columns = (bottom or MAX_ROWS) - (top or 0), (right or MAX_COLUMNS) - (left or 0)
    return (rows + 1) * (columns + 1)


def _kind(element: Element) -> str:
    return _without_namespace(element.tag)


@lru_cache(maxsize=1000)
def _without_namespace(tag: str) -> str:
    return tag.rpartition("}")[2]
