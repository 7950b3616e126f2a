"""What strategies did on a corpus, as the text that the command ``try`` prints."""

from collections.abc import Iterator, Sequence

from xlbuilder.workshop.cost import Cost
from xlbuilder.workshop.findings import Findings

_LISTED_AT_MOST = 20


def report(findings: Findings) -> str:
    """Return the report."""
    return "\n".join(_lines(findings))


def costs(findings: Findings) -> Iterator[tuple[str, object, object]]:
    """Yield what the workbooks cost: in words, without the strategies, with them."""
    without, with_them = findings.costs
    for key, value in without.size.items():
        yield key.replace("_", " ").replace("kb", "KB"), value, with_them.size[key]
    for key, most in without.iterations.items():
        yield f"iterations, {key}", _or_dash(most), _or_dash(with_them.iterations[key])
    yield "ms an iteration", _milliseconds(without), _milliseconds(with_them)


def at_rest(findings: Findings) -> str:
    """Return the sentence about the candidates that the orders leave; "" for one order."""
    if len(findings.orders) == 1:
        return ""
    if findings.orders_differ:
        return f"orders come to rest with other candidates than {findings.orders[0]}"
    puzzles = f"{findings.at_rest} of {_puzzles(len(findings.tried))}"
    return f"{len(findings.orders)} orders come to rest with the same candidates in {puzzles}"


def _puzzles(number: int) -> str:
    return f"{number} puzzle{'s' * (number != 1)}"


def _lines(findings: Findings) -> Iterator[str]:
    before, after = findings.solved()
    old, new = findings.words
    how = f"compared with {findings.old}" if findings.old else "without search"
    yield f"{', '.join(findings.strategies)}: {_puzzles(len(findings.tried))}, {how}"
    yield f"  solved: {before} {old}, {after} {new}; {len(findings.newly_solved)} newly"
    yield from _some("broken", findings.broken)
    yield from _some("true candidates removed", findings.true_candidates_removed)
    yield ""
    if findings.by_name:
        yield f"at the end of {_puzzles(len(findings.pairs))}, run without and with, each name has"
        for each in findings.by_name:
            if each.is_tried or each.removed or each.placed:
                yield f"  {each}"
        yield ""
    for order, counts in findings.by_order().items():
        words = ", ".join(f"{word.replace('_', ' ')} {n}" for word, n in counts.items())
        yield f"order {order}: {words}"
    if words := at_rest(findings):
        yield from (
            _some(words, findings.orders_differ) if findings.orders_differ else [f"  {words}"]
        )
    yield ""
    for word, without, with_them in costs(findings):
        yield f"{word}: {without} {old}, {with_them} {new}"
    yield f"{findings.build_seconds:.1f} s to start, {findings.run_seconds:.1f} s to run"
    yield from findings.unreadable[:_LISTED_AT_MOST]


def _some(title: str, found: Sequence[object]) -> Iterator[str]:
    yield f"  {title}: {len(found)}"
    yield from (f"    {each}" for each in found[:_LISTED_AT_MOST])
    if len(found) > _LISTED_AT_MOST:
        yield f"    and {len(found) - _LISTED_AT_MOST} more (--json lists all)"


def _milliseconds(cost: Cost) -> object:
    return "-" if cost.an_iteration is None else round(1000 * cost.an_iteration, 3)


def _or_dash(value: object) -> object:
    return "-" if value is None else value
