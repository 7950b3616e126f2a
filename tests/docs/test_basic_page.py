"""docs/tutorial/basic.md shows every formula of the workbook, as it is."""

import re

import pytest

from tests.helpers.pages import BLOCK, Page, one_line
from tests.helpers.places import ROOT
from xlbuilder import api
from xlbuilder.template.load import load

NAME = "docs/tutorial/basic.md"
PAGE = (ROOT / NAME).read_text(encoding="utf-8")
BLOCKS = BLOCK.findall(PAGE)
ENTRY = re.compile(r"^(\w+) +=(.*(?:\n +.*)*)", re.MULTILINE)
FIRST, REST = PAGE.split("## The second evening")
SECOND, THIRD = REST.split("## The third evening")
PAIRS, GUESSES = ("naked_pairs", "hidden_pairs", "x_wing"), ("search", "unique")


def quoted(text):
    """Return the names and formulas in the blocks of a text."""
    blocks = [block for kind, block in BLOCK.findall(text) if not kind]
    return [(name, "=" + one_line(body)) for block in blocks for name, body in ENTRY.findall(block)]


def formulas(*strategies):
    template = load("basic", strategies).template
    known = {name: entry.formula for name, entry in template.names.items()}
    for entries in (template.boards, template.cells):
        known |= {name: entry.formula for name, entry in entries.items() if entry.formula}
    return {name: one_line(formula) for name, formula in known.items()}


def test_every_formula_is_quoted_once_and_as_it_is():
    shown = quoted(FIRST)
    assert len(shown) == len(formulas())
    assert dict(shown) == formulas()


def test_the_readme_quotes_them_as_they_are():
    shown = quoted((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(shown) == 5
    assert dict(shown).items() <= formulas().items()


@pytest.mark.parametrize(("text", "strategies"), [(SECOND, PAIRS), (THIRD, GUESSES)])
def test_the_strategies_are_quoted_as_they_are(text, strategies):
    known, shown = formulas(*strategies), quoted(text)
    assert len(shown) > 10
    for name, formula in shown:
        plain = known[name].replace("IF(live, ", "", 1).removesuffix(")")
        assert formula == (plain if "live" in known[name] else known[name])


@pytest.mark.slow
def test_a_reader_follows_it_and_sees_the_same_boards(tmp_path):
    page = Page(NAME)
    page.follow(tmp_path)
    pictures = [block for kind, block in BLOCKS if kind == "text" and "Solution" in block]
    assert len(pictures) == 3
    for book, picture in zip(("naked", "hidden", "all"), pictures, strict=True):
        workbook = api.open(tmp_path / f"{book}.xlsx")
        shown = str(workbook.solve(workbook.puzzle, engine="fast").board).replace(".", "")
        lines = picture.split("\n\n")[0].splitlines()[1:]
        digits = re.findall(r"[1-9]", "".join(line[26:] for line in lines))
        assert "".join(digits) == shown
