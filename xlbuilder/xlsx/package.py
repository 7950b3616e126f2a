"""Reads all parts of a workbook file as one tree, in the normal form of normal.py.

A part stands where another part refers to it: so the tree has no names of parts and no ids of
relationships.  A part to which nothing refers stands at the end of the tree.  ECMA-376 Part 2
defines parts and relationships.
"""

import posixpath
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError

from xlbuilder.xlsx.normal import Node, local, normal, parsed

PART, LINK = "part", "link"
"""The tags in place of a relationship: another part, or a target outside the file."""
_ROOT, _TYPES = "_rels/.rels", "[Content_Types].xml"
_SPARED = ("sheetData",)
"""Elements of a sheet that are left out of the tree: `Package.sheets` has them."""
_INDIRECT = {
    "sharedStrings": ("si",),
    "styles": (
        *("numFmts", "fonts", "fills", "borders", "dxfs"),
        *("cellStyleXfs", "cellXfs", "cellStyles"),
    ),
}
"""Kinds of parts, each with the elements that the tree leaves out because cells refer to them."""


@dataclass(frozen=True)
class Package:
    """The parts of a workbook file."""

    root: Node
    """All parts as a tree, without the cells, their texts and their formats."""
    sheets: Mapping[str, Element]
    """The part of each sheet that has cells, by its name, as it was parsed."""
    styles: Element
    strings: Sequence[Element]
    """The shared texts."""

    @cached_property
    def workbook(self) -> Node:
        """The workbook part; empty when there is none."""
        return next((each for each in self.root.walk() if each.tag == "workbook"), Node("workbook"))


@dataclass(frozen=True)
class _Relation:
    id: str
    kind: str
    """The last word of the type of the relationship."""
    target: str
    """The name of a part, or the target outside the file."""
    is_outside: bool


def read_package(data: BytesIO) -> Package:
    """Return the parts of a workbook that has passed `read_guarded`."""
    with zipfile.ZipFile(data) as archive:
        reader = _PackageReader(archive)
        root = Node("package", children=tuple(reader.tree()))
        return Package(
            root,
            reader.sheets,
            reader.indirect("styles", Element("styleSheet")),
            list(reader.indirect("sharedStrings", Element("sst"))),
        )


class _PackageReader:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._names = {f"/{name}".lower(): name for name in archive.namelist()}
        is_typed = _TYPES in archive.namelist()
        types = parsed(archive.read(_TYPES)) if is_typed else Element("Types")
        self._types = {
            (local(each.tag), each.get("PartName", each.get("Extension", "")).lower()): each.get(
                "ContentType", ""
            )
            for each in types
        }
        self._seen: dict[str, int] = {}
        self._found: dict[str, Element] = {}
        self.sheets: dict[str, Element] = {}

    def tree(self) -> Iterator[Node]:
        """Yield the parts to which the package refers, and then the others."""
        yield from self._rest("", set())
        for name in sorted(self._archive.namelist()):
            is_plumbing = name == _TYPES or name.endswith(("/", ".rels"))
            if name not in self._seen and not is_plumbing:
                yield self._part("", "", name, ("name", name))

    def indirect(self, kind: str, default: Element) -> Element:
        """Return the root of a part that the tree does not have."""
        return self._found.get(kind, default)

    def _rest(self, part: str, used: set[str]) -> Iterator[Node]:
        """Yield the targets of a part that no element of the part refers to."""
        others = [each for each in self._relations(part) if each.id not in used]
        yield from sorted(self._related(each) for each in others)

    def _relations(self, part: str) -> list[_Relation]:
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", f"{name}.rels") if part else _ROOT
        actual = self._names.get(f"/{relations}".lower())
        links = []
        for each in parsed(self._archive.read(actual)) if actual else ():
            target = each.get("Target", "")
            is_outside = each.get("TargetMode", "").lower() == "external"
            if not is_outside:
                target = posixpath.normpath(posixpath.join("/", folder, target))
            kind = each.get("Type", "").rpartition("/")[2]
            links.append(_Relation(each.get("Id", ""), kind, target, is_outside))
        return links

    def _related(self, relation: _Relation, sheet: str = "") -> Node:
        """Return the node that the tree has in place of a relationship."""
        name = self._names.get(relation.target.lower())
        if relation.is_outside or name is None:
            return Node(LINK, (("kind", relation.kind), ("target", relation.target)))
        return self._part(relation.kind, sheet, name)

    def _part(self, kind: str, sheet: str, name: str, *more: tuple[str, str]) -> Node:
        extension = name.rpartition(".")[2].lower()
        of_part = self._types.get(("Override", f"/{name}".lower()))
        content = of_part or self._types.get(("Default", extension), "")
        given = (("content", content), ("kind", kind), *more)
        attributes = tuple(pair for pair in given if pair[1])
        if name in self._seen:
            if sheet:  # another part referred to it before
                self.sheets[sheet] = parsed(self._archive.read(name))
            return Node(PART, (*attributes, ("again", str(self._seen[name]))))
        self._seen[name] = len(self._seen)
        data = self._archive.read(name)
        try:
            root = parsed(data)
        except ParseError:  # no damaged XML, as the guard has checked, but a picture or the like
            root = None
        if root is None:
            return Node(PART, (*attributes, ("digest", sha256(data).hexdigest()[:16])))
        if kind in _INDIRECT:
            self._found[kind] = root
            rest = normal(root, _INDIRECT[kind])
            return Node(PART, attributes, children=(rest, *self._rest(name, set())))
        is_sheet = kind == "worksheet" and bool(sheet)
        if is_sheet:
            self.sheets[sheet] = root
        tree = normal(root, _SPARED if is_sheet else ())
        return Node(PART, attributes, children=(self._with_related(tree, name),))

    def _with_related(self, node: Node, part: str) -> Node:
        """Return the root of a part with the related parts in place of their ids."""
        relations = {each.id: each for each in self._relations(part)}
        used: set[str] = set()

        def resolved(node: Node) -> Node:
            children = tuple(map(resolved, node.children))
            ids = [
                (key, value)
                for key, value in node.attributes
                if value in relations and (key.startswith("r:") or local(key) == "relid")
            ]
            if not ids:
                return node._replace(children=children) if children else node
            used.update(value for _, value in ids)
            sheet = node.get("name") if node.tag == "sheet" else ""
            related = tuple(self._related(relations[value], sheet) for _, value in ids)
            kept = tuple(pair for pair in node.attributes if pair not in ids)
            return node._replace(attributes=kept, children=(*children, *related))

        if relations:
            node = resolved(node)
            node = node._replace(children=(*node.children, *self._rest(part, used)))
        return node
