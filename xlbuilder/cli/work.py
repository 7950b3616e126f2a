"""What ``show --stats --work`` prints: the work of a run, by iterations, names and boards."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from xlbuilder.cli.say import counted
from xlbuilder.formula.work import CELL, Work
from xlbuilder.proof.work import Profile

_ITERATIONS = 30
"""That are printed at most."""
_LEAST = 0.005
"""A name with a smaller share of the work is not printed."""
_CHARACTERS = 60
"""Of a conditional format that are printed at most."""
_COUNTS = ("functions", "cells", "names", "texts")


def told(profile: Profile) -> str:
    """Return the work of a run: of each iteration, of each name and of each board."""
    counts = ", ".join(
        counted(getattr(profile.work, count), count.removesuffix("s")) for count in _COUNTS
    )
    title = f"work of {counted(len(profile.iterations), 'iteration')}: {counts}"
    parts = [_iterations(profile), _names(profile), _boards(profile)]
    if profile.formats:
        parts.append(_formats(profile))
    return "\n\n".join([title, *("\n".join(part) for part in parts)])


def as_json(profile: Profile) -> dict[str, object]:
    """Return all of it, for JSON."""
    return {"work": asdict(profile.work), **asdict(profile)}


def _iterations(profile: Profile) -> Iterator[str]:
    rows = [["iteration", *_COUNTS]]
    for each in profile.iterations[:_ITERATIONS]:
        step = f"{each.step}, " if each.step else ""
        rows.append([f"{step}{each.number}", *_counts(each.work)])
    yield from _table(rows)
    left = len(profile.iterations) - _ITERATIONS
    if left > 0:
        yield f"… and {counted(left, 'iteration')} more (--json has all)"


def _names(profile: Profile) -> Iterator[str]:
    whole = profile.work
    rows = [["name", "calls", "own", "with its names", "functions", "", "cells", "", *_COUNTS[2:]]]
    small = 0
    for each in profile.names:
        total = _share(each.total.operations, whole.operations)
        if total < _LEAST:
            small += 1
            continue
        functions, cells, *others = _counts(each.own)
        rows.append(
            [
                "(formulas of cells)" if each.name == CELL else each.name,
                f"{each.calls:,}",
                _percent(_share(each.own.operations, whole.operations)),
                _percent(total),
                functions,
                _percent(_share(each.own.functions, whole.functions)),
                cells,
                _percent(_share(each.own.cells, whole.cells)),
                *others,
            ]
        )
    yield from _table(rows)
    if small:
        yield f"… and {counted(small, 'name')} with less than {_percent(_LEAST)} (--json has all)"


def _boards(profile: Profile) -> Iterator[str]:
    rows = [["board", "formulas", "share", *_COUNTS]]
    for each in profile.boards:
        share = _percent(_share(each.work.operations, profile.work.operations))
        rows.append([each.board, f"{each.cells:,}", share, *_counts(each.work)])
    return _table(rows)


def _formats(profile: Profile) -> Iterator[str]:
    rows = [
        [f"{each.areas} ={each.formula}", f"{each.cells:,}", *_counts(each.work)]
        for each in profile.formats
    ]
    cells = sum(each.cells for each in profile.formats)
    work = sum((each.work for each in profile.formats), Work())
    rows.append(["all of them", f"{cells:,}", *_counts(work)])
    rows.insert(0, ["conditional format, drawn once", "cells", *_COUNTS])
    return _table([[_cut(first), *others] for first, *others in rows])


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table: the first column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *cells]).rstrip()


def _cut(text: str) -> str:
    return text if len(text) <= _CHARACTERS else f"{text[: _CHARACTERS - 1]}…"


def _counts(work: Work) -> list[str]:
    return [f"{getattr(work, count):,}" for count in _COUNTS]


def _share(part: int, whole: int) -> float:
    return part / max(1, whole)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
