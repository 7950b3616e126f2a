"""Counts what a workbook has: the size of its file, its formulas, its names."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from xlbuilder.drive.readability import Readability, readability_of
from xlbuilder.errors import WorkbookError, counted
from xlbuilder.formula.area import Area
from xlbuilder.formula.form import Form
from xlbuilder.formula.functions import OURS
from xlbuilder.formula.inline import Names
from xlbuilder.formula.size import Size, Sizes, size_of
from xlbuilder.formula.tree import Call, Node, Reference, to_text, walk
from xlbuilder.recalc.circles import circular
from xlbuilder.recalc.program import load_program
from xlbuilder.xlsx.model import Model


@dataclass(frozen=True)
class Longest:
    """The longest formula of a workbook."""

    characters: int
    """Without ``=``, and without blanks except in texts."""
    place: str
    """``Main!D16`` or ``name next_digit``."""


@dataclass(frozen=True)
class Stats:
    """The counts of a workbook as it is stored, and what is known of its calculation."""

    file_bytes: int
    formula_cells: int
    unread_formulas: int
    """Cells with a formula that cannot be read, such as a link; they are in no other count."""
    distinct_formulas: int
    """Formulas of cells; two that are filled down or right from each other count as one."""
    names: int
    name_formulas: int
    """Names that stand for more than a fixed range."""
    longest: Longest | None
    """None when there is no formula."""
    readability: Readability
    circular_cells: int | None
    """Cells that read themselves, directly or through others; None when it cannot be found out."""
    iterates: bool
    """Whether the file has iterative calculation on."""
    max_iterations: int
    max_change: float
    functions: tuple[str, ...]
    """The functions that its formulas call, in alphabetical order."""

    def __str__(self) -> str:
        """Return what is counted, one thing a line."""
        longest = deepest = "none"
        if self.longest is not None:
            longest = f"{self.longest.characters:,} characters, {self.longest.place}"
        read = self.readability
        if read.deepest_if is not None:
            deepest = f"{counted(read.deepest_if.levels, 'level')}, {read.deepest_if.place}"
        simple = f"{read.simple_formulas:,} of {read.formulas:,}"
        if read.formulas:
            simple += f", {100 * read.simple_formulas / read.formulas:.1f} %"
        unread = f", and {self.unread_formulas:,} not read" if self.unread_formulas else ""
        circular = self.circular_cells
        iteration = f"at most {self.max_iterations:,}, maximum change {self.max_change:g}"
        lines = {
            "file": f"{self.file_bytes:,} bytes",
            "formula cells": f"{self.formula_cells:,}{unread}",
            "distinct cell formulas": f"{self.distinct_formulas:,}",
            "circular cells": "not known" if circular is None else f"{circular:,}",
            "iterative calculation": f"on, {iteration}" if self.iterates else "off",
            "defined names": f"{self.names:,}, {self.name_formulas:,} of them formulas",
            "longest formula": longest,
            "simple formulas": simple,
            "deepest IF": deepest,
            "functions": ", ".join(self.functions) or "none",
        }
        for board, followed in (("solution", read.solution), ("candidates", read.candidates)):
            if followed is not None:
                names, levels = counted(followed.names, "name"), counted(followed.levels, "level")
                lines[f"to follow from a cell of the {board}"] = f"{names}, {levels} deep"
        return "\n".join(f"{title}: {line}" for title, line in lines.items())


def stats_of(model: Model) -> Stats:
    """Return the counts of the workbook that ``model`` was read from, and how it is calculated.

    Raises WorkbookError when the document properties that name its boards are damaged.
    """
    first = _first_cells(model.forms)
    names = {
        name: node
        for name, node in model.names.items()
        if not isinstance(node, Reference) or node.is_relative
    }
    sizes = _sizes(model)
    places = [(to_text(cell), sizes[cell]) for cell in first]
    places += ((place, size_of(node)) for place, node in _readable(names))
    outlines = {form.outline for form in model.forms.values()}
    every = [*outlines, *(node for _, node in _readable(model.names))]
    return Stats(
        file_bytes=model.path.stat().st_size,
        formula_cells=len(model.formulas),
        unread_formulas=len(model.unread),
        distinct_formulas=len(first),
        names=len(model.names),
        name_formulas=len(names),
        longest=_longest(model, sizes),
        readability=readability_of(model, places),
        circular_cells=_circular(model),
        iterates=model.calculation.iterate,
        max_iterations=model.calculation.max_iterations,
        max_change=model.calculation.max_change,
        functions=tuple(sorted(_functions(every))),
    )


def longest_of(model: Model) -> Longest | None:
    """Return the longest formula of a workbook, of several the first; None without a formula."""
    return _longest(model, _sizes(model))


def _longest(model: Model, sizes: Mapping[Area, Size]) -> Longest | None:
    """Return the longest formula of a workbook, given the sizes of its formulas in cells."""
    found = [Longest(size_of(node).characters, place) for place, node in _readable(model.names)]
    if sizes:
        cell = max(sizes, key=lambda each: sizes[each].characters)
        found.insert(0, Longest(sizes[cell].characters, to_text(cell)))
    return max(found, key=lambda each: each.characters, default=None)


def _sizes(model: Model) -> dict[Area, Size]:
    sizes = Sizes()
    return {cell: sizes.of(form) for cell, form in model.forms.items()}


def _circular(model: Model) -> int | None:
    try:
        program = load_program(replace(model, unread={}))
        return len(circular({cell: program.precedents[cell] for cell in program.phases.iterated}))
    except WorkbookError:
        return None


def _functions(formulas: Iterable[Node]) -> set[str]:
    """Return the functions that formulas call, without those that no file has."""
    calls = (part for formula in formulas for part in walk(formula) if isinstance(part, Call))
    return {call.function for call in calls} - OURS


def _first_cells(forms: Mapping[Area, Form]) -> list[Area]:
    """Return the cells with formulas; of cells that are filled from each other only the first."""
    cells: dict[Hashable, Area] = {}
    for at, form in forms.items():
        own = [
            (each.sheet, *each.seen_from(at.top, at.left))
            if isinstance(each, Reference)
            else each.value
            for each in form.own
        ]
        cells.setdefault((form.outline, *own), at)
    return list(cells.values())


def _readable(names: Names) -> Iterator[tuple[str, Node]]:
    """Yield the place and the formula of each name, except names that cannot be read."""
    for name, node in names.items():
        if not isinstance(node, Exception):
            yield f"name {name}", node
