"""Generators of puzzles, side by side: python benchmarks/generate.py PYTHON [COUNT [ROUNDS]].

PYTHON is the interpreter of an environment of its own in which these are installed:
python3 -m venv generators && generators/bin/pip install dokusan py-sudoku

Each round runs every generator once, in a new process that makes COUNT puzzles; the time is that of
the whole process.  Then python-sat looks for a second solution of each puzzle of the last round,
and the default template's workbooks grade the puzzles that have only one.  Prints Markdown.
"""

import statistics
import subprocess
import sys
import time
from collections import Counter

from common import arguments_of

from xlbuilder.generate.criteria import Criteria
from xlbuilder.generate.grades import Grader, Grades, grades_for
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzles
from xlbuilder.sudoku.sat import Answers

OURS = {
    "`xlbuilder generate`": [],
    "`xlbuilder generate --details`": ["--details"],
    "`xlbuilder generate --symmetry rotation`": ["--symmetry", "rotation"],
}
LIBRARIES = {
    "dokusan, `random_sudoku(avg_rank=150)`": """
from dokusan.generators import random_sudoku
for _ in range({count}):
    print(random_sudoku(avg_rank=150))
""",
    "py-sudoku, `Sudoku(3).difficulty(0.7)`": """
from sudoku import Sudoku
for number in range({count}):
    rows = Sudoku(3, seed={count} * {round} + number).difficulty(0.7).board
    print("".join(str(digit or 0) for row in rows for digit in row))
""",
}


def main(python: str, count: int, rounds: int) -> None:
    """Print the two tables."""
    seconds: dict[str, list[float]] = {}
    lines: dict[str, list[str]] = {}
    for number in range(rounds):
        ours = [sys.executable, "-m", "xlbuilder", "generate", "--count", str(count)]
        commands = {
            name: [*ours, "--seed", str(number), *options] for name, options in OURS.items()
        }
        for name, code in LIBRARIES.items():
            commands[name] = [python, "-c", code.format(count=count, round=number)]
        for name, command in commands.items():
            begin = time.perf_counter()
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            seconds.setdefault(name, []).append(time.perf_counter() - begin)
            print(f"round {number + 1}: {name} {seconds[name][-1]:.1f} s", file=sys.stderr)
            lines[name] = done.stdout.splitlines()
    first = statistics.median(seconds[next(iter(OURS))])
    print("| generator | puzzles a second | times as long as the first |")
    print("|---|---:|---:|")
    for name, times in seconds.items():
        median = statistics.median(times)
        print(f"| {name} | {count / median:.1f} | {median / first:.1f} |")
    print()
    _print_puzzles(lines)


def _print_puzzles(lines: dict[str, list[str]]) -> None:
    answers, grades = Answers(), grades_for(Criteria(), Grader())
    names = [grade.name for step in grades.steps for grade in step.grades]
    print(f"| generator | one solution | clues: least, median, most | {' | '.join(names)} |")
    print("|---|---:|---|" + "---:|" * len(names))
    for name, some in lines.items():
        puzzles = list(read_puzzles(some, name))
        one = [puzzle for puzzle in puzzles if not answers.has_several(puzzle)]
        clues = sorted(81 - puzzle.digits.count(0) for puzzle in puzzles)
        spread = f"{clues[0]}, {statistics.median(clues):g}, {clues[-1]}"
        found = Counter(_grade(puzzle, answers, grades) for puzzle in one)
        counts = " | ".join(str(found[each]) for each in names)
        print(f"| {name} | {len(one)} of {len(puzzles)} | {spread} | {counts} |", flush=True)


def _grade(puzzle: Board, answers: Answers, grades: Grades) -> str | None:
    solution = answers.solution(puzzle)
    found = grades.of(puzzle, solution) if solution else None
    return found.grade.name if found else None


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("python")
    parser.add_argument("count", nargs="?", type=int, default=100)
    parser.add_argument("rounds", nargs="?", type=int, default=3)
    main(**vars(parser.parse_args()))
