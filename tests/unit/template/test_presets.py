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


def test_a_preset_that_is_left_out(edited):
    """Those of its strategies that are in are left out, whoever plugged them in."""
    for name, formula in {"one": "=1", "two": "=2", "three": "=3"}.items():
        edited(STRATEGY.format(name=name, formula=formula), f"{name}.toml")
    more = 'strategies = ["three.toml", "one.toml"]\n'
    more += TEMPLATE.replace("[presets]", '[presets]\nall = ["one.toml", "two.toml", "three.toml"]')
    path = str(edited(more, "preset.toml"))

    def names(added, removed):
        return [one.name for one in load(path, added, removed).strategies]

    assert names([], []) == ["three", "one"]
    assert names([], ["both"]) == ["three"]  # two is not in
    assert names([], ["all"]) == []
    assert names(["all"], ["both"]) == ["three"]
    assert names(["all"], ["three.toml"]) == ["one", "two"]
    with pytest.raises(TemplateError, match="both: is both added and left out; do one of them"):
        names(["both"], ["both"])
    with pytest.raises(TemplateError, match=r"two\.toml: is both added and left out"):
        names(["two.toml"], ["two.toml"])
    without = edited(more.replace(', "one.toml"]\n', "]\n", 1), "without.toml")
    said = r"no strategy both to leave out; it has: three\.toml$"
    with pytest.raises(TemplateError, match=said):
        load(str(without), removed=["both"])


def test_what_needs_one_that_is_left_out_goes_with_it(edited):
    """Except one that is added by its own name: then it is missing."""
    needs = 'needs = ["one", "library"]\n[plugs]'
    for name in ("one", "two", "three"):
        edited(STRATEGY.format(name=name, formula="=1"), f"{name}.toml")
    library = STRATEGY.format(name="library", formula="=4")
    edited(library.replace("[plugs]", 'needs = ["one"]\nlibrary = true\n[plugs]'), "library.toml")
    two = edited(STRATEGY.format(name="two", formula="=2").replace("[plugs]", needs), "two.toml")
    own = 'strategies = ["one.toml", "two.toml", "three.toml"]\n' + TEMPLATE
    path = str(edited(own, "preset.toml"))

    def names(added, removed):
        return [one.name for one in load(path, added, removed).strategies]

    assert names([], ["one.toml"]) == ["three"]
    assert names(["both"], ["one.toml"]) == ["three"]
    with pytest.raises(TemplateError, match=r"two\.toml: \[strategy\.needs\]: it needs one; plug"):
        names([str(two)], ["one.toml"])


def test_a_template_names_a_preset_among_its_strategies(edited):
    for name in ("one", "two"):
        edited(STRATEGY.format(name=name, formula="=1"), f"{name}.toml")
    path = str(edited('strategies = ["both"]\n' + TEMPLATE, "preset.toml"))
    assert [one.name for one in load(path).strategies] == ["one", "two"]
    assert [one.name for one in load(path, removed=["one.toml"]).strategies] == ["two"]


def test_a_file_takes_the_place_of_the_strategy_with_its_name(edited, tmp_path):
    """It does when that one is left out; those that need it stay."""
    for name in ("one", "two"):
        edited(STRATEGY.format(name=name, formula="=1"), f"{name}.toml")
    needs = STRATEGY.format(name="two", formula="=2").replace("[plugs]", 'needs = ["one"]\n[plugs]')
    edited(needs, "two.toml")
    path = str(edited('strategies = ["one.toml", "two.toml"]\n' + TEMPLATE, "preset.toml"))
    mine = tmp_path / "mine" / "one.toml"
    mine.parent.mkdir()
    mine.write_text(STRATEGY.format(name="one", formula="=5"))
    loaded = load(path, ["both", str(mine)], ["one.toml"])
    assert [one.name for one in loaded.strategies] == ["one", "two"]
    assert loaded.strategies[0].path == mine
    assert loaded.template.names["of_one"].formula == "=5"
    path = str(edited(TEMPLATE, "added.toml"))
    beside = str(edited("", "x.toml").parent / "one.toml")
    (only,) = load(path, [beside, str(mine)], [beside]).strategies
    assert only.path == mine
    with pytest.raises(TemplateError, match="takes the place of no strategy: none is called one"):
        load(path, [str(mine)], ["one"])
    with pytest.raises(TemplateError, match="there is no such file"):
        load(path, [str(mine.with_name("no") / "one.toml")], ["one"])


@pytest.mark.slow
def test_the_strategies_of_sudoku():
    """The search, and what looks for a second solution; the ladder comes with a preset."""
    assert load("sudoku").source.tables["strategies"] == ["search", "unique"]
    assert [one.name for one in load("sudoku").strategies] == ["search", "unique"]
    for removed in (["unique"], ["all"]):
        assert [one.name for one in load("sudoku", removed=removed).strategies] == ["search"]
    names = [one.name for one in load("sudoku", ["classic"]).strategies]
    assert names[:3] == ["search", "unique", "ladder"]
    own = ("naked_pairs", "hidden_pairs", "naked_triples", "hidden_triples")
    assert [name for name in names if name in own] == [*own]


def test_what_the_core_finds_itself_may_be_named():
    """Templates of before name the three techniques that are part of `basic` now."""
    core = ["naked_singles", "hidden_singles", "locked_candidates"]
    for template in ("basic", "sudoku"):
        assert load(template, [*core, "search"]).template == load(template, ["search"]).template
        with pytest.raises(TemplateError, match="no strategy hidden_singles to leave out; it has"):
            load(template, [], ["hidden_singles"])
