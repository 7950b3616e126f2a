"""What strategies did, as one page of HTML that needs no network and no other file."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from xlbuilder.proof.candidates import address
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.workshop.findings import ByName, Findings, Pair
from xlbuilder.workshop.trial import Ran, candidates_of

DRAWN_AT_MOST = 6
"""Puzzles of which the boards are drawn."""
_LISTED_AT_MOST = 200
_CELL = 36
_EMS = 12

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.fine { color: #1b6e3c; } .bad { color: #b3261e; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid #ddd;
  vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.bar { display: inline-block; height: .8em; vertical-align: baseline; }
.removed { background: #d98c00; } .placed { background: #2f6db5; }
.boards { display: flex; flex-wrap: wrap; gap: 1.5rem; }
figure { margin: 0; } figcaption { font-weight: 600; }
svg { max-width: 100%; height: auto; }
svg text { font-family: system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
"""


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
    before, after = findings.solved()
    words, color = ("fine", "fine") if findings.is_fine else ("something is broken", "bad")
    yield f'<p class="{color}"><strong>{words}</strong></p>'
    yield (
        f"<p>{len(findings.tried)} puzzles, without search. Solved: {before} without the"
        f" strategies, {after} with them; {len(findings.newly_solved)} newly.</p>"
    )
    yield from _broken(findings)
    yield "<h2>What each name does</h2>"
    yield (
        f"<p>At the end of {len(findings.pairs)} puzzles:"
        ' candidates removed <span class="bar removed" style="width:1em"></span>, digits placed'
        ' <span class="bar placed" style="width:1em"></span></p>'
    )
    yield _bars(findings.by_name)
    yield "<h2>Under each order</h2>"
    orders = findings.by_order()
    heads = ["order", *(key.replace("_", " ") for key in next(iter(orders.values())))]
    yield _table(heads, [[order, *counts.values()] for order, counts in orders.items()])
    if findings.orders_differ:
        yield "<p>Where an order comes to rest with other candidates than the first:</p>"
        rows = [
            [e.line, e.order, f"{e.digit} of {e.cell}", e.puzzle] for e in findings.orders_differ
        ]
        yield _table(["line", "order", "candidate", "puzzle"], rows)
    yield "<h2>What they cost</h2>"
    yield _table(["", "without", "with"], list(_costs(findings)))
    yield from _boards(findings)
    if findings.newly_solved:
        yield "<h2>Puzzles that need them</h2>"
        yield _table(["line", "puzzle"], findings.newly_solved)


def _broken(findings: Findings) -> Iterator[str]:
    if findings.broken:
        yield "<h2>Broken</h2>"
        rows = [[e.line, e.order, e.kind.value, e.detail, e.puzzle] for e in findings.broken]
        yield _table(["line", "order", "verdict", "", "puzzle"], rows)
    if lost := findings.true_candidates_removed:
        yield "<h2>True candidates removed</h2>"
        rows = [
            [
                *(each.line, each.order, each.removed.iteration or "", each.removed.cell),
                *(each.removed.candidate[1], each.removed.why, each.puzzle),
            ]
            for each in lost
        ]
        yield _table(["line", "order", "iteration", "cell", "digit", "name", "puzzle"], rows)


def _table(heads: Sequence[str], rows: Sequence[Iterable[object]]) -> str:
    lines = ["<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"]
    lines += ["<tr>" + "".join(map(_field, row)) + "</tr>" for row in rows[:_LISTED_AT_MOST]]
    more = len(rows) - _LISTED_AT_MOST
    note = f"<p>… and {more} more: xlbuilder try --json lists all.</p>" if more > 0 else ""
    return '<div class="wide"><table>\n' + "\n".join(lines) + f"\n</table></div>{note}"


def _field(value: object) -> str:
    if isinstance(value, int | float):
        return f'<td class="n">{value:,}</td>'
    text = escape(str(value))
    return f"<td><code>{text}</code></td>" if isinstance(value, Board) else f"<td>{text}</td>"


def _bars(names: Sequence[ByName]) -> str:
    most = max((max(each.removed, each.placed) for each in names), default=0) or 1
    rows = []
    for each in names:
        counts = {"removed": each.removed, "placed": each.placed}
        bars = "".join(_bar(kind, count, most) for kind, count in counts.items() if count)
        name = escape(each.name) + " (tried)" * each.is_tried
        without = each.removed_without + each.placed_without
        rows.append(
            f"<tr><td>{name}</td><td>{bars or 0}</td>"
            f'<td class="n">{each.puzzles:,}</td><td class="n">{without:,}</td></tr>'
        )
    head = (
        '<tr><th>name</th><th>removed, placed</th><th class="n">puzzles</th>'
        '<th class="n">without them</th></tr>'
    )
    return f'<div class="wide"><table>\n{head}\n' + "\n".join(rows) + "\n</table></div>"


def _bar(kind: str, count: int, most: int) -> str:
    width = f"{_EMS * count / most:.2f}em"
    return f'<span class="bar {kind}" style="width:{width}"></span> {count:,}<br>'


def _costs(findings: Findings) -> Iterator[list[object]]:
    summary = findings.summary()
    for table in ("cost", "iterations"):
        both = summary[table]
        assert isinstance(both, dict)
        for key, value in both["before"].items():
            word = key.replace("_", " ") if table == "cost" else f"iterations, {key}"
            yield [word, value, both["after"][key]]
    rates = ["-" if rate is None else round(1000 * rate, 3) for rate in findings.rates()]
    yield ["milliseconds an iteration", *rates]


def _boards(findings: Findings) -> Iterator[str]:
    changed = findings.changed
    if not changed:
        return
    some = changed[:DRAWN_AT_MOST]
    yield f"<h2>Before and after: {len(some)} of {len(changed)} puzzles that changed</h2>"
    yield (
        "<p>Given digits are black, the others blue. Orange: candidates that the strategies"
        " removed. Red: a true candidate that is gone, or a cell without candidates.</p>"
    )
    for pair in some:
        yield f"<h3>Line {pair.line}</h3>"
        yield '<div class="boards">'
        yield _figure("without", pair.without, _gone(pair), None)
        lost = pair.with_them.verdict.removed
        yield _figure("with", pair.with_them, set(), lost.candidate if lost else None)
        yield "</div>"


def _gone(pair: Pair) -> set[Candidate]:
    """Return the candidates that are left without the strategies and gone with them."""
    return candidates_of(pair.without.left & ~pair.with_them.left)


def _figure(title: str, ran: Ran, gone: set[Candidate], lost: Candidate | None) -> str:
    caption = f"{title}: {ran.verdict.kind.value}"
    return f"<figure><figcaption>{escape(caption)}</figcaption>{_drawn(ran, gone, lost)}</figure>"


def _drawn(ran: Ran, gone: set[Candidate], lost: Candidate | None) -> str:
    """Draw the board: digits, and the candidates of the cells that have none."""
    side = 9 * _CELL
    left = candidates_of(ran.left)
    size = f'viewBox="-2 -2 {side + 4} {side + 4}" width="{side + 4}"'
    parts = [f'<svg {size} role="img" aria-label="{escape(str(ran.verdict.shown))}">']
    for cell in range(81):
        parts += _cell(cell, ran, left, gone, lost)
    for line in range(10):
        width = 2 if line % 3 == 0 else 0.5
        at = line * _CELL
        parts.append(
            f'<path d="M{at} 0V{side}M0 {at}H{side}" stroke="#333" stroke-width="{width}"/>'
        )
    return "".join([*parts, "</svg>"])


def _cell(
    cell: int, ran: Ran, left: set[Candidate], gone: set[Candidate], lost: Candidate | None
) -> Iterator[str]:
    row, column = divmod(cell, 9)
    x, y = column * _CELL, row * _CELL
    digit, given = ran.verdict.shown.digits[cell], ran.verdict.puzzle.digits[cell]
    is_lost = lost is not None and lost[0] == cell
    is_empty = not digit and not any((cell, each) in left for each in range(1, 10))
    if is_lost or is_empty:
        yield f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="#f4b6b0">'
        note = f"{lost[1]} of {address(lost)} is gone" if is_lost and lost else "no candidates"
        yield f"<title>{escape(note)}</title></rect>"
    if digit:
        style = 'font-weight="700" fill="#1a1a1a"' if given else 'fill="#2f6db5"'
        middle = _CELL / 2
        yield f'<text x="{x + middle}" y="{y + middle}" font-size="22" {style}>{digit}</text>'
        return
    for each in range(1, 10):
        if (cell, each) in left:
            down, right = divmod(each - 1, 3)
            style = 'font-weight="700" fill="#c26a00"' if (cell, each) in gone else 'fill="#666"'
            at = f'x="{x + 12 * right + 6}" y="{y + 12 * down + 6}"'
            yield f'<text {at} font-size="10" {style}>{each}</text>'
