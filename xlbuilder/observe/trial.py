"""An easy puzzle is typed into what may be the input: which boards become its solution."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from xlbuilder.drive.spacing import cells_of
from xlbuilder.errors import EngineError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import Infix, Text, walk
from xlbuilder.formula.values import Value
from xlbuilder.observe.candidates import digit_of, is_digit_or_nothing
from xlbuilder.recalc.choices import Start
from xlbuilder.recalc.dirty import only_dirty
from xlbuilder.recalc.engines import OWN_STARTS, Session, open_workbook
from xlbuilder.recalc.needed import only_needed
from xlbuilder.recalc.schedule import FILE, Schedule
from xlbuilder.xlsx.model import Model

_EASY = "020703009105400762479602031013520694296148300704930128581064073347895206962070485"
_SOLVED = "628713549135489762479652831813527694296148357754936128581264973347895216962371485"
"""A puzzle that naked singles solve, and its solution.

It is no well-known puzzle: a workbook may hold the solution of one, and keep it."""
_FEW_CLUES = _EASY[:18].ljust(81, "0")
"""Its first two rows: no solver without guesses gets far."""
_MOST_WORDS = 3
"""The most texts that are typed into a switch."""

Step = tuple[Area, Value]


class Way(NamedTuple):
    """How a puzzle is run that has been typed in."""

    start: Start
    steps: tuple[Step, ...] = ()
    """What is typed into a switch, one after the other; a recalculation follows each step."""


class Outcome(NamedTuple):
    """A board that became the solution of the easy puzzle."""

    given: Area
    """The input."""
    shown: Area
    way: Way
    is_of_digits: bool
    """Whether it showed the clues, and else nothing or one digit a cell, also when few clues were
    typed; a board of candidates shows more, a board of what is found next shows less."""
    is_of_numbers: bool
    """Whether its digits are numbers, and no texts."""


def tried(
    model: Model,
    inputs: Sequence[Area],
    boards: Sequence[Area],
    switches: Mapping[Area, Collection[Value]],
    recalculations: int,
) -> list[Outcome]:
    """Return which of the ``boards`` become the solution of a puzzle typed into which input.

    The workbook starts as `verify` does, then with the values of the file, then with each of some
    values in each of the ``switches``, before or after the value that the file has; the first way
    counts that leads to a solution.  Returns nothing if the workbook cannot be calculated.
    """
    if not (inputs and boards):
        return []
    schedule = Schedule(Schedule().order, Start(OWN_STARTS["fast"]), recalculations=recalculations)
    entered = [*inputs, *switches]
    try:
        needed = only_needed(only_dirty(model, entered), boards)
        trial = _Trial(open_workbook("fast", needed, schedule), schedule, boards)
    except (EngineError, WorkbookError):
        if len(inputs) == 1:
            return []
        alone = (tried(model, [each], boards, switches, recalculations) for each in inputs)
        return [outcome for found in alone for outcome in found]
    ways = [Way(schedule.start), Way(FILE)]
    for switch, values in switches.items():
        own = switch, model.values[switch]
        for other in ((switch, value) for value in values):
            ways += [Way(schedule.start, (own, other)), Way(schedule.start, (other, own))]
    for way in ways:
        if found := [outcome for given in inputs for outcome in trial.outcomes(given, way)]:
            return found
    return []


class _Trial:
    """A workbook into which puzzles are typed."""

    def __init__(self, session: Session, schedule: Schedule, boards: Sequence[Area]) -> None:
        self._session = session
        self._schedule = schedule
        self._boards = boards
        self._cells = {cell for board in boards for cell in cells_of(board)}

    def outcomes(self, given: Area, way: Way) -> list[Outcome]:
        """Return the boards that show the solution of the easy puzzle."""
        shown = self._run(given, way, _EASY)
        right = [
            board
            for board in self._boards
            if all(
                digit_of(shown.get(cell)) == int(digit)
                for cell, digit in zip(cells_of(board), _SOLVED, strict=True)
            )
        ]
        few = self._run(given, way, _FEW_CLUES) if right else {}
        return [
            Outcome(
                given,
                board,
                way,
                all(
                    digit_of(few.get(cell)) == int(clue)
                    if int(clue)
                    else is_digit_or_nothing(few.get(cell))
                    for cell, clue in zip(cells_of(board), _FEW_CLUES, strict=True)
                ),
                not any(isinstance(shown.get(cell), str) for cell in cells_of(board)),
            )
            for board in right
        ]

    def _run(self, given: Area, way: Way, puzzle: str) -> Mapping[Area, Value]:
        """Return what the cells of the boards show; nothing if it cannot be calculated."""
        session = self._session
        if session.schedule.start == way.start:
            session.restart()
        else:
            session.follow(replace(self._schedule, start=way.start))
        for cell, digit in zip(cells_of(given), puzzle, strict=True):
            session.enter(cell, float(digit) if int(digit) else None)
        try:
            for cell, value in way.steps:
                session.enter(cell, value)
                session.recalculate()
            if not way.steps:
                session.recalculate()
        except EngineError:
            return {}
        return {cell: session.read(cell)[0] for cell in self._cells}


def other_values(model: Model, switch: Area, readers: Collection[Area]) -> list[Value]:
    """Return what may be typed into a switch beside what it holds.

    For a text these are the texts with which the ``readers``, the formulas that read the switch,
    compare something, and nothing.
    """
    held = model.values[switch]
    if isinstance(held, bool):
        return [not held]
    if isinstance(held, float):
        return [1.0 - held]
    compared = {
        text.value: None
        for reader in readers
        if reader in model.formulas
        for part in walk(model.formulas[reader])
        if isinstance(part, Infix) and part.operator in ("=", "<>")
        for text in (part.left, part.right)
        if isinstance(text, Text) and text.value not in ("", held)
    }
    return [*[*compared][:_MOST_WORDS], None]
