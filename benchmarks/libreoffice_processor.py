"""LibreOffice with the processor time of its recalculations, instead of that of the wall's clock.

    PYTHON libreoffice_processor.py BRIDGE SOFFICE FOLDER

BRIDGE is the path of xlbuilder's libreoffice_bridge.py, which this Python cannot import by name.
Linux only: the times are read from /proc.
"""

import os
import sys
import time
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

spec = spec_from_file_location("libreoffice_bridge", sys.argv[1])
assert spec is not None
assert spec.loader is not None
bridge: Any = module_from_spec(spec)
spec.loader.exec_module(bridge)

_ERROR = 4  # com.sun.star.sheet.FormulaResult.ERROR; at rest our workbooks have none


class Timed(bridge.Office):  # type: ignore[misc]  # it is imported by its path
    """A soffice whose processor time is read before and after a recalculation."""

    _values: "list[Any]"

    def recalculate(self) -> "dict[str, Any]":
        """Do one hard recalculation, and say how much processor time LibreOffice took for it."""
        begin = _processor_seconds()
        self._document.calculateAll()
        seconds = _processor_seconds() - begin
        before, self._values = self._values, self._shown()
        sheets = [self._document.Sheets.getByIndex(n) for n in range(self._document.Sheets.Count)]
        converged = not any(sheet.queryFormulaCells(_ERROR).Count for sheet in sheets)
        return {"changed": before != self._values, "converged": converged, "seconds": seconds}

    def _shown(self) -> "list[Any]":
        """Return what the first sheet shows, an error as nothing: in one request, as it is fast."""
        cursor = self._document.Sheets.getByIndex(0).createCursor()
        cursor.gotoEndOfUsedArea(True)
        return list(cursor.getDataArray())

    def load(self, iterations: "int | None") -> "dict[str, Any]":
        """Open the workbook as it was stored, and calculate nothing."""
        self._values = []
        return dict(super().load(iterations))


def _processor_seconds() -> float:
    """Return the processor seconds of the soffice of this process group."""
    for path in Path("/proc").glob("[0-9]*"):
        try:
            name, _, fields = (path / "stat").read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue  # it ended meanwhile
        if name == "soffice.bin" and int(fields.split()[2]) == os.getpgrp():
            # The clock of another process: clock_getcpuclockid(3).
            return time.clock_gettime(~int(path.name) << 3 | 2)
    raise RuntimeError("there is no soffice.bin")


if __name__ == "__main__":
    bridge.serve(Timed, sys.argv[2], Path(sys.argv[3]))
