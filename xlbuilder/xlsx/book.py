"""openpyxl's reader, for the files that people have: chart sheets, part names in other letters."""

import io
import zipfile
from collections.abc import Mapping
from typing import Any

from defusedxml.ElementTree import fromstring
from openpyxl.chartsheet import Chartsheet
from openpyxl.reader.excel import ExcelReader


class BookReader(ExcelReader):
    """Reads a workbook, with nothing of its chart sheets but their names.

    The names of parts count as equal in any letters (ECMA-376 Part 2, 6.2.2.3).
    """

    def __init__(self, data: io.BytesIO, *, read_only: bool) -> None:
        super().__init__(data, read_only=read_only, keep_links=False)
        self.archive = _AnyLetters(data)
        self.valid_files = self.archive.namelist()

    def read_chartsheet(self, sheet: Any, _: Any) -> None:
        """Add a chart sheet by its name: the numbers of sheets count it."""
        book: Any = self.wb
        chart: Any = Chartsheet(parent=book, title=sheet.name)
        chart.defined_names = {}  # of this sheet alone
        book._add_sheet(chart)  # noqa: SLF001

    def all_sheets(self) -> list[Any]:
        """Return the sheets that were read, with chart sheets, in the order of their tabs."""
        book: Any = self.wb
        return list(book._sheets)  # noqa: SLF001 - what has a public name leaves chart sheets out

    def calculation(self) -> Mapping[str, str]:
        """Return the settings of calculation as the file has them."""
        parser: Any = self.parser
        found = fromstring(self.archive.read(parser.workbook_part_name)).find("{*}calcPr")
        return {} if found is None else found.attrib


class _AnyLetters(zipfile.ZipFile):
    """An archive whose members are found whatever letters their names are asked for in."""

    def getinfo(self, name: str) -> zipfile.ZipInfo:
        """Return what is known of a member; raises KeyError when there is none."""
        if name in self.NameToInfo:
            return super().getinfo(name)
        names = {each.lower(): each for each in self.NameToInfo}
        return super().getinfo(names.get(name.lower(), name))

    def namelist(self) -> list[str]:
        """Return the names of all members."""
        return _Names(super().namelist())


class _Names(list[str]):
    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in map(str.lower, self)
