"""Problems of different checks come together, as far as one does not make another."""

import pytest

from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load

TEMPLATE = """
[workbook]
title = "All at once"
[boards.board_1]
range = "A1:B2"
style = "plain"
formula = "=one"
[boards.board_2]
range = "D1:E2"
style = "plain"
formula = "=all_of_them"
[names.one]
formula = "=two"
[names.two]
formula = "=2"
[slots.all_of_them]
join = "=MAX({this}, {rest})"
last = "=0"
[styles.plain]
"""

OUTSIDE = "formula: in D1 points outside a range (#REF!)"


def strategy(text, slot="all_of_them"):
    return f'[strategy]\ntitle = "x"\n[plugs]\n{slot} = ["three"]\n{text}'


THREE = "[names.three]\nformula = '=INDEX(board_1,3,1)'\n"


@pytest.fixture
def problems(edited):
    def get(template, *strategies):
        files = [str(edited(text, f"s{n}.toml")) for n, text in enumerate(strategies)]
        path = str(edited(template, "t.toml"))
        with pytest.raises(TemplateError) as error:
            load(path, files)
        return [line.partition(".toml: ")[2] for line in error.value.problems]

    return get


def found(lines, *words):
    assert len(lines) == len(words), lines
    return all(word in line for word, line in zip(words, lines, strict=True))


def test_a_range_that_is_wrong_comes_alone(problems):
    template = TEMPLATE.replace("D1:E2", "D1:E")
    assert found(
        problems(template, strategy(THREE)),
        "[boards.board_2] range: should be a range such as D4:L12",
    )


def test_what_calls_a_formula_that_is_wrong_is_not_reported_too(problems):
    """Nor a name of a circle, which has no end."""
    template = TEMPLATE.replace('"=2"', '"=INDEX(board_2,one,nine)"')
    assert found(
        problems(template, strategy(THREE)),
        " formula: the name calls itself",
        "[names.two] formula: uses the unknown name nine",
        f"[names.three] {OUTSIDE}",
    )


def test_plugs_and_formulas(problems):
    assert found(
        problems(TEMPLATE, strategy(THREE), strategy("[names.four]\nformula = '=5'", "al_of_them")),
        "[plugs.al_of_them]: there is no such slot; did you mean all_of_them?",
        f"[names.three] {OUTSIDE}",
    )
    assert found(
        problems(TEMPLATE.replace('"=2"', '"=2+"'), strategy("[names.tree]\nformula = '=5'")),
        "[plugs.all_of_them]: there is no name 'three'; did you mean tree?",
        "[names.two] formula: the formula ends too early",
    )
