"""Compares the XML of two workbooks element by element, without what kinds.py leaves out.

It finds every difference that is no fact of a workbook.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from xlbuilder.changes.compare import Aspect
from xlbuilder.changes.kinds import Treatment, kind_of
from xlbuilder.xlsx.defaults import DEFAULTS
from xlbuilder.xlsx.normal import Node, local
from xlbuilder.xlsx.package import PART

_KEYS = ("r", "ref", "sqref", "name", "displayName", "uri", "idx", "colId", "min", "kind", "target")
"""Attributes that tell an element from the elements beside it, the best first."""
_IN_PLACES = ("property", "ext", PART)
"""Elements whose keys stand in the places of kinds.py."""
_UNORDERED = {
    *("definedNames", "hyperlinks", "protectedRanges", "ignoredErrors", "tableParts", "package"),
    *(
        "cp:coreProperties",
        "Properties",
        "font",
        "rPr",
        "commentList",
        "extLst",
        "conditionalFormats",
    ),
}
"""Elements whose children may stand in any order; programs change the order within a font."""
_HOLDERS = {"definedName": "name", PART: "kind"}
"""Elements that mean nothing once all but their key is left out, each with this key."""
_CONTAINERS = ("extLst", "definedNames", "Properties", "worksheet", "sst")
_CHOICES = ("filterColumn",)
"""Elements that hold one of several kinds of element; the kind counts also when it is empty."""
_FLAGS = ("b", "i", "u", "strike", "outline", "shadow", "condense", "extend")
_TEXTS = ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter")
_LONGEST = 400
"""The most elements of one tag among which we look for inserted elements."""
_SHOWN = 160
"""The most characters that are shown of an element that is new or gone."""


class XmlChange(NamedTuple):
    """One attribute, text or element that differs."""

    aspect: Aspect
    path: tuple[str, ...]
    """The elements from the root on, each with its key."""
    old: str | None
    new: str | None


def pruned(node: Node, parent: str = "") -> Node | None:
    """Return a node without what kinds.py leaves out, or None when nothing is left."""
    place = _place(node, parent)
    if isinstance(kind_of(place), Treatment):
        return None
    attributes = tuple(
        pair
        for pair in node.attributes
        if not isinstance(kind_of(f"{place}/@{pair[0]}"), Treatment)
    )
    text = "" if isinstance(kind_of(f"{place}/#"), Treatment) else node.text
    children = _pruned_children(node, "" if node.tag == PART else place)
    made = Node(node.tag, attributes, text, children)
    if node.tag in _HOLDERS and made != node and not text and not children:
        keys = [key for key, _ in attributes]
        is_of_sheet = "!" in node.get("name")  # facts have all of a name except its sheet
        return made if is_of_sheet or keys != [_HOLDERS[node.tag]] else None
    if attributes or children or text:
        return made
    if parent.rpartition("/")[2] in _CHOICES and node.name != "extLst":
        return made
    held = [kind_of(f"{place}/@{key}") for key, _ in node.attributes] + [kind_of(f"{place}/#")]
    has_facts = bool(node.children) or Treatment.FACT in held
    return None if has_facts or _says_nothing(node) else made


def _pruned_children(node: Node, place: str) -> tuple[Node, ...]:
    """Return what is left of children; an empty child is kept if its place counts.

    So the second of three fields stays the second.  Children with a key need no place.
    """
    kept = [(each, pruned(each, place)) for each in node.children]
    tags = {each.tag for each, left in kept if left is not None and not _key(each)}
    return tuple(
        left or Node(each.tag)
        for each, left in kept
        if left is not None
        or (
            each.tag in tags
            and not _key(each)
            and not isinstance(kind_of(_place(each, place)), Treatment)
        )
    )


def _says_nothing(node: Node) -> bool:
    """Return whether a node with this tag means nothing when it is empty."""
    is_known = not node.tag.startswith("{")
    has_defaults = is_known and node.name in DEFAULTS and node.tag not in _FLAGS
    return (
        has_defaults or node.tag in (*_TEXTS, *_CONTAINERS) or node.tag.startswith(("dc:", "cp:"))
    )


def changes(old: Node, new: Node, place: str, path: tuple[str, ...] = ()) -> Iterator[XmlChange]:
    """Yield what differs between two pruned nodes with the same tag, which stand at ``place``."""
    if old == new:
        return
    attributes = dict(old.attributes), dict(new.attributes)
    for key in dict.fromkeys([*attributes[0], *attributes[1]]):
        one, other = (each.get(key) for each in attributes)
        if one != other:
            yield XmlChange(_aspect(f"{place}/@{key}"), (*path, local(key)), one, other)
    if old.text != new.text:
        yield XmlChange(_aspect(f"{place}/#"), path, old.text or None, new.text or None)
    below = "" if new.tag == PART else place
    pairs = _pairs(old.children, new.children)
    for first, second in pairs:
        before = None if first is None else old.children[first]
        after = None if second is None else new.children[second]
        node = after or before or new
        here = path if node.tag == PART else (*path, _label(node))
        if before is not None and after is not None:
            yield from changes(before, after, _place(node, below), here)
        elif node != (empty := Node(node.tag)) and not _key(node) and _says_nothing(node):
            yield from changes(before or empty, after or empty, _place(node, below), here)
        else:
            words = [each and _content(each) for each in (before, after)]
            yield XmlChange(_aspect_of(node, _place(node, below)), (*path, _label(node)), *words)
    order = [second for first, second in pairs if first is not None and second is not None]
    if new.tag not in _UNORDERED and order != sorted(order):
        moved = next(at for at, then in pairwise(order) if at > then)
        node = new.children[moved]
        here = (*path, _label(node))
        yield XmlChange(_aspect(_place(node, below)), here, "earlier", "later in the order")


def _pairs(old: Sequence[Node], new: Sequence[Node]) -> list[tuple[int | None, int | None]]:
    """Return pairs of children, by their places; None is the partner of a new or removed child.

    Children with a key are paired by the key, others by what they hold, then by their order.
    """
    partners: dict[int, int] = {}
    keyed = _keyed(old)
    for key, place in _keyed(new).items():
        if key in keyed:
            partners[keyed[key]] = place
    come = _by_tag(new, {*partners.values()})
    for tag, gone in _by_tag(old, partners).items():
        partners.update(_aligned(gone, come.get(tag, ()), old, new))
    taken = {*partners.values()}
    pairs: list[tuple[int | None, int | None]] = [(at, partners.get(at)) for at in range(len(old))]
    return pairs + [(None, at) for at in range(len(new)) if at not in taken]


def _by_tag(nodes: Sequence[Node], without: Container[int]) -> Mapping[str, Sequence[int]]:
    """Return the places of nodes by their tags; parts also by their kinds."""
    places: dict[str, list[int]] = {}
    for place, node in enumerate(nodes):
        if place not in without:
            tag = _label(node) if node.tag == PART else node.tag
            places.setdefault(tag, []).append(place)
    return places


def _keyed(nodes: Sequence[Node]) -> dict[tuple[str, str, int], int]:
    """Return the places of nodes with a key, by tag, key and how often the key came before."""
    times: Counter[tuple[str, str]] = Counter()
    places = {}
    for place, node in enumerate(nodes):
        if key := _key(node):
            places[node.tag, key, times[node.tag, key]] = place
            times[node.tag, key] += 1
    return places


def _aligned(
    gone: Sequence[int], come: Sequence[int], old: Sequence[Node], new: Sequence[Node]
) -> Iterator[tuple[int, int]]:
    """Yield pairs of children with the same tag that have no key in common."""
    if max(len(gone), len(come)) > _LONGEST:
        yield from zip(gone, come, strict=False)
        return
    matcher = SequenceMatcher(None, [old[at] for at in gone], [new[at] for at in come], False)
    for _, start, end, first, last in matcher.get_opcodes():
        yield from zip(gone[start:end], come[first:last], strict=False)


def _aspect(place: str) -> Aspect:
    kind = kind_of(place)
    return Aspect.PART if isinstance(kind, Treatment) else kind


def _aspect_of(node: Node, place: str) -> Aspect:
    """Return the aspect of an element that is new or gone: the first aspect in it."""
    is_holder = node.tag == PART and node.children
    keys = [] if is_holder else [f"@{key}" for key, _ in node.attributes] + ["#"] * bool(node.text)
    below = "" if node.tag == PART else place
    held = [_aspect(f"{place}/{key}") for key in keys]
    held += [_aspect_of(each, _place(each, below)) for each in node.children]
    return min(held, key=[*Aspect].index, default=_aspect(place))


def _place(node: Node, parent: str) -> str:
    key = _key(node).rpartition("!")[2]
    is_built_in = node.tag == "definedName" and key.startswith("_xlnm.")
    shown = f"[{key}]" if is_built_in or node.tag in _IN_PLACES else ""
    return f"{parent}/{node.tag}{shown}".lstrip("/")


def _key(node: Node) -> str:
    return next((value for key in _KEYS if (value := node.get(key))), "")


def _label(node: Node) -> str:
    key = (node.get("kind") if node.tag == PART else "") or _key(node)
    return f"{node.name} {key}".strip()


def _content(node: Node) -> str:
    """Return what a new or removed element holds; for a part, what its root holds."""
    is_parsed = node.tag == PART and node.children
    text = (node.children[0] if is_parsed else node).content or "there"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
