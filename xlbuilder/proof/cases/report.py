"""The verdicts on all cases of a file, in words and as JSON."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from xlbuilder.errors import counted
from xlbuilder.formula.values import Value
from xlbuilder.proof.cases.compared import Rest
from xlbuilder.proof.cases.runs import Run
from xlbuilder.proof.cases.verdict import CaseKind, CaseVerdict, Help, Remedy


@dataclass(frozen=True, repr=False)
class CaseReport:
    """What became of the cases of one file; ``str()`` gives a line for each, and the counts."""

    path: Path
    """The file of the cases, or the template that has them."""
    workbook: str
    """The name of the workbook, without its folder."""
    results: tuple[CaseVerdict, ...]
    """In the order of the file."""
    engine: str
    orders: tuple[str, ...]
    starts: tuple[str, ...]

    @property
    def all_right(self) -> bool:
        """Whether every case is right."""
        return all(each.is_right for each in self.results)

    @property
    def counts(self) -> Mapping[CaseKind, int]:
        """How many cases are of each kind."""
        return Counter(each.kind for each in self.results)

    def __repr__(self) -> str:
        return f"<CaseReport: {self.path.name}, {self._counted()}>"

    def __str__(self) -> str:
        """Return a line for each case, the counts, and how the workbook was calculated."""
        lines = [f"{self.path.name}: {each}" for each in self.results]
        return "\n".join([*lines, self._counted(), self._how()])

    def to_json(self) -> str:
        """Return the JSON object that ``xlbuilder verify --cases --json`` prints."""
        counts = self.counts
        found = {
            "file": str(self.path),
            "workbook": self.workbook,
            "engine": self.engine,
            "orders": self.orders,
            "starts": self.starts,
            "cases": len(self.results),
            **{kind.name.lower(): counts.get(kind, 0) for kind in CaseKind},
            "verdicts": [_entry(each) for each in self.results],
        }
        return json.dumps(found, indent=1)

    def _counted(self) -> str:
        counts = self.counts
        kinds = [f"{counts[kind]} {kind.value}" for kind in CaseKind if counts.get(kind)]
        return f"{counted(len(self.results), 'case')}: {', '.join(kinds)}"

    def _how(self) -> str:
        taken = [most for each in self.results for run in each.runs for most in run.iterations]
        words = [f"engine {self.engine}", _listed("order", self.orders)]
        words.append(_listed("start", self.starts))
        if taken:
            least, most = min(taken), max(taken)
            to = f"{least:,} to " if least < most else ""
            words.append(f"{to}{counted(most, 'iteration')}")
        return "; ".join(words)


def _listed(word: str, names: tuple[str, ...]) -> str:
    return f"{word}{'s' * (len(names) > 1)} {', '.join(names)}"


def _entry(verdict: CaseVerdict) -> dict[str, Any]:
    differ, remedy = verdict.disagreement, verdict.remedy
    return {
        "name": verdict.name,
        "verdict": verdict.kind.name.lower(),
        "problems": verdict.problems,
        "runs": [
            {**_named(run), "iterations": run.iterations, "at_rest": run.at_rest}
            for run in verdict.runs
        ],
        "mismatches": [
            {
                "cell": each.cell,
                "expected": _plain(each.expected),
                "shown": [_rest(rest) for rest in (each.one, each.other) if rest is not None],
                "runs": each.runs,
            }
            for each in verdict.mismatches
        ],
        "difference": None
        if differ is None
        else {"cell": differ.cell, "rests": [_rest(differ.one), _rest(differ.other)]},
        "remedy": None if remedy is None else _of_remedy(remedy),
    }


def _of_remedy(remedy: Remedy) -> dict[str, Any]:
    said = {**asdict(remedy), "help": remedy.help.name.lower()}
    return {"help": said["help"]} if remedy.help is Help.ERROR_STAYS else said


def _named(run: Run) -> dict[str, str]:
    return {"order": run.order, "start": run.start}


def _rest(rest: Rest) -> dict[str, Any]:
    return {"value": _plain(rest.value), **_named(rest.run)}


def _plain(value: Value) -> float | str | bool | None:
    return value if value is None or isinstance(value, float | str | bool) else str(value)
