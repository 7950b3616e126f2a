"""The way of a workbook, or of a template that is built for it, through a puzzle or a position."""

from collections.abc import Callable, Sequence
from pathlib import Path

from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import DriveSource, driven
from xlbuilder.errors import WorkbookError
from xlbuilder.observe.positions import STRATEGY
from xlbuilder.observe.steps import Walker, Way
from xlbuilder.observe.stored import stored_position
from xlbuilder.proof.run import with_known_names
from xlbuilder.sudoku.position import Position
from xlbuilder.sudoku.rules import Rules
from xlbuilder.sudoku.verdict import Says
from xlbuilder.template.load import LoadedTemplate, load
from xlbuilder.template.locate import strategies
from xlbuilder.template.schema import Strategy
from xlbuilder.template.strategy_ref import StrategyRef, names_plugged_in
from xlbuilder.workbook.write import read_back
from xlbuilder.xlsx.model import Model, is_workbook, read_workbook

Start = Callable[[Rules], Position]
"""Returns the position where a way begins, given the rules of the puzzle."""

_SOLVED = (Says.SOLVED, Says.ONLY_SOLUTION, Says.SEVERAL_SOLUTIONS)


def walk(  # noqa: PLR0913 - what steps can be asked
    file: str,
    start: Start | None,
    *,
    added: Sequence[str] = (),
    removed: Sequence[str] = (),
    only: Sequence[str] = (),
    drive: DriveSource | None = None,
) -> Way:
    """Return the way from the position ``start``, by default from what the file holds.

    ``file`` is a workbook (.xlsx), in which ``drive`` may say where the puzzle is, or a template.
    A template has its own strategies, some ``added`` and some ``removed``; or the strategies of
    ``only`` in place of its own, and what these need.  It is built without its guesses first, so
    that the steps are those of the strategies; only where these are stuck, the workbook with its
    guesses says what else is to find.

    Raises WorkbookError for strategies with a workbook, and a drive with a template; TemplateError
    with all problems of the files.
    """
    if is_workbook(file):
        if added or removed or only:
            raise WorkbookError(
                f"{file}: is built already, with the strategies that it has; give the template in"
                " its place to choose strategies"
            )
        model = with_known_names(driven(read_workbook(Path(file)), drive))
        shipped = [StrategyRef(path) for path in strategies().values()]
        walker = _walker(model, shipped)
        return _way(walker, start(Boards.of(model).rules()) if start else None)
    if drive:
        raise WorkbookError(
            f"{file}: is a template, which says itself where the puzzle is and how often it is"
            " recalculated; leave out the options of the drive"
        )
    plugged = [*only, *added]
    loaded = _loaded(file, plugged, removed, own=not only)
    position = start(loaded.rules) if start else None
    if position is not None and position.deleted:
        loaded = _loaded(file, [*plugged, STRATEGY], removed, own=not only)
    sure = without_guesses(file, loaded)
    way = _way(walker_of(sure), position)
    if sure is loaded or way.says in _SOLVED:
        return way
    return way.then(_way(walker_of(loaded), position))


def _loaded(
    file: str, plugged: Sequence[str], removed: Sequence[str], *, own: bool
) -> LoadedTemplate:
    return load(file, plugged, removed) if own else load(file, plugged, own=False)


def _way(walker: Walker, position: Position | None) -> Way:
    return walker.walk(position or stored_position(walker.model))


def walker_of(loaded: LoadedTemplate) -> Walker:
    """Build a template, read it back from disk, and return its workbook, whose way is watched.

    Raises WorkbookError when it cannot be written.
    """
    return _walker(read_back(loaded.template, loaded.name), loaded.strategies)


def _walker(model: Model, chosen: Sequence[StrategyRef]) -> Walker:
    """Return what watches the way of a workbook that has some of these strategies."""
    read = [(one, one.read()) for one in chosen]
    guessing = next((one.name for one, own in read if own.strategy.guesses), "")
    return Walker(model, _plugged_by(read), guessing)


def _plugged_by(read: Sequence[tuple[StrategyRef, Strategy]]) -> dict[str, str]:
    """Return the strategy of each name that these plug in.

    A library is named only for what no other strategy needs it for.
    """
    plugged_by: dict[str, str] = {}
    for one, own in sorted(read, key=lambda each: each[1].strategy.library):
        for name in names_plugged_in(one, own):
            plugged_by.setdefault(name, one.name)
    return plugged_by


def without_guesses(template: str, loaded: LoadedTemplate) -> LoadedTemplate:
    """Load a template again without strategies that guess, and without those that need one."""
    left_out = loaded.guessing
    stay = [one.text for one in loaded.strategies if one.name not in left_out]
    is_there = len(stay) < len(loaded.strategies)
    return load(template, stay, own=False) if is_there else loaded
