"""The differences between two workbooks, or between a workbook and what it was built from."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from xlbuilder import __version__
from xlbuilder.changes.compare import Aspect, Difference, differences
from xlbuilder.changes.facts import Side, paired
from xlbuilder.changes.formats import format_differences
from xlbuilder.changes.remains import remaining
from xlbuilder.changes.words import marked
from xlbuilder.drive.faults import faults
from xlbuilder.errors import WorkbookError, XlbuilderError, counted
from xlbuilder.template.load import LoadedTemplate, load
from xlbuilder.template.locate import StrPath
from xlbuilder.workbook.opening import uncalculated
from xlbuilder.xlsx.guard import read_guarded
from xlbuilder.xlsx.looks import Looks, looks_of
from xlbuilder.xlsx.model import Model, damage_reported, is_workbook, model_of
from xlbuilder.xlsx.origin import Origin
from xlbuilder.xlsx.package import Package, read_package

_PLACES_TOLD = 3


@dataclass(frozen=True, repr=False)
class Diff:
    """The differences between two workbooks; its text is the report."""

    old: str
    """The workbook or template before the changes, as it was given."""
    new: str
    differences: tuple[Difference, ...]
    """All differences, in the order of the report."""
    notes: tuple[str, ...] = ()
    """Further facts for the user, one line each."""

    @property
    def is_same(self) -> bool:
        """Whether both calculate the same, in the same cells, under the same names."""
        return not self.meaningful

    @cached_property
    def meaningful(self) -> tuple[Difference, ...]:
        """The differences in what people mean."""
        return tuple(each for each in self.differences if not each.aspect.is_cosmetic)

    @cached_property
    def cosmetic(self) -> tuple[Difference, ...]:
        """The other differences: looks, texts for people, and input that was typed in."""
        return tuple(each for each in self.differences if each.aspect.is_cosmetic)

    def report(self, *, is_full: bool = False) -> str:
        """Return the differences as lines; cosmetic ones are counted, or listed if ``is_full``."""
        lines = [f"{self.old} -> {self.new}"]
        lines += told(self.differences if is_full else self.meaningful)
        if self.is_same:
            lines.append("no difference in what they calculate")
        if self.cosmetic and not is_full:
            counts = Counter(each.aspect for each in self.cosmetic)
            words = [f"{count:,} in {kind.value}" for kind, count in counts.items()]
            lines.append(f"besides: {', '.join(words)} (--all lists them)")
        return "\n".join([*lines, *self.notes])

    def __str__(self) -> str:
        return self.report()

    def __repr__(self) -> str:
        return f"<Diff: {self.old} -> {self.new}, {counted(len(self.meaningful), 'difference')}>"

    def to_json(self) -> Mapping[str, Any]:
        """Return the whole report as values for JSON."""
        return {
            "old": self.old,
            "new": self.new,
            "same": self.is_same,
            "differences": [_entry(each) for each in self.meaningful],
            "cosmetic": [_entry(each) for each in self.cosmetic],
            "notes": list(self.notes),
        }


def told(some: Iterable[Difference]) -> Iterator[str]:
    """Yield differences as lines, under the titles of their aspects."""
    title = None
    for each in some:
        if each.aspect is not title:
            title = each.aspect
            yield f"{title.value}:"
        word = "+ " if each.old is None else "- " if each.new is None else "  "
        yield f"{word}{each.place}: {marked(each.old, each.new)}"


def _entry(each: Difference) -> Mapping[str, Any]:
    return {
        "aspect": each.aspect.value,
        "place": each.place,
        "old": each.old,
        "new": each.new,
        "areas": [f"{area.sheet}!{area}" for area in each.areas],
    }


Read: TypeAlias = tuple[Model, Looks, Package]
"""All of a workbook file."""


def diff(old: StrPath, new: StrPath | None = None) -> Diff:
    """Return what differs between two workbooks, each the path of an .xlsx file, or a template.

    A template, the path of a .toml file or the name of a shipped one, is built for this.  A single
    workbook is compared with what `Template.build` makes today of the template and the strategies
    from which the workbook was built.  ``Diff.is_same`` says whether both mean the same,
    ``Diff.differences`` what differs, and the text of a ``Diff`` is its report:
    ``found = xlbuilder.diff("mine.xlsx"); assert found.is_same, str(found)``.

    Raises WorkbookError when a file cannot be read, or does not say what it was built from,
    TemplateError with all problems of a template.
    """
    if new is None:
        return _with_built(os.fspath(old))
    pair = os.fspath(old), os.fspath(new)
    one, other = (read(Path(text)) if is_workbook(text) else built(load(text)) for text in pair)
    return replace(compared_sides(*sides(one, other)), old=pair[0], new=pair[1])


def where_changed(path: Path) -> str:
    """Return a line about where a workbook differs from what it was built from; "" if nowhere."""
    try:
        found = diff(path)
    except XlbuilderError:
        return ""
    places = [each.place for each in found.meaningful]
    more = f" and {len(places) - _PLACES_TOLD:,} more places" * (len(places) > _PLACES_TOLD)
    shown = ", ".join(places[:_PLACES_TOLD]) + more
    told = f"{path}: differs from {found.old} in {shown}; xlbuilder diff {path} shows it"
    return told if places else ""


def read_origin(model: Model) -> None:
    """Read the template of a workbook, if it is there, so that no output replaces this file.

    `where_changed` reads the template again, when the output is already written.
    """
    with suppress(XlbuilderError):
        if origin := Origin.from_properties(model.properties):
            loaded_from(origin, model.path)


def _with_built(path: str) -> Diff:
    """Compare a workbook with what its template builds today."""
    mine = read(Path(path))
    origin = Origin.from_properties(mine[0].properties)
    if origin is None:
        raise WorkbookError(
            f"{path}: does not say which template it was built from; to compare it with one,"
            f" such as sudoku: xlbuilder diff sudoku {path}"
        )
    compared = compared_sides(*sides(built(loaded_from(origin, Path(path)), origin), mine))
    notes = compared.notes
    if origin.version != __version__:
        text = f"built by xlbuilder {origin.version}; what changed since then up to {__version__}"
        notes = (*notes, f"{path}: was {text} is listed too")
    return replace(compared, old=origin.command, new=path, notes=notes)


def sides(one: Read, other: Read) -> tuple[Side, Side]:
    """Return two workbooks as sides of a comparison."""
    return Side(*one, {}), Side(*other, paired(one[0], other[0]))


def compared_sides(old: Side, new: Side) -> Diff:
    """Compare two workbooks that were read.

    Raises WorkbookError when a workbook has elements too deep within each other.
    """
    facts = (*differences(old, new), *format_differences(old, new))
    order = {aspect: place for place, aspect in enumerate(Aspect)}
    try:
        everything = [*facts, *remaining(old, new, facts)]
    except RecursionError:
        text = "has too many elements within each other; save it again in Excel"
        raise WorkbookError(f"{new.model.path}: {text}") from None
    found = tuple(sorted(everything, key=lambda each: order[each.aspect]))
    return Diff(str(old.model.path), str(new.model.path), found, tuple(_notes(old, new, found)))


def _notes(old: Side, new: Side, found: tuple[Difference, ...]) -> Iterator[str]:
    path = new.model.path
    if len(old.comments) > 1 and not new.comments and new.names:
        yield f"the comments of {len(old.comments)} names are lost in {path}"
    if now := list(faults(new.model)):
        known = set(faults(old.model))
        yield from (f"{path}: {fault}" for fault in now if fault not in known)
    aspects = {each.aspect for each in found}
    is_asked = Aspect.NAME in aspects and Aspect.PROSE not in aspects
    if is_asked and (guides := old.prose & new.prose):
        yield f"the sheet {', '.join(sorted(guides))} still says what it said before"


def read(path: Path, file: bytes | None = None) -> Read:
    """Read all of a workbook file, or of its bytes; raises WorkbookError as `read_workbook`."""
    not_followed: dict[str, str] = {}
    data = read_guarded(path, file, not_followed)
    model, looks = model_of(path, data, not_followed), looks_of(path, data)
    with damage_reported(path):
        return model, looks, read_package(data)


def built(loaded: LoadedTemplate, origin: Origin | None = None) -> Read:
    """Build a template and read it back, with the options of ``origin``."""
    asked = origin or loaded.origin
    if asked.plain:
        loaded = replace(loaded, template=loaded.written)
    file = uncalculated(loaded, protect=not asked.unprotected, edition=asked.names)
    path = Path(f"{loaded.name}.xlsx")
    return read(path, file)


def loaded_from(origin: Origin, path: Path) -> LoadedTemplate:
    """Load the template of the workbook ``path``; its files may lie beside the workbook."""
    folder = path.parent

    def near(text: str) -> str:
        if not text.endswith(".toml") or Path(text).is_file():
            return text
        if (folder / text).is_file():
            return str(folder / text)
        raise WorkbookError(
            f"{path}: was built from {text}, which is not here; give the template:"
            f" xlbuilder diff FILE.toml {path}"
        )

    return load(near(origin.template), tuple(map(near, origin.added)), origin.removed)
