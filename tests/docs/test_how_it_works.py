"""What docs/explanation/how-it-works.md quotes and names is still so in the templates."""

import re
import tomllib

import pytest
from pages import BLOCK, one_line
from places import ROOT

from xlbuilder.template.formulas import formulas as built_ones
from xlbuilder.template.load import load
from xlbuilder.template.locate import parts, strategies

PAGE = (ROOT / "docs" / "explanation" / "how-it-works.md").read_text(encoding="utf-8")

BLOCKS = BLOCK.findall(PAGE)

QUOTED = [block for kind, block in BLOCKS if not kind and block.startswith("=")]

KINDS = ("names", "slots", "boards", "cells")

OTHERS = {"basic", "sudoku", "line", "shelf", "search", "lagged"}

"""Templates, layers, a strategy, an order."""

WORDS = set(re.findall(r"`([a-z][a-z0-9_]*)`", PAGE))


def formulas(document):
    """Yield every text in a template that is a formula."""
    for value in document.values():
        if isinstance(value, dict):
            yield from formulas(value)
        elif isinstance(value, str) and value.strip().startswith("="):
            yield one_line(value)


@pytest.fixture(scope="module")
def known():
    paths = [
        path for name, path in parts().items() if name.startswith(("sudoku/", "basic/", "shared/"))
    ]
    paths += strategies().values()
    documents = [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]
    written = {formula for document in documents for formula in formulas(document)}
    # There {val_board here} is P16, and what is plugged in may stand for its slot.
    return written | {one_line(formula.text) for formula in built_ones(load("sudoku").template)}


def test_the_page_quotes_formulas():
    assert len(QUOTED) > 15
    assert sum(line.startswith("=") for line in PAGE.splitlines()) == len(QUOTED)


@pytest.mark.parametrize("block", QUOTED, ids=one_line)
def test_every_quoted_formula_is_in_a_template(known, block):
    assert one_line(block) in known


@pytest.mark.slow
def test_every_name_in_the_page_exists():
    source = load("sudoku", ["all"]).source.tables
    names = {name for kind in KINDS for name in source[kind]}
    assert WORDS - names == OTHERS
