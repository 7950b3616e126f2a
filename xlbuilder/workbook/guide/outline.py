"""The outline of a guide: its blocks in their order, and the words between them.

as_sheet.py lays the blocks out in cells, as_page.py writes them as Markdown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xlbuilder.workbook.guide.content import Entry, Group, Guide, Place, Section

FILLED = "You fill it in."
"""What stands under an `Entry` that the user fills."""


@dataclass(frozen=True)
class Title:
    """The title of the guide."""

    text: str


@dataclass(frozen=True)
class Chapter:
    """The heading over sections or entries of one kind."""

    title: str
    text: str
    """One sentence about what follows."""


Block = Title | Chapter | Section | Entry | Group


def outline(guide: Guide) -> Iterator[tuple[int, Block]]:
    """Yield the blocks of ``guide``, each with the depth of its heading: 1 for the title.

    The entries of a `Group` follow it as blocks of their own.
    """
    yield 1, Title(guide.title)
    for section in guide.sections:
        yield 2, section
    yield from _chapter(
        "Strategies", "Those that are plugged into this workbook.", guide.strategies
    )
    yield from _chapter(
        "Boards and cells",
        "The cells of a board share one formula; it stands here as its first cell has it.",
        guide.places,
    )
    formats = "A cell of the board looks different while:"
    yield from _chapter("Conditional formats", formats, guide.formats)
    yield from _chapter("Lists", "Constants on a sheet of their own, by columns.", guide.lists)
    if guide.names:
        order = "Each name stands below those that it calls, and where it is needed first."
        yield 2, Chapter("Names", order)
    for group in guide.names:
        yield 3, group
        for entry in group.names:
            yield 4, entry


def _chapter(
    title: str, text: str, blocks: Sequence[Section] | Sequence[Entry]
) -> Iterator[tuple[int, Block]]:
    if blocks:
        yield 2, Chapter(title, text)
    for block in blocks:
        yield 3, block


def group_words(group: Group, quote: str = "") -> str:
    """Return the heading of a group; ``quote`` stands around the names in it."""
    return f"For {_place_words(group.place, quote)}"


def reads_words(entry: Entry, quote: str = "") -> str:
    """Return what an entry reads by its address, an empty text when that is nothing.

    ``quote`` stands around the names in it.
    """
    cells: dict[str, list[str]] = {}
    first = entry.note.partition(":")[0]
    for read in entry.reads:
        is_own = read.address.replace("$", "") == first
        where = "the cell itself" if is_own else f"in {quote}{read.place}{quote}"
        cells.setdefault(where, []).append(read.address)
    words = [
        f"{', '.join(several)} {'is' if len(several) == 1 else 'are'} {where}"
        for where, several in cells.items()
    ]
    return f"{'; '.join(words)}." if words else ""


def users_words(entry: Entry, quote: str = "") -> str:
    """Return where an entry is used, an empty text when nothing uses it.

    ``quote`` stands around the names in it.
    """
    places = ", ".join(_place_words(place, quote) for place in entry.users)
    return f"Used in {places}." if places else ""


def _place_words(place: Place, quote: str) -> str:
    return f"{'a format of ' * place.is_format}{quote}{place.name}{quote}"
