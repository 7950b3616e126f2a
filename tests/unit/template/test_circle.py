"""A board that a strategy adds to a circle must be seen by the slot that orders its phases."""

import re

import pytest

from xlbuilder.template.locate import strategies

TEMPLATE = """
[workbook]
title = "A circle"
[cells.start]
range = "B2"
style = "plain"
value = 1
[cells.control]
range = "B4"
style = "plain"
formula = "=IF(control=0, IF(all_are_reset, 1, 0), IF(start=0, 0, 1+0*SUM(marks)))"
[boards.marks]
range = "D4:D6"
style = "plain"
formula = "=IF(control<1, 0, found)"
[boards.unseen_of_the_template]
range = "E4:E6"
style = "plain"
formula = "=IF(control<1, 0, SUM(marks))"
[slots.found]
join = "={this}+{rest}"
last = "=SUM(unseen_of_the_template)"
[slots.all_are_reset]
sees_boards = true
join = "=IF({this}, {rest}, FALSE)"
last = "=SUM(marks)=0"
[styles.plain]
"""

STRATEGY = """
[strategy]
title = "x"
[plugs]
found = ["more"]
all_are_reset = ["is_reset"]
[boards.own]
range = "F4:F6"
style = "plain"
formula = "=IF(control<1, 0, SUM(marks))"
[names.more]
formula = "=SUM(own)+0*line_of_own"
[names.line_of_own]
formula = "=SUM(ROW()-ROW(INDEX(own,1,1)))"
[names.is_reset]
formula = "=sum_of_own=0"
[names.sum_of_own]
formula = "=SUM(own)"
"""

SEES = '"=sum_of_own=0"'

SUM_OF_OWN = '[names.sum_of_own]\nformula = "=SUM(own)"\n'

FOR_THE_READER = """
[boards.words]
range = "G4:G6"
style = "plain"
formula = '''=IF(SUM(own)>0, "found", "nothing")'''
"""

CELL = """
[cells.best]
range = "G4"
style = "plain"
formula = "=IF(control<1, 0, MAX(own))"
"""


def without_name(text):
    return text.replace(SUM_OF_OWN, "")


SEEN = {
    "through names": STRATEGY,
    "by its range": without_name(STRATEGY.replace(SEES, '"=SUM(Main!$F$4:$F$6)=0"')),
    "words for the reader need not be": STRATEGY + FOR_THE_READER,
    "what reads itself, and no cell of the circle reads, need not be": STRATEGY
    + FOR_THE_READER.replace("SUM(own)>0", "SUM(own)+COUNTIF(words,1)>0"),
    "what reads the input alone need not be": without_name(
        STRATEGY.replace(SEES, '"=TRUE"').replace("IF(control<1, 0, SUM(marks))", "start")
    ),
    "constants need not be": without_name(
        STRATEGY.replace(SEES, '"=TRUE"').replace(
            'formula = "=IF(control<1, 0, SUM(marks))"', "values = '1 2 3'"
        )
    ).replace("'1 2 3'", "'''\n1\n2\n3\n'''"),
}


@pytest.mark.parametrize("case", SEEN)
def test_a_board_that_is_seen(composed, case):
    assert composed(SEEN[case], template=TEMPLATE)


UNSEEN = {
    "nothing looks at it": without_name(STRATEGY.replace(SEES, '"=TRUE"')),
    "nothing is plugged in": without_name(
        STRATEGY.replace('all_are_reset = ["is_reset"]', "")
    ).replace(f"[names.is_reset]\nformula = {SEES}\n", ""),
    "another name looks at another board": without_name(
        STRATEGY.replace(SEES, '"=SUM(marks)=0"'),
    ),
    "only its position is looked at": without_name(STRATEGY.replace(SEES, '"=line_of_own>=0"')),
    "it reads itself and the input": without_name(
        STRATEGY.replace(SEES, '"=TRUE"').replace(
            "IF(control<1, 0, SUM(marks))", "IF(SUM(own)>0, 1, start)"
        )
    ),
}


@pytest.mark.parametrize("case", UNSEEN)
def test_a_board_that_is_not_seen_is_one_line(refused, case):
    (line,) = refused(UNSEEN[case], template=TEMPLATE)
    assert line.endswith(
        "s1.toml: [boards.own]: may keep its old values after a reset;"
        " write at_start = 0, or what it shows at the start, in its table"
    )


def test_a_cell_counts_too(refused, composed):
    strategy = STRATEGY.replace('"=SUM(own)+', '"=best+') + CELL
    (line,) = refused(strategy, template=TEMPLATE)
    assert "s1.toml: [cells.best]: may keep its old values" in line
    assert composed(strategy.replace(SEES, '"=sum_of_own+best=0"'), template=TEMPLATE)
    assert composed(
        strategy.replace("[cells.best]", "[cells.best]\nat_start = 0"), template=TEMPLATE
    )


def with_start(*tables, text=UNSEEN["nothing is plugged in"]):
    """Return a strategy whose boards and cells say what they show at the start."""
    for table, value in tables:
        text = text.replace(f"[{table}]", f"[{table}]\nat_start = {value}")
    return text


@pytest.fixture
def asked(loaded):
    """Return a function that gives the slot, as it is before building adds anything."""
    return lambda text, template=TEMPLATE: (
        loaded(text, template=template).written.names["all_are_reset"].formula
    )


def test_what_it_shows_at_the_start_is_asked_for(asked):
    for value in (0, -5):
        formula = asked(with_start(("boards.own", value)))
        assert formula == f"=IF(COUNTIF(own,{value})=3, SUM(marks)=0, FALSE)"


def test_each_that_says_it_is_asked_for_after_what_is_plugged_in(asked):
    text = STRATEGY.replace('"=SUM(own)+', '"=best+') + CELL
    text = with_start(("boards.own", 0), ("cells.best", 7), text=text)
    inner = "IF(COUNTIF(own,0)=3, IF(COUNTIF(best,7)=1, SUM(marks)=0, FALSE), FALSE)"
    assert asked(text) == f"=IF(is_reset, {inner}, FALSE)"


def test_a_cell_made_of_several_is_asked_for_once(asked):
    """Only the first of merged cells has a value."""
    text = STRATEGY.replace('"=SUM(own)+', '"=best+') + CELL.replace('"G4"', '"G4:H5"')
    assert "IF(COUNTIF(best,0)=1," in asked(with_start(("cells.best", 0), text=text))


def test_it_says_nothing_to_a_template_that_does_not_ask(asked):
    template = TEMPLATE.replace("sees_boards = true\n", "")
    assert asked(with_start(("boards.own", 0)), template) == "=SUM(marks)=0"


def test_a_board_of_the_template_says_it_too(asked):
    board = "[boards.unseen_of_the_template]"
    template = TEMPLATE.replace(board, f"{board}\nat_start = 0")
    assert "COUNTIF(unseen_of_the_template,0)=3" in asked(STRATEGY, template)


def test_a_slot_that_does_not_ask_for_it(composed):
    unseen = UNSEEN["nothing looks at it"]
    assert composed(unseen, template=TEMPLATE.replace("sees_boards = true\n", ""))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "boards"),
    [
        ("simple_colors", ["color_clashes"]),
        ("naked_pairs", ["naked_pairs", "pair_board"]),
        ("search", ["dead_ends", "guess_order", "guess_stack"]),
    ],
)
def test_a_shipped_strategy_without_its_reset(refused, name, boards):
    lines = strategies()[name].read_text(encoding="utf-8").splitlines(keepends=True)
    said = "helpers_are_reset = ", "at_start = "
    left = "".join(line for line in lines if not line.startswith(said))
    assert len(left) < len("".join(lines))
    removed = [name] if name == "search" else []
    problems = refused(left, template='extends = "sudoku"', removed=removed)
    found = [line for line in problems if "after a reset" in line]
    assert [re.findall(r"\[(?:boards|cells)\.(\w+)\]", line)[0] for line in found] == boards
