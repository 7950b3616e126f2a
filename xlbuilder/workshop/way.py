"""The way of a workbook, or of a template that is built for it, through a puzzle or a position."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from xlbuilder.errors import WorkbookError
from xlbuilder.proof.positions import STRATEGY, stored_position
from xlbuilder.proof.run import with_known_names
from xlbuilder.proof.steps import GUESSING, Walker, Way
from xlbuilder.sudoku.position import Position
from xlbuilder.sudoku.verdict import Says
from xlbuilder.template.load import LoadedTemplate, load
from xlbuilder.workshop.alone import BuiltWorkbook, alone, built, plugged_by, without
from xlbuilder.xlsx.driven import DriveSource, driven
from xlbuilder.xlsx.model import is_workbook, read_workbook

_SOLVED = (Says.SOLVED, Says.ONLY_SOLUTION, Says.SEVERAL_SOLUTIONS)


@dataclass(frozen=True)
class Walk:
    """What is walked: a workbook, or a template with some of its strategies."""

    file: str
    """A workbook (.xlsx), or a template: its name or its file."""
    added: Sequence[str] = ()
    removed: Sequence[str] = ()
    strategies: Sequence[str] = ()
    """These alone, and what they need; without any, those of the template."""
    drive: DriveSource | None = None
    """Where the puzzle is in a workbook; by default its file says it."""

    def __post_init__(self) -> None:
        """Raise WorkbookError for strategies with a workbook, and a drive with a template."""
        if self.drive and not self.is_workbook:
            raise WorkbookError(
                f"{self.file}: is a template, which says itself where the puzzle is; leave out the"
                " drive"
            )
        if self.is_workbook and (self.added or self.removed or self.strategies):
            raise WorkbookError(
                f"{self.file}: is built already, with the strategies that it has; give the"
                " template in its place to choose strategies"
            )

    @property
    def is_workbook(self) -> bool:
        """Whether the file is a workbook, and not a template."""
        return is_workbook(self.file)

    def loaded(self, *more: str) -> LoadedTemplate:
        """Return the template with its strategies, and with some more.

        Raises TemplateError with all problems of the files.
        """
        if self.strategies:
            return alone(self.file, *self.strategies, *self.added, *more)
        return load(self.file, [*self.added, *more], self.removed)


def walk(asked: Walk, position: Position | None) -> Way:
    """Return the way through ``position``, by default through what the file holds.

    A template is built without its guesses first, so that the steps are those of the strategies;
    only where these are stuck, the workbook with its guesses says what else is to find.
    """
    if asked.is_workbook:
        model = with_known_names(driven(read_workbook(Path(asked.file)), asked.drive))
        return _way(BuiltWorkbook(model, plugged_by()), position)
    has_marks = position is not None and bool(position.deleted)
    loaded = asked.loaded(STRATEGY) if has_marks else asked.loaded()
    sure = without(asked.file, loaded, GUESSING)
    way = _way(built(sure), position)
    if sure is loaded or way.says in _SOLVED:
        return way
    return way.then(_way(built(loaded), position))


def _way(book: BuiltWorkbook, position: Position | None) -> Way:
    walker = Walker(book.model, book.strategy_of)
    return walker.walk(position or stored_position(book.model))
