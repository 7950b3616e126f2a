"""The UNO side of libreoffice.py: one JSON line is a request, one JSON line is the answer.

An answer carries the number of its request.

    PYTHON libreoffice_bridge.py SOFFICE FOLDER
    PYTHON libreoffice_bridge.py FOLDER GROUP

PYTHON is one that has ``uno``, FOLDER a temporary one that holds ``book.xlsx`` and that goes, with
this process and its group, when our standard input ends; the second form removes what of it comes
back while the group ends.  Nothing else of xlbuilder is needed here.
"""

import base64
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice, zip_longest
from pathlib import Path
from queue import SimpleQueue
from typing import Any

_FORMULAS = 16  # com.sun.star.sheet.CellFlags.FORMULA
_NO_CONVERGENCE = [523]
_CIRCULAR = [522]


class Office:
    """A soffice of our own with one document; each public method answers a request."""

    def __init__(self, program: str, folder: Path) -> None:
        import uno  # noqa: PLC0415 - libreoffice.py, which imports this module too, has none

        self._struct, self._any = uno.createUnoStruct, uno.Any
        self._direct = uno.Enum("com.sun.star.beans.PropertyState", "DIRECT_VALUE")
        self._folder = folder
        self._book = (folder / "book.xlsx").as_uri()
        self._document: Any = None
        settings = folder / "profile" / "user" / "registrymodifications.xcu"
        settings.parent.mkdir(parents=True)
        shutil.copyfile(Path(__file__).with_name("libreoffice_profile.xcu"), settings)
        self._process = subprocess.Popen(  # noqa: S603 - the program that the user installed
            [
                program,
                f"-env:UserInstallation={(folder / 'profile').as_uri()}",
                *("--headless", "--norestore", "--nologo", "--nodefault"),
                f"--accept=pipe,name={folder.name};urp;",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            close_fds=False,  # libreoffice.py sees by an inherited pipe when the last process ends
        )
        context = uno.getComponentContext()
        resolver = context.ServiceManager.createInstanceWithContext(
            "com.sun.star.bridge.UnoUrlResolver", context
        )
        self._context: Any = None
        while self._context is None:
            try:
                self._context = resolver.resolve(
                    f"uno:pipe,name={folder.name};urp;StarOffice.ComponentContext"
                )
            except Exception:  # noqa: BLE001 - not listening yet; its class exists only inside uno
                if self._process.poll() is not None:
                    status = self._process.returncode
                    raise RuntimeError(f"soffice ended with status {status}") from None
                time.sleep(0.05)

    def load(self, iterations: "int | None") -> "dict[str, Any]":
        """Open the workbook as it was stored, and calculate nothing."""
        if self._document is not None:
            self._document.close(True)
        # A document that is loaded without a view evaluates nothing; with one, A1 is evaluated.
        self._document = self._context.ServiceManager.createInstanceWithContext(
            "com.sun.star.sheet.SpreadsheetDocument", self._context
        )
        settings = {
            "URL": self._book,
            "FilterName": "Calc MS Excel 2007 XML",
            "MacroExecutionMode": 0,  # never
            "UpdateDocMode": 0,  # no links
        }
        self._document.load(tuple(self._property(name, value) for name, value in settings.items()))
        self._document.enableAutomaticCalculation(False)
        if iterations is not None:
            self._document.IterationCount = iterations
        return {}

    def enter(self, cells: "list[Any]") -> "dict[str, Any]":
        """Type values into cells, each given as sheet, column and row from 0, and value."""
        for name, column, row, value in cells:
            cell = self._document.Sheets.getByName(name).getCellByPosition(column, row)
            if isinstance(value, float):
                cell.setValue(value)
            else:
                cell.setString(value or "")
        return {}

    def recalculate(self, most: int = 1) -> "dict[str, Any]":
        """Do one hard recalculation, and say how long LibreOffice took for it.

        Tells at most ``most`` of the formula cells that changed, each by its sheet, column and row.
        """
        before = self._formula_values()
        begin = time.perf_counter()
        self._document.calculateAll()
        seconds = time.perf_counter() - begin
        after = self._formula_values()
        changed = chain.from_iterable(
            _changed(place, before.get(place, ()), values)
            for place, values in after.items()
            if before.get(place) != values
        )
        found = [value for values in after.values() for value in values]
        return {
            "changed": [*islice(changed, most)],
            "converged": _NO_CONVERGENCE not in found,
            "circular": _CIRCULAR in found,
            "seconds": seconds,
        }

    def read(self, sheet: str, bounds: "list[int]") -> "dict[str, Any]":
        """Return values row by row; an error is a list of its code."""
        found = self._document.Sheets.getByName(sheet).getCellRangeByPosition(*bounds)
        return {"values": _values(found)}

    def replace(
        self, sheet: str, bounds: "list[int]", values: "list[list[Any]]"
    ) -> "dict[str, Any]":
        """Put numbers and texts into all cells of an area, an empty text into a blank one."""
        found = self._document.Sheets.getByName(sheet)
        found.unprotect("")
        if found.isProtected():
            raise RuntimeError(f"the sheet {sheet} is protected by a password")
        found.getCellRangeByPosition(*bounds).setDataArray(tuple(map(tuple, values)))
        return {}

    def draw(
        self, sheet: str, bounds: "list[int]", margin: int, with_formats: bool
    ) -> "dict[str, Any]":
        """Return cells as a PDF of one page that is just as large; ``margin`` in 1/100 mm."""
        self._document.enableAutomaticCalculation(True)  # without it conditional formats rest
        tab = self._document.Sheets.getByName(sheet)
        formats = tab.ConditionalFormats
        for each in () if with_formats else formats.getConditionalFormats():
            formats.removeByID(each.ID)
        area = tab.getCellRangeByPosition(*bounds)
        tab.IsVisible = True
        tab.setPrintTitleRows(False)
        tab.setPrintTitleColumns(False)
        page = self._document.StyleFamilies.getByName("PageStyles").getByName(tab.PageStyle)
        settings = {
            **dict.fromkeys(("HeaderIsOn", "FooterIsOn", "CenterHorizontally"), False),
            **dict.fromkeys(("CenterVertically", "PrintGrid", "PrintHeaders"), False),
            **dict.fromkeys(("ScaleToPages", "ScaleToPagesX", "ScaleToPagesY"), 0),
            **dict.fromkeys(("LeftMargin", "RightMargin", "TopMargin", "BottomMargin"), margin),
            "PageScale": 100,
            "IsLandscape": False,
            "Width": area.Size.Width + 2 * margin,
            "Height": area.Size.Height + 2 * margin,
        }
        for name, value in settings.items():
            setattr(page, name, value)
        target = self._folder / "page.pdf"
        export = (self._property("Selection", area),)
        self._document.storeToURL(
            target.as_uri(),
            (
                self._property("FilterName", "calc_pdf_Export"),
                self._property(
                    "FilterData", self._any("[]com.sun.star.beans.PropertyValue", export)
                ),
            ),
        )
        return {"pdf": base64.b64encode(target.read_bytes()).decode()}

    def has_ended(self) -> bool:
        """Return whether the program is gone, or goes within a second."""
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _property(self, name: str, value: Any) -> Any:
        return self._struct("com.sun.star.beans.PropertyValue", name, 0, value, self._direct)

    def _formula_values(self) -> "dict[tuple[str, int, int, int], list[Any]]":
        """Return the values of each area of formulas, by sheet, columns and first row."""
        sheets = self._document.Sheets
        return {
            (sheet.Name, at.StartColumn, at.EndColumn, at.StartRow): _values(
                sheet.getCellRangeByPosition(at.StartColumn, at.StartRow, at.EndColumn, at.EndRow)
            )
            for sheet in map(sheets.getByIndex, range(sheets.Count))
            for at in sheet.queryContentCells(_FORMULAS).getRangeAddresses()
        }


def _changed(
    place: "tuple[str, int, int, int]", before: "Sequence[Any]", after: "list[Any]"
) -> "Iterator[tuple[str, int, int]]":
    """Yield the cells of an area that hold another value: sheet, column and row."""
    sheet, left, right, top = place
    for at, (old, new) in enumerate(zip_longest(before, after)):
        if old != new:
            row, column = divmod(at, right - left + 1)
            yield sheet, left + column, top + row


def _values(area: Any) -> "list[Any]":
    return [
        [area.getCellByPosition(column, row).getError()] if value is None else value
        for row, values in enumerate(area.getDataArray())
        for column, value in enumerate(values)
    ]


def remove(folder: Path) -> None:
    """Remove a folder, and the sockets that LibreOffice puts elsewhere whatever TMPDIR says."""
    shutil.rmtree(folder, ignore_errors=True)
    profile = (folder / "profile").as_uri().encode("utf-16-le")
    digest = hashlib.md5(profile).digest()  # noqa: S324 - desktop/source/app/officeipcthread.cxx
    for name in (folder.name, "SingleOfficeIPC_" + "".join(f"{byte:x}" for byte in digest)):
        Path(f"/tmp/OSL_PIPE_{os.getuid()}_{name}").unlink(missing_ok=True)  # noqa: S108


def _watch(requests: "SimpleQueue[str]", folder: Path) -> None:
    for line in sys.stdin:
        requests.put(line)
    remove(folder)
    with suppress(OSError):
        subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, __file__, str(folder), str(os.getpgrp())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
    os.killpg(os.getpgrp(), signal.SIGKILL)


def _remove_after(folder: Path, group: int) -> None:
    """Remove what a soffice made that was just starting while its folder was removed."""
    end = time.monotonic() + 10
    with suppress(ProcessLookupError, PermissionError):
        while time.monotonic() < end:
            os.killpg(group, 0)  # asks whether there is one
            time.sleep(0.05)
    remove(folder)


def serve(kind: "type[Office]", program: str, folder: Path) -> None:
    """Answer the requests on our standard input, each by the method of that name, for ever."""
    requests: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_watch, args=(requests, folder), daemon=True).start()
    office = None
    while True:
        request = json.loads(requests.get())
        number = request.pop("number")
        try:
            office = office or kind(program, folder)
            answer = getattr(office, request.pop("do"))(**request)
        except Exception as error:  # noqa: BLE001 - whatever uno raises
            is_lost = office is not None and office.has_ended()
            answer = {"error": "ended in mid-work" if is_lost else f"failed: {error}"}
        sys.stdout.write(json.dumps({"number": number, **answer}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[2].isdigit():
        _remove_after(Path(sys.argv[1]), int(sys.argv[2]))
    else:
        serve(Office, sys.argv[1], Path(sys.argv[2]))
