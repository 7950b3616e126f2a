"""A workbook's file as zipfile and an XML parser see it, and its formulas by a plain pattern."""

import re
import zipfile
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from xml.etree import ElementTree

SHEET = "xl/worksheets/sheet1.xml"
TOKEN = re.compile(
    r"""
    (?P<text>"(?:[^"]|"")*")
  | (?P<array>\{[^}]*\})
  | (?P<reference>(?:'(?:[^']|'')+'!|[^\W\d][\w.]*!)?
        \$?[A-Za-z]{1,3}\$?\d{1,7}(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?(?![\w.(!]))
  | (?P<function>[^\W\d][\w.]*)(?=\()
  | (?P<word>[^\W\d][\w.]*)
  | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?)
  | (?P<error>\#[A-Z/0]+[!?]?)
  | (?P<blank>\s+)
  | (?P<open>\()
  | (?P<close>\))
  | (?P<sign><=|>=|<>|[-+*/^&=<>%:,;!@\[\]])
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Written:
    """A formula as the file has it, without its ``=``."""

    place: str
    text: str

    @cached_property
    def tokens(self):
        """The kinds and the texts of its parts."""
        found = list(TOKEN.finditer(self.text))
        assert "".join(match[0] for match in found) == self.text, self
        return [(match.lastgroup, match[0]) for match in found]

    def of(self, kind):
        return [text for each, text in self.tokens if each == kind]

    @cached_property
    def levels(self):
        """How deep functions are nested, and the most arguments of one."""
        deepest, most, arguments = 0, 0, []
        before = ""
        for kind, text in self.tokens:
            if kind == "open":
                arguments.append([before == "function", 1])
                deepest = max(deepest, sum(is_call for is_call, _ in arguments))
            elif text == "," and arguments:
                arguments[-1][1] += 1
            elif kind == "close":
                most = max(most, arguments.pop()[1])
            before = kind
        return deepest, most

    @cached_property
    def joins(self):
        """The commas and the blanks that join ranges: unions and intersections."""
        found, calls, before = [], [], ("", "")
        ends, begins = ("reference", "word", "close"), ("reference", "word", "function", "open")
        tokens = [*self.tokens, ("", "")]
        for (kind, text), (following, _) in pairwise(tokens):
            if kind == "open":
                calls.append(before[0] == "function")
            elif kind == "close":
                calls.pop()
            elif text == "," and not (calls and calls[-1]):
                found.append("union")
            elif kind == "blank" and before[0] in ends and following in begins:
                found.append("intersection")
            if kind != "blank":
                before = (kind, text)
        return found


class Parts(dict):
    """The parts of a file by their names, as bytes; what is read from them is kept."""

    @classmethod
    def of(cls, path):
        with zipfile.ZipFile(path) as archive:
            return cls((name, archive.read(name)) for name in archive.namelist())

    def mutated(self, part, pattern, replacement):
        """Return the parts with the first place that fits changed; there has to be one."""
        text, count = re.subn(pattern, replacement, self[part].decode(), count=1, flags=re.DOTALL)
        assert count == 1, pattern
        assert text.encode() != self[part], pattern
        return Parts({**self, part: text.encode()})

    @cached_property
    def workbook(self):
        return ElementTree.fromstring(self["xl/workbook.xml"])

    @cached_property
    def sheets(self):
        """All sheets by their parts; the first one has the formulas."""
        return {
            name: ElementTree.fromstring(self[name])
            for name in sorted(self)
            if name.startswith("xl/worksheets/") and name.endswith(".xml")
        }

    @cached_property
    def sheet(self):
        """The sheet with the formulas."""
        return self.sheets[SHEET]

    @cached_property
    def styles(self):
        return ElementTree.fromstring(self["xl/styles.xml"])

    @cached_property
    def cells(self):
        """The cells of the sheet with the formulas, by their addresses."""
        return {cell.get("r"): cell for cell in self.sheet.findall(".//{*}c")}

    @cached_property
    def all_cells(self):
        """The cells of all sheets, by part and address."""
        return {
            (name, cell.get("r")): cell
            for name, sheet in self.sheets.items()
            for cell in sheet.findall(".//{*}c")
        }

    @cached_property
    def sheet_names(self):
        return [sheet.get("name") for sheet in self.workbook.findall("{*}sheets/{*}sheet")]

    @cached_property
    def names(self):
        """The defined names, but for those that Excel has itself, such as the print area."""
        return [each for each in self.all_names if not each.get("name").startswith("_xlnm.")]

    @cached_property
    def all_names(self):
        return self.workbook.findall("{*}definedNames/{*}definedName")

    @cached_property
    def formulas(self):
        """Every formula of the file: of names, cells, conditional formats and validations."""
        found = [Written(f"name {name.get('name')}", name.text) for name in self.names]
        seen = set()
        for address, cell in self.cells.items():
            text = cell.findtext("{*}f")
            if text is not None and text not in seen:
                seen.add(text)
                found.append(Written(f"cell {address}", text))
        for kind, path in (("format", "cfRule/{*}formula"), ("validation", "dataValidation/{*}*")):
            texts = [each.text for each in self.sheet.findall(f".//{{*}}{path}") if each.text]
            found += [Written(f"{kind} {number}", text) for number, text in enumerate(texts, 1)]
        return found

    def formulas_of(self, kind):
        return [each for each in self.formulas if each.place.startswith(kind)]


def corners(reference):
    """Return the rows and columns, as numbers, of a reference with or without a sheet."""
    found = []
    for letters, digits in re.findall(r"\$?([A-Za-z]{1,3})\$?(\d+)", reference.rpartition("!")[2]):
        column = 0
        for letter in letters.upper():
            column = 26 * column + ord(letter) - ord("A") + 1
        found.append((int(digits), column))
    return found


def area(reference):
    """Return the first row and column, and the last ones."""
    found = corners(reference)
    return *found[0], *found[-1]


def sheet_of(reference):
    """Return the sheet of a reference, an empty text when it has none."""
    return reference.rpartition("!")[0].removeprefix("'").removesuffix("'").replace("''", "'")
