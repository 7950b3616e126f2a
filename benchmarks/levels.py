"""HoDoKu's level of puzzles beside our rating, as a Markdown page.

python benchmarks/levels.py PUZZLES... [--count COUNT] [--preset PRESET]

Each PUZZLES is a file with one puzzle a line, of which COUNT are drawn at random, always the same.
The package hodoku-py plays HoDoKu with its default techniques: pip install -e '.[hodoku]'.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from common import arguments_of, drawn_puzzles, spearman

from xlbuilder.generate.criteria import Criteria
from xlbuilder.generate.grades import Grader, grades_for
from xlbuilder.sudoku.sat import Answers

LEVELS = ["easy", "medium", "hard", "unfair", "extreme"]
BANDS = {2.3: "to 2.3", 2.8: "to 2.8", 3.4: "3.0 to 3.4", 4.0: "3.6 to 4.0", 4.9: "4.1 to 4.9"}
BANDS |= {9.9: "5.0 and more"}
"""The bands of our rating, by the highest rating of each."""
GUESSES = "Search"
"""The title of the strategy that guesses."""
HARDER_THAN_ALL = 10.0
"""Where guesses stand among the ratings."""
MOST = 15
"""So many pairs of techniques are listed."""
HEAD = """# Levels beside HoDoKu's

    python benchmarks/levels.py {files} --count {count} > docs/results/levels.md

HoDoKu (the package hodoku-py with its default techniques) gives a puzzle a level, and a score,
which is a sum over all steps. The workbook `sudoku` with `--with {preset}` gives it a
[grade](../reference/generate.md#grades), the hardest technique that it needs, and a
[rating](../explanation/ladder.md#the-rating), the number of this technique. Both were given
{total:,} puzzles: {count} of each list, drawn at random; the workbook solves all of them.
"""


@dataclass(frozen=True)
class Rated:
    """What the two say of a puzzle."""

    corpus: str
    level: str
    score: int
    theirs: str
    """The technique of HoDoKu's steps that scores most."""
    ours: str
    """The title of our grade."""
    number: float
    """Our rating; HARDER_THAN_ALL for guesses."""

    @property
    def band(self) -> str:
        """The band of our rating."""
        return GUESSES if self.ours == GUESSES else BANDS[min(b for b in BANDS if b >= self.number)]


def rated(corpora: Sequence[Path], count: int, preset: str) -> Iterator[Rated]:
    """Yield what the two say of the puzzles that are drawn from each corpus."""
    from hodoku.api import Solver  # noqa: PLC0415 - --help answers without it
    from hodoku.core.scoring import STEP_CONFIG  # noqa: PLC0415

    hodoku, answers = Solver(), Answers()
    grades = grades_for(Criteria(), Grader("sudoku", (preset,)))
    for corpus in corpora:
        for puzzle in drawn_puzzles(corpus, count):
            found = hodoku.solve(str(puzzle))
            steps = {step.type: STEP_CONFIG[step.type].base_score for step in found.steps}
            theirs = max(steps, key=lambda step: (steps[step], step.name))
            solution = answers.solution(puzzle)
            graded = grades.of(puzzle, solution) if solution else None
            if graded is None or graded.rating is None:
                raise SystemExit(f"{puzzle}: the workbook does not solve it")
            number = graded.rating.number or HARDER_THAN_ALL
            level = found.level.name.lower()
            yield Rated(corpus.stem, level, found.score, theirs.name, graded.grade.title, number)


def table(heads: Sequence[str], rows: Sequence[tuple[str, Sequence[object]]]) -> str:
    """Return a table in Markdown."""
    lines = [f"| {' | '.join(heads)} |", f"|---|{'---:|' * (len(heads) - 1)}"]
    lines += [f"| {' | '.join([name, *map(str, cells)])} |" for name, cells in rows]
    return "\n".join(lines)


def crossed(found: Sequence[Rated]) -> str:
    """Return the table of HoDoKu's levels and our bands."""
    bands = [*BANDS.values(), GUESSES]
    counts = Counter((one.level, one.band) for one in found)
    rows = [(level, [counts[level, band] for band in bands]) for level in LEVELS]
    return table(["HoDoKu's level", *bands], rows)


def by_technique(found: Sequence[Rated]) -> str:
    """Return the table of our techniques, with HoDoKu's levels and the median of its score."""
    ours = sorted({(one.number, one.ours) for one in found})
    rows: list[tuple[str, list[object]]] = []
    for number, technique in ours:
        some = [one for one in found if (one.number, one.ours) == (number, technique)]
        counts = Counter(one.level for one in some)
        shown = "" if technique == GUESSES else f"{number:.1f}"
        score = round(median(one.score for one in some))
        rows.append((technique, [shown, *(counts[level] for level in LEVELS), score]))
    return table(["our technique", "rating", *LEVELS, "median score"], rows)


def pairs(found: Sequence[Rated]) -> str:
    """Return the table of our technique beside HoDoKu's, the most frequent pairs first."""
    counts = Counter((one.ours, one.theirs.lower()) for one in found)
    rows = [(ours, [theirs, count]) for (ours, theirs), count in counts.most_common(MOST)]
    return table(["ours", "HoDoKu's", "puzzles"], rows)


def main(corpora: Sequence[Path], count: int, preset: str) -> None:
    """Rate the puzzles, and print the page."""
    found = list(rated(corpora, count, preset))
    files = " ".join(corpus.name for corpus in corpora)
    print(HEAD.format(files=files, count=count, preset=preset, total=len(found)))
    print(crossed(found))
    for name, some in (
        ("all puzzles, with guesses as the hardest", found),
        ("those that logic solves", [one for one in found if one.ours != GUESSES]),
    ):
        numbers, scores = [one.number for one in some], [one.score for one in some]
        print(f"\nSpearman's correlation of score and rating, {name}: ", end="")
        print(f"{spearman(numbers, scores):.2f} ({len(some):,} puzzles).")
    print(f"\n## Technique by technique\n\n{by_technique(found)}")
    print("\nThe hardest technique of each, where HoDoKu's is the one with the highest score:")
    print(f"\n{pairs(found)}")


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("corpora", nargs="+", type=Path, metavar="PUZZLES")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--preset", default="all")
    main(**vars(parser.parse_args()))
