"""Problems of different checks come together, as far as one does not make another."""

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


FOUR, TREE = "[names.four]\nformula = '=5'", "[names.tree]\nformula = '=5'"
THREE = "[names.three]\nformula = '=INDEX(board_1,3,1)'\n"


def found(lines, *words):
    assert len(lines) == len(words), lines
    return all(word in line for word, line in zip(words, lines, strict=True))


def test_a_range_that_is_wrong_comes_alone(refused):
    template = TEMPLATE.replace("D1:E2", "D1:E")
    assert found(
        refused(strategy(THREE), template=template),
        "[boards.board_2] range: should be a range such as D4:L12",
    )


def test_what_calls_a_formula_that_is_wrong_is_not_reported_too(refused):
    """Nor a name of a circle, which has no end."""
    template = TEMPLATE.replace('"=2"', '"=INDEX(board_2,one,nine)"')
    assert found(
        refused(strategy(THREE), template=template),
        " formula: the name calls itself",
        "[names.two] formula: uses the unknown name nine",
        f"[names.three] {OUTSIDE}",
    )


def test_plugs_and_formulas(refused):
    assert found(
        refused(strategy(THREE), strategy(FOUR, "al_of_them"), template=TEMPLATE),
        "[plugs.al_of_them]: there is no slot or field al_of_them; did you mean all_of_them?",
        f"[names.three] {OUTSIDE}",
    )
    assert found(
        refused(strategy(TREE), template=TEMPLATE.replace('"=2"', '"=2+"')),
        "[plugs.all_of_them]: there is no name 'three'; did you mean tree?",
        "[names.two] formula: the formula ends too early",
    )
