"""docs/reference/layers.md has each layer; what is left without them: test_layers.py."""

import importlib

import pytest

from tests.helpers.places import ROOT
from xlbuilder.template.load import load

PAGE = (ROOT / "docs/reference/layers.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def maker():
    """The program that makes the page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "benchmarks")
        yield importlib.import_module("layers_page")


def test_each_layer_is_there(maker):
    assert maker.ADDS.keys() == load("sudoku").source.layers.keys()
    for name in maker.ADDS:
        assert f"| `{name}` |" in PAGE


@pytest.mark.parametrize("layer", ["shelf", "rating"])
def test_its_names_are_counted(layer):
    """As the workbook has them: those of boards and cells too, and the columns of lists."""
    counts = []
    for left_out in ((), (layer,)):
        template = load("sudoku", (), left_out).template
        columns = [column for each in template.lists.values() for column in each.columns]
        counts.append(len([*template.names, *template.boards, *template.cells, *columns]))
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{layer}` |")]
    assert f"| {counts[0] - counts[1]} |" in row
