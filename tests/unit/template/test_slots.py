"""Slots: what is plugged in, and rules, records of which slots are made."""

import json

import pytest

from tests.helpers.slots import TEMPLATE, overriding, plugging
from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load

RULES = (
    TEMPLATE.replace("MAX({this}, {rest})", "MAX({finds}, {rest})").replace(
        "[slots.all_of_them]", '[slots.all_of_them]\nover = "finds"'
    )
    + """
[slots.words]
over = ["finds", "why"]
join = "=IF(total={number}, {why}, {rest})"
last = "=0"
[cells.said]
range = "D2"
style = "plain"
formula = "=words"
"""
)


def ruled(*rules, title="x", head=""):
    """Return a strategy with rules, each as a dictionary; it defines the names of their fields."""
    texts = [value for rule in rules for value in rule.values() if isinstance(value, str)]
    names = [f"[names.{name}]\nformula = '=1'\n" for name in dict.fromkeys(texts)]
    written = []
    for rule in rules:
        written += ["[[rules]]", *(f"{key} = {value!r}" for key, value in rule.items())]
    return "\n".join([f"[strategy]\ntitle = {json.dumps(title)}", head, *written, *names])


def test_a_name_has_its_number_in_the_slot(composed):
    template = TEMPLATE.replace("MAX({this}, {rest})", "IF({this}, {number}, {rest})")
    names = composed(plugging("one", "two"), plugging("three"), template=template).names
    assert names["all_of_them"].formula == "=IF(one, 1, IF(two, 2, IF(three, 3, 0)))"


def test_a_slot_is_made_of_the_rules_that_have_its_field(composed):
    names = composed(
        ruled({"finds": "a_1"}, {"finds": "a_2"}), ruled({"finds": "b_1"}), template=RULES
    ).names
    assert names["all_of_them"].formula == "=MAX(a_1, MAX(a_2, MAX(b_1, 0)))"


def test_a_rule_without_all_fields_is_left_out_and_the_others_keep_their_numbers(composed):
    one = ruled({"finds": "a_1"}, {"finds": "a_2", "why": "w_2"})
    names = composed(one, ruled({"finds": "b_1", "why": "w_3"}), template=RULES).names
    assert names["words"].formula == "=IF(total=2, w_2, IF(total=3, w_3, 0))"


def test_of_rules_with_the_same_first_field_the_first_one_counts(composed):
    rules = {"finds": "a_1"}, {"finds": "a_1", "why": "w_1"}, {"finds": "a_2", "why": "w_2"}
    names = composed(ruled(*rules), template=RULES).names
    assert names["all_of_them"].formula == "=MAX(a_1, MAX(a_2, 0))"
    assert names["words"].formula == "=IF(total=1, w_1, IF(total=2, w_2, 0))"


def test_a_rule_that_another_one_hides_is_refused(composed, refused):
    template = RULES.replace("total={number}", "total={rung or {number}}")
    one, two = ({"finds": f"a_{n}", "why": f"w_{n}", "rung": 4} for n in (1, 2))
    (problem,) = refused(ruled(one, two), template=template)
    assert problem.endswith(
        "[slots.words]: w_2 is never taken, as total=4 takes w_1 before, in another rule of s1;"
        " use one name in both rules, or let them differ in what is asked"
    )
    names = composed(ruled(one, {**two, "why": "w_1"}), template=template).names
    assert names["words"].formula == "=IF(total=4, w_1, IF(total=4, w_1, 0))"


JOINS = {
    "a field": ("{why}+1", "w_1+1", None),
    "what stands there instead": ("{why or 7}+1", "w_1+1", "7+1"),
    "the number instead": ("{why or 2+{number}}", "w_1", "2+2"),
    "another field instead": ("{why or {finds}}", "w_1", "a_2"),
    "only with the field": ("1{if why: +{why}/2}", "1+w_1/2", "1"),
    "only without the field": ("{unless why: 2+}{why or 3}", "w_1", "2+3"),
    "the one or the other": ("{if why: {why}}{unless why: {finds}*2}", "w_1", "a_2*2"),
    "with one and without another": ("{if why: 1{unless more: +{why}}-}4", "1+w_1-4", "4"),
    "one within another": ("{if why: {more or {why}}*}4", "w_1*4", "4"),
    "an array constant": ("SUM({1,2;3,4}, {why or 5})", "SUM({1,2;3,4}, w_1)", "SUM({1,2;3,4}, 5)"),
    "the title": ('{why or "{strategy}"}', "w_1", '"My ""own"""'),
}


@pytest.mark.parametrize("case", JOINS)
def test_what_a_join_writes(composed, refused, case):
    join, one, two = JOINS[case]
    template = RULES.replace('["finds", "why"]', '"finds"').replace(
        'join = "=IF(total={number}, {why}, {rest})"', f"join = '=IF({join}, {{rest}})'"
    )
    text = ruled({"finds": "a_1", "why": "w_1"}, {"finds": "a_2"}, title='My "own"')
    if two is None:
        (problem,) = refused(text, template=template)
        assert problem.endswith("s1.toml: [rules.1]: has finds, so the slot words needs why too")
    else:
        words = composed(text, template=template).names["words"]
        assert words.formula == f"=IF({one}, IF({two}, 0))"


def test_a_number_as_a_field(composed):
    names = composed(ruled({"finds": 3}, {"finds": "a_1", "why": 4}), template=RULES).names
    assert names["all_of_them"].formula == "=MAX(3, MAX(a_1, 0))"
    assert names["words"].formula == "=IF(total=2, 4, 0)"


def test_a_field_that_no_slot_asks_for(refused):
    (problem, *_) = refused(ruled({"findz": "a_1"}), template=RULES)
    assert problem.endswith(
        "s1.toml: [rules.0]: there is no slot or field findz; did you mean finds?"
    )


def test_a_field_that_has_no_effect_beside_another(refused):
    template = RULES.replace('["finds", "why"]', '"finds"').replace("{why}", "{more or {why}}")
    (problem,) = refused(ruled({"finds": "a_1", "why": 4, "more": 3}), template=template)
    text = "s1.toml: [rules.0]: why has no effect beside the other fields; leave it out"
    assert problem.endswith(text)


def test_a_field_with_the_value_that_it_has_without_it_is_no_mistake(composed):
    template = RULES.replace('["finds", "why"]', '"finds"').replace("{why}", "{why or 4}")
    assert composed(ruled({"finds": "a_1", "why": 4}), template=template)


def test_a_field_that_slots_of_other_templates_ask_for_is_left_out(composed):
    """So a strategy fits into a template that has fewer slots; its names go with it."""
    names = composed(ruled({"finds": "a_1", "rating": "r_1"}), template=RULES).names
    assert names["all_of_them"].formula == "=MAX(a_1, 0)"
    assert "r_1" not in names


def test_a_field_is_a_name_that_is_there(refused):
    text = ruled({"finds": "a_1"}).replace("[names.a_1]", "[names.a_2]")
    assert any(
        "s1.toml: [rules.0]: there is no name 'a_1'; did you mean a_2?" in line
        for line in refused(text, template=RULES)
    )


def test_nothing_is_plugged_into_a_slot_of_rules(refused):
    (problem,) = refused(plugging("a_1"), template=RULES)
    assert problem.endswith(
        's1.toml: [plugs.all_of_them]: is made of rules; write finds = "..." in [[rules]]'
    )


def test_rules_are_repeated(composed):
    rule = "[[rules]]\nfor_each = 'n'\nfinds = 'a_{n}'\n"
    head = f"[values]\nn = [1, 2]\n{rule}[names.'a_{{n}}']\nfor_each = 'n'\nformula = '=1'\n"
    names = composed(ruled(head=head), template=RULES).names
    assert names["all_of_them"].formula == "=MAX(a_1, MAX(a_2, 0))"


def test_a_word_that_is_not_there_in_a_rule(refused):
    lines = refused(ruled(head="[[rules]]\nfinds = 'a_{n}'\n"), template=RULES)
    assert any("[rules.0] finds: there is no word {n}" in line for line in lines)


def test_a_part_of_a_strategy_has_rules_too(composed, edited):
    edited("[[rules]]\nfinds = 'of_part'\n[names.of_part]\nformula = '=3'\n", "part.toml")
    own = 'needs = ["part.toml"]\n' + ruled({"finds": "own"})
    names = composed(own, template=RULES).names
    assert names["all_of_them"].formula == "=MAX(of_part, MAX(own, 0))"


def test_a_slot_that_doubles_with_each_name(refused):
    """Forty names would make a formula of 2^40 parts."""
    template = TEMPLATE.replace("MAX({this}, {rest})", "IF({this}, {rest}, {rest})")
    (line,) = refused(plugging(*(f"z_{n}" for n in range(40))), template=template)
    assert "[slots.all_of_them]: what is plugged in makes a formula too long for Excel" in line


NUMBERS = RULES.replace('last = "=0"', 'last = "=0"\nwhole_number = { min = 1, max = 7 }', 1)


def numbered(number, name="own"):
    return ruled({"finds": name}).replace("'=1'", f"'={number}'")


@pytest.mark.parametrize("number", ["0", "8", "2.5", "total"])
def test_a_field_is_a_whole_number(refused, number):
    (problem, *_) = refused(numbered(number), template=NUMBERS)
    assert problem.endswith(
        "s1.toml: [names.own] formula: is plugged into all_of_them, so it must be a whole number,"
        " 1 to 7"
    )


def test_a_number_that_is_taken(refused):
    (problem,) = refused(numbered(2), numbered(2, "other"), template=NUMBERS)
    assert problem.endswith(
        "s2.toml: [names.other] formula: is 2 in all_of_them, as own is; choose another whole"
        " number, 1 to 7"
    )


def test_a_number_without_a_name(composed, refused):
    names = composed(ruled({"finds": 3}), template=NUMBERS).names
    assert names["all_of_them"].formula == "=MAX(3, 0)"
    (problem,) = refused(ruled({"finds": 8}), template=NUMBERS)
    assert problem.endswith("8 is plugged into all_of_them, so it must be a whole number, 1 to 7")


def test_a_number_of_another_strategy_is_refused_unless_that_one_is_needed(refused, composed):
    (problem,) = refused(ruled({"finds": 3}), ruled({"finds": 3}), template=NUMBERS)
    assert problem.endswith("s2.toml: [rules]: finds = 3 is that of s1 too; choose another")
    needing = 'needs = ["s1"]\n' + ruled({"finds": 3})
    names = composed(ruled({"finds": 3}), needing, template=NUMBERS).names
    assert names["all_of_them"].formula == "=MAX(3, 0)"


def test_the_number_of_a_reason_is_no_name(tmp_path):
    file = tmp_path / "mine.toml"
    rule = ruled({"proposes_pictures": "mine", "rung": "named"})
    file.write_text('needs = ["pictures"]\n' + rule, "utf-8")
    with pytest.raises(TemplateError, match="rung must be a whole number, 27 to 80, not named"):
        load("sudoku", [str(file)])


NEEDS = RULES.replace('over = "finds"', 'over = "finds"\nneeds = { hard = "steps" }', 1).replace(
    "MAX({finds},", "MAX({if hard: {hard}*}{finds},"
)

STEPS = '[strategy]\ntitle = "Steps"\nlibrary = true\n[names.of_steps]\nformula = "=2"\n'


def test_what_a_slot_needs_comes_with_the_first_rule_that_has_the_field(loaded):
    calling = ruled({"finds": "a_1", "hard": 3}).replace("'=1'", "'=of_steps'")
    found = loaded(
        ruled({"finds": "b_1"}),
        calling,
        calling.replace("a_1", "c_1").replace("3", "4"),
        template=NEEDS,
        steps=STEPS,
    )
    assert [one.name for one in found.strategies] == ["s1", "steps", "s2", "s3"]
    assert found.template.names["all_of_them"].formula == "=MAX(b_1, MAX(3*a_1, MAX(4*c_1, 0)))"
    assert found.template.names["of_steps"].formula == "=2"


def test_it_does_not_come_without_the_field_or_without_the_slot(loaded):
    plain, hard = ruled({"finds": "a_1"}), ruled({"finds": "a_1", "rung": 30})
    without = RULES.replace("MAX({finds},", "MAX({if rung: {rung}*}{finds},")
    for text, template in ((plain, NEEDS), (hard, without)):
        found = loaded(text, template=template, steps=STEPS)
        assert [one.name for one in found.strategies] == ["s1"]


def test_what_a_slot_needs_is_left_out_or_not_there(refused):
    text = ruled({"finds": "a_1", "hard": 3})
    (problem,) = refused(text, template=NEEDS)
    assert problem.endswith(
        "s1.toml: needs: it needs steps; write steps.toml beside this file, or plug that in too"
    )
    template = 'strategies = ["steps.toml"]' + NEEDS
    (problem,) = refused(text, template=template, steps=STEPS, removed=["steps.toml"])
    assert problem.endswith("s1.toml: needs: it needs steps; plug that in too")


def test_what_a_library_overrides_is_said_of_the_strategy_for_which_it_comes(refused):
    steps = STEPS + '[names.step_x]\noverrides = "the_only_one"\nformula = "=1"\n'
    text = ruled({"finds": "a_1", "hard": 3})
    (problem,) = refused(overriding("my_x"), text, template=NEEDS, steps=steps)
    assert problem.endswith("is overridden by my_x and step_x; leave out s1, or s2")


@pytest.mark.slow
def test_the_ladder_comes_with_a_rung():
    names = [one.name for one in load("sudoku", ["naked_pairs"]).strategies]
    assert names == ["search", "unique", "pairs_in_words", "ladder", "naked_pairs"]
    names = [one.name for one in load("basic", ["naked_pairs"]).strategies]
    assert "ladder" not in names
    with pytest.raises(
        TemplateError, match=r"^[^\n]*no strategy ladder to leave out; it has: [^\n]*$"
    ):
        load("sudoku", ["naked_pairs"], ["ladder"])


KNOWN = "why_removed"
"""A slot of `sudoku`, which the template of these tests does not have."""


def with_known(names, words):
    listed = "".join(f'[names.{word}]\nformula = "=2"\n' for word in words)
    plugs = f"{KNOWN} = {list(words)}\n[names"
    return plugging(*names).replace("[names", plugs, 1) + listed


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
    assert "there is no slot or field all_of_then; did you mean all_of_them?" in problem


def test_a_strategy_that_finds_none_of_its_slots_is_a_mistake(refused):
    (problem,) = refused(plugging("a_1", slot=KNOWN))
    assert problem.endswith(
        "s1.toml: [strategy]: the template has no slots for it, so the strategy would do nothing"
    )
