"""Two workbooks that are compared: of one template, without some strategies and with them.

Guesses would hide what a strategy does, so a strategy that guesses is left out, and with it each
strategy that needs it.  Both workbooks are read back from their files: what is tried is the file.
Or two files are compared as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import DriveSource, driven
from xlbuilder.errors import Fault, TemplateError
from xlbuilder.observe.reasons import Reasons
from xlbuilder.proof.run import with_known_names
from xlbuilder.sudoku.rules import Rules, plain
from xlbuilder.template.load import LoadedTemplate, load
from xlbuilder.template.locate import find
from xlbuilder.template.schema import TemplateFile
from xlbuilder.template.side import side_of
from xlbuilder.template.source import read
from xlbuilder.template.strategy_ref import StrategyRef, name_of, of_preset, with_needs
from xlbuilder.template.validation import validated
from xlbuilder.workbook.lacking import lacking
from xlbuilder.workbook.opening import input_board
from xlbuilder.workbook.write import workbook_file
from xlbuilder.xlsx.model import Model, is_workbook, read_workbook

_Key = tuple[Path, tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class Base:
    """A workbook as it was read back from its file."""

    model: Model
    file_bytes: int
    strategies: tuple[str, ...]
    """The names of its strategies."""
    names: tuple[str, ...]
    """The plugged names that remove candidates, then the plugged names that place digits."""
    monotone: bool
    """Whether all its strategies declare that they are monotone."""


def names_tried(without: Base, with_them: Base) -> frozenset[str]:
    """Return the names of the tried strategies: the strategies that only one workbook has."""
    return frozenset(with_them.names).difference(without.names)


def rules_of_file(file: str, drive: DriveSource | None = None) -> Rules:
    """Return the rules by which the puzzles of a workbook (.xlsx) or a template are read.

    For a template, which is loaded later, they are the rules of plain Sudoku of its size.
    ``drive`` says where the puzzle is in a workbook that does not say it.  Raises WorkbookError and
    TemplateError for a file that cannot be read.
    """
    if is_workbook(file):
        boards = Boards.of(model := read_workbook(Path(file)))
        return (boards if boards.takes_puzzle else Boards.of(driven(model, drive))).rules()
    return plain(side_of(validated(read(find(file)), TemplateFile)))


def without_and_with(
    base: str, strategies: Sequence[str], removed: Sequence[str] = ()
) -> tuple[Base, Base]:
    """Build the template ``base`` without and with these strategies, both without guesses.

    A preset of ``base`` stands for its strategies.  A strategy of ``base`` that is among them is
    left out of the first workbook.  It is left out of both workbooks when one of the strategies is
    another file of the same name, or when it is ``removed``.

    Raises TemplateError for a template or a strategy that does not exist or has problems, for a
    strategy that is given twice, is a library, guesses or needs one that does, or is removed and
    was not in; PuzzleError for a template that takes no puzzle.
    """
    loaded = load(base, (), removed)
    input_board(loaded)
    tried: dict[_Key, StrategyRef] = {}
    given = [(name, one) for name in strategies for _, one in of_preset(loaded.source, name)]
    for name, one in given:
        if (key := _key(one)) in tried:
            raise TemplateError([Fault(name, "is given twice; give each strategy once")])
        if one.read().strategy.library:
            raise TemplateError([Fault(name, "is a library; give a strategy that needs it")])
        if guesses := [each.name for each in with_needs(one) if each.read().strategy.guesses]:
            if loaded.template.presets.get(name, [name]) != [name]:
                continue
            what = "guesses" if one.name in guesses else f"needs {guesses[0]}, which guesses"
            text = f"{what}: that hides what strategies do; leave it out"
            raise TemplateError([Fault(name, text)])
        tried[key] = one
    left_out = loaded.guessing
    own = {one.name: _key(one) for one in loaded.strategies}
    names = {one.name for one in tried.values()}
    written = {name: name_of(name) for name in loaded.template.strategies}
    guessing = [name for name, short in written.items() if short in left_out]
    compared = [name for name, short in written.items() if short in names & own.keys()]
    replaced = [name for name in compared if own[written[name]] not in tried]
    added = [one for key, one in tried.items() if key not in own.values()]
    without = [*removed, *guessing]
    with_them = load(base, [one.text for one in added], [*without, *replaced])
    for one in added:
        with_them.check_used(one)
    return _built("without", load(base, (), [*without, *compared])), _built("with", with_them)


def as_they_are(old: str, new: str, drive: DriveSource | None = None) -> tuple[Base, Base]:
    """Return two workbooks (.xlsx), or templates that are built with all strategies, guesses too.

    They have no names of strategies, as two such workbooks may differ in anything.  ``drive`` says
    where the puzzle is in a workbook that does not say it; in both when both say it.

    Raises WorkbookError for a workbook, TemplateError for a template with problems, PuzzleError for
    a template that takes no puzzle.
    """
    models = [read_workbook(Path(file)) if is_workbook(file) else None for file in (old, new)]
    says_not = [model is not None and not Boards.of(model).takes_puzzle for model in models]
    one, other = (
        _as_it_is(file, model, drive if lacks or not any(says_not) else None)
        for file, model, lacks in zip((old, new), models, says_not, strict=True)
    )
    return one, other


def _as_it_is(file: str, model: Model | None, drive: DriveSource | None) -> Base:
    if model is not None:
        model = with_known_names(driven(model, drive))
        size = model.path.stat().st_size
        return Base(model, size, (), (), Boards.of(model).drive.monotone)
    loaded = load(file)
    input_board(loaded)
    return replace(_built("template", loaded), names=())


def _key(one: StrategyRef) -> _Key:
    return one.path.resolve(), one.given


def _built(name: str, loaded: LoadedTemplate) -> Base:
    if lacks := list(lacking(loaded)):
        raise TemplateError(lacks)
    file = workbook_file(loaded.template)
    model = read_workbook(Path(f"{name}.xlsx"), file)
    boards = Boards.of(model)
    template = loaded.template
    plugged = {name for into in template.plugs.values() for _, name in into}
    plugged.update(strategy for strategy, _ in template.rules)  # a rung stands for the strategy
    reasons = Reasons(boards)
    names = dict.fromkeys([*reasons.removing, *reasons.placing])
    return Base(
        model,
        len(file),
        tuple(one.name for one in loaded.strategies),
        tuple(name for name in names if name in plugged),
        boards.drive.monotone,
    )
