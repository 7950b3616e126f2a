"""What the pages in docs/explanation/ quote and name of a template is still so there."""

import re

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.pages import BLOCK, one_line
from tests.helpers.places import ROOT
from xlbuilder.template.formulas import formulas as built_ones
from xlbuilder.template.joins import asked_fields
from xlbuilder.template.load import load

PAGES = {
    "generator": ("generator", [], 6),
    "life": ("life", [], 5),
    "how-it-works": ("sudoku", ["all"], 16),
}
"""Of each page the template, the strategies that are plugged in, and how many formulas it quotes
at least."""

KINDS = ("names", "slots", "boards", "cells")

OTHERS = {"basic", "sudoku", "line", "shelf", "search", "lagged"}
"""Templates, layers, a strategy, an order."""


def text_of(page):
    return (ROOT / "docs" / "explanation" / f"{page}.md").read_text(encoding="utf-8")


def formulas(tables):
    """Yield every text in a template that is a formula."""
    for value in tables.values():
        if isinstance(value, dict):
            yield from formulas(value)
        elif isinstance(value, str) and value.strip().startswith("="):
            yield one_line(value)


@pytest.mark.parametrize("page", by_cost(PAGES, 2))
def test_every_formula_that_a_page_quotes_is_in_its_template(page):
    """As it is written, or as it is built: {val_board here} is P16 there."""
    template, strategies, least = PAGES[page]
    loaded = load(template, strategies)
    known = {*formulas(loaded.source.tables)}
    known |= {one_line(formula.text) for formula in built_ones(loaded.template)}
    blocks = [block for kind, block in BLOCK.findall(text_of(page)) if not kind]
    quoted = [one_line(block) for block in blocks if block.startswith("=")]
    assert sum(line.startswith("=") for line in text_of(page).splitlines()) == len(quoted) >= least
    assert set(quoted) - known == set()


@pytest.mark.parametrize("page", by_cost(["generator", "how-it-works"], 1))
def test_every_name_in_a_page_exists(page):
    template, strategies, _ = PAGES[page]
    tables = load(template, strategies).source.tables
    names = {name for kind in KINDS for name in tables.get(kind, ())}
    names |= asked_fields(tables.get("slots", {}))
    words = set(re.findall(r"`([a-z][a-z0-9_]*)`", text_of(page)))
    assert len(words) > 10
    assert words - names <= OTHERS
