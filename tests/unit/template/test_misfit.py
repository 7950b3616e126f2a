"""A shipped strategy that does not fit a template is one line; the user's own files keep theirs."""

import pytest

from tests.helpers.slots import TEMPLATE
from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load

TAKES = "basic takes: naked_pairs, hidden_pairs, x_wing, position, search, unique"

OWN = """
{needs}
[strategy]
title = "Own"
[[rules]]
removes = "own_rule"
[names.own_rule]
formula = "=onetonine>nine"
"""


def problems(template, *added):
    with pytest.raises(TemplateError) as error:
        load(str(template), list(map(str, added)))
    return error.value.problems


@pytest.mark.slow
@pytest.mark.parametrize("name", ["naked_triples", "skyscraper", "xy_chain"])
def test_a_strategy_of_another_template_is_one_line(name):
    (line,) = problems("basic", name)
    assert line.startswith(f"{name}: does not fit basic, which lacks slots that it plugs into (")
    assert line.endswith(f"); {TAKES}")


def test_what_is_lacking_are_slots(edited):
    """A template without presets is not said to take any."""
    (line,) = problems(edited(TEMPLATE), "search")
    lacks = "cannot_be_filled, more_may_follow, guesses_are_needed, …"
    assert line.endswith(f"edited, which lacks slots that it plugs into ({lacks})")


def test_the_users_own_files_keep_all_their_lines(edited):
    path = edited(OWN.format(needs='needs = ["naked_triples"]'), "own.toml")
    misfit, own = problems("basic", path)
    assert misfit.startswith("naked_triples: does not fit basic")
    assert own.startswith(f"{path}: [names.own_rule] formula: uses the unknown name nine")


def test_a_strategy_that_fits_is_not_blamed_for_the_users_mistakes(edited):
    """Also where the template lacks a slot of it."""
    path = edited(OWN.format(needs=""), "own.toml")
    (line,) = problems("basic", "position", path)
    assert line.startswith(f"{path}: [names.own_rule] formula: uses the unknown name nine")


@pytest.mark.slow
def test_a_users_template_that_breaks_a_shipped_file_is_told_where(edited):
    """No slot is lacking, so the strategy fits: what it calls was changed."""
    broken = "\n[names.this_row]\nformula = '=9-INDEX(sol_board,0,0)'\n"
    found = problems(edited('extends = "sudoku"' + broken))
    assert found
    assert not [line for line in found if "does not fit" in line]
