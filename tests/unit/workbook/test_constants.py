"""A board of constants holds numbers of any size; nobody fills it, so it is locked."""

from openpyxl import load_workbook

from xlbuilder.template.load import load
from xlbuilder.workbook.guide.content import guide_of
from xlbuilder.workbook.write import build

TEMPLATE = """
[workbook]
title = "Primes"
protected = true
[boards.primes]
range = "A1:C2"
style = "plain"
values = '''
2 3 5
7 11 0
'''
[boards.typed]
range = "E1:F1"
style = "plain"
values = "1."
[cells.total]
range = "A4"
style = "plain"
formula = "=SUM(primes)+SUM(typed)"
[styles.plain]
"""


def test_constants_are_numbers_and_locked(edited, tmp_path):
    template = load(str(edited(TEMPLATE))).template
    build(template, tmp_path / "primes.xlsx")
    sheet = load_workbook(tmp_path / "primes.xlsx")["Main"]
    assert [[cell.value for cell in row] for row in sheet["A1:C2"]] == [[2, 3, 5], [7, 11, 0]]
    locked = {name: sheet[name].protection.locked for name in ("A1", "C2", "E1", "F1")}
    assert locked == {"A1": True, "C2": True, "E1": False, "F1": False}
    filled = {entry.name: entry.is_filled for entry in guide_of(template).places}
    assert filled == {"primes": False, "typed": True, "total": False}
