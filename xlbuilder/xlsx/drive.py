"""How a program uses a workbook: where the puzzle goes, what to do, where the solution stands.

A template has it as table ``[drive]``, the file carries it as custom document properties (Excel:
File > Info > Properties > Advanced), and proof/solver.py follows it.  A workbook without these
properties is used by the names of the published workbook.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from xlbuilder.errors import WorkbookError
from xlbuilder.formula.values import LARGEST_WHOLE

MAX_STEPS = 20
"""At most, because each step is a recalculation."""

MAX_ENTRIES = 1_000
"""At most: values that a step enters, words that a status has, and codes of each word."""

_MAX_CHARACTERS = 100_000
_PREFIX = "xlbuilder "
OPTIONAL = (
    *("candidates", "status", "status_text", "rating", "rating_text"),
    *("placements", "why", "asked", "asked_lines", "asked_names"),
)
"""The fields of `Drive` for boards and cells that a workbook may lack."""
_REASON = "reason "
_PLACED = "placed "


@dataclass(frozen=True)
class Gone:
    """How the board of candidates shows that one is gone; one that is there shows its digit.

    A candidate is *gone for good* when it was removed while no guess was made: it cannot come back.
    """

    for_good_above: int | None = None
    """A candidate that is gone shows a number below 1; above this number it is gone for good.
    None: it shows no number, and it is gone for good when the workbook has come to rest."""
    reason_digits: int = 0
    """How many of the last digits of the number are the number of the reason."""
    reasons: tuple[tuple[int, str], ...] = ()
    """What the numbers of the reasons stand for."""
    unless: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Cells with values: while a cell has one of its values, the board is not about this puzzle."""


@dataclass(frozen=True)
class Drive:
    """How a workbook is used: its boards, and the steps of one run.

    Cells are given by their names, or, in a workbook without names, by references such as
    ``Main!$D$4:$L$12``.
    """

    input: str = "in_board"
    solution: str = "sol_board"
    candidates: str | None = "val_board"
    steps: tuple[tuple[tuple[str, str | int], ...], ...] = (
        (("state", "Reset"),),
        (("state", "Solve"),),
    )
    """In each step, values for cells; one recalculation follows each step."""
    status: str | None = None
    """The cell with the code of the status."""
    status_text: str | None = None
    """The cell with the words of the status."""
    rating: str | None = None
    """The cell with the rating of the puzzle as a number."""
    rating_text: str | None = None
    """The cell with the rating in words."""
    placements: str | None = None
    """The board of numbers that say why each digit was placed (proof/reasons.py)."""
    why: str | None = None
    """The board that says in words why each digit stands."""
    asked: str | None = None
    """The cell that takes the address of a cell, to say why candidates are gone there."""
    asked_lines: str | None = None
    """The nine cells that say it, a digit each."""
    asked_names: str | None = None
    """The nine cells with the name of the reason, where its number stands for several."""
    says: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """What the codes say: words of sudoku/verdict.py, `Says`, each with its codes."""
    gone: Gone | None = Gone()
    """None when the workbook does not say how to read its candidates, which are not judged then."""
    placed: tuple[tuple[int, str], ...] = ()
    """The names that place digits, each with its number in a placement."""
    monotone: bool = False
    """Whether its strategies leave the same candidates, in whatever order cells are calculated."""
    recalculations: int | None = None
    """After each step at most, as with F9; None: as many as the engine takes by itself."""

    @property
    def optional(self) -> dict[str, str]:
        """The boards and cells that a workbook may lack, and this one has, by their fields."""
        return {key: name for key in OPTIONAL if (name := getattr(self, key)) is not None}

    @property
    def boards(self) -> dict[str, str]:
        """The boards, each by the word for what it is."""
        boards = {"input": self.input, "solution": self.solution}
        return boards if self.candidates is None else {**boards, "candidates": self.candidates}

    def to_properties(self) -> dict[str, str]:
        """Return the drive as document properties."""
        said = {
            "input": self.input,
            "solution": self.solution,
            "steps": json.dumps([dict(step) for step in self.steps]),
            **self.optional,
            "says": json.dumps(dict(self.says)) if self.status else None,
        }
        if self.gone is not None:
            gone = replace(self.gone, reasons=())  # Excel's texts here end at 255 characters
            said["gone"] = json.dumps({**asdict(gone), "unless": dict(gone.unless)})
            said |= {f"{_REASON}{number}": words for number, words in self.gone.reasons}
        said |= {f"{_PLACED}{number}": name for number, name in self.placed}
        said["monotone"] = "true" if self.monotone else None
        said["recalculations"] = str(self.recalculations) if self.recalculations else None
        return {_PREFIX + key: value for key, value in said.items() if value is not None}

    @classmethod
    def from_properties(cls, properties: Mapping[str, str], path: Path) -> "Drive":
        """Return the drive that ``properties`` hold, or that of the published workbook if none do.

        Raises WorkbookError, which names the workbook ``path``, when they are damaged, or exceed
        MAX_STEPS or MAX_ENTRIES.
        """
        found = {
            key.removeprefix(_PREFIX): value
            for key, value in properties.items()
            if key.startswith(_PREFIX)
        }
        if not found:
            return cls()
        try:
            steps = tuple(
                tuple((str(name), _entered(value)) for name, value in _few(step).items())
                for step in _few(_json(found["steps"]), MAX_STEPS)
            )
            says = tuple(
                (str(word), tuple(_whole(code) for code in _few(codes)))
                for word, codes in _few(_json(found.get("says", "{}"))).items()
            )
            return cls(
                input=found["input"],
                solution=found["solution"],
                **{key: found.get(key) for key in OPTIONAL},
                steps=steps,
                says=says,
                gone=_gone(found),
                placed=_numbered(found, _PLACED),
                monotone=found.get("monotone") == "true",
                recalculations=int(found["recalculations"]) if "recalculations" in found else None,
            )
        except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
            raise WorkbookError(
                f"{path}: its document properties {_PREFIX.strip()} … are damaged; build the"
                " workbook again"
            ) from None


def _json(text: str) -> Any:
    if len(text) > _MAX_CHARACTERS:
        raise ValueError(text)
    return json.loads(text)


def _few(found: Any, most: int = MAX_ENTRIES) -> Any:
    if len(found) > most:
        raise ValueError(found)
    return found


def _gone(found: Mapping[str, str]) -> Gone | None:
    if "gone" not in found:
        return None
    said = _few(_json(found["gone"]))
    above = said["for_good_above"]
    return Gone(
        for_good_above=None if above is None else _whole(above),
        reason_digits=_whole(said["reason_digits"]),
        reasons=_numbered(found, _REASON),
        unless=tuple(
            (str(cell), tuple(_whole(value) for value in _few(values)))
            for cell, values in _few(said["unless"]).items()
        ),
    )


def _numbered(found: Mapping[str, str], prefix: str) -> tuple[tuple[int, str], ...]:
    """Return the words of the keys with this prefix, each with the number behind it, in order."""
    keys = [key for key in found if key.startswith(prefix)]
    return tuple(sorted((int(key.removeprefix(prefix)), found[key]) for key in keys))


def _entered(value: object) -> str | int:
    return value if isinstance(value, str) else _whole(value)


def _whole(value: object) -> int:
    if not isinstance(value, int) or abs(value) > LARGEST_WHOLE:
        raise TypeError(value)
    return value
