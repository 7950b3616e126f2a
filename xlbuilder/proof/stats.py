"""Counts what a workbook has: the size of its file, its formulas, its names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from xlbuilder.drive.readability import Readability, readability_of
from xlbuilder.errors import WorkbookError, counted
from xlbuilder.formula.area import Area
from xlbuilder.formula.inline import Names
from xlbuilder.formula.tree import Call, Node, Reference, moved, to_text, walk
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
    distinct_formulas: int
    """Formulas of cells; two that are filled down or right from each other count as one."""
    names: int
    name_formulas: int
    """Names that stand for more than a fixed range."""
    longest: Longest | None
    """None when there is no formula."""
    readability: Readability
    circular_cells: int | None
    """Cells that read themselves, directly or through others; None when a formula is not read."""
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
        circular = self.circular_cells
        iteration = f"at most {self.max_iterations:,}, maximum change {self.max_change:g}"
        lines = {
            "file": f"{self.file_bytes:,} bytes",
            "formula cells": f"{self.formula_cells:,}",
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
    cells = _first_cells(model)
    names = {
        name: node
        for name, node in model.names.items()
        if not isinstance(node, Reference) or node.is_relative
    }
    distinct = [(to_text(cell), model.formulas[cell]) for cell in cells]
    every = [*model.formulas.values(), *(node for _, node in _readable(model.names))]
    return Stats(
        file_bytes=model.path.stat().st_size,
        formula_cells=len(model.formulas),
        distinct_formulas=len(cells),
        names=len(model.names),
        name_formulas=len(names),
        longest=longest_of(model),
        readability=readability_of(model, [*distinct, *_readable(names)]),
        circular_cells=_circular(model),
        iterates=model.calculation.iterate,
        max_iterations=model.calculation.max_iterations,
        max_change=model.calculation.max_change,
        functions=tuple(sorted(_functions(every))),
    )


def longest_of(model: Model) -> Longest | None:
    """Return the longest formula of a workbook, of several the first; None without a formula."""
    return max(_lengths(model), key=lambda each: each.characters, default=None)


def _circular(model: Model) -> int | None:
    try:
        program = load_program(model)
        return len(circular({cell: program.precedents[cell] for cell in program.phases.iterated}))
    except WorkbookError:
        return None


def _functions(formulas: Iterable[Node]) -> set[str]:
    return {
        part.function for formula in formulas for part in walk(formula) if isinstance(part, Call)
    }


def _first_cells(model: Model) -> list[Area]:
    """Return the cells with formulas; of cells that are filled from each other only the first."""
    # Moved to A1, formulas that are filled from each other are equal, as in R1C1.
    cells: dict[Node, Area] = {}
    for at, formula in model.formulas.items():
        cells.setdefault(moved(formula, 1 - at.top, 1 - at.left), at)
    return list(cells.values())


def _lengths(model: Model) -> Iterator[Longest]:
    for cell, node in model.formulas.items():
        yield Longest(len(to_text(node)), to_text(cell))
    for place, node in _readable(model.names):
        yield Longest(len(to_text(node)), place)


def _readable(names: Names) -> Iterator[tuple[str, Node]]:
    """Yield the place and the formula of each name, except names that cannot be read."""
    for name, node in names.items():
        if not isinstance(node, Exception):
            yield f"name {name}", node
