"""What the terminal shows: pictures of boards, and the verdicts of a report."""

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from html import escape
from math import isqrt
from typing import NamedTuple, TypeVar

from openpyxl.utils import get_column_letter
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, Progress, SpinnerColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from xlbuilder.cli.say import visible
from xlbuilder.errors import counted
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, in_words, is_nothing
from xlbuilder.observe.candidates import digit_of
from xlbuilder.proof.report import LISTED_AT_MOST, Tally
from xlbuilder.sudoku.board import BOX_SHAPES
from xlbuilder.sudoku.verdict import Kind

Item = TypeVar("Item")
_UNWRAPPED = 10_000
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>{stylesheet}</style>
</head>
<body>
<pre style="white-space: pre-wrap">{code}</pre>
</body>
</html>
"""
"""The page into which rich puts the styles and the text."""


class _Visible(NamedTuple):
    drawn: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for text, style, control in console.render(self.drawn, options):
            yield Segment(visible(text), style, control)


def draw(drawn: RenderableType) -> None:
    """Print a picture or a text with styles on stdout, as `say.tell` prints a plain text.

    In a file or a pipe each row of a table is one line, so that people can search for it.
    """
    console = Console()
    if not console.file.isatty():
        console.width = _UNWRAPPED
    console.print(_Visible(drawn), soft_wrap=True)


def page(drawn: RenderableType, title: str) -> str:
    """Return what `draw` prints as an HTML page that needs no network."""
    console = Console(record=True, file=io.StringIO())
    console.print(_Visible(drawn), soft_wrap=True)
    for brace in "{}":  # rich formats the page
        title = title.replace(brace, 2 * brace)
    return console.export_html(code_format=_PAGE.replace("{title}", escape(title)))


def boards(
    puzzle: Sequence[Value],
    solution: Sequence[Value],
    candidates: Sequence[Value] | None,
    *,
    has_boxes: bool = True,
) -> RenderableType:
    """Return the boards of a workbook: puzzle and solution side by side, candidates below.

    If all candidates are blank, as in a file that was never calculated, they are left out.  A
    number below 1 is a candidate that is gone.

    ``puzzle`` and ``solution`` have a value for each cell, ``candidates`` a block of values for
    each cell; givens are bold, deduced digits blue.  Lines stand between boxes, if there are any.
    """
    givens = {cell for cell, value in enumerate(puzzle) if _mark(value) != "."}
    side = isqrt(len(puzzle))
    box = BOX_SHAPES[side] if has_boxes else (side, side)
    pair = [
        _titled("Puzzle", _digits(puzzle, box, givens)),
        _titled("Solution", _digits(solution, box, givens)),
    ]
    parts: list[RenderableType] = [Columns([Padding(board, (0, 4, 0, 0)) for board in pair])]
    if candidates is not None and any(value is not None for value in candidates):
        left = [None if isinstance(each, float) and each < 1 else each for each in candidates]
        parts += [Text(), _titled("Valid values", _candidates(left, side, box))]
    return Group(*parts)


def board(title: str, digits: Sequence[Value]) -> RenderableType:
    """Return one board, with a value for each cell."""
    cells = range(len(digits))
    return _titled(title, _digits(digits, BOX_SHAPES[isqrt(len(digits))], {*cells}))


def cells_of(area: Area, values: Sequence[Value]) -> RenderableType:
    """Return the cells of an area as on a sheet, with letters and numbers around them."""
    letters = [get_column_letter(column) for column in range(area.left, area.right + 1)]
    table = Table("", *letters, box=None, pad_edge=False)
    width = len(letters)
    for number in range(area.shape[0]):
        row = values[number * width : (number + 1) * width]
        table.add_row(str(area.top + number), *(Text(in_words(value)) for value in row))
    return table


def _titled(title: str, grid: Text) -> Group:
    return Group(Text(title, style="bold"), grid)


def _digits(values: Sequence[Value], box: tuple[int, int], givens: set[int]) -> Text:
    """Draw a board of digits; ``box`` has the rows and columns between two lines."""
    styles = ["bold" if cell in givens else "blue" for cell in range(len(values))]
    return _grid(values, styles, isqrt(len(values)), [box])


def _candidates(values: Sequence[Value], side: int, box: tuple[int, int]) -> Text:
    """Draw a board of candidates: a block for each cell, and they lie in it as a box does."""
    down, across = BOX_SHAPES[side]
    steps = [(box[0] * down, box[1] * across), (down, across)]
    return _grid(values, ["dim"] * len(values), side * across, steps)


def _grid(
    values: Sequence[Value], styles: Sequence[str], width: int, steps: Sequence[tuple[int, int]]
) -> Text:
    """Draw rows of this width, with rules and walls after some rows and columns.

    ``steps`` has the rows and columns of a box, then the rows and columns of a block within the
    box, which a blank line and two blanks end.
    """
    (box_rows, box_columns), *blocks = steps
    text = Text(no_wrap=True)
    for number in range(len(values) // width):
        if number and number % box_rows == 0:
            gaps = sum(2 * (box_columns // columns - 1) for _, columns in blocks)
            rule = "─" * (2 * box_columns + 1 + gaps)
            boxes = width // box_columns
            rules = [rule.removesuffix("─"), *[rule] * (boxes - 2), rule.removesuffix("─")]
            text.append("┼".join(rules) + "\n")
        elif number and any(number % rows == 0 for rows, _ in blocks):
            text.append("\n")
        for column in range(width):
            if column and column % box_columns == 0:
                text.append("│ ")
            elif column and any(column % columns == 0 for _, columns in blocks):
                text.append("  ")
            cell = width * number + column
            mark = _mark(values[cell])
            text.append(mark + " ", style="dim" if mark == "." else styles[cell])
        text.append("\n")
    text.rstrip()
    return text


def _mark(value: Value) -> str:
    if is_nothing(value):
        return "."
    return str(digit_of(value) or "?")


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show on stderr what the command is doing, if stderr is a terminal."""
    console = Console(stderr=True)
    with console.status(what) if console.is_terminal else nullcontext():
        yield


def progress(
    items: Iterable[Item],
    total: int | None = None,
    *,
    is_shown: bool = True,
    note: object = "",
) -> Iterator[Item]:
    """Yield the items, one for each puzzle, and count them on stderr if it is a terminal.

    The text of ``note``, which may change, stands behind the count.
    """
    console = Console(stderr=True)
    known = (BarColumn(), TimeRemainingColumn()) if total is not None else ()
    words = "puzzles: {task.completed}" + (" of {task.total}" if total is not None else "")
    words += " {task.fields[note]}"
    is_off = not (is_shown and console.is_terminal)
    with Progress(
        *(SpinnerColumn(), words, *known, TimeElapsedColumn()),
        console=console,
        disable=is_off,
        transient=True,
    ) as bar:
        task = bar.add_task("", total=total, note=note)
        for item in items:
            yield item
            bar.advance(task)


def verdicts(tally: Tally) -> RenderableType:
    """Return the verdicts of a tally: all if they are few, else the first that are not solved."""
    many = tally.puzzles > LISTED_AT_MOST
    listed = tally.first_unsolved if many else tally.first
    table = Table("puzzle", "line", "verdict", "iterations", "", box=None, pad_edge=False)
    for number, line, verdict in listed:
        iterations = " + ".join(str(each.iterations) for each in verdict.recalculations)
        place = "" if line is None else str(line)
        cells = (str(number), place, verdict.kind.value, iterations, verdict.detail)
        table.add_row(*map(Text, cells))
    parts: list[RenderableType] = [table] if listed else []
    unsolved = tally.puzzles - tally.right
    if many and unsolved > len(listed):
        parts.append(Text(f"… and {unsolved - len(listed)} more (see --json and --report)"))
    counts = [f"{tally.kinds[kind]} {kind.value}" for kind in Kind if tally.kinds[kind]]
    if tally.unreadable:
        counts.append(f"{counted(tally.unreadable, 'line')} without a puzzle")
    if not tally.puzzles:
        return Text(f"no puzzle was run: {', '.join(counts)}" if counts else "no puzzle was run")
    parts += [
        Text(f"{counted(tally.puzzles, 'puzzle')}: {', '.join(counts)}"),
        Text(
            f"iterations: median {tally.quantile(50)}, 95 % {tally.quantile(95)},"
            f" most {tally.quantile(100)}"
        ),
        Text(
            f"engine {tally.engine}, order {tally.order}, start {tally.start};"
            f" {tally.startup_seconds:.1f} s to start, {tally.seconds:.1f} s to recalculate"
        ),
    ]
    if tally.interrupted:
        parts.append(Text("interrupted: these are the results so far"))
    return Group(*parts)
