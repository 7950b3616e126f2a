"""Print docs/reference/libraries.md: what the libraries give to strategies.

python benchmarks/libraries_page.py > docs/reference/libraries.md
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import xlbuilder
from xlbuilder.template.locate import strategies
from xlbuilder.template.strategy_ref import StrategyRef

HEAD = """\
# The libraries

    python benchmarks/libraries_page.py > docs/reference/libraries.md

A library is a strategy file that finds nothing by itself: it holds boards and names for
strategies, which say `needs = ["houses"]` ([templates](templates.md#what-a-strategy-needs)). Each
has a comment at its head that explains how it works: `xlbuilder copy houses` writes the file to
your folder. Here is what other shipped strategies use of them, and what they can plug in. Of a
name that a file repeats, such as `sets_of_{size}`, the tables have the default."""


def page() -> Iterator[str]:
    """Yield the lines of the page."""
    files = strategies()
    yield HEAD
    for name in xlbuilder.libraries():
        library = StrategyRef(files[name]).read()
        others = [path.read_text("utf-8") for other, path in files.items() if other != name]
        words = set(re.findall(r"\w+", "\n".join(others)))
        about = library.strategy
        yield f"\n## `{name}`\n"
        yield about.text
        users = [user for user, path in files.items() if name in _needs(path)]
        yield f"\nUsed by {', '.join(f'`{user}`' for user in users)}.\n"
        yield "| what | name | what it says |\n|---|---|---|"
        for word, entries in (
            ("slot", library.slots),
            ("board", library.boards),
            ("name", library.names),
        ):
            for key, entry in entries.items():
                if word == "slot" or key in words:
                    comment = (entry.comment or "").replace("|", r"\|")
                    yield f"| {word} | `{key}` | {comment} |"


def _needs(path: Path) -> set[str]:
    return {need.partition(":")[0] for need in StrategyRef(path).read().strategy.needs}


def main() -> None:
    """Print the page."""
    usage = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser(description=__doc__, formatter_class=usage).parse_args()
    print("\n".join(page()))


if __name__ == "__main__":
    main()
