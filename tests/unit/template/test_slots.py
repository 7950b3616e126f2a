"""Slots beside others, parts of others, and slots that are made of others."""

import pytest
from slots import TEMPLATE, plugging

BESIDE = (
    TEMPLATE
    + """
[slots.words]
beside = "all_of_them"
join = "=IF(total={number}, {this}, {rest})"
last = "=0"
[cells.said]
range = "D2"
style = "plain"
formula = "=words"
"""
)


def both(names, words, *, head=""):
    text = plugging(*names, head=head)
    listed = "".join(f'[names.{word}]\nformula = "=2"\n' for word in words)
    return text.replace("[names", f"words = {list(words)}\n[names", 1) + listed


def test_a_name_has_its_number_in_the_slot(composed):
    template = TEMPLATE.replace("MAX({this}, {rest})", "IF({this}, {number}, {rest})")
    names = composed(plugging("one", "two"), plugging("three"), template=template).names
    assert names["all_of_them"].formula == "=IF(one, 1, IF(two, 2, IF(three, 3, 0)))"


def test_names_beside_others_have_their_numbers(composed):
    texts = both(["a_1", "a_2"], ["w_1", "w_2"]), both(["b_1"], ["w_3"])
    names = composed(*texts, template=BESIDE).names
    assert names["words"].formula == "=IF(total=1, w_1, IF(total=2, w_2, IF(total=3, w_3, 0)))"


def test_a_strategy_that_leaves_out_the_words_keeps_the_others_numbers(composed):
    texts = plugging("a_1", "a_2"), both(["b_1"], ["w_3"])
    names = composed(*texts, template=BESIDE).names
    assert names["words"].formula == "=IF(total=3, w_3, 0)"


@pytest.mark.parametrize("words", [["w_1"], ["w_1", "w_2", "w_3"]])
def test_there_is_one_word_for_each_name(refused, words):
    (problem,) = refused(both(["a_1", "a_2"], words), template=BESIDE)
    assert problem.endswith(
        "s1.toml: [plugs.words]: needs one name for each that is plugged into all_of_them,"
        " in the same order"
    )


def test_the_other_slot_has_to_be_there(refused):
    (problem,) = refused(template=BESIDE.replace('all_of_them"\njoin', 'nowhere"\njoin'))
    assert problem.endswith("[slots.words] beside: there is no slot nowhere")


PART = (
    TEMPLATE.replace("MAX({this}, {rest})", "IF({this}, {words}, {rest})")
    + """
[slots.words]
beside = "all_of_them"
join = "={number}+{this}/100"
last = "={number}"
"""
)


def test_a_part_is_put_in_for_the_name_beside_it(composed):
    texts = plugging("a_1"), both(["b_1", "b_2"], ["w_1", "w_2"]), plugging("c_1")
    names = composed(*texts, template=PART).names
    assert names["all_of_them"].formula == (
        "=IF(a_1, 1, IF(b_1, 2+w_1/100, IF(b_2, 3+w_2/100, IF(c_1, 4, 0))))"
    )
    assert "words" not in names


def test_a_part_has_no_rest(refused):
    (problem,) = refused(template=PART.replace("{this}/100", "{this}/{rest}"))
    assert problem.endswith(
        "[slots.words]: join has {rest}, but it is a part of all_of_them; leave it out"
    )


OF = (
    PART
    + """
[slots.titles]
of = "all_of_them"
join = '=IF(total={number}+{words}, "{strategy}", {rest})'
last = '=""'
[cells.titled]
range = "D2"
style = "plain"
formula = "=titles"
"""
)


def test_a_slot_is_made_of_the_names_of_another(composed):
    texts = plugging("a_1").replace('"x"', """'Mine "own"'"""), both(["b_1"], ["w_1"])
    names = composed(*texts, template=OF).names
    assert names["titles"].formula == (
        '=IF(total=1+1, "Mine ""own""", IF(total=2+2+w_1/100, "x", ""))'
    )


def test_nothing_is_plugged_into_a_slot_that_is_made_of_another(refused):
    (problem,) = refused(plugging("a_1", slot="titles"), template=OF)
    assert problem.endswith(
        "s1.toml: [plugs.titles]: is made of what is plugged into all_of_them; plug in there"
    )


def test_the_slot_that_another_is_made_of_has_to_be_there(refused):
    (problem,) = refused(template=OF.replace('of = "all_of_them"', 'of = "nowhere"'))
    assert problem.endswith("[slots.titles] of: there is no slot nowhere")


def test_a_slot_that_doubles_with_each_name(refused):
    """Forty names would make a formula of 2^40 parts."""
    template = TEMPLATE.replace("MAX({this}, {rest})", "IF({this}, {rest}, {rest})")
    (line,) = refused(plugging(*(f"z_{n}" for n in range(40))), template=template)
    assert "[slots.all_of_them]: what is plugged in makes a formula too long for Excel" in line


NUMBERS = (
    TEMPLATE.replace("MAX({this}", "MAX({this}*{works_from}*{what_it_is}")
    .replace('last = "=0"', 'last = "=0"\nwhole_number = { min = 1, max = 7 }')
    .replace(
        "[styles.plain]",
        """
[slots.what_it_is]
beside = "all_of_them"
join = "={this}"
last = "={works_from}"
one_of = "all_of_them"
[slots.works_from]
beside = "all_of_them"
join = "={this}"
last = "=2"
[styles.plain]
""",
    )
)


def numbered(number, *, more=""):
    return plugging("own").replace('"=1"', f'"={number}"').replace("[names", f"{more}\n[names", 1)


@pytest.mark.parametrize("number", ["0", "8", "2.5", "total"])
def test_what_is_plugged_in_is_a_whole_number(refused, number):
    (problem, *_) = refused(numbered(number, more='works_from = ["own"]'), template=NUMBERS)
    assert problem.endswith(
        "s1.toml: [names.own] formula: is plugged into all_of_them, so it must be a whole number,"
        " 1 to 7"
    )


def test_a_number_that_is_taken(refused):
    own = numbered(2).replace("own", "other")
    (problem,) = refused(numbered(2), own, template=NUMBERS)
    assert problem.endswith(
        "s2.toml: [names.other] formula: is 2 in all_of_them, as own is; choose another whole"
        " number, 1 to 7"
    )


def test_a_number_that_nothing_else_has(composed, refused):
    (problem,) = refused(numbered(3), template=NUMBERS)
    assert problem.endswith(
        "s1.toml: [names.own] formula: its works_from is 2, but nothing plugs 2 into all_of_them;"
        " plug the same name into both"
    )
    composed(numbered(3, more='works_from = ["own"]'), template=NUMBERS)
    composed(numbered(2), template=NUMBERS)


def test_the_slot_that_has_the_number_has_to_be_there(refused):
    (problem,) = refused(template=NUMBERS.replace('one_of = "all_of_them"', 'one_of = "nowhere"'))
    assert problem.endswith("[slots.what_it_is] one_of: there is no slot nowhere")


KNOWN = "why_removed"
"""A slot of `sudoku`, which the template of these tests does not have."""


def with_known(names, words):
    return both(names, words).replace("words =", f"{KNOWN} =")


def test_what_is_plugged_into_a_slot_of_other_templates_is_left_out(composed):
    """So a strategy fits into a template that has fewer slots; its names go with it."""
    names = composed(with_known(["a_1"], ["w_1"])).names
    assert names["all_of_them"].formula == "=MAX(a_1, 0)"
    assert "w_1" not in names


def test_so_are_the_names_that_only_these_call(composed):
    """They may call names that a template with fewer slots does not have."""
    helpers = """[names.w_2]
formula = "=w_3+w_4+not_here"
[names.w_3]
formula = "=w_1"
[names.w_4]
formula = "=3"
"""
    text = with_known(["a_1"], ["w_1"]).replace(
        '[names.w_1]\nformula = "=2"', '[names.w_1]\nformula = "=w_2"'
    )
    text = text.replace('[names.a_1]\nformula = "=1"', '[names.a_1]\nformula = "=w_4"')
    names = composed(text + helpers).names
    assert {"a_1", "w_4"} <= names.keys()
    assert names.keys().isdisjoint({"w_1", "w_2", "w_3"})


def test_a_name_that_is_plugged_in_elsewhere_too_stays(composed):
    text = with_known(["a_1"], ["w_1"]).replace("['a_1']", "['a_1', 'w_1']", 1)
    assert composed(text).names["all_of_them"].formula == "=MAX(a_1, MAX(w_1, 0))"


def test_a_slot_that_no_file_of_xlbuilder_has_is_a_mistake(refused):
    (problem,) = refused(plugging("a_1", slot="all_of_then"))
    assert "there is no such slot; did you mean all_of_them?" in problem


def test_a_strategy_that_finds_none_of_its_slots_is_a_mistake(refused):
    (problem,) = refused(plugging("a_1", slot=KNOWN))
    assert problem.endswith(
        "s1.toml: [plugs]: the template has none of these slots, so the strategy would do nothing"
    )
