"""What strategies did on a corpus, in tables, and as the text that the command ``try`` prints."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from xlbuilder.errors import counted
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.workshop.found import Cost, Row

if TYPE_CHECKING:
    from xlbuilder.workshop.findings import Findings

_LISTED_AT_MOST = 20


class Table(NamedTuple):
    """A table of the report."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[Sequence[object]]


def tables(findings: "Findings") -> Iterator[Table]:
    """Yield what was found, without tables that would be empty."""
    parts: dict[str, Sequence[Row]] = {
        "broken": findings.broken,
        "true candidates removed": findings.true_candidates_removed,
        "what each name did": [row for row in findings.by_name if row.is_tried or any(row[2:])],
        "under each order": findings.by_order(),
        "orders that come to rest with other candidates": findings.orders_differ,
        "newly solved": findings.newly_solved,
    }
    for title, rows in parts.items():
        if rows:
            heads = tuple(key.replace("_", " ") for key in rows[0]._fields)
            yield Table(title, heads, [list(map(_shown, row)) for row in rows])
    heads = tuple(key.replace("_", " ") for key in Cost._fields)
    costs = zip(heads, *(map(_shown, cost) for cost in findings.costs), strict=True)
    yield Table("what they cost", ("", *findings.words), list(costs))


def summary(findings: "Findings") -> str:
    """Return in one line what is tried, and how many puzzles are solved."""
    before, after = findings.solved()
    old, new = findings.words
    how = f"compared with {findings.old}" if findings.old else "without search"
    tried = f"{', '.join(findings.strategies)}: {counted(len(findings.tried), 'puzzle')}, {how}"
    newly = len(findings.newly_solved)
    return f"{tried}; solved: {before} {old}, {after} {new}; {newly} newly"


def at_rest(findings: "Findings") -> str:
    """Return the sentence about orders that leave the same candidates; "" if there is none."""
    if len(findings.orders) == 1 or findings.orders_differ:
        return ""
    puzzles = f"{findings.at_rest} of {counted(len(findings.tried), 'puzzle')}"
    return f"{len(findings.orders)} orders come to rest with the same candidates in {puzzles}"


def report(findings: "Findings") -> str:
    """Return the report as text."""
    return "\n".join(_lines(findings))


def _lines(findings: "Findings") -> Iterator[str]:
    yield summary(findings)
    yield from filter(None, [at_rest(findings)])
    for title, heads, rows in tables(findings):
        yield f"\n{title}:"
        written = [list(map(str, row)) for row in (heads, *rows[:_LISTED_AT_MOST])]
        widths = [max(map(len, column)) for column in zip(*written, strict=True)]
        for row in written:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            yield f"  {'  '.join(cells)}".rstrip()
        if len(rows) > _LISTED_AT_MOST:
            yield f"  and {len(rows) - _LISTED_AT_MOST} more (--json lists all)"
    yield f"\n{findings.build_seconds:.1f} s to start, {findings.run_seconds:.1f} s to run"
    yield from findings.unreadable[:_LISTED_AT_MOST]


def _shown(value: object) -> object:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.3g}" if value < 1 else value
        case Kind():
            return value.value
        case _:
            return value
