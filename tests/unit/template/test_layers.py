"""Layers: parts that plug names into slots, and that can be left out with all that serves them."""

import pytest

from tests.helpers.slots import TEMPLATE, plugging
from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load

LAYERED = 'layers = ["extra.toml"]\n' + TEMPLATE

EXTRA = """
[plugs]
all_of_them = ["extra_value"]
[names.extra_value]
formula = "=7"
[slots.words]
join = "=IF({this}=0, {rest}, {this})"
last = "=0"
[cells.said]
range = "D2"
style = "plain"
formula = "=words"
"""

SPEAKING = """[plugs]
words = ["own_words"]
all_of_them = ["own_value"]
[names.own_value]
formula = "=1"
[names.own_words]
formula = "=own_board_value+1"
[names.own_board_value]
formula = "=SUM(own_board)"
[boards.own_board]
range = "F2:F4"
style = "plain"
formula = "=said"
[formats.of_board]
board = "own_board"
formula = "=own_board_value>1"
"""

STRATEGY = f'[strategy]\ntitle = "Speaks"\n{SPEAKING}'


def with_extra(call, edited):
    """Return a function that calls another one with the template, once its layer is written."""

    def get(*texts, extra=EXTRA, template=LAYERED, **options):
        edited(extra, "extra.toml")
        return call(*texts, template=template, **options)

    return get


@pytest.fixture
def layered(composed, edited):
    return with_extra(composed, edited)


@pytest.fixture
def refused(refused, edited):
    return with_extra(refused, edited)


def test_a_layer_plugs_names_in_before_strategies(layered):
    names = layered(plugging("own")).names
    assert names["all_of_them"].formula == "=MAX(extra_value, MAX(own, 0))"


def test_it_is_left_out_by_its_name(layered):
    template = layered(plugging("own"), removed=["extra"])
    assert template.names["all_of_them"].formula == "=MAX(own, 0)"
    assert "extra_value" not in template.names
    assert "said" not in template.cells


def test_and_goes_with_it_with_all_that_serves_only_that(layered):
    """Names, a board that strategies bring, and the format of this board."""
    template = layered(STRATEGY, removed=["extra"])
    assert template.names.keys().isdisjoint({"own_words", "own_board_value"})
    assert "own_board" not in template.boards
    assert not template.formats
    assert template.names["own_value"].formula == "=1"


def test_a_field_that_only_its_slots_ask_for_goes_with_it(layered):
    rules = SPEAKING.replace('words = ["own_words"]\n', "").replace(
        "[plugs]", '[[rules]]\nsays = "own_words"\n[plugs]', 1
    )
    text = f'[strategy]\ntitle = "Speaks"\n{rules}'
    extra = EXTRA.replace("[slots.words]", '[slots.words]\nover = "says"').replace("this", "says")
    assert layered(text, extra=extra).names["words"].formula == ("=IF(own_words=0, 0, own_words)")
    assert "own_words" not in layered(text, extra=extra, removed=["extra"]).names


def test_a_board_that_something_else_reads_stays(layered):
    text = STRATEGY.replace('own_value]\nformula = "=1"', 'own_value]\nformula = "=MAX(own_board)"')
    template = layered(text.replace('"=said"', '"=7"'), removed=["extra"])
    assert "own_board" in template.boards


def test_what_the_rest_calls_cannot_be_left_out(refused):
    calls = LAYERED.replace('last = "=0"', 'last = "=extra_value"')
    (problem,) = refused(template=calls, removed=["extra"])
    assert "uses the unknown name extra_value" in problem


@pytest.mark.parametrize(
    ("plugs", "told"),
    [
        (
            'all_of_then = ["extra_value"]',
            "there is no slot or field all_of_then; did you mean all_of_them?",
        ),
        ('all_of_them = ["extra_valve"]', "there is no name 'extra_valve'; did you mean"),
        ('all_of_them = "extra_value"', "give a list of names"),
    ],
)
def test_a_wrong_plug_names_the_file(refused, plugs, told):
    extra = EXTRA.replace('all_of_them = ["extra_value"]', plugs)
    assert any("extra.toml: [plugs" in each and told in each for each in refused(extra=extra))


def test_a_name_that_is_no_layer_is_a_mistake(refused):
    (problem,) = refused(removed=["extras"])
    assert "no strategy extras to leave out; did you mean extra?" in problem


def test_names_of_a_layer_may_be_idle(loaded, edited):
    """They are there for strategies."""
    layered = with_extra(loaded, edited)
    offering = EXTRA + '[names.spare]\nformula = "=3"\n'
    found = layered(extra=offering)
    assert "spare" not in found.template.names
    assert not found.left_out
    used = plugging("own").replace('"=1"', '"=spare"')
    assert "spare" in layered(used, extra=offering).template.names


def test_a_part_of_a_strategy_adds_to_what_the_strategy_plugs_in(composed, edited):
    edited('[plugs]\nall_of_them = ["of_part"]\n[names.of_part]\nformula = "=3"\n', "part.toml")
    more = '[slots.more]\njoin = "={this}+{rest}"\nlast = "=0"\n'
    own = 'needs = ["part.toml"]\n' + plugging("own", slot="more")
    template = TEMPLATE.replace("+the_only_one", "+the_only_one+more") + more
    names = composed(own, template=template).names
    assert names["all_of_them"].formula == "=MAX(of_part, 0)"
    assert names["more"].formula == "=own+0"


def test_layers_that_cannot_be_told_apart(refused):
    (problem,) = refused(template=LAYERED.replace('.toml"]', '.toml", "./extra.toml"]'))
    assert problem.endswith(
        "layers: ./extra.toml: there is a layer extra already; choose another name"
    )
    named = 'strategies = ["extra"]\n' + LAYERED
    (problem,) = refused(template=named)
    assert "the layer extra has the name of a strategy or a preset" in problem


def test_a_template_leaves_out_a_layer_of_the_one_that_it_extends(edited):
    edited(LAYERED, "below.toml")
    edited(EXTRA, "extra.toml")
    above = 'extends = "below.toml"\nwithout = ["{}"]\n'
    names = load(str(edited(above.format("extra")))).template.names
    assert "extra_value" not in names
    assert load("play").source.layers.keys() < load("sudoku").source.layers.keys()
    with pytest.raises(TemplateError, match="has no such layer; did you mean extra"):
        load(str(edited(above.format("extr"))))


def test_a_layer_is_no_strategy(refused):
    (problem,) = refused(also=["extra"])
    assert problem.startswith("extra: is a layer of ")


REASONLESS = [
    ([], []),
    (["x_wing"], []),
    (["naked_pairs", "naked_triples"], []),
    (["classic"], ["search"]),
    (["skyscraper"], []),
    (["xy_chain"], []),
    (["unique_rectangles_4"], ["unique"]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("added", "removed"), REASONLESS)
def test_no_library_keeps_what_only_reasons_need(added, removed):
    names = load("sudoku", added, ["reasons", "rating", *removed]).template.names
    assert "line_data" not in names
