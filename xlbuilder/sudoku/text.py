"""Text as people have it: its encoding, its characters, and what people put around a puzzle.

A file is UTF-8, or what its byte order mark says.  Bytes that are not UTF-8 are read as
Windows-1252, which contains Latin-1.  Cleaning a line takes out what does not belong to a puzzle:
zero-width characters, fences, tags, the ``>`` of an answer.  Dashes, dots, squares and box
characters become one of each kind.
"""

import codecs
import io
import re
from typing import TextIO

from xlbuilder.errors import PuzzleError

_LINE_END = re.compile(r"\r\n|\r|\n")
_ENCODINGS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # begins as that of UTF-16 does
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_LONGEST_MARK = 4
_GZIP = b"\x1f\x8b"
_UNMARKED = re.compile(rb"(?:[^\0]\0){2}|(?:\0[^\0]){2}")
"""Characters of UTF-16, as some programs write it without a byte order mark."""
_NO_TEXT = "is not a text file; if it is an archive, unpack it, and give the text within it"
_TAGS = "code|pre|quote|tt|c|b|i|u|font|size|color|center|spoiler|hide|hidden|hr"
_TAG = re.compile(
    rf"\[/?(?:{_TAGS})(?:=[^\]]{{0,200}})?\]"
    rf"|</?(?:{_TAGS}|p|div|span|br|details|summary)(?:\s[^>]{{0,200}})?/?>|&nbsp;",
    re.IGNORECASE,
)
_FENCE = re.compile(r"""\s*(?:(?:`{3,}|~{3,})\s*\w*|"{3}|'{3})\s*""")
_QUOTE = re.compile(r"\s*(?:> ?)+")
_FRAMES = frozenset("`~[<>&\"'")
_KINDS = {
    "": "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u20e3\ufe0e\ufe0f\ufeff",
    " ": "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000",
    "-": "\u2010\u2011\u2012\u2013\u2212",
    "=": "\u2014\u2015─━═┄┅┈┉╌╍╴╶╸╺╼╾",
    "|": "│┃║┆┇┊┋╎╏╵╷╹╻╽╿¦\uff5c",
    "·": "•∙⋅\u2024・●○◦□■▢▪▫◻◼◽◾☐⬛⬜",
    "..": "\u2025",
    "...": "\u2026",
    "?": "\uff1f",
}
_CORNERS = dict.fromkeys(range(0x2500, 0x2580), "+")
_WIDE = {0xFF10 + digit: str(digit) for digit in range(10)}
_SAME = _CORNERS | _WIDE | {ord(mark): kind for kind, marks in _KINDS.items() for mark in marks}
_LATIN = "xlbuilder_latin"


def _latin(error: UnicodeError) -> tuple[str, int]:
    """Return the characters of bytes that are not UTF-8, and where reading goes on."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error(_LATIN, _latin)


def text_lines(text: str) -> list[str]:
    """Return the lines of ``text`` as a text file has them; `str.splitlines` knows more ends."""
    return _LINE_END.split(text.removesuffix("\n"))


def decoded(data: bytes, source: str) -> str:
    """Return the text of a file's bytes; raises PuzzleError for a file that is no text."""
    encoding, errors = _encoding(data, source)
    text = data.decode(encoding, errors)
    if "\0" in text:
        raise PuzzleError(f"{source}: {_NO_TEXT}")
    return text


def decoding(file: io.BufferedReader, source: str) -> TextIO:
    """Return the text of an open file of bytes, which is read as its lines are taken.

    Raises PuzzleError for a file that begins as no text does.
    """
    encoding, errors = _encoding(file.peek(_LONGEST_MARK), source)
    return io.TextIOWrapper(file, encoding=encoding, errors=errors)


def _encoding(start: bytes, source: str) -> tuple[str, str]:
    """Return the encoding by the first bytes, and what to do with bytes that are not in it."""
    for mark, encoding in _ENCODINGS.items():
        if start.startswith(mark):
            return encoding, _LATIN if encoding == "utf-8-sig" else "replace"
    if _UNMARKED.match(start):
        raise PuzzleError(f"{source}: is UTF-16 without a byte order mark; save it as UTF-8")
    if b"\0" in start or start.startswith(_GZIP):
        raise PuzzleError(f"{source}: {_NO_TEXT}")
    return "utf-8", _LATIN


def cleaned(line: str) -> str:
    """Return the part of a line that is about a puzzle, in the characters that the readers know."""
    line = line.rstrip("\r\n")
    if not line.isascii():
        line = line.translate(_SAME)
    if "\t" in line and "\t" not in (bare := line.strip("\t")) and len(bare) > 8:
        line = bare  # indented
    if _FRAMES.isdisjoint(line):
        return line
    line = _QUOTE.sub("", line, count=1) if line.lstrip().startswith(">") else line
    if _FENCE.fullmatch(line):
        return ""
    return _TAG.sub("", line).replace("`", "")
