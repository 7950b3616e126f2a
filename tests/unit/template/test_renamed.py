"""Slots that only give another name to a name are left out, and what calls them calls that name."""

import pytest

from tests.helpers.slots import plugging
from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load

TEMPLATE = """
[workbook]
title = "Renamed"
sheet = "Phase"
[boards.board]
range = "B2:C3"
style = "plain"
formula = '=phase  +  LEN("phase, ""phase""!") + Phase!$E$2'
[cells.total]
range = "E2"
style = "plain"
formula = "=MAX(PHASE, called, outer_phase, same)"
[names.called]
formula = '''=IF(Phase > 1,
 phase, inner.phase + phases)'''
[names.phases]
formula = "=3"
[names."inner.phase"]
formula = "=4"
[names.same]
formula = "=phases"
[slots.phase]
join = "={this}"
last = "=5"
[slots.outer_phase]
join = "=( {this} )"
last = "=Phase"
[formats.look]
board = "board"
bold = true
formula = "=phase>2"
[styles.plain]
"""


@pytest.fixture
def plugged(edited):
    """Return a function that loads the template, changed, with one name plugged into a slot."""

    def loaded(text=TEMPLATE, name="one_x", slot="phase"):
        strategy = edited(plugging(name, slot=slot), "strategy.toml")
        return load(str(edited(text)), [str(strategy)]).template

    return loaded


def test_what_calls_the_slot_calls_what_is_plugged_in(plugged):
    """Also through another slot, and in upper case; the spacing stays as it is."""
    template = plugged()
    assert template.boards["board"].formula == (
        '=one_x  +  LEN("phase, ""phase""!") + Phase!$E$2'  # a text and a sheet are no names
    )
    assert template.cells["total"].formula == "=MAX(one_x, called, one_x, same)"
    assert template.formats["look"].formula == "=one_x>2"
    assert {name: entry.formula for name, entry in template.names.items()} == {
        "called": "=IF(one_x > 1,\n one_x, inner.phase + phases)",
        "phases": "=3",
        "inner.phase": "=4",
        "same": "=phases",  # the author gave it this name
        "one_x": "=1",
    }


def test_a_slot_that_is_more_than_a_name_stays(plugged):
    template = plugged(TEMPLATE.replace('join = "={this}"', 'join = "={this}+1"'))
    assert template.names["phase"].formula == "=one_x+1"
    assert "outer_phase" not in template.names


def test_a_slot_that_is_plugged_in_stays(edited):
    """Reports call what is plugged in by its name."""
    head = '[strategy]\ntitle = "x"\n[plugs]\n'
    body = 'phase = ["one_x"]\nouter_phase = ["Phase"]\n[names.one_x]\nformula = "=1"\n'
    names = load(str(edited(TEMPLATE)), [str(edited(head + body, "x.toml"))]).template.names
    assert names["phase"].formula == "=one_x"
    assert "outer_phase" not in names


INLINE = """
[workbook]
title = "Inline"
sheet = "Main"
[cells.total]
range = "E2"
style = "plain"
formula = "=IF(is_on, 2*Is_On, MAX(is_on))"
[names.above]
inline = true
formula = "=input>2"
[slots.is_on]
inline = true
join = "={this}"
last = "=input>1"
[cells.input]
range = "G2"
style = "plain"
[styles.plain]
"""


def test_an_inline_name_is_written_out_where_it_is_called(edited):
    """In parentheses, except where it is an argument of its own."""
    above = INLINE[INLINE.index("[names.above]") : INLINE.index("[slots")]
    template = load(str(edited(INLINE.replace(above, "")))).template
    assert template.cells["total"].formula == "=IF(input>1, 2*(input>1), MAX(input>1))"


def test_what_is_plugged_in_may_be_inline_too(edited):
    head = '[strategy]\ntitle = "x"\n[plugs]\nis_on = ["is_high"]\n[names.is_high]\n'
    text = head + 'inline = true\nformula = "=above"\n'
    loaded = load(str(edited(INLINE)), [str(edited(text, "x.toml"))])
    assert loaded.template.cells["total"].formula == "=IF(input>2, 2*(input>2), MAX(input>2))"
    assert loaded.template.names == {}
    assert loaded.written.names.keys() == {"above", "is_on", "is_high"}


def test_an_inline_name_is_seen_from_no_cell(edited):
    text = INLINE.replace("[names.above]", '[names.above]\nentered_from = "E2"')
    with pytest.raises(TemplateError, match="the name is inline, so it is entered in many cells"):
        load(str(edited(text.replace("input>2", "Main!E1>2"))))
