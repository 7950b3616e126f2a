"""Presets: words of a template for several strategies."""

import pytest

from tests.helpers.slots import TEMPLATE as SLOTS
from tests.helpers.slots import plugging
from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load

TEMPLATE = f"""
[presets]
both = ["one.toml", "two.toml"]
{SLOTS}"""

FILES = {name: plugging(f"of_{name}") for name in ("one", "two", "three")}


def needing(name, *needed, more=""):
    """Return such a strategy, which needs others."""
    return plugging(f"of_{name}", head=f"needs = {list(needed)}\n{more}")


@pytest.fixture
def names(loaded):
    """Return a function that gives the strategies that are plugged in, by their names."""

    def get(added=(), removed=(), template=TEMPLATE, **files):
        options = {**FILES, **files, "template": template}
        return [one.name for one in loaded(also=added, removed=removed, **options).strategies]

    return get


def test_a_preset_stands_for_its_strategies(composed, refused, tmp_path):
    def joined(added, removed=()):
        built = composed(template=TEMPLATE, also=added, removed=removed, **FILES)
        return built.names["all_of_them"].formula

    both = [f"{tmp_path}/one.toml", f"{tmp_path}/two.toml"]
    assert joined(["both"]) == joined(both) == "=MAX(of_one, MAX(of_two, 0))"
    assert joined(["both", f"{tmp_path}/three.toml"]).startswith(
        "=MAX(of_one, MAX(of_two, MAX(of_three"
    )
    assert joined(["both"], ["two.toml"]) == "=MAX(of_one, 0)"
    (problem,) = refused(template=TEMPLATE, also=["both"], removed=["three"], **FILES)
    assert "no strategy three to leave out; " in problem
    assert "it has: one.toml, two" in problem
    assert joined([]) == "=0"


def test_a_preset_that_is_left_out(names, refused):
    """Those of its strategies that are in are left out, whoever plugged them in."""
    own = TEMPLATE.replace("[presets]", '[presets]\nall = ["one.toml", "two.toml", "three.toml"]')
    template = f'strategies = ["three.toml", "one.toml"]\n{own}'
    assert names(template=template) == ["three", "one"]
    assert names([], ["both"], template) == ["three"]  # two is not in
    assert names([], ["all"], template) == []
    assert names(["all"], ["both"], template) == ["three"]
    assert names(["all"], ["three.toml"], template) == ["one", "two"]
    for both in ("both", "two.toml"):
        (problem,) = refused(template=template, also=[both], removed=[both], **FILES)
        assert problem.endswith(f"{both}: is both added and left out; do one of them")
    template = f'strategies = ["three.toml"]\n{own}'
    (problem,) = refused(template=template, removed=["both"], **FILES)
    assert problem.endswith("no strategy both to leave out; it has: three.toml")


def test_what_needs_one_that_is_left_out_goes_with_it(names, refused, tmp_path):
    """Except one that is added by its own name: then it is missing."""
    library = needing("library", "one", more="library = true")
    files = {**FILES, "two": needing("two", "one", "library"), "library": library}
    template = f'strategies = ["one.toml", "two.toml", "three.toml"]\n{TEMPLATE}'
    assert names([], ["one.toml"], template, **files) == ["three"]
    assert names(["both"], ["one.toml"], template, **files) == ["three"]
    two = f"{tmp_path}/two.toml"
    (problem, _) = refused(template=template, also=[two], removed=["one.toml"], **files)
    assert "two.toml: needs: it needs one; plug" in problem


def test_a_template_names_a_preset_among_its_strategies(names):
    template = f'strategies = ["both"]\n{TEMPLATE}'
    assert names(template=template) == ["one", "two"]
    assert names([], ["one.toml"], template) == ["two"]


def test_a_file_takes_the_place_of_the_strategy_with_its_name(loaded, refused, edited, tmp_path):
    """It does when that one is left out; those that need it stay."""
    mine = edited(FILES["one"].replace("=1", "=5"), "mine/one.toml")
    own = f'strategies = ["one.toml", "two.toml"]\n{TEMPLATE}'
    files = {**FILES, "two": needing("two", "one")}
    found = loaded(template=own, also=["both", str(mine)], removed=["one.toml"], **files)
    assert [one.name for one in found.strategies] == ["one", "two"]
    assert found.strategies[0].path == mine
    assert found.template.names["of_one"].formula == "=5"
    beside = f"{tmp_path}/one.toml"
    (only,) = loaded(template=TEMPLATE, also=[beside, str(mine)], removed=[beside]).strategies
    assert only.path == mine
    for path, told in (
        (mine, "takes the place of no strategy: none is called one"),
        (tmp_path / "no" / "one.toml", "there is no such file"),
    ):
        (problem,) = refused(template=TEMPLATE, also=[str(path)], removed=["one"])
        assert told in problem


@pytest.mark.slow
def test_the_strategies_of_sudoku():
    """The search, and what looks for a second solution; the ladder comes with what has a rung."""
    assert load("sudoku").source.tables["strategies"] == ["search", "unique"]
    assert [one.name for one in load("sudoku").strategies] == ["search", "unique"]
    for removed in (["unique"], ["all"]):
        assert [one.name for one in load("sudoku", removed=removed).strategies] == ["search"]
    names = [one.name for one in load("sudoku", ["classic"]).strategies]
    assert names[:2] == ["search", "unique"]
    assert names.count("ladder") == 1
    own = ("naked_pairs", "hidden_pairs", "naked_triples", "hidden_triples")
    assert [name for name in names if name in own] == [*own]


def test_what_the_core_finds_itself_may_be_named():
    """Templates of before name the three techniques that are part of `basic` now."""
    core = ["naked_singles", "hidden_singles", "locked_candidates"]
    for template in ("basic", "sudoku"):
        assert load(template, [*core, "search"]).template == load(template, ["search"]).template
        with pytest.raises(TemplateError, match="no strategy hidden_singles to leave out; it has"):
            load(template, [], ["hidden_singles"])
