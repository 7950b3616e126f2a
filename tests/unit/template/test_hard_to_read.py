"""Which formulas `build` calls hard to read: long ones and deep ones, of the user's own files."""

import shutil
from pathlib import Path

import pytest

from tests.helpers.slots import TEMPLATE, plugging
from xlbuilder.formula.parse import parse
from xlbuilder.formula.size import size_of
from xlbuilder.template.formulas import formulas
from xlbuilder.template.load import load
from xlbuilder.template.locate import find, find_strategy, is_shipped, shipped
from xlbuilder.template.warn.hard_to_read import hard_to_read

ELLIS = 'extends = "ellis"\n'


def sum_of(characters):
    """Return a formula of so many characters, without = and blanks."""
    odd = 1 - characters % 2
    return "=" + " + ".join(["1"] * (characters // 2 - odd) + ["10" if odd else "1"])


def nested(ifs):
    return "=" + "IF(1,2," * ifs + "3" + ")" * ifs


def name(formula, key="single_sol_in_rcb"):
    return f"[names.{key}]\nformula = '''{formula}'''\n"


def lines(path, *strategies):
    return [*map(str, hard_to_read(load(str(path), strategies)))]


def test_up_to_the_limits_nothing_is_said(edited):
    assert lines(edited(ELLIS + name(sum_of(200)))) == []
    assert lines(edited(ELLIS + name(nested(4)))) == []


def test_what_is_hard_to_read_has_its_place_and_a_remedy(edited):
    place = "[names.single_sol_in_rcb] formula"
    path = edited(ELLIS + name(sum_of(201)))
    why = "is 201 characters long when written out"
    assert lines(path) == [f"{path}: {place}: {why}; give parts of it names"]
    path = edited(ELLIS + name(nested(5)))
    assert lines(path) == [f"{path}: {place}: its IFs are 5 deep; give parts of it names"]
    path = edited(ELLIS + name(nested(30)))
    why = "is 241 characters long when written out and its IFs are 30 deep"
    assert lines(path) == [f"{path}: {place}: {why}; give parts of it names"]


def test_boards_cells_and_formats_too_each_once(edited):
    path = edited(f"""{ELLIS}
[boards.sol_board]
formula = "{nested(5)}"
[cells.more]
range = "A1"
style = "helper"
formula = "{nested(6)}"
[formats.looks]
board = ["sol_board", "val_board"]
bold = true
formula = "{nested(7)}"
""")
    assert [line.removeprefix(f"{path}: ") for line in lines(path)] == [
        "[boards.sol_board] formula: its IFs are 5 deep; give parts of it names",
        "[cells.more] formula: its IFs are 6 deep; give parts of it names",
        "[formats.looks] formula: its IFs are 7 deep; give parts of it names",
    ]


def test_each_file_of_the_user_counts(edited):
    """What it extends and includes too, strategies and libraries."""
    base = edited(TEMPLATE.replace("=all", f"={nested(5)[1:]}+all"), "base.toml")
    part = edited(name(nested(6), "in_part"), "part.toml")
    tool = f'[strategy]\ntitle = "x"\nlibrary = true\n{name(nested(7), "tool")}'
    library = edited(tool, "tools.toml")
    needing = plugging("one_x", head='needs = ["tools"]').replace("=1", f"=tool+{nested(8)[1:]}")
    strategy = edited(needing, "strategy.toml")
    plug = edited(plugging("two_x").replace("=1", "=in_part"), "two.toml")
    own = edited('extends = "base.toml"\nneeds = ["part.toml"]\n')
    assert [line.partition(";")[0] for line in lines(own, str(strategy), str(plug))] == [
        f"{base}: [cells.total] formula: its IFs are 5 deep",
        f"{part}: [names.in_part] formula: its IFs are 6 deep",
        f"{library}: [names.tool] formula: its IFs are 7 deep",
        f"{strategy}: [names.one_x] formula: its IFs are 8 deep",
    ]


def test_a_formula_that_slots_join_has_no_author(edited):
    plug = edited(plugging(*(f"plugged_{number}" for number in range(40))), "plug.toml")
    template = load(str(edited(TEMPLATE)), [str(plug)])
    assert len(template.template.names["all_of_them"].formula) > 200
    assert list(hard_to_read(template)) == []


@pytest.mark.slow
def test_nothing_is_said_of_what_is_shipped(edited):
    """Some of its formulas are hard to read, and a user may extend them."""
    sizes = {each.place[1]: size_of(parse(each.text)) for each in formulas(load("life").template)}
    assert sizes["even_neighbors"].characters > 200
    for template in shipped():
        assert lines(template) == [], template
    assert lines("sudoku", "all") == []
    assert lines(edited('extends = "life"\n[names.even_neighbors]\ncomment = "mine"\n')) == []


def test_a_copy_of_a_shipped_file_is_the_users(tmp_path):
    copy = Path(shutil.copy(find_strategy("naked_pairs"), tmp_path))
    assert is_shipped(find("sudoku"))
    assert is_shipped(find_strategy("naked_pairs"))
    assert not is_shipped(copy)
