"""What a guide says, made from a template."""

import pytest

from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Name, walk
from xlbuilder.template.load import load
from xlbuilder.workbook.guide.content import Entry, Place, Section, guide_of

TEMPLATE = """
[workbook]
title = "Chain"
[guide]
title = "How the chain works"
[guide.sections.two]
title = "Two"
lines = ["b", "c"]
[guide.sections.one]
title = "One"
lines = ["a"]
[boards.typed]
range = "B2:C2"
style = "plain"
comment = "What is typed."
[boards.found]
range = "B5:C5"
style = "plain"
formula = '''
=IF(TOP_NAME,
 neighbour,
 SUM(found))'''
[cells.counter]
range = "E2:F2"
style = "plain"
formula = "=bottom+middle"
[names.top_name]
comment = "Above the others."
formula = "=middle+bottom+middle"
[names.middle]
formula = "=bottom*2"
[names.bottom]
formula = "=SUM(typed)"
[names.neighbour]
entered_from = "B5"
formula = "=Main!B2"
[formats.one]
board = "found"
formula = "=only_here>bottom"
[formats.other]
board = "found"
formula = "=B5=bottom"
[names.only_here]
formula = "=1"
[styles.plain]
"""

FOUND, COUNT, FORMAT = (
    Place("found", is_format=False),
    Place("counter", is_format=False),
    Place("found", is_format=True),
)


@pytest.fixture
def shown(edited):
    return guide_of(load(str(edited(TEMPLATE))).template)


def name(word):
    return Place(word, is_format=False)


def test_the_author_s_sections_stand_in_their_order(shown):
    assert shown.title == "How the chain works"
    assert shown.sections == (Section("Two", ("b", "c")), Section("One", ("a",)))
    assert shown.strategies == ()


def test_boards_and_cells(shown):
    assert shown.places == (
        Entry("typed", "B2:C2", "What is typed.", None, (name("bottom"),), is_filled=True),
        Entry("found", "B5:C5", "", "=IF(TOP_NAME,\n neighbour,\n SUM(found))", (FOUND,)),
        Entry("counter", "E2:F2", "", "=bottom+middle", ()),
    )


def test_each_name_stands_behind_those_that_it_calls_where_it_is_needed_first(shown):
    assert [(group.place, [entry.name for entry in group.names]) for group in shown.names] == [
        (FOUND, ["bottom", "middle", "top_name", "neighbour"]),
        (FORMAT, ["only_here"]),
    ]


def test_names(shown):
    entries = {entry.name: entry for group in shown.names for entry in group.names}
    assert entries["top_name"] == Entry(
        "top_name", "", "Above the others.", "=middle+bottom+middle", (FOUND,)
    )
    # Two formats of one board counter as one place.
    assert entries["bottom"].users == (COUNT, name("top_name"), name("middle"), FORMAT)
    assert entries["neighbour"].note == "seen from B5"
    assert entries["only_here"].users == (FORMAT,)


def test_formats(shown):
    assert [(entry.name, entry.note, entry.formula) for entry in shown.formats] == [
        ("found", "B5:C5", "=only_here>bottom"),
        ("found", "B5:C5", "=B5=bottom"),
    ]


@pytest.mark.parametrize("template", ["sudoku", "ellis", "stages/candidates"])
def test_the_order_is_from_simple_to_composed(template):
    loaded = load(template).template
    shown = guide_of(loaded)
    order = [entry.name.lower() for group in shown.names for entry in group.names]
    assert sorted(order) == sorted(map(str.lower, loaded.names))
    for place, word in enumerate(order):
        (formula,) = (entry.formula for key, entry in loaded.names.items() if key.lower() == word)
        called = {
            part.text.lower() for part in walk(parse(formula.strip())) if isinstance(part, Name)
        }
        assert called & set(order) <= set(order[:place])
