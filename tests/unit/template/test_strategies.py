"""Strategies: files that plug names into the slots of a template."""

import pytest

from tests.helpers.slots import TEMPLATE, overriding, plugging
from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load

# ---- what a slot becomes


def test_an_empty_slot_is_its_last(composed):
    names = composed().names
    assert names["all_of_them"].formula == "=0"
    assert names["the_only_one"].formula == "=5"
    assert names["all_of_them"].comment == "What all add up to."


def test_strategies_are_joined_in_their_order(composed):
    one, two = plugging("one_x"), plugging("two_x")
    assert composed(one, two).names["all_of_them"].formula == "=MAX(one_x, MAX(two_x, 0))"
    assert composed(two, one).names["all_of_them"].formula == "=MAX(two_x, MAX(one_x, 0))"


def test_the_templates_own_strategies_come_first_in_the_order_of_the_list(composed):
    template = 'strategies = ["b.toml", "a.toml"]' + TEMPLATE
    own = {"a": plugging("own_a"), "b": plugging("own_b")}
    names = composed(plugging("added_x"), template=template, **own).names
    assert names["all_of_them"].formula == "=MAX(own_b, MAX(own_a, MAX(added_x, 0)))"


def test_a_slot_without_rest_refuses_a_second_name(refused):
    (problem,) = refused(
        plugging("one_x", "two_x"), template=TEMPLATE.replace(MAX_OF_ALL, 'join = "={this}"')
    )
    assert problem.endswith(
        "[slots.all_of_them]: join has no {rest}, so it takes one name only, not one_x and two_x"
    )


# ---- names in the place of others


def test_a_name_is_called_in_the_place_of_another(loaded):
    """The built workbook has no name for the other one; as written, it calls this one."""
    found = loaded(overriding("one_x"))
    assert found.template.cells["total"].formula == "=all_of_them+one_x"
    assert "the_only_one" not in found.template.names
    assert found.written.names["the_only_one"].formula == "=one_x"


def test_a_template_overrides_a_name_that_it_inherits(edited):
    edited(TEMPLATE, "base.toml")
    own = '[names.mine]\noverrides = "the_only_one"\nformula = "=2"\n'
    template = load(str(edited(f'extends = "base.toml"\n{own}'))).template
    assert template.cells["total"].formula == "=all_of_them+mine"


def test_a_name_that_is_overridden_by_one_that_is_overridden(composed):
    total = composed(overriding("one_x"), overriding("two_x", "one_x")).cells["total"]
    assert total.formula == "=all_of_them+two_x"


def test_two_names_in_the_place_of_one(refused):
    """A library is named by the strategies that need it."""
    (problem,) = refused(
        template='strategies = ["own.toml", "user.toml"]' + TEMPLATE,
        own=overriding("own_x"),
        two=overriding("two_x", head="library = true"),
        user='needs = ["two"]\n[strategy]\ntitle = "x"',
    )
    assert "[names.the_only_one]: is overridden by own_x and two_x; leave out " in problem
    assert problem.endswith("leave out own (--without own.toml), or user (--without user.toml)")


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        ("the_only_on", "there is no name the_only_on; did you mean the_only_one?"),
        ("all_of_them", 'all_of_them; it is a slot; write all_of_them = ["one_x"] in [plugs]'),
        ("one_x", "there is no name one_x; "),
    ],
)
def test_what_cannot_be_overridden(refused, other, problem):
    (line,) = refused(overriding("one_x", other))
    assert "s1.toml: [names.one_x] overrides: " in line
    assert problem in line


def test_a_name_is_no_slot(refused):
    (problem,) = refused(plugging("one_x", slot="the_only_one"))
    assert problem.endswith(
        "there is no slot or field the_only_one; it is a name; write"
        ' overrides = "the_only_one" in the table of another one'
    )
    (problem,) = refused(template=TEMPLATE + "[slots.the_only_one]\nlast = '=0'\n")
    assert problem.endswith("is a name, not a slot; write [names.the_only_one] with formula")


def test_what_overrides_a_name_of_other_templates_is_left_out(composed):
    """`assumptions` is a name of `sudoku`, where reasons are kept."""
    template = composed(overriding("one_x", "assumptions"), plugging("two_x"))
    assert "one_x" not in template.names


def test_a_strategy_brings_slots_for_others_whatever_their_order(composed):
    brings = (
        plugging("one_x").replace('"=1"', '"=inner_slot"')
        + '[slots.inner_slot]\njoin = "={this}+{rest}"\nlast = "=7"\n'
    )
    inner = plugging("two_x", slot="inner_slot")
    for order in ([brings, inner], [inner, brings]):
        assert composed(*order).names["inner_slot"].formula == "=two_x+7"
    assert composed(brings).names["inner_slot"].formula == "=7"


# ---- which are plugged in


def test_a_name_that_is_left_out_with_its_strategy_is_not_missed(composed):
    own = plugging("own_a").replace('"=1"', '"=helper_x"')
    template = 'strategies = ["a.toml"]' + TEMPLATE + '[names.helper_x]\nformula = "=1"\n'
    assert "helper_x" in composed(template=template, a=own).names
    without = composed(template=template, a=own, removed=["a.toml"])
    assert {"helper_x", "own_a"}.isdisjoint(without.names)


def test_a_strategy_that_is_named_twice_is_plugged_in_once(composed, edited):
    path = edited(plugging("own_a"), "a.toml")
    template = 'strategies = ["a.toml", "a.toml"]' + TEMPLATE
    names = composed(template=template, also=[str(path), str(path)]).names
    assert names["all_of_them"].formula == "=MAX(own_a, 0)"


def test_a_path_is_looked_up_beside_the_file_that_names_it(composed):
    """Also when another template, in another folder, extends that file."""
    names = composed(
        template='extends = "deep/base.toml"\n[workbook]\ntitle = "New"',
        deep__base='strategies = ["a.toml"]' + TEMPLATE,
        deep__a=plugging("own_a"),
    ).names
    assert names["all_of_them"].formula == "=MAX(own_a, 0)"


def test_a_template_that_has_a_name_of_a_shipped_strategy_is_the_one_to_change(refused):
    (problem,) = refused(template='extends = "sudoku"\n[names.guess_here]\nformula = "=0"')
    assert problem.endswith(
        "template.toml: [names.guess_here]: is in the strategy search too; choose another name,"
        ' write overrides = "guess_here" to change it, or leave the strategy out (--without search)'
    )


def test_a_strategy_that_nobody_knows(refused):
    (problem,) = refused(also=["serch"])
    assert problem == "serch: no such strategy; did you mean search? If not, give a .toml file"
    (problem,) = refused(also=["zzz"])
    assert problem.startswith(
        "zzz: no such strategy; give a .toml file or one of: anti_king, anti_knight,"
    )
    (problem,) = refused(also=["nobody.toml"])
    assert problem == "nobody.toml: there is no such file"
    (problem,) = refused(also=["book.xlsx"])
    assert problem == "book.xlsx: is a workbook, not a strategy; give a .toml file"
    (problem,) = refused(template='strategies = ["serch"]' + TEMPLATE)
    assert "template.toml: strategies: serch: no such strategy; did you mean search?" in problem


def test_a_strategy_to_leave_out_has_to_be_in(refused):
    for name in ("search", "serch"):
        (problem,) = refused(removed=[name])
        assert problem.endswith(f"template.toml: no strategy {name} to leave out; it has none")
    template = 'strategies = ["a.toml"]' + TEMPLATE
    (problem,) = refused(template=template, a=plugging("own_a"), removed=["search"])
    assert problem.endswith("template.toml: no strategy search to leave out; it has: a.toml")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("serch", "did you mean search?"),
        ("clasic", "it has: search, unique, "),  # a preset of which nothing is in
        ("naked_pair", "it has: search, unique, "),
        ("xy_wing", "it has: search, unique, "),  # it is there, and no slip for x_wing
    ],
)
def test_a_strategy_to_leave_out_that_is_not_in_the_default(refused, name, hint):
    (problem,) = refused(template='extends = "sudoku"', removed=[name])
    assert f"no strategy {name} to leave out; {hint}" in problem


def test_a_file_that_is_named_without_its_suffix(refused):
    template = 'strategies = ["my_own"]' + TEMPLATE
    (problem,) = refused(template=template, my_own=plugging("own_a"))
    assert problem.endswith("my_own: no such strategy; did you mean the file my_own.toml?")


def test_a_strategy_is_not_both_added_and_left_out(refused):
    assert refused(also=["search"], removed=["search"]) == [
        "search: is both added and left out; do one of them"
    ]


def test_what_a_strategy_needs_is_said(refused, composed, edited):
    (problem,) = refused(plugging("one_x", head='needs = ["other"]'))
    assert "s1.toml: needs: it needs other; write other.toml beside this file" in problem
    other = edited(plugging("two_x"), "other.toml")
    names = composed(plugging("one_x", head='needs = ["other"]'), also=[str(other)]).names
    assert names["all_of_them"].formula == "=MAX(one_x, MAX(two_x, 0))"


def test_a_template_without_slots_takes_no_strategies():
    with pytest.raises(TemplateError, match=r"ellis\.toml: has no \[slots\], so it takes no str"):
        load("ellis", ["search"])


# ---- files with mistakes

STRATEGIES = {
    "no [strategy]": ('[names.one_x]\nformula = "=1"', "the table [strategy] is missing"),
    "[strategy] is a text": ('strategy = "x"', "[strategy]: should be a table, not 'x'"),
    "no title": ("[strategy]", "[strategy]: the key title is missing"),
    "unknown key": (
        'need = []\n[strategy]\ntitle = "x"',
        "unknown key need; did you mean needs?",
    ),
    "needs in its old place": (
        '[strategy]\ntitle = "x"\nneeds = ["search"]',
        "[strategy]: unknown key needs; write it at the top of the file",
    ),
    "needs is a text": (
        'needs = "search"\n[strategy]\ntitle = "x"',
        "needs: give a list of names or paths of parts",
    ),
    "[plugs] is a text": (
        'plugs = "x"\n[strategy]\ntitle = "x"',
        "[plugs]: should be a table, not 'x'",
    ),
    "a plug is a text": (
        '[strategy]\ntitle = "x"\n[plugs]\nall_of_them = "one_x"',
        "[plugs.all_of_them]: should be a list, not 'one_x'",
    ),
    "a plug is a number": (
        '[strategy]\ntitle = "x"\n[plugs]\nall_of_them = [1]',
        "[plugs.all_of_them] 0: should be a valid string, not 1",
    ),
    "a plug is no name": (
        '[strategy]\ntitle = "x"\n[plugs]\nall_of_them = ["nobody"]',
        "[plugs.all_of_them]: there is no name 'nobody'; define it in [names]",
    ),
    "a plug is misspelt": (
        plugging("one_x").replace("['one_x']", "['one_y']"),
        "[plugs.all_of_them]: there is no name 'one_y'; did you mean one_x?",
    ),
    "unknown slot": (
        plugging("one_x", slot="all_of_us"),
        "[plugs.all_of_us]: there is no slot or field all_of_us; did you mean all_of_them?",
    ),
    "a cell of the template": (
        plugging("one_x") + '[cells.total]\nrange = "D2"\nstyle = "plain"',
        "[cells.total]: is already in ",
    ),
    "a slot of the template": (
        plugging("one_x") + '[slots.all_of_them]\njoin = "={this}"\nlast = "=0"',
        "[slots.all_of_them]: is already in ",
    ),
    "a name like a cell of the template": (
        plugging("one_x") + '[names.total]\nformula = "=1"',
        "[names.total]: is the same name as cells.total; rename one of them",
    ),
    "a name that nothing uses": (
        plugging("one_x") + '[names.two_x]\nformula = "=1"',
        "[names.two_x] formula: nothing uses it",
    ),
    "a name without formula": (
        '[strategy]\ntitle = "x"\n[names]\none_x = "=1"',
        "[names.one_x]: should be a table, not '=1'",
    ),
    "extends": ('extends = "ellis"\n[strategy]\ntitle = "x"', "unknown key extends"),
    "[drive]": (plugging("one_x") + '[drive]\ninput = "x"', "unknown key drive"),
}


@pytest.mark.parametrize("case", STRATEGIES)
def test_a_strategy_with_a_mistake(refused, case):
    text, message = STRATEGIES[case]
    (problem,) = refused(text)
    assert "s1.toml: " in problem
    assert message in problem


def test_a_copy_of_a_strategy_is_told_in_one_line(refused):
    (problem,) = refused(plugging("one_x", "two_x"), plugging("two_x", "one_x", "three_x"))
    assert problem.endswith(
        "s2.toml: [strategy]: has 2 names that the strategy s1 has too; choose others, or leave"
        " the strategy out (--without s1)"
    )


MAX_OF_ALL = 'join = "=MAX({this}, {rest})"'

TEMPLATES = {
    "strategies is a text": (
        'strategies = "search"' + TEMPLATE,
        "strategies: should be a list, not 'search'",
    ),
    "strategies are numbers": (
        "strategies = [1]" + TEMPLATE,
        "strategies.0: should be a valid string, not 1",
    ),
    "[slots] is a text": (
        'slots = "x"' + TEMPLATE.partition("[slots")[0],
        "[slots]: should be a table, not 'x'",
    ),
    "a slot is a text": (
        '[slots]\nall_of_them = "x"' + TEMPLATE.partition("[slots")[0],
        "[slots.all_of_them]: should be a table, not 'x'",
    ),
    "[names] is a text": (
        'names = "one_x"' + TEMPLATE.partition("[names")[0],
        "[names]: should be a table, not 'one_x'",
    ),
    "a slot without last": (
        TEMPLATE + '[slots.empty]\njoin = "={this}+{rest}"',
        "[slots.empty]: nothing is plugged in; give last, which is all there is then",
    ),
    "a join without this": (
        TEMPLATE.replace(MAX_OF_ALL, 'join = "={rest}"'),
        "[slots.all_of_them]: join has no {this}, so a name that is plugged in would be lost",
    ),
    "a slot named like a cell": (
        TEMPLATE + '[slots.total]\njoin = "={this}"\nlast = "=0"',
        "[slots.total]: is the name of a board or a cell too; choose another",
    ),
    "a name in the place of a slot": (
        TEMPLATE + "[names.all_of_them]\nformula = '=5'",
        "[names.all_of_them]: is a slot; write [slots.all_of_them] with last, or another name",
    ),
    "a slot that nothing uses": (
        TEMPLATE + '[slots.forgotten]\njoin = "={this}"\nlast = "=0"',
        "[slots.forgotten]: nothing uses it",
    ),
}


@pytest.mark.parametrize("case", TEMPLATES)
def test_a_template_with_a_mistake(refused, case):
    template, message = TEMPLATES[case]
    (problem,) = refused(plugging("one_x"), template=template)
    assert f"template.toml: {message}" in problem


# ---- what a strategy needs


def test_parts_and_strategies_are_needed_by_one_word(composed, edited):
    edited("[names.of_part]\nformula = '=2'\n", "part.toml")
    one = plugging("one_x", head='needs = ["part.toml", "other", "shared/live"]')
    names = composed(one.replace("=1", "=IF(live, of_part)"), other=plugging("other_x")).names
    assert names["all_of_them"].formula == "=MAX(other_x, MAX(one_x, 0))"
    assert names["of_part"].formula == "=2"


def test_what_a_strategy_needs_is_plugged_in_before_it(composed):
    names = composed(
        plugging("one_x", head='needs = ["other"]'),
        other=plugging("other_x", head='needs = ["zero"]'),
        zero=plugging("zero_x"),
    ).names
    assert names["all_of_them"].formula == "=MAX(zero_x, MAX(other_x, MAX(one_x, 0)))"


def test_strategies_that_need_each_other(composed):
    other = plugging("other_x", head='needs = ["s1"]')
    names = composed(plugging("one_x", head='needs = ["other"]'), other=other).names
    assert names["all_of_them"].formula == "=MAX(other_x, MAX(one_x, 0))"


def test_what_is_left_out_is_not_plugged_in_again(refused):
    template = 'strategies = ["a.toml"]' + TEMPLATE
    text = plugging("one_x", head='needs = ["a"]')
    (problem,) = refused(text, template=template, a=plugging("own_a"), removed=["a.toml"])
    assert problem.endswith("s1.toml: needs: it needs a; plug that in too")


def test_strategies_that_are_needed_without_end(refused, edited):
    text = plugging("other_x{n}", head="needs = ['p:n=1{n}']").replace(
        "[names.other_x{n}]", "[names.'other_x{n}']"
    )
    (problem,) = refused(also=[str(edited(f"{text}[parameters]\nn = 1\n", "p.toml"))])
    assert "more than 200 strategies are needed; put some together" in problem


def test_names_of_a_library_that_nothing_uses_are_left_out(composed, refused):
    text = '[strategy]\ntitle = "x"\nlibrary = true\n[names.used]\nformula = "=1"\n'
    text += '[names.not_used]\nformula = "=1"\n'
    one = plugging("one_x", head='needs = ["tools"]').replace('"=1"', '"=used"')
    assert {"used", "not_used"} & composed(one, tools=text).names.keys() == {"used"}
    assert {"used", "not_used"}.isdisjoint(composed(text).names)
    (problem, _) = refused(text.replace("library = true", ""))
    assert "[names.used] formula: nothing uses it" in problem


# ---- what a template changes in its strategies


def test_a_template_changes_what_a_strategy_brings_key_by_key(composed):
    changed = '[names.one_x]\noverrides = "one_x"\ncomment = "Mine."\n'
    names = composed(plugging("one_x"), template=TEMPLATE + changed).names
    assert names["one_x"].comment == "Mine."
    assert names["one_x"].formula == composed(plugging("one_x")).names["one_x"].formula


def test_so_it_does_with_boards_and_slots(composed):
    brings = """[boards.own]
size = "2x2"
style = "plain"
formula = "=inner"
[slots.inner]
join = "={this}+{rest}"
last = "=7"
"""
    changed = """[boards.own]
overrides = "own"
range = "F2:G3"
[slots.inner]
overrides = "inner"
last = "=8"
"""
    template = composed(plugging("one_x") + brings, template=TEMPLATE + changed)
    assert template.boards["own"].range == "F2:G3"
    assert template.names["inner"].formula == "=8"


def test_without_overrides_it_is_a_collision(refused):
    (problem,) = refused(plugging("one_x"), template=TEMPLATE + '[names.one_x]\nformula = "=2"\n')
    assert "[names.one_x]: is already in" in problem


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (
            '[names.one_y]\noverrides = "one_y"\ncomment = "Mine."',
            "is not there to be overridden; did you mean one_x",
        ),
        ('[boards.kept_bord]\noverrides = "kept_bord"', "is not there to be overridden"),
        ('[names.one_x]\noverrides = "one_x"\nformulas = 3', "unknown key"),
    ],
)
def test_what_cannot_be_changed_is_one_line(refused, changed, problem):
    template = TEMPLATE + changed
    assert any(problem in line for line in refused(plugging("one_x"), template=template))


@pytest.mark.slow
def test_each_template_adds_rows_to_a_list(edited):
    base = edited('extends = "sudoku"\n[lists.shelf]\nmore_rows = [["31", 1, "", ""]]', "base.toml")
    mine = edited('extends = "base.toml"\n[lists.shelf]\nmore_rows = [["32", 2, "", ""]]')
    rows = load(str(mine)).template.lists["shelf"].all_rows
    assert len(rows) == len(load(str(base)).template.lists["shelf"].all_rows) + 1 == 32
    assert [row[0] for row in rows[-2:]] == ["31", "32"]
