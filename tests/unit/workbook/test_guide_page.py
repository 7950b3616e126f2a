"""The page of Markdown: what `xlbuilder guide` prints."""

import re

import pytest

from xlbuilder.template.load import load
from xlbuilder.workbook.guide.as_page import page
from xlbuilder.workbook.guide.content import (
    Entry,
    Group,
    Guide,
    Place,
    ReadCells,
    Section,
    guide_of,
)

IN_BOARD = (ReadCells("A1", "board"), ReadCells("B1", "board"))


def test_a_format_says_what_its_cells_look_like():
    looks = [entry.look for entry in guide_of(load("basic").template).formats]
    assert "fill FFFFFF, color FFFFFF, above all other formats" in looks
    assert all(looks)


def test_the_whole_page_of_a_small_guide():
    board = Place("board", is_format=False)
    shown = Guide(
        "Title",
        (Section("One", ("first", "second")),),
        (Section("Strategy", ("What it does.",)),),
        (
            Entry("board", "A1:B2", "Comment.", None, (Place("name", is_format=False),), True),
            Entry("cell", "D1", "", "=D1+A1+B1", reads=(ReadCells("D1", "cell"), *IN_BOARD)),
        ),
        (Entry("board", "A1:B2", "", "=A1>0", is_format=True, look="bold"),),
        (Group(board, (Entry("name", "", "", "=SUM(board)", (Place("board", is_format=True),)),)),),
        (Entry("column", "Words, B5:B9", "Words.", None, (Place("name", is_format=False),)),),
    )
    assert page(shown).split("\n\n") == [
        "# Title",
        "`xlbuilder guide` prints this page.",
        "## One",
        "first",
        "second",
        "## Strategies",
        "Those that are plugged into this workbook.",
        "### Strategy",
        "What it does.",
        "## Boards and cells",
        "The cells of a board share one formula; it stands here as its first cell has it.",
        "### `board` (A1:B2)",
        "Comment.",
        "You fill it in.",
        "Used in `name`.",
        "### `cell` (D1)",
        "```\n=D1+A1+B1\n```",
        "D1 is the cell itself; A1, B1 are in `board`.",
        "## Conditional formats",
        "A cell of the board looks different while:",
        "### A format of `board` (A1:B2)",
        "```\n=A1>0\n```",
        "It looks so: bold.",
        "## Lists",
        "Constants on a sheet of their own, by columns.",
        "### `column` (Words, B5:B9)",
        "Words.",
        "Used in `name`.",
        "## Names",
        "Each name stands below those that it calls, and where it is needed first.",
        "### For `board`",
        "#### `name`",
        "```\n=SUM(board)\n```",
        "Used in a format of `board`.",
    ]


def test_what_a_formula_reads_by_its_address_has_its_board():
    entries = {entry.name: entry for entry in guide_of(load("sudoku").template).places}
    assert entries["why_board"].reads == (
        ReadCells("D52", "given_board"),
        ReadCells("D16", "sol_board"),
    )
    assert Place("why_board", is_format=False) in entries["given_board"].users
    assert [read.address for read in entries["val_board"].reads] == ["Q16", "P16"]
    assert Place("val_board", is_format=False) not in entries["val_board"].users


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("plain text, a_name and 3x3; R4C7.", "plain text, a_name and 3x3; R4C7."),
        ("2*3*4 [a] `b` <c> &amp; $x$ \\", r"2\*3\*4 \[a\] \`b\` \<c> \&amp; \$x\$ \\"),
        ("_a_ b", r"\_a\_ b"),
        ("- not a list", r"\- not a list"),
        ("# no heading", r"\# no heading"),
        ("> no quotation", r"\> no quotation"),
        ("1. no list", r"1\. no list"),
        ("475 says", "475 says"),
    ],
)
def test_texts_are_shown_as_they_are(text, escaped):
    shown = Guide("Title", (Section("One", (text,)),), (), (), (), ())
    assert page(shown).split("\n\n")[3] == escaped


def test_a_line_that_is_broken_does_not_begin_with_markup():
    text = "x" * 90 + " > > > " + "y" * 90
    (rows,) = (
        block
        for block in page(Guide("Title", (Section("One", (text,)),), (), (), (), ())).split("\n\n")
        if "x" in block and "y" in block
    )
    assert all(not row.startswith(">") for row in rows.splitlines())


HTML = "<script>alert(1)</script>"


def test_a_text_with_backticks_does_not_end_its_fence():
    formula = f'="a\n```\n{HTML}\n`````\nb"'
    text = page(Guide("Title", (), (), (Entry("board", "A1", "", formula),), (), ()))
    assert text.endswith(f"\n\n``````\n{formula}\n``````")


def test_no_html_stands_outside_of_fences():
    section = Section(HTML, (HTML,))
    entries = (Entry("column", f"{HTML}, B5:B9", HTML, None, ()),)
    text = page(Guide(HTML, (section,), (section,), entries, entries, (), entries))
    assert HTML.replace("<", r"\<") in text
    assert not re.search(r"(?<!\\)<", text)


def test_the_page_ends_with_the_slots_those_too_that_are_part_of_a_formula():
    text = page(guide_of(load("basic").template))
    _, slots = text.split("\n## Slots\n")
    _, one = slots.split("### The slot `digit_of_single`\n\n")
    comment, fenced, *_ = one.split("\n\n")
    assert comment.startswith("The only valid value of this cell, ")
    join, last = fenced.strip("`\n").splitlines()
    assert join == "join  =IF({this}, 0, {rest})"
    assert last.startswith('last  =IF(COUNTIF(val_bigcell, ">0")=1, MAX(val_bigcell), ')
