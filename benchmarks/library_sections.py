"""What the libraries give to strategies: a part of strategies.md."""

import re
from collections.abc import Iterator

from xlbuilder.template.load import load
from xlbuilder.template.locate import strategies
from xlbuilder.template.strategy_ref import StrategyRef

HEAD = """\
A library is a strategy file that finds nothing by itself: it holds boards and names for
strategies, which say `needs = ["houses"]` ([templates](templates.md#what-a-strategy-needs)). Each
has a comment at its head that explains how it works: `xlbuilder copy houses` writes the file to
your folder. Here is what other shipped strategies use of them, and what they can plug in. Of a
name that a file repeats, such as `sets_of_{size}`, the tables have the default."""


def section() -> Iterator[str]:
    """Yield the lines of the section."""
    files = strategies()
    read = {name: StrategyRef(path).read() for name, path in files.items()}
    slots = load("sudoku").template.slots.values()
    by_field = {field: need for slot in slots for field, need in slot.needs.items()}
    texts = {name: path.read_text("utf-8") for name, path in files.items()}
    yield HEAD
    for name, library in read.items():
        about = library.strategy
        if not about.library:
            continue
        others = "\n".join(text for other, text in texts.items() if other != name)
        words = set(re.findall(r"\w+", others))
        users = [
            f"`{user}`"
            for user, one in read.items()
            if name in {need.partition(":")[0] for need in one.needs}
            or name in {by_field.get(field) for rule in one.rules for field in rule}
        ]
        yield f"\n### `{name}`\n"
        yield about.text
        if users:
            yield f"\nUsed by {', '.join(users)}."
        rows = [
            (word, key, (entry.comment or "").replace("|", r"\|"))
            for word, entries in (
                ("slot", library.slots),
                ("board", library.boards),
                ("name", library.names),
            )
            for key, entry in entries.items()
            if word == "slot" or key in words
        ]
        if rows:
            yield "\n| what | name | what it says |\n|---|---|---|"
        yield from (f"| {word} | `{key}` | {comment} |" for word, key, comment in rows)
