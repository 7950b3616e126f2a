"""Which formulas `build` calls too long for LibreOffice: with their names written out."""

from xlbuilder.template.load import load
from xlbuilder.template.warn.too_long import too_long_for_libreoffice

TEMPLATE = """
extends = "ellis"
[names.ones]
formula = "=SUM({ones})"
[names.all_ones]
formula = "=SUM({all_ones})"
[cells.more]
range = "A1"
style = "helper"
formula = "=All_Ones{more}"
"""


def lines(edited, more):
    ones, all_ones = ",".join("1" * 100), ",".join(["ones"] * 80)  # 80*101+1 words
    path = edited(TEMPLATE.format(ones=ones, all_ones=all_ones, more=more))
    return path, [*map(str, too_long_for_libreoffice(load(str(path))))]


def test_a_formula_that_libreoffice_takes_is_not_named(edited):
    assert lines(edited, "+1" * 55)[1] == []


def test_one_word_more_is_named_with_its_place_and_a_remedy(edited):
    path, found = lines(edited, "+1" * 55 + "%")
    why = "has 8,192 words when its names are written out"
    limit = "LibreOffice takes 8,191 and shows Err:512, Excel takes more"
    remedy = "give a part of it a board or a cell of its own"
    assert found == [f"{path}: [cells.more] formula: {why}; {limit}; {remedy}"]
