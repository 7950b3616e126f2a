"""Sorts bound formulas into families, so that an engine compiles each family once.

A *family* is the set of cells whose bound formulas differ only in where they read and in numbers.
The formula of the family has *holes* in the places of the areas and names in the places of the
numbers that differ; a *member* says what stands there in its cell.  An example:

    cell  bound formula               pattern               areas         numbers
    E1    IF(A1>5,SUM(B1:C1)*10)      IF(1x1>n,SUM(1x2)*n)  A1, B1:C1     10
    E2    IF(A2>5,SUM(B2:C2)*20)      IF(1x1>n,SUM(1x2)*n)  A2, B2:C2     20
    E3    IF(A3>5,SUM(B3:D3)*30)      IF(1x1>n,SUM(1x3)*n)  A3, B3:D3     30

E1 and E2 have one *pattern* and so they are one family, with the formula
``IF(A1>5,SUM(B1:C1)*NUMBER_0)``: its areas are holes, which lie side by side on a sheet of their
own, and 5 is the same in both.  E3 reads an area of another size and is another family.

Families are fewer than different formulas in R1C1 style: the board of valid values has 729 cells
with 729 different formulas, and one family.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain
from typing import cast

from attrs import frozen

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.placement import BoundFormula
from xlbuilder.formula.tree import (
    Name,
    Node,
    Number,
    children,
    is_found_in_order,
    rebuilt,
)

MAX_READ = 1_100_000
"""Cells that one formula may read: a limit to the memory that a stranger's workbook takes.  INDEX
reads the memory of a computer made of cells, 65,536 or a million; with all strategies together a
formula of ours reads 16,000."""
_HOLES = ""
"""The sheet of the holes; no sheet of a workbook has this name."""
_NUMBER = Name("n")
"""Any number, in a pattern; a bound formula has no names."""


@frozen(cache_hash=True)
class Family:
    """What an engine compiles for all members."""

    formula: Node
    """Its areas are holes.  A bound formula has no names, so a `Name` stands for a number."""
    holes: tuple[Area, ...]
    """Areas on the sheet "", side by side, all from its first row."""
    numbers: tuple[str, ...]
    """The names of the numbers."""

    @property
    def reads(self) -> int:
        """How many cells a member reads."""
        return sum(hole.size for hole in self.holes)


@dataclass(frozen=True, slots=True)
class Member:
    """What one cell has in the places of its family."""

    family: Family
    areas: tuple[Area, ...]
    """Of each hole, in the hole's size."""
    numbers: tuple[float, ...]
    """Of each name."""


@dataclass(frozen=True)
class Block:
    """Cells with one frame (formula/bind.py), whose parts are of the same kinds."""

    frame: Node
    cells: list[Area] = field(default_factory=list)
    parts: list[Mapping[str, Node]] = field(default_factory=list)

    def in_first_cell(self, node: Node) -> Node:
        """Return what a node of the frame is in the first cell."""
        return self.parts[0][node.text] if isinstance(node, Name) else node

    def in_each_cell(self, node: Node) -> list[Node]:
        """Return what a node of the frame is in each cell."""
        if isinstance(node, Name):
            return [parts[node.text] for parts in self.parts]
        return [node] * len(self.parts)


def blocks_by_family(bound: Iterable[tuple[Area, BoundFormula]]) -> Iterator[list[Block]]:
    """Yield the blocks of each family, given the cells and their bound formulas."""
    blocks: dict[tuple[object, ...], Block] = {}
    for cell, formula in bound:
        # Most parts are areas and numbers, and this is what `_kind` finds, in less time.
        kinds = [
            (part.bottom - part.top, part.right - part.left)
            if isinstance(part, Area)
            else Number
            if isinstance(part, Number)
            else part
            for part in formula.parts.values()
        ]
        key = formula.frame, *kinds
        if key not in blocks:
            blocks[key] = Block(formula.frame)
        blocks[key].cells.append(cell)
        blocks[key].parts.append(formula.parts)
    families: dict[Node, list[Block]] = {}
    for block in blocks.values():
        of_parts = tuple((name, _kind(part)) for name, part in block.parts[0].items())
        families.setdefault(_pattern(block.frame, of_parts), []).append(block)
    yield from families.values()


def _kind(part: Node) -> Node:
    """Return what is the same of a part in a family: an area's size, that a number is one."""
    match part:
        case Area():
            return Area(_HOLES, 1, 1, *part.shape)
        case Number():
            return _NUMBER
        case _:
            return part


@lru_cache(maxsize=10_000)
def _pattern(frame: Node, kinds: tuple[tuple[str, Node], ...] = ()) -> Node:
    """Return what formulas of one family have in common; equal patterns are one family.

    ``kinds`` has the kind of each part, by its name.
    """
    of_parts = dict(kinds)

    @cache  # a frame has the same nodes in many places
    def pattern(node: Node) -> Node:
        if isinstance(node, Name):
            kind = of_parts[node.text]
            return _pattern(kind) if children(kind) else kind  # nothing folds a part with children
        below = children(node)
        if not below:
            return _kind(node)
        patterns = [pattern(child) for child in below]
        if is_found_in_order(node):
            patterns[-1] = below[-1]
        return rebuilt(node, tuple(patterns))

    return pattern(frame)


def members(blocks: Sequence[Block]) -> dict[Area, Member]:
    """Return the cells of one family, which ``blocks`` make up, each as a member.

    What is the same everywhere is one hole or one name, and a number that is the same in all
    members stays a constant.  Raises FormulaError when they read too many cells.
    """
    merger = _Merger(blocks)
    formula = merger.merged([block.frame for block in blocks])
    family = Family(formula, tuple(merger.holes.values()), tuple(merger.numbers.values()))
    cells = [cell for block in blocks for cell in block.cells]
    none: list[tuple[()]] = [()] * len(cells)
    areas = list(zip(*merger.holes, strict=True)) or none
    numbers = list(zip(*merger.numbers, strict=True)) or none
    return {cell: Member(family, *own) for cell, *own in zip(cells, areas, numbers, strict=True)}


class _Merger:
    """Merges the frames of a family's blocks into the formula of the family.

    A *column* is what all members have in one place, in the order of the blocks and their cells.
    With the members E1 and E2 of the module's example, the place of the hole A1 has the column
    (A1, A2), and the place of NUMBER_0 the column (10, 20).
    """

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.holes: dict[tuple[Area, ...], Area] = {}
        """The hole of each column of areas."""
        self.numbers: dict[tuple[float, ...], str] = {}
        """The name of each column of numbers."""
        self._blocks = blocks
        self._right = 0
        self._size = 0

    def merged(self, nodes: Sequence[Node]) -> Node:
        """Return one node for what stands in one place of each frame."""
        seen = [block.in_first_cell(node) for block, node in zip(self._blocks, nodes, strict=True)]
        match seen[0]:
            case Area():
                return self._hole(cast("tuple[Area, ...]", self._column(nodes)))
            case Number():
                return self._number(cast("tuple[Number, ...]", self._column(nodes)))
            case first:
                below = zip(*map(children, seen), strict=True)
                return rebuilt(first, tuple(map(self.merged, below)))

    def _column(self, nodes: Sequence[Node]) -> tuple[Node, ...]:
        pairs = zip(self._blocks, nodes, strict=True)
        return tuple(chain.from_iterable(block.in_each_cell(node) for block, node in pairs))

    def _number(self, column: tuple[Number, ...]) -> Node:
        values = tuple(number.value for number in column)
        if len(set(values)) == 1:
            return column[0]
        return Name(self.numbers.setdefault(values, f"NUMBER_{len(self.numbers)}"))

    def _hole(self, column: tuple[Area, ...]) -> Area:
        if column not in self.holes:
            rows, columns = column[0].shape
            self._size += column[0].size
            if self._size > MAX_READ:
                raise FormulaError(f"reads more than {MAX_READ:,} cells")
            left = self._right + 1
            self._right += columns
            self.holes[column] = Area(_HOLES, 1, left, rows, self._right)
        return self.holes[column]
