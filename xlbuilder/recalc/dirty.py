"""Which formulas a recalculation reaches: those that depend on what is entered.

Excel keeps the value of a formula until something that the formula depends on has changed
(https://learn.microsoft.com/office/client-developer/excel/excel-recalculation).  What has to be
calculated, Excel calls dirty.  docs/explanation/engines.md says where each recalculation begins.
"""

import logging
from collections.abc import Iterable
from dataclasses import replace

from openpyxl.formula.tokenizer import Tokenizer, TokenizerError

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.form import Formulas
from xlbuilder.formula.functions import function_of
from xlbuilder.formula.inline import key_of
from xlbuilder.formula.newer import PARAMETER
from xlbuilder.formula.parse import parsed_form
from xlbuilder.formula.tree import (
    Call,
    Missing,
    Name,
    Node,
    Reference,
    Text,
    mapped,
    walk,
)
from xlbuilder.recalc.dynamic import may_be_dynamic
from xlbuilder.recalc.readers import Readers
from xlbuilder.xlsx.external_links import is_external
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.origin import PROPERTY
from xlbuilder.xlsx.tabs import with_tabs

_log = logging.getLogger(__name__)

_OF_SURROUNDINGS = frozenset({"CELL", "INFO"})
"""Volatile functions that tell of the file, the program or a cell: only what they read counts."""
_FILE_NAME = "filename"
"""What CELL tells without a look at the cell that it is given."""


def only_dirty(model: Model, entered: Iterable[Area], lack: Exception | None = None) -> Model:
    """Return the model in which formulas that nothing reaches are values, those of the file.

    A recalculation begins at the cells that are ``entered``, at volatile functions, at formulas of
    which the file has no value, and at circles if iterative calculation is on.  A workbook that
    xlbuilder built is calculated whole, whatever its file has stored, as is one whose file asks for
    that (ECMA-376 Part 1, 18.2.2, ``fullCalcOnLoad``).  The log says how many formulas keep their
    values, once a workbook; a caller that failed to calculate them all gives its error, ``lack``.
    """
    if PROPERTY in model.properties or model.calculation.is_full:
        return model
    written = {*model.formulas, *model.unread}
    kept = written - _dirty(model, written, {cell for area in entered for cell in area.cells()})
    if not kept:
        return model
    if __name__ not in model.warned:
        model.warned.add(__name__)
        _log.info(
            "%s: %s the %s that the file has, since nothing that is typed reaches %s; %s",
            model.path,
            f"{len(kept):,} formulas keep" if len(kept) > 1 else "1 formula keeps",
            *(("values", them := "them") if len(kept) > 1 else ("value", them := "it")),
            str(lack).removeprefix(f"{model.path}: ")
            if lack
            else f"--all-formulas calculates {them} too",
        )
    return replace(
        model,
        formulas=Formulas({cell: form for cell, form in model.forms.items() if cell not in kept}),
        unread={cell: problem for cell, problem in model.unread.items() if cell not in kept},
    )


def _dirty(model: Model, written: set[Area], entered: set[Area]) -> set[Area]:
    """Return the cells that a recalculation reaches, among those that hold formulas."""
    readers = Readers(written | entered)
    precedents = _Precedents(model)
    begins = {*entered}
    for cell in written:
        areas = precedents.of(cell)
        if areas is None or model.values.get(cell) is None:
            begins.add(cell)
        for area in areas or ():
            readers.add(cell, area)
    if model.calculation.iterate:
        begins |= readers.circular()
    return readers.reached(begins)


class _Precedents:
    """What the formulas of a model read."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._binder = binder_of(model.names)
        self._frames: dict[Node, tuple[Area, ...] | None] = {}
        """Many cells have the same frame."""
        self._with_file_name: set[Node] = set()
        self._with_called_name: set[Node] = set()

    def of(self, cell: Area) -> Iterable[Area] | None:
        """Return the areas that a formula reads; None for one that is always calculated.

        That is a formula with a volatile function, or one of which it is not known what it reads.
        """
        if cell not in self._model.formulas:
            return self._of_text(self._model.unread_texts[cell], cell)
        form = self._model.forms[cell]
        try:
            bound = self._binder.bound(form, cell)
        except FormulaError:
            return self._piece_by_piece(form.formula, cell)
        if bound.frame not in self._frames:
            self._frames[bound.frame] = _areas(bound.frame)
            if any(map(_tells_file_name, walk(bound.frame))):
                self._with_file_name.add(bound.frame)
            if any(self._calls_name(part, cell.sheet) for part in walk(bound.frame)):
                self._with_called_name.add(bound.frame)
        if bound.frame in self._with_called_name:
            return self._piece_by_piece(form.formula, cell)
        if bound.frame in self._with_file_name:
            return _areas(_without_file_names(bound.node))
        found = [self._frames[bound.frame], *map(_areas, bound.parts.values())]
        return _together(found)

    def _piece_by_piece(self, node: Node, cell: Area) -> Iterable[Area] | None:
        """Return what a formula reads that cannot be bound, such as one with a name of a link."""
        found: list[Iterable[Area] | None] = []
        for part in walk(node):
            match part:
                case Name(text):
                    key = key_of(text, cell.sheet, self._model.names)
                    is_read = not isinstance(self._model.names.get(key), FormulaError)
                    texts = self._model.unread_texts
                    found.append(
                        self._bound(part, cell) if is_read else self._of_text(texts[key], None)
                    )
                case Reference():
                    found.append(self._bound(part, cell))
                case Call(function) if self._calls_name(part, cell.sheet):
                    found.append(self._of_called(function, cell.sheet, set()))
                case Call() if _is_volatile(part):
                    return None
        return _together(found)

    def _calls_name(self, node: Node, sheet: str) -> bool:
        """Return whether a formula calls a LAMBDA that cannot be written out."""
        if not isinstance(node, Call):
            return False
        key = key_of(node.function, sheet, self._model.names)
        return key in self._model.names or node.function.startswith(PARAMETER)

    def _of_called(self, text: str, sheet: str, seen: set[str]) -> Iterable[Area] | None:
        """Return what the formula of a name reads, and those of the names that it calls."""
        key, names = key_of(text, sheet, self._model.names), self._model.names
        if key in seen:
            return ()
        seen.add(key)
        formula = names.get(key)
        if formula is None:  # what the caller has given is called
            return None
        if isinstance(formula, FormulaError):
            return self._of_text(self._model.unread_texts[key], None)
        found: list[Iterable[Area] | None] = []
        for part in walk(formula):
            match part:
                case Name(text) | Call(text) if key_of(text, sheet, names) in names:
                    found.append(self._of_called(text, sheet, seen))
                case Reference():  # in a name it points elsewhere from each cell, if it is relative
                    home = Area(sheet, 1, 1, 1, 1)
                    found.append(None if part.is_relative else self._bound(part, home))
                case Call() if _is_volatile(part) or self._calls_name(part, sheet):
                    return None
        return _together(found)

    def _bound(self, node: Node, cell: Area) -> Iterable[Area] | None:
        try:
            return _areas(self._binder.bind(node, cell))
        except FormulaError:
            return None

    def _of_text(self, text: str, cell: Area | None) -> Iterable[Area] | None:
        """Return what a formula reads that cannot be read, by the references in its text.

        Without a cell it is the formula of a name, of which only links are known.
        """
        found: list[Iterable[Area] | None] = []
        try:
            tokens = Tokenizer(text).items
        except (TokenizerError, IndexError):  # brackets that do not match
            return None
        sheet, names = cell.sheet if cell else "", self._model.names
        for token in tokens:
            name = token.value.rstrip("(").upper().removeprefix("_XLFN.")
            if token.type == "FUNC" and _is_volatile(Call(name, ())):
                return None
            if token.type == "FUNC" and key_of(name, sheet, names) in names:
                found.append(self._of_called(name, sheet, set()) if cell else None)
            is_given = token.value.upper().startswith(PARAMETER)
            if token.subtype == "RANGE" and not (is_given or is_external(token.value)):
                found.append(self._of_reference(token.value, cell))
        return _together(found)

    def _of_reference(self, text: str, cell: Area | None) -> Iterable[Area] | None:
        try:
            node = with_tabs(parsed_form(text), self._model.sheets).formula
        except FormulaError:
            return None
        return None if cell is None else self._piece_by_piece(node, cell)


def _areas(node: Node) -> tuple[Area, ...] | None:
    """Return the areas in a bound formula; None for one with a volatile function or range."""
    found = []
    for part in walk(node):
        if isinstance(part, Area):
            found.append(part)
        elif may_be_dynamic(part) or _is_volatile(part):
            return None
    return tuple(found)


def _is_volatile(node: Node) -> bool:
    """Return whether a call may give another value although nothing that it reads has changed."""
    if not isinstance(node, Call) or node.function in _OF_SURROUNDINGS:
        return False
    return function_of(node.function).is_volatile


def _tells_file_name(node: Node) -> bool:
    match node:
        case Call("CELL", (Text(what), *_)):
            return what.lower() == _FILE_NAME
    return False


def _without_file_names(node: Node) -> Node:
    return Missing() if _tells_file_name(node) else mapped(node, _without_file_names)


def _together(found: Iterable[Iterable[Area] | None]) -> list[Area] | None:
    areas: list[Area] = []
    for each in found:
        if each is None:
            return None
        areas += each
    return areas
