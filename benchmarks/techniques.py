"""What strategies find in a library of positions, technique by technique, as a Markdown table.

python benchmarks/techniques.py LIBRARY [--strategy CODE,CODE=STRATEGY+STRATEGY]...

LIBRARY has a position and what one technique makes of it in each line, as HoDoKu's regression
library.  The strategies of a technique, names or files, are plugged in alone, together with what
they need; the codes of the shipped strategies are known.  The exit code is 1 when a strategy finds
something that is false.
"""

import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from common import arguments_of

from xlbuilder.observe.positions import STRATEGY
from xlbuilder.observe.steps import Round, Walker
from xlbuilder.sudoku.board import DIGITS, Candidate
from xlbuilder.sudoku.position import Position, read_candidates, read_position
from xlbuilder.sudoku.sat import Answers
from xlbuilder.template.load import load
from xlbuilder.template.locate import BARE
from xlbuilder.template.locate import strategies as shipped
from xlbuilder.template.strategy_ref import ref_of as strategy_of
from xlbuilder.workshop.way import walker_of

OF_TECHNIQUES = {
    "0110": "naked_pairs",
    "0111": "naked_triples",
    "0200": "naked_pairs",
    "0201": "naked_triples",
    "0202": "naked_quads",
    "0210": "hidden_pairs",
    "0211": "hidden_triples",
    "0212": "hidden_quads",
    "0300": "x_wing",
    "0301": "swordfish",
    "0302": "jellyfish",
    "0400": "skyscraper",
    "0401": "two_string_kite",
    "0402": "empty_rectangle",
    "0403": "empty_rectangle",
    "0500": "simple_colors",
    "0501": "simple_colors",
    "0502": "multi_colors",
    "0503": "multi_colors",
    "0600": "unique_rectangles",
    "0601": "unique_rectangles_2",
    "0602": "unique_rectangles_3",
    "0603": "unique_rectangles_4",
    "0610": "bug_plus_one",
    "0701": "x_chain",
    "0702": "xy_chain",
    "0703": "remote_pairs",
    "0800": "xy_wing",
    "0801": "xyz_wing",
    "0803": "w_wing",
}
"""The strategies that come with xlbuilder, if they do, by the codes of their techniques."""
TECHNIQUES = {
    "0000": "full house",
    "0002": "hidden single",
    "0003": "naked single",
    "0100": "locked candidates, pointing",
    "0101": "locked candidates, claiming",
    "0110": "locked pair",
    "0111": "locked triple",
    "0200": "naked pair",
    "0201": "naked triple",
    "0202": "naked quadruple",
    "0210": "hidden pair",
    "0211": "hidden triple",
    "0212": "hidden quadruple",
    "0300": "X-wing",
    "0301": "swordfish",
    "0302": "jellyfish",
    "0400": "skyscraper",
    "0401": "2-string kite",
    "0402": "empty rectangle",
    "0403": "turbot fish",
    "0500": "simple colors, both colors in sight",
    "0501": "simple colors, two of a color in sight",
    "0502": "multi colors 1",
    "0503": "multi colors 2",
    "0600": "unique rectangle 1",
    "0601": "unique rectangle 2",
    "0602": "unique rectangle 3",
    "0603": "unique rectangle 4",
    "0610": "BUG+1",
    "0701": "X-chain",
    "0702": "XY-chain",
    "0703": "remote pair",
    "0800": "XY-wing",
    "0801": "XYZ-wing",
    "0803": "W-wing",
}
HEAD = """# Techniques

    python benchmarks/techniques.py reglib.txt{options} > docs/results/techniques.md

The library `{name}` has positions, and what one technique makes of each: which candidates it
removes, or which digits it places. The table says what a strategy of ours finds in the positions of
a technique. The strategy is plugged into `{base}` alone, together with what it needs.

- *Found exactly*: what the strategy finds first, in one iteration, is what the library says.
- *Found more*: it also finds something else, then or before. A strategy may be more than one
  technique, and the library counts one instance of it.
- *Missed*: it does not find all that the library says before it comes to rest.
- *False*: something that it finds before it comes to rest is not true in a solution of the
  position.

In some lines of the library the technique must find nothing. They are counted by themselves. So are
those that are *not judged*, as their position has no solution: nothing is false of it.

A strategy takes the candidates that a position lacks as deleted from the beginning. A unique
rectangle whose corners need one of them to change places is missed: there may be one solution
because this candidate is gone.

| technique | code | strategies | lines | found exactly | found more | missed \
| lines with nothing to find | found there | false | not judged |
|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"""


COLUMNS = ("lines", "exactly", "more", "missed", "nothing", "there", "false", "not judged")
"""What is counted of a technique, in the order of a row."""


class LibraryLine(NamedTuple):
    """A position of HoDoKu's library, and what one technique makes of it."""

    technique: str
    """A code of four digits, the variant behind it: ``0300``, ``0606-2``."""
    position: Position
    eliminated: frozenset[Candidate]
    placed: frozenset[Candidate]


def main(library: Path, strategies: list[str], base: str) -> int:
    """Print a row for each technique that has strategies and lines.

    Returns 1 when a strategy finds something that is false, and 0 else.
    """
    known = {code: name for code, name in OF_TECHNIQUES.items() if name in shipped()}
    chosen = known | dict(pair for text in strategies for pair in _codes(text))
    lines: dict[str, list[LibraryLine]] = defaultdict(list)
    for number, text in enumerate(library.read_text("utf-8").splitlines(), 1):
        if text.startswith(":"):
            line = _line(text, f"{library}, line {number}")
            lines[line.technique.partition("-")[0].removesuffix("x")].append(line)
    codes: dict[str, list[str]] = defaultdict(list)
    for code in sorted(chosen.keys() & lines.keys()):
        codes[chosen[code]].append(code)
    options = "".join(f" --strategy {text}" for text in strategies)
    print(HEAD.format(name=library.name, options=options, base=base))
    rows: dict[str, str] = {}
    false = 0
    for names, alike in codes.items():
        wanted = names.split("+")
        walker = walker_of(load(base, [*wanted, STRATEGY], own=False))
        shown = " + ".join(f"`{strategy_of(name).name}`" for name in wanted)
        for code in alike:
            counts = _counts(walker, lines[code])
            false += counts["false"]
            row = " | ".join(str(counts[column]) for column in COLUMNS)
            rows[code] = f"| {TECHNIQUES.get(code, '')} | {code} | {shown} | {row} |"
    for code in sorted(rows):
        print(rows[code])
    return int(false > 0)


def _line(text: str, source: str) -> LibraryLine:
    """Return what a line says: ``:technique:candidates:digits:deleted:eliminated:placed:more``."""
    _, technique, _, _, _, *found = text.split(":")[:7]
    eliminated, placed = (
        read_candidates(each, source) if each.strip() else frozenset[Candidate]() for each in found
    )
    return LibraryLine(technique, read_position(text, source), eliminated, placed)


def _codes(text: str) -> list[tuple[str, str]]:
    """Return the codes of ``0200,0201=naked_pairs+naked_triples``, each with its strategies."""
    codes, equals, names = text.partition("=")
    if not equals:
        raise SystemExit(f"--strategy {text}: write CODE=STRATEGY, such as 0200=naked_pairs.toml")
    return [(code.strip(), names) for code in codes.split(",")]


def _counts(walker: Walker, lines: list[LibraryLine]) -> Counter[str]:
    """Return what was found in the lines of one technique, by columns."""
    answers = Answers()
    counts: Counter[str] = Counter()
    for line in lines:
        if not _has_solution(line.position, answers):
            counts["not judged"] += 1
            continue
        rounds = list(walker.rounds(line.position)) or [Round()]
        found = rounds[0]
        counts["false"] += not all(_is_true(each, line.position, answers) for each in rounds)
        if line.technique.endswith("x"):  # it must find nothing
            counts.update(["nothing"], there=found != Round())
        elif found == (line.eliminated, line.placed):
            counts.update(["lines", "exactly"])
        else:
            counts.update(["lines", "more" if _is_among(line, rounds) else "missed"])
    return counts


def _has_solution(position: Position, answers: Answers) -> bool:
    first = [(0, digit) for digit in DIGITS]  # a solution has one of them in the first cell
    return bool(answers.true_among(position.board, first, position.deleted))


def _is_among(line: LibraryLine, rounds: list[Round]) -> bool:
    """Return whether the strategies found what the line says, perhaps later and with more."""
    eliminated, placed = (frozenset[Candidate]().union(*each) for each in zip(*rounds, strict=True))
    return line.eliminated <= eliminated and line.placed <= placed


def _is_true(found: Round, position: Position, answers: Answers) -> bool:
    """Return whether no solution has what went, and a solution has each digit that was placed."""
    board, deleted = position.board, position.deleted
    return not answers.true_among(board, found.eliminated, deleted) and all(
        answers.true_among(board, [each], deleted) for each in found.placed
    )


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--strategy", action="append", default=[], dest="strategies")
    parser.add_argument("--base", default=BARE)
    sys.exit(main(**vars(parser.parse_args())))
