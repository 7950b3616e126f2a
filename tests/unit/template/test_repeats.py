"""Repeats, parameters and values: what a file writes once is written out when it is read."""

from pathlib import Path

import pytest

from xlbuilder.template.expand import expand
from xlbuilder.template.load import load

DATA = Path(__file__).parents[2] / "data" / "strategies"

SUBSETS = str(DATA / "subsets.toml")

SUDOKU = 'extends = "sudoku"'

TEMPLATE = """
[workbook]
title = "Repeats"
[cells.total]
range = "B2"
style = "plain"
formula = "={+ house in house: in_{house}}"
[values]
house = ["row", "column"]
[names."in_{house}"]
for_each = ["house"]
formula = "=1"
[styles.plain]
"""


def names_of(tables, given=None):
    made = expand(tables, given)
    assert not made.problems
    return made.tables["names"]


def written(text, **values):
    """Return a formula with its words replaced."""
    return names_of({"values": values, "names": {"x": {"formula": text}}})["x"]["formula"]


def problem_of(text, **values):
    made = expand({"values": values, "names": {"x": {"formula": text}}}, None)
    (problem,) = made.problems
    return problem.text


# ---- words in a text


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("={size}", "=3"),
        ("={ size }+{size}", "=3+3"),
        ("=in_{what}_{size}", "=in_triple_3"),
        ("={few as row}", "={1,2}"),
        ("={few as column}", "={1;2}"),
        ("={words as row}", '={"a","b""c"}'),
        ("={1,2;3}&{TRUE}", "={1,2;3}&{TRUE}"),
        ("={true}", "={true}"),
        ('="{{size}}"', '="{size}"'),
        ("={this}{rest}{number}", "={this}{rest}{number}"),
        ("={+ n in 1..3: f({n})}", "=f(1)+f(2)+f(3)"),
        ("={ & n in 1..2:\n f({n}) }", "=f(1) &f(2)"),
        ("=MAX({, n in few: {n}*{size}})", "=MAX(1*3,2*3)"),
        ("={+ a in few: ({* b in few: {a}*{b}})}", "=(1*1*1*2)+(2*1*2*2)"),
        ("={& word in words: {word}}", '=a&b"c'),
        ("={+ n in 2..1: {n}}", "="),
        ("=A{", "=A{"),
    ],
)
def test_words(text, result):
    assert written(text, size=3, what="triple", few=[1, 2], words=["a", 'b"c']) == result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("={sise}", "there is no word {sise}; did you mean size?"),
        ("={zzz}", "there is no word {zzz}; known are: size, few"),
        (
            "={few}",
            '{few} is a list; add for_each = "few", or write {few as row} or {few as column}',
        ),
        ("={few as line}", "a list is written as row or as column, not as line"),
        ("={size as row}", "size is no list; write {size}"),
        ("={+ n in size: {n}}", "size is no list; give a list of [values], or numbers such as"),
        ("={+ n in fev: {n}}", "there is no word fev; did you mean few?"),
        ("={+ size in few: {size}}", "the word size has a meaning already"),
        ("={+ this in few: 1}", "the word this has a meaning already"),
        ("={+ n of few: {n}}", "is no repeat; write {+ word in 1..9: what is repeated}"),
        ("={- n in few: {n}}", "'{- n in few: {n}}' is no repeat; write {+ word in 1..9: what"),
        ("={n in few: {n}}", "is no repeat; write"),
        ("={+ 1..9: {n}}", "is no repeat; write"),
        ("={+ n in few: {n}", "has no closing }"),
        ("={+ n in 1..2001: 1}", "1..2001 has more than 2,000 numbers"),
        ("={+ a in 1..2000: {+ b in 1..2000: {+ c in 1..2000: }}}", "becomes longer than 32,768"),
        (
            "".join(f"{{+ a{n} in 1..1: " for n in range(30)) + "}" * 30,
            "repeats within repeats; 20 levels are allowed",
        ),
    ],
)
def test_words_with_a_mistake(text, message):
    assert message in problem_of(text, size=3, few=[1, 2])


# ---- values


def test_all_products_of_three_of_nine_primes():
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23]
    rule = {"products_of": "{size}", "from": "primes"}
    text = written("={sets as column}", size=3, primes=primes, sets=rule)
    numbers = text.strip("={}").split(";")
    assert (len(numbers), numbers[:3], numbers[-1]) == (84, ["30", "42", "66"], "7429")


def test_a_value_is_made_of_those_before_it():
    made = {"what": {"choose": "{size}", "2": "pair", "3": "a {x}"}, "both": "{what}/{size}"}
    assert written("{both}", size=3, x="triple", **made) == "a triple/3"
    assert written("{& n in nine: {n}}", nine="1..9") == "1&2&3&4&5&6&7&8&9"


RULE = {"products_of": 2, "from": [2, 3, 5]}

VALUES = {
    "a table": ({"a": 1}, "should be a text, a whole number, a list of these, { choose"),
    "no choice": ({"choose": "7", "2": "pair"}, "there is no choice for '7'; known are: 2"),
    "a size": ({**RULE, "products_of": 4}, "products_of should be a number from 1 to 3, not '4'"),
    "texts": ({**RULE, "from": ["a"]}, "from should be a list of whole numbers"),
    "many": ({"products_of": 20, "from": "1..40"}, "makes more than 2,000 items"),
    "large": (
        {**RULE, "from": [10**9, 10**9]},
        "makes numbers that Excel does not hold exactly",
    ),
    "a word that comes later": ("{later}", "there is no word {later}"),
}


@pytest.mark.parametrize("case", VALUES)
def test_values_with_a_mistake(case):
    rule, message = VALUES[case]
    (problem,) = expand({"values": {"x": rule, "later": 1}}, None).problems
    assert problem.place == ("values", "x")
    assert message in problem.text


# ---- repeats of entries


def test_an_entry_is_repeated_where_it_stands():
    tables = {
        "names": {
            "first": {"formula": "=1"},
            "in_{house}": {
                "for_each": {"house": ["row", "box"], "board": ["a", "b"]},
                "formula": "={board}",
                "comment": "The {house}.",
            },
            "last": {"formula": "=2"},
        }
    }
    names = names_of(tables)
    assert list(names) == ["first", "in_row", "in_box", "last"]
    assert names["in_box"] == {"formula": "=b", "comment": "The box."}


def test_a_list_names_each_item_of_a_value():
    tables = {
        "values": {"house": ["row", "box"], "n": [1, 2]},
        "plugs": {"slot": ["first", "in_{house}_{n}", "last"]},
    }
    made = expand(tables, None)
    assert made.tables["plugs"]["slot"] == ["first", "in_row_1", "in_box_2", "last"]


REPEATS = {
    "twice": ("x", {"n": [1, 2]}, "makes x twice; put {n} into the key"),
    "lengths": ("x{n}", {"n": [1, 2], "m": [1]}, "one length, but n has 2, m has 1 items"),
    "nothing": ("x", {}, 'should be such as { house = ["row", "column"] }'),
    "unknown": ("x{hous}", ["hous"], "there is no word hous; did you mean house?"),
    "taken": ("x", {"house": [1]}, "the word house cannot be used, or has a meaning"),
    "many": ("x{n}{m}", {"n": "1..2001"}, "1..2001 has more than 2,000 numbers"),
}


@pytest.mark.parametrize("case", REPEATS)
def test_repeats_with_a_mistake(case):
    key, for_each, message = REPEATS[case]
    names = {key: {"for_each": for_each, "formula": "=1"}}
    (problem,) = expand({"values": {"house": ["row"]}, "names": names}, None).problems
    assert message in problem.text


def test_repeats_are_bounded():
    entry = {"for_each": {"n": "1..1500"}, "formula": "={n}"}
    made = expand({"names": {"a{n}": entry, "b{n}": entry, "c{n}": entry}}, None)
    assert "repeats make more than 2,000 entries in this file" in made.problems[0].text
    made = expand({"names": {"a{n}": {**entry, "formula": "x" * 1000}}}, None)
    assert "repeats make too much of this file" in made.problems[0].text


def test_an_extending_file_changes_one_of_the_repeats(edited):
    edited(TEMPLATE, "base.toml")
    path = edited('extends = "base.toml"\n[names.in_column]\nformula = "=7"', "top.toml")
    names = load(str(path)).template.names
    assert [name.formula for name in names.values()] == ["=1", "=7"]


def test_a_problem_names_the_key_as_written_and_the_values(refused):
    row, column = refused(template=TEMPLATE.replace('"=1"', '"=1+"'))
    assert "[names.in_{house}] formula (house = row): the formula ends too early" in row
    assert "[names.in_{house}] formula (house = column): the formula ends too early" in column


def test_a_problem_of_a_part_names_the_part(refused):
    part = '[names."in_{n}"]\nfor_each = { n = "1..2" }\nformula = "={m}"'
    (line,) = refused(template='needs = ["part.toml"]' + TEMPLATE, part=part)
    said = "part.toml: [names.in_{n}] formula (n = 1): there is no word {m}; known are: n"
    assert line.endswith(said)


def test_only_a_strategy_has_parameters(refused):
    (line,) = refused(template=TEMPLATE + "[parameters]\nsize = 2")
    assert "[parameters]: only a strategy has parameters; put" in line


# ---- strategies with parameters


def given(text):
    return load("sudoku", [f"{SUBSETS}:{text}"])


def test_a_strategy_with_parameters():
    loaded = given("size=3,kind=hidden")
    assert loaded.strategies[-1].name == "subsets:kind=hidden,size=3"
    assert loaded.template.plugged[-1].title == "Subsets: triples (hidden)"
    names = loaded.template.names
    assert names["greatest_triple"].formula == (
        "=SUMPRODUCT(MAX((cells_within_triple+cells_without_triple<9)"
        "*((cells_without_triple=9-3)*rest_of_triple_sets)))"
    )
    assert names["in_triple_of_box"].formula == (
        "=IF(MOD(triple_of_box,prime)=0,"
        " MOD(triple_of_box,INDEX(houses,18+box_from_val,place_in_box))>0, FALSE)"
    )
    assert names["triple_sets"].formula.count(";") == 83
    assert [name for _, name in loaded.template.plugs["why"]][-3:] == [
        "why_triple_of_row",
        "why_triple_of_column",
        "why_triple_of_box",
    ]


def test_the_same_parameters_twice_are_once():
    one, two = f"{SUBSETS}:kind=naked,size=3", f"{SUBSETS}:size=3,kind=naked"
    names = [one.name for one in load("sudoku", [one, two]).strategies]
    assert names.count("subsets:kind=naked,size=3") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size=x", "subsets.toml: [parameters.size]: should be a whole number, not 'x'"),
        ("sise=3", "subsets.toml: there is no parameter sise; did you mean size?"),
        ("size=7", "subsets.toml: [values.what]: there is no choice for '7'; known are: 2, 3, 4"),
        ("size=3,size=2", "gives size twice; give it once"),
        ("size", "subsets.toml:size: no such strategy"),
    ],
)
def test_parameters_with_a_mistake(refused, text, message):
    assert message in refused(template=SUDOKU, also=[f"{SUBSETS}:{text}"])[0]


def test_names_without_their_parameter_are_there_twice(refused, edited):
    text = '[strategy]\ntitle = "x"\n[parameters]\nn = 1\n[plugs]\nhelpers_are_reset = ["same"]\n'
    path = edited(text + '[names.same]\nformula = "=TRUE"', "s.toml")
    (line,) = refused(template=SUDOKU, also=[str(path), f"{path}:n=2"])
    assert "[names.same]: is there twice, as the file is; put a parameter such as {size}" in line


def test_a_problem_of_a_strategy_tells_its_parameters(refused, edited):
    text = '[strategy]\ntitle = "x"\n[parameters]\nn = 1\n[plugs]\nhelpers_are_reset = ["x_{n}"]\n'
    path = edited(text + '[names."x_{n}"]\nformula = "=1+"', "s.toml")
    problems = refused(template=SUDOKU, also=[f"{path}:n=2"])
    assert "s.toml: [names.x_{n}] formula (n = 2): the formula" in problems[0]
