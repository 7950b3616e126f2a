"""How long `xlbuilder --help` takes, beside a Python that does nothing.

The two take turns, so that other work of the machine slows both; the medians are compared.  The
wall time counts on a calm machine, the processor time on a busy one.

    python benchmarks/help_time.py [ROUNDS]
"""

import os
import subprocess
import sys
import time
from statistics import median

from common import arguments_of

COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "xlbuilder --help": [sys.executable, "-m", "xlbuilder", "--help"],
}


def seconds(command: list[str]) -> tuple[float, float]:
    """Return the wall time and the processor time of one run."""
    before, begin = os.times(), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    wall, after = time.perf_counter() - begin, os.times()
    busy = after.children_user + after.children_system
    return wall, busy - before.children_user - before.children_system


def main(rounds: int) -> None:
    """Measure, and print a table."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
    medians = {name: tuple(map(median, zip(*found, strict=True))) for name, found in times.items()}
    print(f"Medians of {rounds} runs, in seconds.\n\n| command | wall | processor |\n|---|---|---|")
    for name, (wall, busy) in medians.items():
        print(f"| `{name}` | {wall:.3f} | {busy:.3f} |")
    (nothing, nothing_busy), (shown, shown_busy) = medians.values()
    print(f"| the help takes more | {shown - nothing:.3f} | {shown_busy - nothing_busy:.3f} |")


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=21)
    main(**vars(parser.parse_args()))
