"""The outline of a guide: its blocks in their order, each with a heading and texts below it.

as_sheet.py lays the blocks out in cells, as_page.py writes them as Markdown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from xlbuilder.workbook.guide.content import Entry, Group, Guide, Place, Section


class PieceKind(Enum):
    """What a block is about."""

    TITLE = auto()
    CHAPTER = auto()
    """The heading over sections, or over entries of one kind."""
    SECTION = auto()
    GROUP = auto()
    """The heading over the names that a place needs."""
    ENTRY = auto()
    FORMAT = auto()
    """An entry for a conditional format."""


class TextStyle(Enum):
    """How a text of a block is written."""

    PROSE = auto()
    """A text by the author of the template."""
    SMALL = auto()
    """A text by xlbuilder; names in it stand between backticks."""
    FORMULA = auto()


@dataclass(frozen=True)
class Piece:
    """A piece of a guide."""

    kind: PieceKind
    depth: int
    """The depth of its heading: 1 for the title."""
    heading: str
    """The name of an entry; for a group words, with names between backticks."""
    note: str = ""
    texts: tuple[tuple[TextStyle, str], ...] = ()
    look: str = ""
    """How a format lets its cells look."""


def outline(guide: Guide) -> Iterator[Piece]:
    """Yield the blocks of ``guide``."""
    yield Piece(PieceKind.TITLE, 1, guide.title)
    yield from (_section(2, section) for section in guide.sections)
    strategies = [_section(3, section) for section in guide.strategies]
    yield from _chapter("Strategies", "Those that are plugged into this workbook.", strategies)
    places = "The cells of a board share one formula; it stands here as its first cell has it."
    yield from _chapter("Boards and cells", places, _entries(3, guide.places))
    formats = "A cell of the board looks different while:"
    yield from _chapter("Conditional formats", formats, _entries(3, guide.formats))
    lists = "Constants on a sheet of their own, by columns."
    yield from _chapter("Lists", lists, _entries(3, guide.lists))
    order = "Each name stands below those that it calls, and where it is needed first."
    names = [block for group in guide.names for block in _group(group)]
    yield from _chapter("Names", order, names)


def _chapter(title: str, text: str, blocks: Sequence[Piece]) -> Iterator[Piece]:
    if blocks:
        yield Piece(PieceKind.CHAPTER, 2, title, texts=((TextStyle.SMALL, text),))
    yield from blocks


def _section(depth: int, section: Section) -> Piece:
    texts = tuple((TextStyle.PROSE, line) for line in section.lines)
    return Piece(PieceKind.SECTION, depth, section.title, texts=texts)


def _group(group: Group) -> list[Piece]:
    heading = Piece(PieceKind.GROUP, 3, f"For {_place_words(group.place)}")
    return [heading, *_entries(4, group.names)]


def _entries(depth: int, entries: Sequence[Entry]) -> list[Piece]:
    return [
        Piece(
            PieceKind.FORMAT if entry.is_format else PieceKind.ENTRY,
            depth,
            entry.name,
            entry.note,
            tuple(each for each in _texts(entry) if each[1]),
            entry.look,
        )
        for entry in entries
    ]


def _texts(entry: Entry) -> Iterator[tuple[TextStyle, str]]:
    yield TextStyle.PROSE, entry.comment
    yield TextStyle.SMALL, "You fill it in." * entry.is_filled
    yield TextStyle.FORMULA, entry.formula or ""
    yield TextStyle.SMALL, _reads_words(entry)
    users = ", ".join(map(_place_words, entry.users))
    yield TextStyle.SMALL, f"Used in {users}." * bool(users)


def _reads_words(entry: Entry) -> str:
    """Return words for what an entry reads by address, "" when it reads nothing so."""
    cells: dict[str, list[str]] = {}
    first = entry.note.partition(":")[0]
    for read in entry.reads:
        is_own = read.address.replace("$", "") == first
        where = "the cell itself" if is_own else f"in `{read.place}`"
        cells.setdefault(where, []).append(read.address)
    words = [
        f"{', '.join(several)} {'is' if len(several) == 1 else 'are'} {where}"
        for where, several in cells.items()
    ]
    return f"{'; '.join(words)}." if words else ""


def _place_words(place: Place) -> str:
    return f"{'a format of ' * place.is_format}`{place.name}`"
