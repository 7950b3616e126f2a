"""The tables of a template, as frozen values.

A template describes one sheet: *boards* (ranges with one formula, or with values that the user
types), *cells* (single cells of the same kinds), *names* (formulas), *texts* and *styles*.
All but ``[drive]`` serves any workbook; that table says where a puzzle is.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from xlbuilder.formula.area import area_of
from xlbuilder.formula.values import LARGEST_WHOLE, NOT_IN_XML
from xlbuilder.template.limits import MAX_BOTTOM, MAX_RIGHT
from xlbuilder.xlsx.drive import Codes, Marks, Places, Steps

_CELL = "[A-Za-z]{1,3}[1-9][0-9]{0,6}"
_RANGE = f"^{_CELL}(:{_CELL})?$"
_ROWS, _COLUMNS = "[1-9][0-9]{0,3}", "[A-Z]{1,2}"
_LINES = f"^({_ROWS}:{_ROWS}|{_COLUMNS}:{_COLUMNS})$"
_SIZE = "^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}$"
_COLOR = "^[0-9A-Fa-f]{6}$"
_NUMBERED = "^[0-9]{1,9}$"
PATTERNS = {
    f"^{_CELL}$": "one cell such as D16",
    _RANGE: "a range such as D4:L12",
    _SIZE: "rows and columns such as 27x9",
    _LINES: "rows such as 45:98, or columns such as A:C",
    _COLOR: "a color such as 1F4E9E",
    _NUMBERED: "a number of one to nine digits",
}
"""What to write, in words, for each pattern that texts have to match."""


def _in_order(way: str) -> AfterValidator:
    def checked(text: str) -> str:
        _, top, left, bottom, right = area_of("", text)
        if left > right or top > bottom:
            raise ValueError(f"written from {way}")
        return text

    return AfterValidator(checked)


def _is_near(text: str) -> str:
    area = area_of("", text)
    if area.bottom > MAX_BOTTOM or area.right > MAX_RIGHT:
        raise ValueError(f"within {MAX_BOTTOM} rows and {MAX_RIGHT} columns")
    return text


_TO_THE_CORNER = _in_order("the top left cell to the bottom right one")
Range = Annotated[str, Field(pattern=_RANGE), _TO_THE_CORNER, AfterValidator(_is_near)]
"""Cells of the sheet."""

Address = Annotated[str, Field(pattern=f"^{_CELL}$"), AfterValidator(_is_near)]
"""One cell of the sheet."""

Numbered = Annotated[str, Field(pattern=_NUMBERED)]
"""A number as a key of a table."""

Lines = Annotated[str, Field(pattern=_LINES), _in_order("the first to the last")]
"""Whole rows or columns."""

Size = Annotated[str, Field(pattern=_SIZE)]
"""Rows and columns."""

Color = Annotated[str, Field(pattern=_COLOR)]
"""Six hexadecimal digits: red, green, blue."""

Text = Annotated[str, Field(max_length=32_767)]
"""What a cell holds."""

Number = Annotated[float, Field(allow_inf_nan=False)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    @field_validator("*")
    @classmethod
    def _is_writable(cls, value: object) -> object:
        """Refuse what no XML file can hold, and numbers that are none to Excel."""
        for part in value if isinstance(value, list | dict) else ():
            cls._is_writable(part)
        for part in value.values() if isinstance(value, dict) else ():
            cls._is_writable(part)
        if isinstance(value, str) and (found := NOT_IN_XML.search(value)):
            mark = f"U+{ord(found[0]):04X}"
            raise ValueError(f"a text without control characters and the like (it has {mark})")
        if isinstance(value, int) and abs(value) > LARGEST_WHOLE:
            raise ValueError("a smaller number")
        return value


class Calculation(_Table):
    """Excel's settings of iterative calculation; the defaults are Excel's own."""

    iterate: bool = False
    max_iterations: int = Field(100, ge=1, le=32_767)
    """Iterations a recalculation at most ([MS-XLS] 2.4.31)."""
    max_change: float = Field(0.001, gt=0, lt=1)
    """The iteration ends when no value changes by as much; below 1, the least step of a digit."""


class Workbook(_Table):
    """What concerns the whole workbook."""

    title: str = Field(min_length=1, max_length=255)
    sheet: str = Field("Main", min_length=1, max_length=31)
    cell_size: int = Field(24, ge=8, le=200)
    """Width and height of the square cells, in pixels."""
    zoom: int = Field(100, ge=10, le=400)
    """Of the window, in percent."""
    print_area: Range | None = None
    """A range that is printed, on one page; all by default."""
    folded: list[Lines] = []
    """Rows (``45:98``) and columns (``AS:CU``) that are grouped and folded away."""
    protected: bool = False
    """Only the cells that the user fills can be changed, until the sheet's protection is taken off;
    there is no password."""
    calculation: Calculation = Calculation()


Word = Literal[
    "working",
    "solved",
    "only_solution",
    "several_solutions",
    "stuck",
    "no_solution",
    "no_single_solution",
]
"""What a status can say of a puzzle (sudoku/verdict.py, `Says`)."""


class Gone(_Table, Marks):
    """How the candidates say that one of them is gone."""

    reasons: dict[Numbered, Annotated[str, Field(max_length=255)]] = {}
    """By number, the words for a reason."""
    rules: dict[Numbered, str] = {}
    """By number, a field of rules: the names there have this number and those that follow."""
    rungs: str | None = None
    """A field of rules whose names are numbers: each is the number of its own reason."""


class Placed(_Table):
    """How the board of placements says why a digit was placed (observe/reasons.py)."""

    reasons: dict[Numbered, Annotated[str, Field(max_length=255)]] = {}
    """By number, the words for a reason."""
    rules: dict[Numbered, str] = {}
    """As those of `Gone`."""


class Drive(_Table, Places):
    """How a program uses the workbook; it is stored in the file (xlsx/drive.py reads it)."""

    steps: Steps = []
    """Values for cells, by the cells' names; after each step comes one recalculation."""
    says: dict[Word, Codes] = {}
    """The codes that stand for each word."""
    gone: Gone | None = None
    """How the candidates say that one is gone; without it nobody judges them."""
    monotone: bool = False
    """Does the template find the same without any strategy, in whatever order its cells are
    calculated?"""
    placed: Placed | None = None
    """What the numbers of the reasons of placements stand for."""


class Section(_Table):
    """A few lines of the guide under one title."""

    title: str = Field(min_length=1, max_length=255)
    lines: list[Annotated[str, Field(min_length=1, max_length=1000)]]
    """One paragraph each, which is one row: a row of Excel ends at 409 points."""


class Guide(_Table):
    """The second sheet: how the workbook is used, and each of its names (workbook/guide/)."""

    sheet: str = Field("How it works", min_length=1, max_length=31)
    title: str = Field(min_length=1, max_length=255)
    pages: int | None = Field(None, ge=1, le=100)
    """It is printed on so many pages at most; None for as many as it takes in its own size."""
    sections: dict[str, Section] = {}
    """What the author says, before the names."""


class Column(_Table):
    """A column of a list; its name stands for its cells."""

    title: str = Field(min_length=1, max_length=255)
    comment: str = Field("", max_length=255)
    fixed_width: bool = False
    """Are its characters equally wide, so that they stand below each other?"""


class Listing(_Table):
    """A sheet of its own with rows of constants, which formulas look up by the columns' names."""

    sheet: str = Field(min_length=1, max_length=31)
    title: str = Field(min_length=1, max_length=255)
    text: str = Field("", max_length=1000)
    """A line below the title."""
    columns: dict[str, Column] = Field(min_length=1)
    rows: list[list[Text | int | Number]] = Field(min_length=1)
    """One value a column; a number such as 3.0 is shown with one decimal place."""
    more_rows: list[list[Text | int | Number]] = []
    """Below those; a template adds its own to those of the template that it extends."""

    @property
    def all_rows(self) -> list[list[str | int | float]]:
        """All rows, from the top."""
        return [*self.rows, *self.more_rows]


class Bounds(_Table):
    """The least and the greatest of some whole numbers."""

    min: int
    max: int


class WholeNumber(Bounds):
    """A data validation: whole numbers between two bounds, or nothing."""

    message: str = Field("", max_length=224)
    """What Excel says to anything else."""


class _Place(_Table):
    """What boards and cells have in common."""

    range: Range = ""
    size: Size | None = None
    """Instead of a range: it stands where there is room (placing.py)."""
    style: str
    label: Text = ""
    """A word above the first cell."""
    comment: str = Field("", max_length=255)
    formula: str | None = None
    """As it reads in the first cell; the others get it as if filled down and right."""
    at_start: int | None = None
    """What each cell shows when a circle is back at its start, which waits for it: a slot with
    ``sees_boards`` asks for it (slots.py)."""


class Board(_Place):
    """A range of cells that share one formula, or that the user fills."""

    values: str | None = None
    """One character a cell, one line a row; ``.`` is an empty cell, digits become numbers."""
    whole_number: WholeNumber | None = None
    neighbor_first: bool = False
    """Does each cell look at the cell to its right first?  for_libreoffice.py adds that."""


class Cell(_Place):
    """One cell (its range may span several, which are merged)."""

    value: Text | int | float | None = None
    choices: list[str] = []
    """A drop-down of these words."""
    choices_from: str | None = None
    """A drop-down of what stands in this column of a list; the cell may be left empty."""
    stored: bool = True
    """Is its value stored in the file, beside its formula?"""
    wakes: bool = False
    """Do boards sleep until it is high enough?  Building lets them ask whether it is an error."""


def bare(formula: str) -> str:
    """Return a formula as it is written in a template, without its ``=``."""
    return formula.strip().removeprefix("=").strip()


class Name(_Table):
    """A defined name that stands for a formula."""

    formula: str
    comment: str = Field("", max_length=255)
    """Shown in Excel's name manager; the file format allows 255 characters."""
    entered_from: Address | None = None
    """The cell from which the relative references of the formula are seen."""
    inline: bool = False
    """Is the formula written out where the name is called, and no name built?"""
    overrides: str | None = None
    """Another name, in whose place this one is called."""

    @property
    def number(self) -> int | None:
        """The whole number that the formula is; None when it is more."""
        digits = bare(self.formula)
        return int(digits) if re.fullmatch("[0-9]{1,9}", digits) else None


class Slot(_Table):
    """A name whose formula the plugged-in strategies make up together.

    ``join`` puts one of their names (``{this}``) before what the others make (``{rest}``); after
    the last one comes ``last``, which is all there is when nothing is plugged in.  Without
    ``last`` the last name that is plugged in stands for itself.  ``{number}`` in
    ``join`` is the number of the name in the slot: 1, 2, ...; ``{strategy}`` is the title of the
    strategy that plugs it in.
    """

    join: str
    last: str | None = None
    over: str | list[str] = Field([], min_length=1)
    """Fields of rules: it is made of each rule that has them all, and nothing is plugged in.  The
    number is that of the rule among those that have the first one.  ``join`` has fields in braces
    (joins.py)."""
    needs: dict[str, str] = {}
    """By a field of rules, a strategy that comes with the first rule that has it."""
    sees_boards: bool = False
    """Must what is plugged in see each board and cell that a strategy adds to a circle?  A circle
    whose cells read this slot would go on otherwise while such a board keeps its old values."""
    whole_number: Bounds | None = None
    """Each name that is plugged in has to be a whole number between two bounds."""
    comment: str = Field("", max_length=255)
    inline: bool = False
    """As for names."""

    @property
    def fields(self) -> list[str]:
        """The fields that a rule has to have."""
        return [self.over] if isinstance(self.over, str) else self.over


Rule = dict[str, str | int]
"""What a strategy does at one place: by field, a name or a number."""


class TextLine(_Table):
    """A text on the sheet."""

    at: Address
    text: Text
    style: str


class Style(_Table):
    """Font, fill and lines; every second field is optional and then Excel's default."""

    fill: Color | None = None
    color: Color | None = None
    bold: bool = False
    size: float = Field(11, ge=1, le=409)
    number_format: str = Field("General", max_length=255)
    align: Literal["left", "center", "right"] | None = None
    """None centers boards and cells, and leaves texts on the left."""
    thin_every: int | None = Field(None, ge=1)
    """A thin line after this many rows and columns."""
    thick_every: int | None = Field(None, ge=1)


class Format(_Table):
    """How cells look while a formula is true for them (a conditional format)."""

    board: str | list[str]
    """A board or a cell, or several."""
    formula: str
    """As it reads in the board's first cell; the others get it as if filled down and right."""
    fill: Color | None = None
    color: Color | None = None
    bold: bool = False
    italic: bool = False
    above_all: bool = False
    """Does it count before the others, those of strategies too?"""

    @property
    def places(self) -> list[str]:
        """The boards and cells, by name."""
        return [self.board] if isinstance(self.board, str) else self.board


class GridStep(_Table):
    """Where boards begin that are placed by their size."""

    at: Address
    """One such place, ``D16``: row 16 and column 4."""
    every: int = Field(ge=1, le=1000)
    """The others are so many rows or columns away, or twice as many, and so on."""


class _Sheet(_Table):
    """What stands on the sheet, and the names behind it."""

    boards: dict[str, Board] = {}
    cells: dict[str, Cell] = {}
    names: dict[str, Name] = {}
    slots: dict[str, Slot] = {}
    texts: dict[str, TextLine] = {}
    styles: dict[str, Style] = {}
    lists: dict[str, Listing] = {}
    formats: dict[str, Format] = {}
    """Where several are true for a cell, the last one counts; `above_all` comes before that."""


class About(_Table):
    """What a strategy file says of itself."""

    title: str = Field(min_length=1, max_length=255)
    text: str = Field("", max_length=1000)
    """What it does, in a sentence or two."""
    folded: list[Lines] = []
    """Rows and columns that are folded away besides those of the template."""
    library: bool = False
    """Does it hold names for other strategies?  Those that nothing uses are left out."""
    monotone: bool = False
    """Does it find the same, in whatever order the cells are calculated?"""
    guesses: bool = False
    """Does it guess?  What it finds is no step then, and it hides what other strategies find."""


class Test(_Table):
    """A position, and what the strategy must find in it (workshop/cases.py); it is not built."""

    name: str = Field("", max_length=255)
    position: str
    """In any form that sudoku/position.py reads."""
    parameters: dict[str, int | str] = {}
    """Of the strategy, other than those that it is given."""
    removes: list[str] = []
    """Candidates as ``4 R1C2``, or in HoDoKu's way, digit, row, column: ``412``."""
    places: list[str] = []
    nothing: bool = False
    """Must it find nothing?"""


class Strategy(_Sheet):
    """A strategy file: what it plugs in, and the tables that are added to the template."""

    strategy: About
    needs: list[str] = []
    """Strategies without which it cannot work; they are plugged in before it."""
    plugs: dict[str, list[str]] = {}
    """For each slot, the names that go in, in this order."""
    rules: list[Rule] = []
    tests: list[Test] = []


class TemplateFile(_Sheet):
    """A template as its files have it."""

    workbook: Workbook
    drive: Drive | None = None
    guide: Guide | None = None
    grid: dict[Numbered, GridStep] = {}
    """By a number of rows or columns: it counts for boards with so many of them, or more."""
    strategies: list[str] = []
    """The strategies that are plugged in unless the build says otherwise, in this order."""
    presets: dict[str, list[str]] = {}
    """By a name of their own, strategies to plug in together, in this order."""


class Template(TemplateFile):
    """A checked template: what template/load.py returns and workbook/write.py builds."""

    plugged: tuple[About, ...] = ()
    """What the strategies say of themselves that are plugged in; each slot is a name by now."""
    plugs: Mapping[str, tuple[tuple[int, str], ...]] = {}
    """The names that are plugged into each slot, or that rules have in each field, with their
    numbers there."""
    rules: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """Of each rule that strategies bring, the file name of the strategy, and the fields; a name
    that is plugged in is a rule, too."""
    brought: frozenset[str] = frozenset()
    """The boards and cells that strategies brought, by name."""

    @property
    def places(self) -> dict[str, Board | Cell]:
        """The boards and cells, by name."""
        return {**self.boards, **self.cells}

    @property
    def answered(self) -> set[str]:
        """The names whose formulas other names make up: the slots, and what is overridden."""
        overridden = {each.overrides for each in self.names.values() if each.overrides is not None}
        return overridden | self.slots.keys()
