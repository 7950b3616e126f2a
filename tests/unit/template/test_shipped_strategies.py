"""The strategies that come with xlbuilder."""

import pytest

from tests.helpers.cost import by_cost
from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load
from xlbuilder.template.locate import strategies


@pytest.fixture(scope="module")
def sudoku():
    return load("sudoku")


TEXTS = {name: path.read_text(encoding="utf-8") for name, path in strategies().items()}

LIBRARIES = {name for name, text in TEXTS.items() if "\nlibrary = true" in text}

ALIKE = {"naked_quads", "hidden_triples", "hidden_quads", "jellyfish", "hidden_pairs"}

"""Made of the same libraries as others; what they find is seen elsewhere."""

ASSUMING = {"bug_plus_one", "unique_rectangles"}

ASSUMING |= {f"unique_rectangles_{number}" for number in (2, 3, 4)}

"""They assume that there is one solution, so they cannot be plugged in beside unique."""

SHIPPED = [*sorted(strategies().keys() - LIBRARIES - ALIKE), *sorted(ALIKE)]


@pytest.mark.parametrize("name", by_cost(SHIPPED, 0, -len(ALIKE)))
def test_every_shipped_strategy_loads_and_leaves_nothing_out(sudoku, name):
    removed = ["unique"] if name in ASSUMING else []
    loaded = load("sudoku", [name], removed)
    assert loaded.left_out == ()
    own = load("sudoku", removed=removed) if removed else sudoku
    assert loaded.written.names.keys() >= own.written.names.keys()


@pytest.mark.parametrize("name", by_cost(sorted({*SHIPPED} - ALIKE - {"search", "unique"}), 0, 3))
def test_every_shipped_strategy_loads_without_search(edited, name):
    """Beside the others, and alone."""
    assert "guess_stack" not in load("sudoku", [name], ["search"]).template.boards
    alone = load(str(edited(f'extends = "sudoku"\nstrategies = ["{name}"]'))).template
    assert "guess_stack" not in alone.boards


@pytest.mark.slow
def test_all_shipped_strategies_fit_into_one_workbook():
    """Except that some assume one solution, and unique looks for a second one.

    Those of variants have other rules than some assume.
    """
    names = [name for name in SHIPPED if name != "unique" and "\n[variant]" not in TEXTS[name]]
    loaded = load("sudoku", names, ["unique"])
    assert loaded.left_out == ()
    assert {one.name for one in loaded.strategies} >= {*names}


@pytest.mark.slow
def test_unique_needs_search():
    """Where it is asked for; in the default workbook it goes with the search."""
    assert "kept_board" not in load("sudoku", removed=["search"]).template.boards
    with pytest.raises(TemplateError) as error:
        load("sudoku", ["unique"], ["search"])
    (problem,) = error.value.problems
    assert problem.endswith("unique.toml: needs: it needs search; plug that in too")
