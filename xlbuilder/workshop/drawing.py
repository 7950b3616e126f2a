"""A board with its digits and candidates, drawn as SVG for a page of HTML."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape

from xlbuilder.sudoku.board import BOX_SHAPES, NINE, Board, Candidate

STYLE = """
svg { width: 100%; max-width: 336px; height: auto; }
svg text { font: 22px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
svg text.given { font-weight: 700; }
svg text.found { fill: #2f6db5; }
svg text.mark { font-size: 10px; fill: #666; }
svg text.first { font-weight: 700; fill: #c25e00; }
svg text.then { fill: #d98c00; }
svg rect { fill: #f4b6b0; }
svg path { stroke: #333; fill: none; }
"""
"""The colors; the page has them once."""
_CELL = 36


def drawn(
    shown: Board,
    given: Board,
    left: Collection[Candidate],
    marks: Mapping[Candidate, str],
    wrong: Mapping[int, str],
) -> str:
    """Draw the digits of ``shown``, and the candidates ``left`` of the cells that have no digit.

    ``marks`` are the classes of the style for some of the candidates: ``first`` or ``then``.
    ``wrong`` are cells to be colored, and what is wrong with each.
    """
    side = shown.side
    size = side * _CELL
    box = f'viewBox="-2 -2 {size + 4} {size + 4}"'
    parts = [f'<svg {box} role="img" aria-label="{escape(str(shown))}">']
    for cell in range(side * side):
        row, column = divmod(cell, side)
        x, y = column * _CELL, row * _CELL
        if cell in wrong:
            parts.append(f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}">')
            parts.append(f"<title>{escape(wrong[cell])}</title></rect>")
        if digit := shown.digits[cell]:
            style = "given" if given.digits[cell] else "found"
            middle = _CELL // 2
            parts.append(f'<text x="{x + middle}" y="{y + middle}" class="{style}">{digit}</text>')
    parts += _candidates((each for each in left if not shown.digits[each[0]]), marks, side)
    parts += (_lines(steps, side, width) for steps, width in (((1, 1), 0.5), (BOX_SHAPES[side], 2)))
    return "".join([*parts, "</svg>"])


def place_of(candidate: Candidate, side: int = NINE) -> tuple[int, int]:
    """Return the middle of a candidate in the drawing: to the right, and down."""
    high, wide = (_CELL // lines for lines in BOX_SHAPES[side])
    row, column = divmod(candidate[0], side)
    down, right = divmod(candidate[1] - 1, BOX_SHAPES[side][1])
    return column * _CELL + wide * right + wide // 2, row * _CELL + high * down + high // 2


def _candidates(
    left: Iterable[Candidate], marks: Mapping[Candidate, str], side: int
) -> Iterator[str]:
    """Yield a text for all candidates that stand side by side and have the same style."""
    lines: dict[tuple[int, str], dict[int, int]] = defaultdict(dict)
    for each in sorted(left):
        x, y = place_of(each, side)
        lines[y, f"mark {marks.get(each, '')}".rstrip()][x] = each[1]
    for (y, style), digits in sorted(lines.items()):
        at = " ".join(map(str, digits))
        yield f'<text x="{at}" y="{y}" class="{style}">{"".join(map(str, digits.values()))}</text>'


def _lines(steps: tuple[int, int], side: int, width: float) -> str:
    """Return the lines after so many rows and columns."""
    size, (down, across) = side * _CELL, steps
    path = "".join(
        f"M{n * _CELL} 0V{size}" * (n % across == 0) + f"M0 {n * _CELL}H{size}" * (n % down == 0)
        for n in range(side + 1)
    )
    return f'<path d="{path}" stroke-width="{width}"/>'
