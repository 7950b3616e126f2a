"""Checks the formulas of a template as they are written: what Excel would refuse or change.

openpyxl writes any text; what is not found here, Excel's repair dialog finds.  Formulas that are
sound as written are then looked at in each cell (bound.py).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import chain, islice

from xlbuilder.errors import FormulaError, did_you_mean
from xlbuilder.formula.bind import Binder, binder_of
from xlbuilder.formula.extents import Gives, extent_of
from xlbuilder.formula.functions import ARRAYS, RANGES, function_of
from xlbuilder.formula.limits import MAX_CHARACTERS, problems_with_formula
from xlbuilder.formula.ordinary import Ordinary
from xlbuilder.formula.parse import parse, references
from xlbuilder.formula.tree import (
    Array,
    Call,
    Infix,
    Name,
    Node,
    Reference,
    children,
    to_text,
    walk,
)
from xlbuilder.template.calls import calls_of_names, names_in, reached
from xlbuilder.template.check.bound import BoundFormulas
from xlbuilder.template.check.circle import boards_not_seen
from xlbuilder.template.formulas import Formula, formulas, known_names, one_line
from xlbuilder.template.limits import MAX_CALLS, MAX_FORMULAS, MAX_NAMES, MAX_PROBLEMS
from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import named_areas
from xlbuilder.template.schema import Template

_SHOWN = 60
"""Characters of a part of a formula in a message."""


def check_formulas(template: Template) -> tuple[Problem, ...]:
    """Return the first MAX_PROBLEMS problems of all formulas.

    One command often loads a template several times, as `try`, `test` and `steps` do, and most of
    that time goes into this check.  So the problems are remembered by the content of the template.
    """
    return _checked(_Content(template.model_dump_json(), template))


@dataclass(frozen=True)
class _Content:
    """A template, equal to any other of the same content."""

    text: str
    template: Template = field(compare=False)


@lru_cache(maxsize=16)
def _checked(content: _Content) -> tuple[Problem, ...]:
    return tuple(islice(dict.fromkeys(_problems(content.template)), MAX_PROBLEMS))


def _problems(template: Template) -> Iterator[Problem]:
    """Yield the problems of all formulas; formulas that are sound as written are bound too."""
    if problems := list(_too_much(template)):
        yield from problems
        return
    unsound = set()
    are_all_read = len(calls_of_names(template)) == len(template.names)
    binder = binder_of(known_names(template) if are_all_read else {})
    known = {name.lower(): name for name in (*named_areas(template), *template.names)}
    written = (_check_written(template, formula, binder, known) for formula in formulas(template))
    for problem in chain(_check_calls(template), *written):
        unsound.add(problem.place[:2])
        yield problem
    words = {name.lower() for table, name in unsound if table == "names"}
    if words:
        names = {name: one for name, one in template.names.items() if name.lower() not in words}
        template = template.model_copy(update={"names": names})
        binder = binder_of(known_names(template))
    check = BoundFormulas(template, binder)
    ordinary = Ordinary(known_names(template))
    is_fine = not unsound
    for formula in formulas(template):
        is_sound = formula.place[:2] not in unsound
        if words and is_sound:
            is_sound = words.isdisjoint(check.called(formula.text))
        if is_sound and not formula.is_name:
            for problem in chain(
                _check_ordinary(formula, ordinary, known), check.problems(formula)
            ):
                is_fine = False
                yield problem
    if is_fine:
        yield from boards_not_seen(template, check)


def _too_much(template: Template) -> Iterator[Problem]:
    """Yield what would take long to be read; nothing else is checked then."""
    characters = 0
    for formula in formulas(template):
        characters += len(formula.text)
        if len(formula.text) > 4 * MAX_CHARACTERS:
            text = f"is {len(formula.text):,} characters long; split it into names"
            yield Problem(formula.place, text)
    if characters > MAX_FORMULAS:
        text = f"the formulas have {characters:,} characters together; {MAX_FORMULAS:,} at most"
        yield Problem(("workbook",), text)
    if len(template.names) > MAX_NAMES:
        text = f"there are {len(template.names):,} names; {MAX_NAMES:,} at most"
        yield Problem(("workbook",), text)


def check_built(built: Template, written: Template) -> Iterator[Problem]:
    """Yield the formulas that grow beyond Excel's limits when the workbook is built.

    ``written`` is the template as its authors wrote it, and passed `check_formulas`; ``built`` has
    what building adds.
    """
    before = {formula.place: formula.text for formula in formulas(written)}
    after = {formula.place: formula.text for formula in formulas(built)}
    for place, text in after.items():
        if text != before.get(place):
            try:
                problems = list(problems_with_formula(text, parse(text)))
            except FormulaError as error:
                problems = [str(error)]
            for problem in problems:
                yield Problem(place, f"{problem} (counted with what building adds)")


def unused(template: Template) -> list[tuple[str, str]]:
    """Return the names and cells (``("names", "onetonine")``) that nothing leads to.

    What counts as used: boards, cells with a formula, what their formulas call, and the cells that
    ``drive`` fills.
    """
    drive = template.drive
    called = [names_in(parse(each.text)) for each in formulas(template) if not each.is_name]
    words = chain(*(drive.steps if drive else []), *called)
    wanted = reached(map(str.lower, words), calls_of_names(template))
    places = [("names", name) for name in template.names]
    places += [("cells", name) for name, entry in template.cells.items() if entry.formula is None]
    return [place for place in places if place[1].lower() not in wanted]


def _check_written(
    template: Template, formula: Formula, binder: Binder, known: Mapping[str, str]
) -> Iterator[Problem]:
    """Check one formula by itself: its syntax, its references, the names and functions it calls.

    ``known`` spells all names as the template does, by their lower case.
    """
    place = formula.place
    if not formula.text.startswith("="):
        yield Problem(place, "begins without =; put one in front")
    try:
        node = parse(formula.text)
    except FormulaError as error:
        yield Problem(place, str(error))
        return
    for problem in problems_with_formula(formula.text, node):
        yield Problem(place, problem)
    yield from _check_references(template, formula)
    for word in dict.fromkeys(part.text for part in walk(node) if isinstance(part, Name)):
        if word.lower() not in known:
            hint = did_you_mean(word, known.values(), "define it in [names]")
            yield Problem(place, f"uses the unknown name {word}; {hint}")
        elif (entry := template.places.get(known[word.lower()])) and not entry.named:
            yield Problem(place, f"uses {word}, which has named = false; leave that out")
    if not formula.is_name:
        yield from _check_scalar(template, formula, node, binder)
    # MS-OI29500 on conditional formats: no constant arrays, no unions, no intersections.
    parts = [] if formula.is_name or formula.is_held else list(walk(node))
    if any(isinstance(part, Array) for part in parts):
        taker = "whole_number" if formula.is_bound else "a conditional format"
        yield Problem(place, f"{taker} takes no constant array; move it into a name")


def _check_references(template: Template, formula: Formula) -> Iterator[Problem]:
    """Check the sheets of references; in a name, also from which cell they are meant."""
    sheet = template.workbook.sheet
    written = references(parse(formula.text))
    for reference in written:
        text = to_text(reference)
        if reference.sheet is None and formula.is_name:
            yield Problem(formula.place, f"{text} has no sheet; in a name write {sheet}!{text}")
        elif reference.sheet not in (None, sheet):
            yield Problem(formula.place, f"{text} is on an unknown sheet; there is only {sheet}")
    if not formula.is_name:
        return
    entry = template.names[formula.owner]
    if entry.entered_from is not None:
        if entry.inline:
            text = "the name is inline, so it is entered in many cells; leave one of the two out"
            yield Problem((*formula.place[:2], "entered_from"), text)
    elif relative := [to_text(reference) for reference in written if reference.is_relative]:
        yield Problem(
            formula.place,
            f"{relative[0]} is relative; add entered_from = the cell from which it is meant",
        )


def _check_calls(template: Template) -> Iterator[Problem]:
    """Look for names that call themselves (boards and cells may: that is the iteration)."""
    spelled = {name.lower(): name for name in template.names}
    calls = {word: spelled.keys() & called for word, called in calls_of_names(template).items()}
    while True:
        sorter = TopologicalSorter(calls)
        try:
            order = list(sorter.static_order())
            break
        except CycleError as error:
            circle = error.args[1][::-1]
            text = f"the name calls itself: {' > '.join(circle)}"
            yield Problem(("names", spelled[circle[0]], "formula"), text)
            del calls[circle[0]]
    levels: dict[str, int] = {}
    for word in order:
        levels[word] = 1 + max((levels[below] for below in calls.get(word, ())), default=0)
        if levels[word] == MAX_CALLS + 1:
            text = f"more than {MAX_CALLS} names call each other, one below the other"
            yield Problem(("names", spelled[word], "formula"), text)
            return


def _check_scalar(
    template: Template, formula: Formula, node: Node, binder: Binder
) -> Iterator[Problem]:
    """Look for ranges and arrays outside functions like SUM: a cell takes one value.

    Excel would intersect the range with the cell's row or column and show an @.
    """
    host = next(formula.area.cells())

    def is_range(part: Node) -> bool:
        match part:
            case Reference(_, first, last):
                return first != last
            case Name():
                try:
                    return extent_of(binder.bind(part, host)).gives is not Gives.ONE
                except FormulaError:
                    return False  # said where that name is checked
            case Array() | Infix(":", _, _):
                return True
            case _:
                return False

    def first_range(node: Node) -> Node | None:
        pending = [node]
        first = node if is_range(node) else None
        while pending and first is None:
            part = pending.pop()
            roles = function_of(part.function).takes if isinstance(part, Call) else frozenset()
            if roles and roles <= ARRAYS:
                continue
            takes_ranges = not roles.isdisjoint(RANGES)
            if not takes_ranges and not (isinstance(part, Infix) and part.operator == ":"):
                first = next(filter(is_range, children(part)), None)
            pending += children(part)
        return first

    place, several = formula.place, first_range(node)
    if several is None:
        return
    plugged = {name for into in template.plugs.values() for _, name in into}
    for name, deeper in _below(template, several, first_range):
        if name in plugged:  # the slots above it only ask for it
            place, several = ("names", name, "formula"), deeper
    kind = "array" if isinstance(several, Array) else "range"
    yield Problem(place, _one_value_expected(kind, to_text(several)))


def _check_ordinary(
    formula: Formula, ordinary: Ordinary, known: Mapping[str, str]
) -> Iterator[Problem]:
    """Look for arrays that only an array formula takes, in a formula and in the names it calls."""
    for name, part, function in ordinary.found(parse(formula.text)):
        place = formula.place if name is None else ("names", known[name], "formula")
        text = to_text(part)
        short = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        if function is None:
            yield Problem(place, _one_value_expected("range", short))
            continue
        yield Problem(
            place,
            f"{function} is given an array in {short}, of which it takes one value in a cell;"
            " multiply by what is true, as in SUMPRODUCT((range>0)*range)",
        )


def _one_value_expected(kind: str, text: str) -> str:
    return (
        f"uses the {kind} {text} where one value is expected;"
        " put it into a function such as SUM, COUNTIF or SUMPRODUCT"
    )


def _below(
    template: Template, found: Node, first_range: Callable[[Node], Node | None]
) -> Iterator[tuple[str, Node]]:
    """Yield the names through which a formula comes to a range, each with what it uses itself."""
    spelled = {name.lower(): name for name in template.names}
    while isinstance(found, Name) and (name := spelled.get(found.text.lower())):
        deeper = first_range(parse(one_line(template.names[name].formula)))
        if deeper is None or deeper == found:
            return
        yield name, deeper
        found = deeper
