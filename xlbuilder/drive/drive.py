"""How a program uses a workbook: where the puzzle goes, what to do, where the solution stands.

A template has it as table ``[drive]``, the file carries it as custom document properties (Excel:
File > Info > Properties > Advanced), and observe/solver.py follows it.  A workbook without these
properties is used by the names of the published workbook.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator
from pydantic_core import from_json

from xlbuilder.errors import WorkbookError
from xlbuilder.formula.values import LARGEST_WHOLE
from xlbuilder.sudoku.rules import PLAIN, Rules, rules_with

MAX_STEPS = 20
"""At most, because each step is a recalculation."""

MAX_ENTRIES = 1_000
"""At most: values that a step enters, words that a status has, and codes of each word."""

MAX_HOUSES = 20
"""At most: boards of houses, and moves."""

Whole = Annotated[int, Field(strict=True, ge=-LARGEST_WHOLE, le=LARGEST_WHOLE)]
Codes = Annotated[list[Whole], Field(max_length=MAX_ENTRIES)]


def _checked(value: object) -> object:
    is_whole = isinstance(value, int) and abs(value) <= LARGEST_WHOLE
    if not (is_whole or isinstance(value, str)):
        raise ValueError("a text, a whole number, true or false")
    return value


Typed = Annotated[bool | int | str, PlainValidator(_checked)]
"""A value as somebody types it into a cell."""
Steps = Annotated[
    list[Annotated[dict[str, Typed], Field(max_length=MAX_ENTRIES)]], Field(max_length=MAX_STEPS)
]
"""In each step, values for cells, by the cells' names; one recalculation follows each step."""

_MAX_CHARACTERS = 100_000
_PREFIX = "xlbuilder "
_JSON = {
    *("steps", "says", "gone", "placed", "asked_words", "copies"),
    *("variant", "monotone", "recalculations", "all_formulas"),
}
"""The properties that hold JSON."""
_NUMBERED = {"gone": "reason ", "placed": "placed "}
"""How the properties begin that have the words of each number, by the key of the numbers."""
_LONGEST = 255
"""Characters: Excel's texts in document properties are no longer."""
_REST = re.compile(r"(.+) rest (\d{1,4})")
"""The keys of what does not fit into a property."""


class _Said(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class DriveNames(_Said):
    """The boards and cells that a program uses.

    They are given by their names, or, in a workbook without names, by references such as
    ``Main!$D$4:$L$12``.
    """

    input: str
    """The board that takes the puzzle, or the board or cell that the user fills."""
    solution: str
    candidates: str | None = None
    status: str | None = None
    """The cell that holds the code of the status."""
    status_text: str | None = None
    """The cell that holds the words of the status."""
    rating: str | None = None
    """The cell that holds the rating of the puzzle as a number, or a text where it has none."""
    rating_text: str | None = None
    """The cell that holds the rating in words."""
    placements: str | None = None
    """The board of numbers that say why each digit was placed (`Placed`)."""
    why: str | None = None
    """The board that says in words why each digit stands."""
    asked: str | None = None
    """The cell that takes the address of a cell, to say why candidates are gone there."""
    asked_lines: str | None = None
    """The cells that say it, a digit each."""
    asked_names: str | None = None
    """The cells with the name of the reason, where its number stands for several."""
    clues: str | None = None
    """The board of all clues, where some clues are not typed into ``input``."""

    @property
    def places(self) -> dict[str, str]:
        """The boards and cells that the workbook has, by their fields."""
        names = {key: getattr(self, key) for key in DriveNames.model_fields}
        return {key: name for key, name in names.items() if name is not None}


def _number(key: object) -> object:
    if isinstance(key, str):
        if not re.fullmatch("[0-9]{1,9}", key):
            raise ValueError("a number of one to nine digits")
        return int(key)
    return key


Reasons = dict[Annotated[int, BeforeValidator(_number)], Annotated[str, Field(max_length=_LONGEST)]]
"""What the numbers of reasons stand for: a name, or words."""


class Gone(_Said):
    """How the board of candidates shows that one is gone; one that is there shows its digit.

    A candidate is *gone for good* when it was removed while no guess was made: it cannot come back.
    """

    for_good_above: Whole | None = Field(None, le=0)
    """A candidate that is gone shows a number below 1.  If that number is above this one, the
    candidate went under no guess, so it is gone for good.  Where this is None, a candidate that is
    gone shows nothing, and it is gone for good when the workbook has come to rest."""
    reason_digits: int = Field(0, ge=0, le=9)
    """How many digits at the end of the number are the number of the reason."""
    unless: Annotated[dict[str, Codes], Field(max_length=MAX_ENTRIES)] = {}
    """Cells, and the values of these cells at which the candidates say nothing of the puzzle."""
    reasons: Reasons = {}


class Placed(_Said):
    """How the board of placements says why a digit was placed: with a number above 0.

    Where 200915 is a 5 that was placed for the reason 91 under 2 guesses, ``reason_digits`` is 2,
    ``digits_after`` is 1 and ``for_good_below`` is 100000.
    """

    for_good_below: Whole | None = Field(None, ge=1)
    """A digit was placed under no guess if its number is below this one; None: every digit."""
    reason_digits: int = Field(0, ge=0, le=9)
    """How many digits of the number are the number of the reason."""
    digits_after: int = Field(0, ge=0, le=9)
    """How many digits of the number follow after the number of the reason."""
    reasons: Reasons = {}


def _moves(value: list[int]) -> list[int]:
    if not any(value):
        raise ValueError("rows and columns, of which one at least is not 0")
    return value


_Far = Annotated[int, Field(strict=True, ge=0, le=8)]


class Variant(_Said):
    """How the rules of the puzzle differ from the rules of plain Sudoku."""

    model_config = ConfigDict(extra="forbid")

    houses: Annotated[list[str], Field(max_length=MAX_HOUSES)] = []
    """Boards of constants, a cell for each of the puzzle: the cells of a board that have the same
    number above 0 are a house, and hold different digits."""
    apart: Annotated[
        list[Annotated[list[_Far], Field(min_length=2, max_length=2), AfterValidator(_moves)]],
        Field(max_length=MAX_HOUSES),
    ] = []
    """Rows and columns: cells that are so far apart hold different digits."""
    boxes: bool = True
    """Whether the boxes are houses, as in plain Sudoku."""

    @property
    def is_plain(self) -> bool:
        """Return whether these are the rules of plain Sudoku."""
        return not (self.houses or self.apart) and self.boxes

    def rules(self, houses: Iterable[tuple[str, Iterable[int]]], side: int) -> Rules:
        """Return the rules, given the houses that the boards of ``houses`` show.

        ``side`` is the side of the puzzles.
        """
        if self.is_plain and side == PLAIN.side:
            return PLAIN
        moves = [(down, right) for down, right in self.apart]
        return rules_with(houses, moves, boxes=self.boxes, side=side)


def is_name(reason: str) -> bool:
    """Return whether the words of a reason are a name: one word, of a strategy or a technique."""
    return bool(reason) and " " not in reason


_Separator = Annotated[str, Field(min_length=1, max_length=100)]


class DriveKeys(DriveNames):
    """What a template and a file say alike."""

    steps: Steps = []
    gone: Gone | None = None
    """None when the workbook does not say how to read its candidates, which are not judged then."""
    placed: Placed | None = None
    """None when the workbook does not say how to read its placements."""
    asked_words: Annotated[list[_Separator], Field(min_length=2, max_length=2)] | None = None
    """In a line of ``asked_lines`` that gives a reason, the text before the words of the reason,
    and a text that may follow after them; None: lines say no reasons."""
    recalculations: int | None = Field(None, ge=1)
    """After each step at most, as with F9; None is as many as the engine takes by itself."""
    copies: Annotated[dict[str, str], Field(max_length=MAX_HOUSES + 1)] = {}
    """Boards that the user fills, each with the board that has its values as they are solved."""


class Drive(DriveKeys):
    """How a workbook is used: its boards, and the steps of one run."""

    says: Annotated[dict[str, Codes], Field(max_length=MAX_ENTRIES)] = {}
    """What the codes say: words of sudoku/verdict.py, `Says`, each with its codes."""
    variant: Variant = Variant()
    """The rules of the puzzle."""
    monotone: bool = False
    """Whether its strategies leave the same candidates, in whatever order cells are calculated."""
    all_formulas: bool = False
    """Whether formulas that nothing entered reaches are calculated too, though the file has their
    values."""

    def to_properties(self) -> dict[str, str]:
        """Return the drive as document properties."""
        said = {
            **self.places,
            "steps": json.dumps(self.steps),
            "says": json.dumps(self.says) if self.status else None,
        }
        for key, prefix in _NUMBERED.items():
            numbers: Gone | Placed | None = getattr(self, key)
            if numbers is not None:
                said[key] = json.dumps(numbers.model_dump(exclude={"reasons"}))
                said |= {f"{prefix}{number}": words for number, words in numbers.reasons.items()}
        said["asked_words"] = json.dumps(self.asked_words) if self.asked_words else None
        said["copies"] = json.dumps(self.copies)
        said["variant"] = None if self.variant.is_plain else self.variant.model_dump_json()
        said["monotone"] = "true" if self.monotone else None
        said["recalculations"] = str(self.recalculations) if self.recalculations else None
        said["all_formulas"] = "true" if self.all_formulas else None
        return {
            _PREFIX + key + (f" rest {number}" if number else ""): piece
            for key, value in said.items()
            if value is not None
            for number, piece in enumerate(_pieces(value))
        }

    @classmethod
    def from_properties(cls, properties: Mapping[str, str], path: Path) -> "Drive":
        """Return the drive that ``properties`` hold; without any, that of the published workbook.

        Raises WorkbookError, which names the workbook ``path``, when they are damaged, or exceed
        MAX_STEPS or MAX_ENTRIES.
        """
        found: dict[str, Any] = _whole(
            {
                key.removeprefix(_PREFIX): value
                for key, value in properties.items()
                if key.startswith(_PREFIX)
            }
        )
        if not found:
            return PUBLISHED
        try:
            for key in found.keys() & _JSON:
                found[key] = _json(found[key])
            for key, prefix in _NUMBERED.items():
                if key in found:
                    found[key] = {**found[key], "reasons": _numbered(found, prefix)}
            return cls.model_validate(found)
        except (ValueError, TypeError):
            raise WorkbookError(
                f"{path}: its document properties {_PREFIX.strip()} … are damaged; build the"
                " workbook again"
            ) from None


PUBLISHED = Drive(
    input="in_board",
    solution="sol_board",
    candidates="val_board",
    steps=[{"state": "Reset"}, {"state": "Solve"}],
    gone=Gone(),
    clues="clue_board",
    copies={"in_board": "given_board"},
)
"""How the published workbook is used."""


def _pieces(text: str) -> list[str]:
    """Return the pieces of a text that a property can hold, one at least."""
    return [text[at : at + _LONGEST] for at in range(0, len(text) or 1, _LONGEST)]


def _whole(found: Mapping[str, str]) -> dict[str, str]:
    """Return the values by their keys, each together with its pieces, in order."""
    pieces = [(rest, key) for key in found if (rest := _REST.fullmatch(key))]
    whole = {key: value for key, value in found.items() if not _REST.fullmatch(key)}
    for rest, key in sorted(pieces, key=lambda each: int(each[0][2])):
        whole[rest[1]] = whole.get(rest[1], "") + found[key]
    return whole


def _json(text: str) -> Any:
    if len(text) > _MAX_CHARACTERS:
        raise ValueError(text)
    return from_json(text)


def _numbered(found: Mapping[str, str], prefix: str) -> dict[int, str]:
    """Return the words of the keys with this prefix by the number behind it, in order."""
    keys = [key for key in found if key.startswith(prefix)]
    return dict(sorted((int(key.removeprefix(prefix)), found[key]) for key in keys))
