"""Files as programs save them, and what forums and mails put around a puzzle."""

import gzip
import io
import re

import pytest

from tests.helpers.boards import OTHER, PUZZLE, rows
from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.corpus import board_of, opened, read_from
from xlbuilder.sudoku.reading import read_puzzle

ROWS = "\n".join(rows(PUZZLE))

AROUND = {
    "a fence": f"```\n{ROWS}\n```",
    "a text of Python": f'"""\n{ROWS}\n"""',
    "tags of a forum": f"[code]\n{ROWS}\n[/code]",
    "a tag with a value": f"[size=85][CODE=text]{ROWS}[/CODE][/size]",
    "tags of HTML": f"<pre>\n{ROWS}</pre>",
    "an answer": "> " + ROWS.replace("\n", "\n> "),
    "backticks": f"`{PUZZLE}`",
    "zero-width spaces": f"\u200b{PUZZLE[:9]}\u200b{PUZZLE[9:]}\u2060",
    "dots that an editor made one": PUZZLE.replace("...", "…"),
    "digits of a wide font": PUZZLE.translate({48 + n: 0xFF10 + n for n in range(10)}),
    "keycaps": re.sub("([1-9])", "\\1\ufe0f\u20e3", PUZZLE).replace(".", "\u2b1c"),
    "a tab before a line": f"\t{PUZZLE}",
    "details of HTML": f"<details><summary>Puzzle</summary>\n\n{ROWS}\n\n</details>",
}

MIDDLE = PUZZLE.replace(".", "·")

BYTES = {
    "UTF-8": MIDDLE.encode(),
    "UTF-8 with a mark": MIDDLE.encode("utf-8-sig"),
    "UTF-16, little end first": b"\xff\xfe" + f"{MIDDLE}\r\n".encode("utf-16-le"),
    "UTF-16, big end first": b"\xfe\xff" + MIDDLE.encode("utf-16-be"),
    "UTF-32": MIDDLE.encode("utf-32"),
    "Latin-1": MIDDLE.encode("latin-1"),
    "Windows": PUZZLE.replace(".", "•").encode("cp1252"),
}


def refuse(error):
    raise error


@pytest.mark.parametrize("form", AROUND)
def test_what_stands_around_a_puzzle_is_no_part_of_it(form):
    assert str(read_puzzle(AROUND[form], "test")) == PUZZLE


@pytest.mark.parametrize("encoding", BYTES)
def test_every_encoding_is_read_alike_by_all_ways(tmp_path, encoding):
    path = tmp_path / "p.txt"
    path.write_bytes(BYTES[encoding])
    assert str(board_of(path, "p")) == PUZZLE
    assert str(read_from(io.BytesIO(BYTES[encoding]), "p")) == PUZZLE
    with opened(path, "p", refuse) as corpus:
        assert [str(board) for board in corpus] == [PUZZLE]


NO_TEXTS = {
    "a zip file": (
        b"PK\3\4\x14\0\0\0\x08\0\n" + PUZZLE.encode(),
        "is not a text file; if it is an",
    ),
    "gzip": (gzip.compress(PUZZLE.encode()), "is not a text file; if it is an archive, unpack it"),
    "UTF-16, little end first": (f"{PUZZLE}\n".encode("utf-16-le"), "is UTF-16 without a byte"),
    "UTF-16, big end first": (f"{PUZZLE}\n".encode("utf-16-be"), "is UTF-16 without a byte"),
}


@pytest.mark.parametrize("case", NO_TEXTS)
def test_a_file_that_is_no_text_is_one_error(tmp_path, case):
    data, message = NO_TEXTS[case]
    path = tmp_path / "p.txt"
    path.write_bytes(data)
    with pytest.raises(PuzzleError, match=f"^p: {message}"):
        read_from(io.BytesIO(data), "p")
    wrong: list[PuzzleError] = []
    with (
        pytest.raises(PuzzleError, match=rf"p\.txt: {message}"),
        opened(path, "p", wrong.append) as corpus,
    ):
        list(corpus)
    assert wrong == []


def test_a_corpus_in_another_encoding_is_read(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text(f"id,puzzle\n1,{PUZZLE}\n2,{OTHER}\n", encoding="utf-16")
    with opened(path, "p", refuse) as corpus:
        assert len(list(corpus)) == 2
