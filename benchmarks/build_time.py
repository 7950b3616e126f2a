"""How long `xlbuilder build` takes: python benchmarks/build_time.py [ROUNDS [TEMPLATE]].

It is compared with the import of openpyxl, which every program needs that writes workbooks with
that package.  The commands take turns, each in a new Python, and the medians of all rounds are
compared.  Prints Markdown; the target is at most 1.5 s more than the import for a workbook without
stored values.
"""

import statistics
import subprocess
import sys
import tempfile
import time

from common import arguments_of

IMPORT = "import openpyxl"


def main(rounds: int, template: str) -> None:
    """Print the table."""
    build = ["-m", "xlbuilder", "build", template]
    commands = {
        IMPORT: ["-c", IMPORT],
        "build --no-values": [*build, "--no-values"],
        "build": build,
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds + 1):
            for name, command in commands.items():
                seconds = timed(command, folder)
                if number:  # the first round fills the disk cache
                    times[name].append(seconds)
    print("| command | median s | least | most | s more | times |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    base = statistics.median(times[IMPORT])
    for name, seconds_each in times.items():
        middle = statistics.median(seconds_each)
        print(
            f"| {name} | {middle:.2f} | {min(seconds_each):.2f} | {max(seconds_each):.2f} |"
            f" {middle - base:.2f} | {middle / base:.1f} |"
        )


def timed(command: list[str], folder: str) -> float:
    """Return the seconds that Python takes for a command, run in ``folder``."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, *command], cwd=folder, check=True, capture_output=True)
    return time.perf_counter() - begin


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=7)
    parser.add_argument("template", nargs="?", default="sudoku")
    main(**vars(parser.parse_args()))
