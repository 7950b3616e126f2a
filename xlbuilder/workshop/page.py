"""What strategies did, as one page of HTML that needs no network and no other file."""

from collections.abc import Collection, Iterator, Mapping
from html import escape

from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.workshop.drawing import STYLE, drawn
from xlbuilder.workshop.findings import Findings, Pair, ReportTable, at_rest, headline, tables
from xlbuilder.workshop.trial import TrialRun, candidates_of

DRAWN_AT_MOST = 40
"""Puzzles of which the boards are drawn: what is broken first, then what is newly solved."""
_OPEN = 3
_LISTED_AT_MOST = 200

_STYLE = (
    """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.fine { color: #1b6e3c; } .bad { color: #b3261e; }
.first { color: #c25e00; } .then { color: #d98c00; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid #ddd;
  vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
td code { display: inline-block; min-width: 13rem; }
summary { cursor: pointer; font-weight: 600; margin-top: .5rem; }
.boards { display: flex; flex-wrap: wrap; gap: 1.5rem; margin: .5rem 0; }
figure { margin: 0; flex: 0 1 336px; min-width: min(100%, 280px); }
"""
    + STYLE
)


def page(findings: Findings) -> str:
    """Return the page as text."""
    title = escape(f"try {', '.join(findings.strategies)}")
    body = "\n".join(_parts(findings))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )


def _parts(findings: Findings) -> Iterator[str]:
    words, color = ("fine", "fine") if findings.is_fine else ("something is broken", "bad")
    yield f'<p class="{color}"><strong>{words}</strong></p>'
    yield from (
        f"<p>{escape(line)}</p>" for line in (headline(findings), at_rest(findings)) if line
    )
    for table in tables(findings):
        yield _table(table)
    yield from _boards(findings)


def _table(table: ReportTable) -> str:
    lines = ["<tr>" + "".join(f"<th>{escape(head)}</th>" for head in table.heads) + "</tr>"]
    lines += ["<tr>" + "".join(map(_field, row)) + "</tr>" for row in table.rows[:_LISTED_AT_MOST]]
    more = len(table.rows) - _LISTED_AT_MOST
    note = f"<p>… and {more} more: xlbuilder try --json lists all.</p>" if more > 0 else ""
    title = f"<h2>{escape(table.title.capitalize())}</h2>"
    return f'{title}\n<div class="wide"><table>\n' + "\n".join(lines) + f"\n</table></div>{note}"


def _field(value: object) -> str:
    if isinstance(value, int | float):
        return f'<td class="n">{value:,}</td>'
    text = escape(str(value))
    return f"<td><code>{text}</code></td>" if isinstance(value, Board) else f"<td>{text}</td>"


def _boards(findings: Findings) -> Iterator[str]:
    broken = {each.line for each in findings.broken}
    changed = sorted(findings.changed, key=lambda pair: _rank(pair, broken))
    if not changed:
        return
    some = changed[:DRAWN_AT_MOST]
    yield f"<h2>Before and after: {len(some):,} of {len(changed):,} puzzles that changed</h2>"
    yield (
        "<p>Given digits are black, the others blue."
        ' <strong class="first">Orange and bold</strong>: candidates that the strategies removed.'
        ' <span class="then">Orange</span>: candidates that went because of that. A red cell has'
        " lost its true candidate, or has no candidate.</p>"
    )
    for number, pair in enumerate(some):
        ends = [escape(run.verdict.kind.value) for run in (pair.without, pair.with_them)]
        yield f"<details{' open' * (number < _OPEN)}>"
        yield f"<summary>Line {pair.line}: {ends[0]} without, {ends[1]} with</summary>"
        yield f'<div class="boards">{_figures(findings, pair)}</div></details>'


def _rank(pair: Pair, broken: Collection[int]) -> int:
    """Return 0 for what is broken, 1 for what is newly solved, 2 for all others."""
    after = pair.with_them.verdict
    if after.removed or pair.line in broken:
        return 0
    return 1 if after.kind.is_right and not pair.without.verdict.kind.is_right else 2


def _figures(findings: Findings, pair: Pair) -> str:
    by_them = 0
    for name in findings.names_tried:
        by_them |= pair.with_them.removed.get(name, 0)
    gone = candidates_of(pair.without.left & ~pair.with_them.left)
    first = candidates_of(by_them)
    marks = {each: "first" if each in first else "then" for each in gone}
    return _figure("without", pair.without, marks) + _figure("with", pair.with_them, {})


def _figure(title: str, run: TrialRun, marks: Mapping[Candidate, str]) -> str:
    verdict = run.verdict
    left = candidates_of(run.left)
    cells = {cell for cell, _ in left}
    wrong = {
        cell: "no candidates"
        for cell, digit in enumerate(verdict.shown.digits)
        if not digit and cell not in cells
    }
    if verdict.removed:
        cell, digit = verdict.removed.candidate
        wrong[cell] = f"{digit} of {verdict.removed.cell} is gone: {verdict.removed.why}"
    board = drawn(verdict.shown, verdict.puzzle, left, marks, wrong)
    return f"<figure><figcaption>{title}</figcaption>{board}</figure>"
