"""Templates and strategies: load, check, build."""

import logging
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from functools import partial
from pathlib import Path

from xlbuilder.errors import Fault, WorkbookError, did_you_mean
from xlbuilder.files import FilesRead, one_call
from xlbuilder.recalc.program import load_program
from xlbuilder.render.sheet_map import SheetMap, map_of
from xlbuilder.sudoku.corpus import Puzzle, board_of
from xlbuilder.template import load as loading
from xlbuilder.template import locate
from xlbuilder.template.locate import StrPath
from xlbuilder.template.strategy_ref import StrategyRef, name_of
from xlbuilder.template.warn.asleep import asleep
from xlbuilder.template.warn.hard_to_read import hard_to_read
from xlbuilder.template.warn.too_long import too_long_for_libreoffice
from xlbuilder.template.warn.truth_as_text import truth_as_text
from xlbuilder.workbook.editions import DEFINED, EDITIONS
from xlbuilder.workbook.guide.as_page import page
from xlbuilder.workbook.guide.content import guide_of
from xlbuilder.workbook.lacking import lacking
from xlbuilder.workbook.opening import (
    calculated,
    input_board,
    instead_of_example,
    uncalculated,
    warn_of_boxes,
)
from xlbuilder.xlsx.atomic import check_is_new, check_target, replace_file
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.pack import check_name, replace_workbook

_log = logging.getLogger(__name__)


def load(
    template: StrPath = "sudoku",
    *,
    with_: StrPath | Iterable[StrPath] = (),
    without: str | Iterable[str] = (),
    replace: StrPath | Iterable[StrPath] = (),
) -> "Template":
    """Load a template and check it: the path of a .toml file, or the name of a shipped template.

    ``with_`` plugs strategies in, by name or by the path of a file, with parameters as in
    ``subsets:size=3``; ``without`` leaves strategies and layers out.  ``replace`` has files: each
    replaces the strategy with the same name.  Raises TemplateError with all problems of the
    template, one a line.
    """
    files = several(replace)
    added = (*several(with_), *files)
    removed = (*several(without), *map(name_of, files))
    with one_call() as read:
        return Template(loading.load(os.fspath(template), added, removed), read)


@dataclass(frozen=True, repr=False)
class Template:
    """A template, loaded and checked; `load` returns it."""

    loaded: loading.LoadedTemplate
    """The template's tables, and its files."""
    _read: FilesRead = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        """Return the name and the strategies; all tables would be 600,000 characters."""
        return f"<Template {self.loaded.name}: {', '.join(self.strategies) or 'no strategies'}>"

    @property
    def path(self) -> Path:
        """The file of the template."""
        return self.loaded.path

    @property
    def title(self) -> str:
        """The title of the workbook."""
        return self.loaded.template.workbook.title

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies that are plugged in."""
        return tuple(strategy.name for strategy in self.loaded.strategies)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Names and cells that are not built, because no formula uses them any more."""
        return self.loaded.left_out

    def build(
        self,
        out: StrPath | None = None,
        puzzle: Puzzle | None = None,
        *,
        names: str = "defined",
        protected: bool = True,
        values: bool = True,
        plain: bool = False,
    ) -> Path:
        """Write the workbook to ``out``, whole or not at all, and return the path.

        Without ``out``, the file is ``out/TEMPLATE.xlsx``.  An existing file is replaced, unless
        the template or the puzzle was read from it.  Without a puzzle, the workbook has the
        template's example, or none if the example clashes by the rules of added strategies.  With
        ``names="inline"`` it has no defined names.  Without ``protected`` the user can change every
        cell.  Without ``values`` the file stores formulas only; when the values cannot be
        calculated, the same happens and the log gives the reason.  With ``plain`` names and
        formulas are as in the template, without what building adds for other programs
        (docs/reference/keys.md).
        The log also names formulas that are hard to read, except in xlbuilder's own files, formulas
        that are too long for LibreOffice, other likely mistakes, and what is odd in the values.

        Raises WorkbookError when the file cannot be written, or when a formula reads so many cells
        that xlbuilder could not open the file, PuzzleError when the puzzle cannot be read or the
        template takes no puzzle, FormulaError when the template needs its names.
        """
        target = Path("out", f"{self.loaded.name}.xlsx") if out is None else Path(out)
        check_name(target)
        if names not in EDITIONS:
            raise WorkbookError(f"{names}: no such edition; {did_you_mean(names, EDITIONS)}")
        loaded = replaced(self.loaded, template=self.loaded.written) if plain else self.loaded
        board = None
        with one_call(self._read):
            check_target(target)
            if puzzle is not None:
                input_board(self.loaded)
                board = board_of(puzzle, "puzzle", self.loaded.rules)
            else:
                board = instead_of_example(self.loaded)
        in_edition = partial(uncalculated, loaded, board, protect=protected)
        file = in_edition(edition=names)
        lacks = list(lacking(loaded))
        for fault in lacks:
            _log.warning("%s: %s", "no values are stored" if values else "warning", fault)
        for fault in self._doubtful():
            _log.warning("warning: %s", fault)
        warn_of_boxes(self.loaded)
        if values and not lacks:
            _log.info("calculating what the cells show")
            named = file if names == DEFINED else in_edition(edition=DEFINED)
            file = calculated(loaded, target, file, named, is_example=board is None)
        else:
            load_program(read_workbook(target, file))  # a file that does not open is not written
        replace_workbook(target, file)
        return target

    def _doubtful(self) -> Iterator[Fault]:
        """Yield what Excel takes and what may all the same be wrong, or not work elsewhere."""
        yield from hard_to_read(self.loaded)
        yield from too_long_for_libreoffice(self.loaded)
        yield from self.loaded.moved
        yield from asleep(self.loaded)
        yield from truth_as_text(self.loaded)

    def guide(self) -> str:
        """Return the guide of the workbook, with every name and its formula, as Markdown."""
        return page(guide_of(self.loaded.template))

    def map(self) -> SheetMap:
        """Return what stands where on the sheet, and what is free."""
        return map_of(self.loaded.template)


def copy(strategy: str, path: StrPath | None = None) -> Path:
    """Copy the file of a strategy that comes with xlbuilder, or of a library, and return the path.

    Without a path, the copy is ``STRATEGY.toml`` in the current folder.  Raises TemplateError when
    there is no such strategy, WorkbookError when the file exists already or cannot be written.
    """
    source = locate.find_strategy(strategy)
    target = Path(source.name if path is None else path)
    check_is_new(target)
    replace_file(target, source.read_bytes())
    return target


def templates() -> tuple[str, ...]:
    """Return the names of the templates that come with xlbuilder."""
    return tuple(locate.shipped())


def strategies() -> tuple[str, ...]:
    """Return the names of the strategies that come with xlbuilder, without the libraries."""
    return _shipped(are_libraries=False)


def libraries() -> tuple[str, ...]:
    """Return the names of the libraries that come with xlbuilder, which strategies need."""
    return _shipped(are_libraries=True)


def _shipped(*, are_libraries: bool) -> tuple[str, ...]:
    return tuple(
        name
        for name, path in locate.strategies().items()
        if StrategyRef(path).read().strategy.library == are_libraries
    )


def several(names: StrPath | Iterable[StrPath]) -> tuple[str, ...]:
    """Return one name or path, or several, as texts."""
    if isinstance(names, str | os.PathLike):
        return (os.fspath(names),)
    return tuple(os.fspath(name) for name in names)
