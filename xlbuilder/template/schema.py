"""The tables of a template, as frozen values.

A template describes one sheet: *boards* (ranges with one formula, or with values that the user
types), *cells* (single cells of the same kinds), *names* (formulas), *texts* and *styles*.
The table ``[drive]`` says where a puzzle is; all other tables serve any workbook.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from xlbuilder.drive.drive import Codes, DriveKeys, Gone, Placed, Variant
from xlbuilder.formula.values import LARGEST_WHOLE, NOT_IN_XML
from xlbuilder.template.entries import (
    Address,
    Color,
    Columns,
    Content,
    Lines,
    Number,
    Numbered,
    Range,
    Size,
    Text,
)


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    @field_validator("*")
    @classmethod
    def _is_writable(cls, value: object) -> object:
        """Refuse texts that XML cannot hold, and numbers that Excel does not have."""
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


class IterationSettings(_Table):
    """Excel's settings of iterative calculation; the defaults are Excel's own."""

    iterate: bool = False
    max_iterations: int = Field(100, ge=1, le=32_767)
    """The most iterations of a recalculation ([MS-XLS] 2.4.31)."""
    max_change: float = Field(0.001, gt=0, lt=1)
    """The iteration ends when every value changes by less; below 1, the least step of a digit."""


class WorkbookSettings(_Table):
    """The settings of the whole workbook."""

    title: str = Field(min_length=1, max_length=255)
    sheet: str = Field("Main", min_length=1, max_length=31)
    cell_size: int = Field(24, ge=8, le=200)
    """Width and height of the square cells, in pixels."""
    column_widths: dict[Columns, Annotated[int, Field(ge=8, le=1785)]] = {}
    """By the columns, their width in pixels where it is not `cell_size`; Excel takes 255 digits."""
    row_heights: dict[Numbered, Annotated[int, Field(ge=8, le=545)]] = {}
    """By the row, its height in pixels where it is not `cell_size`; Excel takes 409 points."""
    zoom: int = Field(100, ge=10, le=400)
    """The zoom of the window, in percent."""
    print_area: Range | None = None
    """The range that is printed, on one page; by default the whole sheet."""
    folded: list[Lines] = []
    """Rows (``45:98``) and columns (``AS:CU``) that are grouped and folded away."""
    protected: bool = False
    """Whether only the cells that the user fills can be changed; there is no password."""
    assumes: Literal["", "plain"] = ""
    """What its formulas follow from, as of a strategy: other rules are refused."""
    calculation: IterationSettings = IterationSettings()


Word = Literal[
    "working",
    "solved",
    "only_solution",
    "several_solutions",
    "stuck",
    "no_solution",
    "no_single_solution",
]
"""The words for what a status can say of a puzzle (sudoku/verdict.py, `Says`)."""


class TemplateGone(_Table, Gone):
    """How the board of candidates says that a candidate is gone, with the numbers of rules."""

    rules: dict[Numbered, str] = {}
    """By number, a field of rules: its names have this number and the following numbers."""
    rungs: str | None = None
    """A field of rules whose values are numbers: each value is the number of its rule's reason."""


class TemplatePlaced(_Table, Placed):
    """How the board of placements says why a digit was placed, with the numbers of rules."""

    rules: dict[Numbered, str] = {}
    """As in `TemplateGone`."""


class TemplateDrive(_Table, DriveKeys):
    """How a program uses the workbook; the file stores it as a `Drive` (drive/drive.py)."""

    says: dict[Word, Codes] = {}
    """The codes that stand for each word."""
    gone: TemplateGone | None = None
    """How the candidates say that one is gone; without it candidates are not judged."""
    placed: TemplatePlaced | None = None
    monotone: bool = False
    """Whether the template without strategies finds the same in every order of calculation."""


class GuideSection(_Table):
    """A few lines of the guide under one title."""

    title: str = Field(min_length=1, max_length=255)
    lines: list[Annotated[str, Field(min_length=1, max_length=1000)]]
    """Paragraphs, each in a row of its own: a row of Excel is at most 409 points high."""


class GuideTable(_Table):
    """The second sheet: how the workbook is used, and each of its names (workbook/guide/)."""

    sheet: str = Field("How it works", min_length=1, max_length=31)
    title: str = Field(min_length=1, max_length=255)
    pages: int = Field(0, ge=0, le=100)
    """The most pages of the printed guide; at 0 it is printed without the formulas."""
    sections: dict[str, GuideSection] = {}
    """The author's text, before the names."""


class Column(_Table):
    """A column of a list; its name stands for its cells."""

    title: str = Field(min_length=1, max_length=255)
    comment: str = Field("", max_length=255)
    fixed_width: bool = False
    """Whether its characters are equally wide, so that they stand below each other."""


class Listing(_Table):
    """A sheet with rows of constants, which formulas look up by the names of the columns."""

    sheet: str = Field(min_length=1, max_length=31)
    title: str = Field(min_length=1, max_length=255)
    text: str = Field("", max_length=1000)
    """A line below the title."""
    columns: dict[str, Column] = Field(min_length=1)
    rows: list[list[Text | int | Number]] = Field(min_length=1)
    """One value a column; a number such as 3.0 is shown with one decimal place."""
    more_rows: list[list[Text | int | Number]] = []
    """Rows below ``rows``; a template adds its rows to the rows of the template that it extends."""

    @property
    def all_rows(self) -> list[list[str | int | float]]:
        """All rows, from the top."""
        return [*self.rows, *self.more_rows]


class Bounds(_Table):
    """The least and the greatest of some whole numbers."""

    min: int
    max: int


class WholeNumber(_Table):
    """A data validation: whole numbers between two bounds, or nothing; a bound may be a formula."""

    min: int | str
    max: int | str
    message: str = Field("", max_length=224)
    """What Excel says when the user types anything else."""


class _Entry(_Table):
    """What boards and cells have in common."""

    range: Range = ""
    size: Size | None = None
    """A size instead of a range: the board stands where there is room (placing.py)."""
    style: str
    label: Text = ""
    """A word above the first cell."""
    comment: str = Field("", max_length=255)
    named: bool = True
    """Whether the workbook has its name; without, formulas read it by its address."""
    formula: str | None = None
    """The formula of the first cell; the others get it as if filled down and right."""
    at_start: int | None = None
    """What each cell shows when a circle is back at its start.  The circle waits for these values:
    a slot with ``sees_boards`` asks for them (slots.py)."""


class SheetBoard(_Entry):
    """A range of cells that share one formula, or that the user fills."""

    values: str | None = None
    """One character a cell, one line a row; ``.`` is an empty cell, digits become numbers."""
    whole_number: WholeNumber | None = None
    neighbor_first: bool = False
    """Whether each cell reads the cell to its right first; for_libreoffice.py adds this."""


class Cell(_Entry):
    """One cell (its range may span several, which are merged)."""

    value: Text | bool | int | float | None = None
    choices: list[str] = []
    """A drop-down of these words."""
    choices_from: str | None = None
    """A drop-down of the values in this column of a list; the cell may be left empty."""
    stored: bool = True
    """Whether the file stores its value beside its formula."""
    wakes: bool = False
    """Whether boards wait until it is high enough; building lets them ask if it is an error."""


def bare(formula: str) -> str:
    """Return a formula as it is written in a template, without its ``=``."""
    return formula.strip().removeprefix("=").strip()


class NamedFormula(_Table):
    """A defined name that stands for a formula."""

    formula: str
    comment: str = Field("", max_length=255)
    """Shown in Excel's name manager; the file format allows 255 characters."""
    entered_from: Address | None = None
    """The cell from which the relative references of the formula are seen."""
    inline: bool = False
    """Whether the formula is written out where the name is called, so that no name is built."""
    overrides: str | None = None
    """Another name: formulas that call it call this name instead."""
    plain: bool = False
    """Whether building adds nothing to its formula for other programs (rewritten.py)."""

    @property
    def number(self) -> int | None:
        """The number, if the formula is nothing but a whole number; else None."""
        digits = bare(self.formula)
        return int(digits) if re.fullmatch("[0-9]{1,9}", digits) else None


class Slot(_Table):
    """A name whose formula the plugged-in strategies make up together.

    ``join`` puts a plugged-in name (``{this}``) before the formula of the later names (``{rest}``).
    After the last name comes ``last``; when nothing is plugged in, ``last`` is the whole formula.
    Without ``last``, the last name stands alone.  ``{number}`` in ``join`` is the number of the
    name in the slot: 1, 2, ...; ``{strategy}`` is the title of the strategy that plugs it in.
    """

    join: str
    last: str | None = None
    over: str | list[str] = Field([], min_length=1)
    """Fields of rules: the slot is made of each rule with all these fields; nothing is plugged in.
    ``{number}`` counts the rules with the first field.  ``join`` has their words (joins.py)."""
    needs: dict[str, str] = {}
    """By a field of rules, the strategy that is plugged in with the first rule with this field."""
    sees_boards: bool = False
    """Whether the slot asks what a strategy adds to a circle: else the circle would not wait."""
    plain_only: bool = False
    """Whether its own formula follows from plain Sudoku only; else TRUE is plugged in."""
    whole_number: Bounds | None = None
    """Bounds: each name that is plugged in must be a whole number between them."""
    comment: str = Field("", max_length=255)
    inline: bool = False
    """As in `NamedFormula`."""

    @property
    def fields(self) -> list[str]:
        """The fields that a rule must have."""
        return [self.over] if isinstance(self.over, str) else self.over


Rule = dict[str, str | int]
"""A rule of a strategy: by field, a name or a number."""


class TextLine(_Table):
    """A text on the sheet."""

    at: Address
    text: Text = ""
    """By default the title of the workbook."""
    style: str


_Step = Annotated[int, Field(ge=1)]
Every = _Step | Annotated[list[_Step], Field(min_length=2, max_length=2)]
"""How many rows and columns a step has: a number for both, or ``[rows, columns]``."""


class Style(_Table):
    """Font, fill and lines; a field that is left out has Excel's default."""

    fill: Color | None = None
    color: Color | None = None
    bold: bool = False
    size: float = Field(11, ge=1, le=409)
    number_format: str = Field("General", max_length=255)
    align: Literal["left", "center", "right"] | None = None
    """None centers boards and cells, and leaves texts on the left."""
    thin_every: Every | None = None
    """A thin line after this many rows and columns: a number, or one for each of the two."""
    thick_every: Every | None = None


class Format(_Table):
    """How cells look while a formula is true for them (a conditional format)."""

    board: str | list[str]
    """A board or a cell, or several."""
    formula: str
    """The formula for the board's first cell; the others get it as if filled down and right."""
    fill: Color | None = None
    color: Color | None = None
    bold: bool = False
    italic: bool = False
    above_all: bool = False
    """Whether it counts before all other formats, also the formats of strategies."""

    @property
    def places(self) -> list[str]:
        """The boards and cells, by name."""
        return [self.board] if isinstance(self.board, str) else self.board


class GridStep(_Table):
    """Where boards may begin that are placed by their size."""

    at: Address
    """One begin, ``D16``: row 16 and column 4."""
    every: int = Field(ge=1, le=1000)
    """The distance in rows and columns from each begin to the next."""


class _SheetTables(_Table):
    """What stands on the sheet, and the names behind it."""

    boards: dict[str, SheetBoard] = {}
    cells: dict[str, Cell] = {}
    names: dict[str, NamedFormula] = {}
    slots: dict[str, Slot] = {}
    texts: dict[str, TextLine] = {}
    styles: dict[str, Style] = {}
    lists: dict[str, Listing] = {}
    variant: Variant = Variant()
    formats: dict[str, Format] = {}
    """If several are true for a cell, the last one counts; formats `above_all` count first."""


class About(_Table):
    """What a strategy file says of itself."""

    title: str = Field(min_length=1, max_length=255)
    text: str = Field("", max_length=1000)
    """What it does, in a sentence or two."""
    folded: list[Lines] = []
    """Rows and columns that are folded away besides the rows and columns of the template."""
    library: bool = False
    """Whether the file holds names for other strategies; names that nothing uses are left out."""
    monotone: bool = False
    """Whether the strategy finds the same in every order of calculation."""
    assumes: Literal["", "plain", "boxes"] = ""
    """What it follows from: plain Sudoku alone, boxes that are houses, or neither; else refused."""
    side: Literal[9, 6, 4] = 9
    """How many digits the puzzles have that it is for."""
    guesses: bool = False
    """Whether the strategy guesses.  Guesses are no steps, and hide what other strategies find."""


class TypedCase(_Table):
    """What is typed into a workbook, and what it shows then (proof/cases/)."""

    name: str = Field("", max_length=255)
    set: dict[str, Content] = {}
    """By a name or an address, what is typed before the first recalculation."""
    steps: list[dict[str, Content]] = []
    """More values, typed one step after the other, with a recalculation after each step."""
    shows: dict[str, Content] = {}
    """By a name or an address, what the workbook shows after the last recalculation."""
    within: float | None = Field(None, ge=0)
    """How far a number may be from the one in ``shows``, and from the one under another order."""
    rests: bool = True
    """Whether the workbook must come to rest, in all orders at the same values."""


class CasesFile(_Table):
    """A file of cases for a workbook that need not come from a template."""

    workbook: str = Field("", max_length=4096)
    """The path of the workbook, from the folder of the file."""
    orders: list[str] = []
    """The orders under which the tests run, unless others are asked for."""
    tests: list[TypedCase] = Field(min_length=1)


class Test(_Table):
    """A position, and what the strategy must find in it (workshop/cases.py); it is not built."""

    name: str = Field("", max_length=255)
    position: str
    """The position, in any form that sudoku/position.py reads."""
    parameters: dict[str, int | str] = {}
    """Parameters of the strategy that differ from its given parameters."""
    removes: list[str] = []
    """Candidates as ``4 R1C2``, or in HoDoKu's way, digit, row, column: ``412``."""
    places: list[str] = []
    nothing: bool = False
    """Whether the strategy must find nothing."""


class Strategy(_SheetTables):
    """A strategy file: what it plugs in, and the tables that are added to the template."""

    strategy: About
    needs: list[str] = []
    """Strategies that it needs; they are plugged in before it."""
    plugs: dict[str, list[str]] = {}
    """For each slot, the names that go in, in this order."""
    rules: list[Rule] = []
    tests: list[Test] = []


class TemplateFile(_SheetTables):
    """A template as its files have it."""

    workbook: WorkbookSettings
    drive: TemplateDrive | None = None
    guide: GuideTable | None = None
    grid: dict[Numbered, GridStep] = {}
    """By a number: the step counts for boards with at least so many rows or columns."""
    strategies: list[str] = []
    """The strategies that are plugged in unless the build says otherwise, in this order."""
    presets: dict[str, list[str]] = {}
    """By the name of the preset, strategies to plug in together, in this order."""
    tests: list[TypedCase] = []


class Template(TemplateFile):
    """A checked template: what template/load.py returns and workbook/write.py builds."""

    plugged: tuple[About, ...] = ()
    """What each plugged-in strategy says of itself; each slot has become a name."""
    plugs: Mapping[str, tuple[tuple[int, str], ...]] = {}
    """The names of each slot, or of each field of rules, with their numbers."""
    rules: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """The rules of strategies: the file name of the strategy, and the fields; a name that is
    plugged in is a rule, too."""
    brought: frozenset[str] = frozenset()
    """The boards and cells that strategies brought, by name."""

    @property
    def places(self) -> dict[str, SheetBoard | Cell]:
        """The boards and cells, by name."""
        return {**self.boards, **self.cells}

    @property
    def answered(self) -> set[str]:
        """The names whose formulas come from other names: the slots and the overridden names."""
        overridden = {each.overrides for each in self.names.values() if each.overrides is not None}
        return overridden | self.slots.keys()
