"""Presets: words of a template for several strategies."""

import pytest

from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load

TEMPLATE = """
[presets]
both = ["one.toml", "two.toml"]
[workbook]
title = "Presets"
[cells.total]
range = "B2"
style = "plain"
formula = "=all_of_them"
[slots.all_of_them]
join = "=MAX({this}, {rest})"
last = "=0"
[styles.plain]
"""
STRATEGY = """
[strategy]
title = "x"
[plugs]
all_of_them = ["of_{name}"]
[names.of_{name}]
formula = "{formula}"
"""


def test_a_preset_stands_for_its_strategies(edited):
    for name, formula in {"one": "=1", "two": "=2", "three": "=3"}.items():
        edited(STRATEGY.format(name=name, formula=formula), f"{name}.toml")
    path = str(edited(TEMPLATE, "preset.toml"))

    def joined(added, removed=()):
        return load(path, added, removed).template.names["all_of_them"].formula

    beside = str(edited("", "x.toml").parent)
    both = [f"{beside}/one.toml", f"{beside}/two.toml"]
    assert joined(["both"]) == joined(both) == "=MAX(of_one, MAX(of_two, 0))"
    assert joined(["both", f"{beside}/three.toml"]).startswith(
        "=MAX(of_one, MAX(of_two, MAX(of_three"
    )
    assert joined(["both"], ["two.toml"]) == "=MAX(of_one, 0)"
    with pytest.raises(TemplateError, match=r"no strategy three .* it has: one\.toml, two"):
        joined(["both"], ["three"])
    assert joined([]) == "=0"


def test_shipped_presets_are_strategies_of_the_ladder():
    names = {one.name for one in load("sudoku", ["all"], ["search", "jellyfish"]).strategies}
    assert {"naked_pairs", "hidden_quads", "x_wing", "ladder"} < names
    assert not names & {"jellyfish", "search"}
    assert "hidden_pairs" in {one.name for one in load("sudoku", ["classic"]).strategies}
