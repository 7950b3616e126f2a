"""Sorts bound formulas into families, so that an engine compiles once a family.

A *family* is the set of cells whose bound formulas differ only in where they read and in numbers.
The areas become numbered slots, the numbers that differ get names, and an engine is fed what each
member has behind them.  (Equal formulas in R1C1 style would be the narrower choice; the
valid-values board of 729 cells has 729 of those, and one family.)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import Bound
from xlbuilder.formula.tree import Call, Missing, Name, Node, Number, children, rebuilt

MAX_READ = 16_000
"""Cells that one formula may read; bounds the memory that a stranger's workbook can ask for."""
_SLOTS = ""


@dataclass(frozen=True)
class Family:
    """A formula whose areas are slots: areas on the sheet "" laid out one after the other.

    A bound formula has no names, so a `Name` in it stands for a number.
    """

    formula: Node
    slots: tuple[Area, ...]
    numbers: tuple[str, ...]
    """The names."""

    @property
    def reads(self) -> int:
        """Cells that a member reads."""
        return sum(rows * columns for rows, columns in (slot.shape for slot in self.slots))


@dataclass(frozen=True)
class Member:
    """A cell's own part in its family: the area behind each slot, the number behind each name."""

    family: Family
    areas: tuple[Area, ...]
    numbers: tuple[float, ...]


@dataclass(frozen=True)
class Block:
    """Cells with one frame, whose parts are of the same kinds."""

    frame: Node
    cells: list[Area] = field(default_factory=list)
    parts: list[Mapping[str, Node]] = field(default_factory=list)

    def node(self, node: Node) -> Node:
        """Return a node of the frame as it is in the first cell."""
        return self.parts[0][node.text] if isinstance(node, Name) else node

    def nodes(self, node: Node) -> list[Node]:
        """Return it as it is in each cell."""
        if isinstance(node, Name):
            return [parts[node.text] for parts in self.parts]
        return [node] * len(self.parts)


def alike(bound: Iterable[tuple[Area, Bound]]) -> Iterator[list[Block]]:
    """Yield the blocks of each family."""
    blocks: dict[tuple[object, ...], Block] = {}
    for cell, formula in bound:
        key = (id(formula.frame), *map(_kind, formula.parts.values()))
        if key not in blocks:
            blocks[key] = Block(formula.frame)
        blocks[key].cells.append(cell)
        blocks[key].parts.append(formula.parts)
    families: dict[object, list[Block]] = {}
    for block in blocks.values():
        families.setdefault(_outline(block, block.frame), []).append(block)
    yield from families.values()


def _kind(part: Node) -> object:
    """Return what parts have in common that may differ: an area's size, that a number is one."""
    match part:
        case Area():
            return part.shape
        case Number():
            return Number
        case _:
            return part


def _outline(block: Block, node: Node) -> object:
    """Return what formulas of one family have in common."""
    node = block.node(node)
    below = children(node)
    if not below:
        return _kind(node)
    outlines = [_outline(block, child) for child in below]
    match node:
        case Call("MATCH", (_, _, Number() as how)):
            outlines[-1] = how  # not a value, but another function
    return rebuilt(node, (Missing(),) * len(below)), *outlines


def members(blocks: Sequence[Block]) -> dict[Area, Member]:
    """Return the cells of the family that ``blocks``, which are alike, make up.

    What is the same everywhere is one slot or one name, and a number that is the same in all
    members stays a constant.  Raises FormulaError when they read too many cells.
    """
    sorting = _Sorting(blocks)
    formula = sorting.slotted(tuple(block.frame for block in blocks))
    family = Family(formula, tuple(sorting.slots.values()), tuple(sorting.numbers.values()))
    cells = [cell for block in blocks for cell in block.cells]
    none: list[tuple[()]] = [()] * len(cells)
    areas = list(zip(*sorting.slots, strict=True)) or none
    numbers = list(zip(*sorting.numbers, strict=True)) or none
    return {cell: Member(family, *own) for cell, *own in zip(cells, areas, numbers, strict=True)}


class _Sorting:
    """One family while it is made; a column is what all its members have in one place."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.slots: dict[tuple[Area, ...], Area] = {}
        self.numbers: dict[tuple[float, ...], str] = {}
        self._blocks = blocks
        self._right = 0
        self._size = 0

    def slotted(self, nodes: tuple[Node, ...]) -> Node:
        """Return as one node of the family what is in one place of each block's frame."""
        seen = [block.node(node) for block, node in zip(self._blocks, nodes, strict=True)]
        first = seen[0]
        if isinstance(first, (Area, Number)):
            column = [
                each
                for block, node in zip(self._blocks, nodes, strict=True)
                for each in block.nodes(node)
            ]
            if isinstance(first, Area):
                return self._slot(tuple(cast("list[Area]", column)))
            return self._number(cast("list[Number]", column))
        below = zip(*map(children, seen), strict=True)
        return rebuilt(first, tuple(map(self.slotted, below)))

    def _number(self, column: list[Number]) -> Node:
        numbers = tuple(number.value for number in column)
        if len(set(numbers)) == 1:
            return column[0]
        return Name(self.numbers.setdefault(numbers, f"NUMBER_{len(self.numbers)}"))

    def _slot(self, areas: tuple[Area, ...]) -> Area:
        if areas not in self.slots:
            rows, columns = areas[0].shape
            self._size += rows * columns
            if self._size > MAX_READ:
                raise FormulaError(f"reads more than {MAX_READ:,} cells")
            left = self._right + 1
            self._right += columns
            self.slots[areas] = Area(_SLOTS, 1, left, rows, self._right)
        return self.slots[areas]
