"""How long `xlbuilder build` takes: python benchmarks/build_time.py [ROUNDS [TEMPLATE]].

Beside it stands what any program takes that writes workbooks with openpyxl, before it has done
anything: the import of that package.  The commands take turns in one run, each in a new Python, and
the medians of all rounds are compared.  Prints Markdown; the target is at most 1.5 s more than the
import for a workbook without stored values.
"""

import statistics
import subprocess
import sys
import tempfile
import time

IMPORT = "import openpyxl"


def main(rounds: str = "7", template: str = "sudoku") -> None:
    """Print the table."""
    build = ["-m", "xlbuilder", "build", template]
    commands = {
        IMPORT: ["-c", IMPORT],
        "build --no-values": [*build, "--no-values"],
        "build": build,
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(int(rounds) + 1):
            for name, command in commands.items():
                seconds = timed(command, folder)
                if number:  # the first one warms the disk
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
    main(*sys.argv[1:])
