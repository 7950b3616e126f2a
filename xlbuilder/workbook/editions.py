"""The two editions of a workbook: with its names defined, or with each name written out.

In the edition `inline` every cell has a bound formula of its own (formula/bind.py): the formula has
no names, and its positions are plain references.  So it means the same in programs that know no
relative names.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from openpyxl.workbook.defined_name import DefinedName

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.parse import parsed_form
from xlbuilder.formula.placement import BoundFormula
from xlbuilder.formula.plain import PlainTexts, plain
from xlbuilder.formula.shared import shared
from xlbuilder.formula.tree import Array, to_text, walk
from xlbuilder.template.formulas import Formula, known_names, stored_names
from xlbuilder.template.ranges import named_areas
from xlbuilder.template.schema import Template
from xlbuilder.workbook.guide.content import Guide, Section
from xlbuilder.xlsx.formula_reader import MAX_FORMULA_CHARACTERS

_NOTE = """\
This workbook is the edition without names: Excel's Name Manager shows none. In every cell each\
 name is written out, and where it reads are plain references. So every cell has a formula of its\
 own, and programs without relative names understand it too.
Below stand the formulas as they were before that, and the names that they were made of. What is\
 said there of names, or of programs that cannot read them, holds for the edition with names."""


class Edition:
    """How formulas and names are written: with names, as the author of the template wrote them."""

    def __init__(self, template: Template) -> None:
        self._template = template

    def in_cell(self, formula: Formula, host: Area) -> str:
        """Return the formula of a cell, with ``=``."""
        return formula.text_in(host)

    def formats(self, formula: Formula) -> Iterator[tuple[Area, str]]:
        """Yield ranges and their formulas, without ``=``, for one conditional format."""
        yield formula.area, formula.text.removeprefix("=")

    def names(self) -> Iterator[DefinedName]:
        """Yield the defined names."""
        template = self._template
        comments = {
            name: entry.comment
            for table in (template.boards, template.cells, template.names)
            for name, entry in table.items()
        }
        for listing in template.lists.values():
            comments |= {name: column.comment for name, column in listing.columns.items()}
        unnamed = {name for name, entry in template.places.items() if not entry.named}
        areas = named_areas(template).items()
        ranges = {name: place.absolute() for name, place in areas if name not in unnamed}
        for name, text in {**ranges, **stored_names(template)}.items():
            yield DefinedName(name, comment=comments[name] or None, attr_text=text)

    def place(self, name: str) -> str:
        """Return how the drive and validations write a board, a cell or a column of a list."""
        entry = self._template.places.get(name)
        is_named = entry is None or entry.named
        return name if is_named else named_areas(self._template)[name].absolute()

    def with_note(self, guide: Guide) -> Guide:
        """Return ``guide``, with a note on this edition if the reader needs one."""
        return guide


class Inline(Edition):
    """The edition without names.

    Its methods raise FormulaError, which names the formula and a cell, when a formula cannot be
    written without names.
    """

    def __init__(self, template: Template) -> None:
        super().__init__(template)
        self._sheet = template.workbook.sheet
        self._binder = binder_of(known_names(template))
        self._plain = PlainTexts(self._sheet)
        self._places = named_areas(template)
        self._characters = 0

    def in_cell(self, formula: Formula, host: Area) -> str:
        """Return the formula with every name written out."""
        text = "=" + self._written(formula, host)[1]
        self._characters += len(text)
        if self._characters > MAX_FORMULA_CHARACTERS:  # as reading is bounded
            raise FormulaError(
                f"without names, its formulas have more than {MAX_FORMULA_CHARACTERS:,} characters;"
                " build it with --names defined"
            )
        return text

    def formats(self, formula: Formula) -> Iterator[tuple[Area, str]]:
        """Yield as few ranges as the references allow."""
        bound = {host: plain(self._written(formula, host)[0].node) for host in formula.area.cells()}
        for host, node in bound.items():
            if any(isinstance(part, Array) for part in walk(node)):
                problem = "has a constant array, which a conditional format does not take"
                raise _lacking(formula, host, problem)
        for place, node in shared(bound):
            yield place, to_text(node, self._sheet)

    def names(self) -> Iterator[DefinedName]:
        """Yield none."""
        yield from ()

    def place(self, name: str) -> str:
        """Return a reference."""
        return self._places[name].absolute()

    def with_note(self, guide: Guide) -> Guide:
        """Return ``guide`` with a note that the workbook does not have its names."""
        note = Section("Without names", tuple(_NOTE.splitlines()))
        return replace(guide, sections=(note, *guide.sections))

    def _written(self, formula: Formula, host: Area) -> tuple[BoundFormula, str]:
        """Return a formula bound to a cell, and its text without ``=``."""
        first = formula.area
        form = parsed_form(formula.text)
        written = form.moved(host.top - first.top, host.left - first.left)
        bound = self._binder.bound(written, host)
        try:
            return bound, self._plain.text_of(bound)
        except FormulaError as error:
            raise _lacking(formula, host, str(error)) from None


def _lacking(formula: Formula, host: Area, problem: str) -> FormulaError:
    table, name, key = formula.place
    return FormulaError(
        f"[{table}.{name}]: {key}: without names, in {host} it {problem};"
        " build it with --names defined"
    )


DEFINED, INLINE = "defined", "inline"
EDITIONS: Mapping[str, Callable[[Template], Edition]] = {DEFINED: Edition, INLINE: Inline}
"""The editions by the words of ``build --names``."""
