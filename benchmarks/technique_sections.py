"""The techniques with their pictures, and the other strategies: parts of strategies.md."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from technique_pictures import picture

from xlbuilder.sudoku.rules import name_of
from xlbuilder.template.locate import shipped, strategies
from xlbuilder.template.schema import Strategy
from xlbuilder.template.strategy_ref import StrategyRef
from xlbuilder.workshop.cases import Case, read_cases

PICTURES = "pictures/techniques"
_HEAD = """\
The workbook finds [naked singles](../tutorial/basic.md#naked-singles),
[hidden singles](../tutorial/basic.md#hidden-singles) and
[locked candidates](../tutorial/basic.md#locked-candidates) by itself. Each technique below
is a file in [templates/strategies](../../templates/strategies).
[The ladder](../explanation/ladder.md) says how they wait for easier ones, and what a rating is.
R4C7 is row 4, column 7.

Each picture shows the first test of the file, and below it stands what the sheet says. In the
pictures

- digits that stand are bold, and one that is placed is green;
- candidates that go are red and struck out;
- candidates that the reason speaks of are on a disc. In a chain, discs of two colors are in turn
  true and false;
- the rows, columns and boxes that the reason names are yellow."""


@dataclass(frozen=True)
class Technique:
    """A strategy file that shows in its tests what it finds."""

    name: str
    file: Strategy
    case: Case
    """Its first test."""

    @property
    def title(self) -> str:
        """The title of the strategy."""
        return self.file.strategy.title

    @property
    def rung(self) -> int | None:
        """Its rung; None for a strategy that is not on the ladder."""
        rungs = self._of_rules("rung")
        return int(rungs[0]) if rungs else None

    @property
    def rating(self) -> str:
        """Its rating or ratings, as on the scale of Sudoku Explainer."""
        if self.rung is not None:
            return f"{self.rung / 10:.1f}"
        comments = (self.file.names[name].comment for name in self._of_rules("rating"))
        return ", ".join(
            sorted({each for text in comments for each in re.findall(r"\d\.\d", text)})
        )

    def _of_rules(self, field: str) -> list[str]:
        return [str(rule[field]) for rule in self.file.rules if field in rule]


def techniques() -> list[Technique]:
    """Return all techniques, from easy to hard; first those of the default workbook."""
    every = []
    for name, path in strategies().items():
        chosen = StrategyRef(path)
        file = chosen.read()
        if file.tests and file.variant.is_plain:
            every.append(Technique(name, file, read_cases(chosen)[0]))
    own = _main()["strategies"]
    return sorted(every, key=lambda one: (one.rung or own.index(one.name), one.name))


def pictures() -> dict[str, str]:
    """Return the picture of each technique, by the name of its file."""
    return {f"{one.name}.svg": picture(one.case) for one in techniques()}


def section() -> Iterator[str]:
    """Yield the blocks of the techniques, with a blank line between two of them."""
    yield _HEAD
    every = techniques()
    rows = [
        f"| [{one.title}](#{_anchor(one.title)}) | `{one.name}` | {one.rating} | {_in(one.name)} |"
        for one in every
    ]
    heads = ["| technique | strategy | rating | plugged in by |", "|---|---|---|---|"]
    yield "\n".join([*heads, *rows])
    for one in every:
        yield from _technique(one)


def other_strategies() -> Iterator[str]:
    """Yield the blocks of the strategies that are no patterns on the board."""
    files = {name: StrategyRef(path).read() for name, path in strategies().items()}
    shown = {one.name for one in techniques()}
    rows = [
        f"| `{name}` | {file.strategy.text} | {_in(name)} |"
        for name, file in files.items()
        if name not in shown and not file.strategy.library
    ]
    yield "\n".join(["| strategy | what it does | plugged in by |", "|---|---|---|", *rows])


def _technique(one: Technique) -> Iterator[str]:
    yield f"### {one.title}"
    yield one.file.strategy.text
    yield f"![{one.case.name}](../{PICTURES}/{one.name}.svg)"
    yield f"> {one.case.name}\n>\n> {_found(one.case)}"
    place = "no rung" if one.rung is None else f"rung {one.rung}"
    path = f"templates/strategies/{one.name}.toml"
    yield f"Rating {one.rating}, {place}. Plugged in by {_in(one.name)}. [{path}](../../{path})"


def _found(case: Case) -> str:
    placed = [f"{name_of(each[0])} is {each[1]}" for each in sorted(case.placed)]
    gone: dict[int, list[str]] = {}
    for cell, digit in sorted(case.eliminated):
        gone.setdefault(digit, []).append(name_of(cell))
    went = [f"{digit} goes from {', '.join(at)}" for digit, at in sorted(gone.items())]
    return "; ".join([*placed, *went])


def _in(name: str) -> str:
    """Return what plugs a strategy in."""
    main = _main()
    if name in main["strategies"]:
        return "the default workbook"
    presets = [f"`--with {preset}`" for preset, names in main["presets"].items() if name in names]
    return ", ".join(presets or [f"`--with {name}`"])


def _main() -> Any:
    return tomllib.loads(shipped()["sudoku"].read_text(encoding="utf-8"))


def _anchor(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
