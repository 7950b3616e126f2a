"""Someone at the keyboard of LibreOffice: whatever is done here goes through its menu commands.

    PYTHON libreoffice_typist.py BRIDGE SOFFICE FOLDER

BRIDGE is the path of xlbuilder's libreoffice_bridge.py, which this Python cannot import by name.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

spec = spec_from_file_location("libreoffice_bridge", sys.argv[1])

bridge = module_from_spec(spec)

spec.loader.exec_module(bridge)


class Typist(bridge.Office):  # type: ignore[name-defined, misc]  # it is imported by its path
    """The API writes into locked cells of a protected sheet; the keyboard does not."""

    def load(self):
        manager = self._context.ServiceManager
        desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", self._context)
        self._helper = manager.createInstanceWithContext(
            "com.sun.star.frame.DispatchHelper", self._context
        )
        self._document = desktop.loadComponentFromURL(self._book, "_blank", 0, ())
        return {}

    def type(self, address, text):
        """Select a cell, type and press Enter."""
        self._do("GoToCell", ToPoint=address)
        self._do("EnterString", StringName=text)
        return {}

    def clear(self, address):
        """Select cells and press Delete."""
        self._do("GoToCell", ToPoint=address)
        self._do("ClearContents")
        return {}

    def iterate(self, on):
        """Tick "Iterations" for this document, or take the tick away, without its dialog."""
        self._document.IsIterationEnabled = on
        return {}

    def recalculate(self):
        """Press Ctrl+Shift+F9."""
        self._do("CalculateHard")
        return {}

    def look(self, sheet, address):
        """Return what a cell shows, and what is in it."""
        cell = self._document.Sheets.getByName(sheet).getCellRangeByName(address)
        return {"shown": cell.String, "content": cell.Formula}

    def invalid(self):
        """Choose Tools > Detective > Mark Invalid Data, and return the cells with a circle."""
        self._do("ShowInvalid")
        page = self._document.Sheets.getByIndex(0).DrawPage
        circles = [page.getByIndex(number).Anchor for number in range(page.Count)]
        found = [circle.AbsoluteName.rpartition(".")[2].replace("$", "") for circle in circles]
        self._do("ClearArrows")
        return {"cells": found}

    def _do(self, command, **settings):
        frame = self._document.CurrentController.Frame
        arguments = tuple(self._property(name, value) for name, value in settings.items())
        self._helper.executeDispatch(frame, f".uno:{command}", "", 0, arguments)


if __name__ == "__main__":
    bridge.serve(Typist, sys.argv[2], Path(sys.argv[3]))
