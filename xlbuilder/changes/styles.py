"""The formats of cells in words, without their numbers: each program numbers them anew.

Facts (facts.py) have the name, size and color of a font, bold, italic, the color of a fill, the
styles of borders, the number format, and the horizontal alignment; this module has the rest.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from openpyxl.styles.numbers import BUILTIN_FORMATS

from xlbuilder.changes.compare import Aspect
from xlbuilder.changes.kinds import Treatment, kind_of
from xlbuilder.changes.reads import LOCK
from xlbuilder.xlsx.normal import Node, normal
from xlbuilder.xlsx.package import Package
from xlbuilder.xlsx.rules import color, plain_words

Words = Mapping[tuple[Aspect, str], str]
"""Words by their aspect and key: ``{(Aspect.LOOK, "underline"): "double"}``."""

_FONT_FACTS = ("name", "sz", "b", "i", "color")
_ALIGNMENT_FACTS = ("horizontal", "wrapText")
_SIDES = ("left", "right", "top", "bottom", "start", "end", "vertical", "horizontal")
_NUMBERS = ("numFmtId", "fontId", "fillId", "borderId", "xfId")


class Styles:
    """The formats of the cells of one workbook."""

    def __init__(self, package: Package) -> None:
        root = normal(package.styles)
        self._cells = root.child("cellXfs").children
        self._base = root.child("cellStyleXfs").children
        self._named = {each.get("xfId", "0"): each for each in root.child("cellStyles").children}
        self._parts = {
            key: root.child(tag).children
            for key, tag in (("fontId", "fonts"), ("fillId", "fills"), ("borderId", "borders"))
        }
        self._codes = {
            each.get("numFmtId"): each.get("formatCode") for each in root.child("numFmts").children
        }
        self.words = lru_cache(maxsize=None)(self._words)
        self.whole = lru_cache(maxsize=None)(self._whole)

    def _words(self, number: int) -> Words:
        """Return what a format has beside the facts."""
        return {
            (Aspect.PROTECTION if key == "hidden formulas" else Aspect.LOOK, key): text
            for key, text in self._rest(number)
            if text
        }

    def _whole(self, number: int) -> Words:
        """Return all that a format says; a blank cell has no facts."""
        return self._all_of(self._xf(number))

    def named(self) -> Mapping[str, Words]:
        """Return the formats of the named styles that cells use."""
        used = {each.get("xfId", "0") for each in self._cells}
        return {
            "Normal" if each.get("builtinId") == "0" else each.get("name"): self._all_of(
                self._base[int(number)]
            )
            for number, each in self._named.items()
            if number in used and int(number) < len(self._base)
        }

    def _all_of(self, xf: Node) -> Words:
        font, alignment = self._part(xf, "fontId"), xf.child("alignment")
        fill, border = self._part(xf, "fillId"), self._part(xf, "borderId")
        number = xf.get("numFmtId", "0")
        code = self._codes.get(number) or BUILTIN_FORMATS.get(int(number), number)
        kept = [each for each in font.children if not _is_nothing(f"fonts/font/{each.tag}")]
        fonts = sorted(filter(None, map(plain_words, kept)))
        words = {
            "font": " ".join(fonts),
            "fill": plain_words(fill),
            "border": plain_words(border),
            "number format": code,
            "alignment": plain_words(alignment),
        }
        return {(Aspect.LOOK, key): text for key, text in words.items()}

    def _rest(self, number: int) -> Iterator[tuple[str, str]]:
        xf = self._xf(number)
        for each in self._part(xf, "fontId").children:
            if each.tag == "u":
                yield "underline", each.get("val")
            elif each.tag not in _FONT_FACTS and not _is_nothing(f"fonts/font/{each.tag}"):
                yield f"font {each.name}", plain_words(each)
        for each in self._part(xf, "fillId").children:
            if each.tag == "gradientFill":
                yield "gradient", plain_words(each)
            elif each.get("patternType", "none") not in ("none", "solid"):
                yield "second color of the fill", color(each.child("bgColor"))
        border = self._part(xf, "borderId")
        for each in border.children:
            if each.get("style") and each.tag in _SIDES:
                yield f"color of the {each.tag} border", color(each.child("color"))
            elif each.get("style"):
                yield (
                    f"{each.tag} border",
                    plain_words(each._replace(attributes=(*each.attributes, *border.attributes))),
                )
        for key, value in xf.child("alignment").attributes:
            if key not in _ALIGNMENT_FACTS:
                yield key, value
        yield LOCK, xf.child("protection").get("locked")
        yield "hidden formulas", xf.child("protection").get("hidden")
        for key, value in xf.attributes:
            if key not in _NUMBERS and not _is_nothing(f"cellXfs/xf/@{key}"):
                yield key, value
        style = self._named.get(xf.get("xfId", "0"), Node("cellStyle"))
        yield "cell style", "" if style.get("builtinId") == "0" else style.get("name")
        yield "hidden cell style", style.get("hidden")
        yield "extension", ", ".join(map(str, xf.child("extLst").children))

    def _xf(self, number: int) -> Node:
        return self._cells[number] if number < len(self._cells) else Node("xf")

    def _part(self, xf: Node, key: str) -> Node:
        number = int(xf.get(key, "0"))
        parts = self._parts[key]
        return parts[number] if number < len(parts) else Node(key)


def _is_nothing(place: str) -> bool:
    return kind_of(f"styleSheet/{place}") is Treatment.NOTHING
