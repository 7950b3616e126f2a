"""How long `xlbuilder --help` takes, beside a Python that does nothing.

The two take turns, so that what else the machine does meets both; the medians are compared.

    python benchmarks/help_time.py [ROUNDS]
"""

import subprocess
import sys
import time
from statistics import median

COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "xlbuilder --help": [sys.executable, "-m", "xlbuilder", "--help"],
}


def seconds(command: list[str]) -> float:
    """Return the wall time of one run."""
    begin = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begin


def main() -> None:
    """Measure, and print a table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
    print(f"| command | median of {rounds}, s | best, s |\n|---|---|---|")
    for name, found in times.items():
        print(f"| `{name}` | {median(found):.3f} | {min(found):.3f} |")
    nothing, shown = map(median, times.values())
    print(f"\nThe help takes {shown - nothing:.3f} s more.")


if __name__ == "__main__":
    main()
