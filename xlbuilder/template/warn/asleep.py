"""Which rules look at boards that sleep when the rule should work.

A board of a toolkit begins with ``IF(rung<41, 0, ...)`` or keeps its values below a rung; ``rung``
is a cell with ``wakes = true``.  A rule on a lower rung, or on none, finds nothing there, or finds
it late.
"""

from collections.abc import Iterator, Mapping

from xlbuilder.errors import Fault
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, Infix, Name, Node, Number, walk
from xlbuilder.template.calls import calls_of_names, names_in, reached
from xlbuilder.template.formulas import formulas
from xlbuilder.template.load import LoadedTemplate
from xlbuilder.template.schema import Template

_WORKS_FROM = "works_from"
"""The field of a rule that stands for several strategies: the rung from which it works."""


def asleep(loaded: LoadedTemplate) -> Iterator[Fault]:
    """Yield each rule that is on a lower rung than a board that it reads, or that asks it.

    A rule of a library is left out: the strategies that use the library say the rung.
    """
    template = loaded.written
    drive = template.drive
    rung = drive.gone.rungs if drive and drive.gone else None
    if rung is None:
        return
    sleeping = _sleeping(template)
    calls = calls_of_names(template)
    asking = _asking(template, sleeping, calls)
    read = zip(loaded.strategies, template.plugged, strict=True)
    paths = {one.name: one.path for one, about in read if not about.library}
    for strategy, fields in template.rules:
        boards = reached(map(str.lower, fields.values()), calls) & sleeping.keys()
        boards |= {board for field in fields for board in asking.get(field, ())}
        stands = fields.get(_WORKS_FROM, fields.get(rung, "0"))
        if strategy not in paths or asking.keys().isdisjoint(fields) or not stands.isdecimal():
            continue
        board = max(boards, key=lambda name: sleeping[name], default=None)
        if board is not None and int(stands) < (least := sleeping[board]):
            text = f"{rung} = {stands}" if rung in fields else f"a rule without {rung}"
            yield Fault(
                paths[strategy],
                f"{text}: the board {board} sleeps below {rung} {least}, where the rule finds"
                f" nothing; write {rung} = {least}, or more",
                ("rules",),
            )


def _sleeping(template: Template) -> dict[str, int]:
    """Return the boards and cells that sleep, in lower case, each with the rung that wakes it."""
    waking = {name.lower() for name, cell in template.cells.items() if cell.wakes}
    found = {}
    for formula in formulas(template):
        if formula.is_held and (rungs := [*_rungs(parse(formula.text), waking)]):
            found[formula.owner.lower()] = max(rungs)
    return found


def _rungs(node: Node, waking: set[str]) -> Iterator[int]:
    """Yield each N of ``IF(rung<N, ...)`` in a formula."""
    for part in walk(node):
        match part:
            case Call("IF", (Infix("<", Name(word), Number(least)), *_)) if word.lower() in waking:
                yield int(least)


def _asking(
    template: Template, sleeping: Mapping[str, int], calls: Mapping[str, set[str]]
) -> dict[str, set[str]]:
    """Return the sleeping boards that ask for the rules with a field, by the field."""
    called = {
        formula.owner.lower(): reached(names_in(parse(formula.text)), calls)
        for formula in formulas(template)
        if formula.is_held and formula.owner.lower() in sleeping
    }
    found: dict[str, set[str]] = {}
    for slot, entry in template.slots.items():
        for field in entry.fields[:1]:
            boards = {board for board, names in called.items() if slot.lower() in names}
            found.setdefault(field, set()).update(boards)
    return found
