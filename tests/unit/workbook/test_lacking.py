"""`build` reports every formula that the engine fast cannot evaluate, with its file and name."""

import pickle

import pytest

from tests.helpers.workbooks import saved
from xlbuilder.errors import Lack, LackError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.xlsx.model import read_workbook

TEMPLATE = """
[workbook]
title = "Lacks"
[boards.typed]
range = "B2:B4"
style = "plain"
[boards.total]
range = "C2:C4"
style = "plain"
formula = "=middle+FACT(B2)"
[names.middle]
formula = "=MEDIAN(typed)*FACT(2)*factor"
[names.factor]
formula = "=FACT(3)"
[formats.large]
board = "total"
formula = "=C2>FACT(3)"
bold = true
[styles.plain]
"""

OWN = """
extends = "base.toml"
[names.factor]
formula = "=FACT(4)"
"""

CORNER = """
extends = "base.toml"
[boards.total]
formula = "=Middle*factor"
[names.factor]
formula = "=2"
[cells.repeated]
range = "E2"
style = "plain"
formula = "=SUM(MAX(B2):B4)"
[names.middle]
formula = "=SUM(INDEX(typed,1):part)"
[names.part]
formula = "=MAX(typed)"
"""

NOTHING = "no values are stored"

LACKS = "the engine fast lacks"


@pytest.fixture
def template(edited):
    """Return the path of a template that extends the one above."""
    edited(TEMPLATE, "base.toml")
    return edited(OWN, "own.toml")


@pytest.mark.parametrize(("options", "head"), [([], NOTHING), (["--no-values"], "warning")])
def test_all_functions_are_told_with_their_files_and_places(run, template, options, head):
    done = run("build", template, *options)
    assert (done.returncode, done.stdout) == (0, "out/own.xlsx\n")
    base = template.with_name("base.toml")
    assert done.stderr.splitlines() == [
        f"xlbuilder: {head}: {base}: [boards.total] formula: {LACKS} the function FACT",
        f"xlbuilder: {head}: {base}: [names.middle] formula: {LACKS} the functions FACT, MEDIAN",
        f"xlbuilder: {head}: {template}: [names.factor] formula: {LACKS} the function FACT",
    ]


def test_what_is_found_when_it_is_opened_is_told_too(run, edited):
    """A corner that depends on values has the name at fault, not only the cell."""
    edited(TEMPLATE, "base.toml")
    path = edited(CORNER, "corner.toml")
    done = run("build", path)
    assert (done.returncode, done.stdout) == (0, "out/corner.xlsx\n")
    corner = f"{LACKS} ranges whose corners depend on values"
    assert done.stderr.splitlines() == [
        "xlbuilder: calculating what the cells show",
        f"xlbuilder: {NOTHING}: {path}: [names.middle] formula: {corner} (in Main!C2)",
        f"xlbuilder: {NOTHING}: {path}: [cells.repeated] formula: {corner} (in Main!E2)",
    ]


def test_the_engine_names_all_formulas_in_one_line(tmp_path):
    """As verify reports them, which knows the file of the workbook only."""
    cells = {f"B{row}": f"=SUBTOTAL(9,{row})&{'A' * row}1" for row in (2, 3)}
    cells["C2"] = "=IF(A1,outer,0)+inner"
    names = {"outer": "1+Inner", "inner": "SUM(Sheet!$A$1:MAX(Sheet!$A$1))"}
    with pytest.raises(LackError) as error:
        open_workbook("fast", read_workbook(saved(tmp_path, cells, names=names)))
    subtotal = f"{LACKS} the function SUBTOTAL"
    corner = f"{LACKS} ranges whose corners depend on values"
    assert str(error.value) == f"Sheet!B2: {subtotal}; Sheet!C2: in the name inner: {corner}"
    again = pickle.loads(pickle.dumps(error.value))  # noqa: S301 - our own
    assert (str(again), again.lacks) == (str(error.value), error.value.lacks)


def test_many_of_them_are_counted():
    lacks = [Lack(f"Main!A{row}", None, "fails") for row in range(1, 9)]
    assert str(LackError(lacks[:5])).count("fails") == 5
    assert str(LackError(lacks)).endswith("Main!A5: fails; and 3 more")
