"""Which names formulas lead to: each once, callers first, names of one sheet and circles too."""

from xlbuilder.errors import FormulaError
from xlbuilder.formula.called import names_called
from xlbuilder.formula.parse import parse

NAMES = {
    "one": parse("two+three"),
    "two": parse("three*2"),
    "three": parse("A1"),
    "main!two": parse("four"),
    "four": parse("five+four"),
    "five": parse("four"),
    "broken": FormulaError("not read"),
    "unused": parse("one"),
    "deep": parse("one+three+broken"),
}


def levels(*formulas):
    return names_called([(sheet, parse(text)) for sheet, text in formulas], NAMES)


def called(*formulas):
    return list(levels(*formulas))


def test_callers_come_before_what_they_call_and_each_name_once():
    assert called(("Other", "one+ONE+A1")) == ["one", "two", "three"]


def test_a_name_of_one_sheet_hides_that_of_the_workbook():
    assert called(("Main", "one")) == ["one", "main!two", "three", "four", "five"]
    assert called(("Main", "one"), ("Other", "one")) == [
        *("one", "main!two", "three", "two", "four", "five"),
    ]
