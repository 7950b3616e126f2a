"""A model of three statements, as strangers build them: a circle, a scenario by OFFSET, a link.

Interest on the average debt changes the profit, which repays the debt.  The rate is in another
workbook, and the profit is a SUBTOTAL.  Excel has saved it: the values of all formulas are stored.
"""

from typing import Any

import openpyxl
import pytest
from openpyxl.packaging.relationship import Relationship
from openpyxl.workbook.external_link.external import (
    ExternalBook,
    ExternalLink,
    ExternalSheetNames,
)

from tests.helpers.workbooks import edited
from xlbuilder import api
from xlbuilder.formula.area import area_of
from xlbuilder.xlsx.stored_values import with_values

PATH = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLinkPath"
YEARS = ("B", "C"), ("C", "D"), ("D", "E")
INPUTS = {"B1": 1, "B3": 0.1, "B4": -0.05, "B7": 0.25, "B8": 0.6, "B9": -40}
RATE = 0.05
BALANCE = {"B2": 10, "B3": 150, "B4": 60, "B5": 200}


def statements(was, now):
    """The formulas of a year, by sheet and row."""
    return {
        "Income": {
            2: f"={was}2*(1+Inputs!$B$5)",
            3: f"=-{now}2*Inputs!$B$8",
            4: f"=-AVERAGE(Balance!{was}3:{now}3)*Inputs!$B$6",
            5: f"=-({now}2+{now}3+{now}4)*Inputs!$B$7",
            6: f"=SUBTOTAL(9,{now}2:{now}5)",
        },
        "Cash": {
            2: f"=Income!{now}6",
            3: "=Inputs!$B$9",
            4: f"=-MIN(Balance!{was}3,MAX(0,{now}2+{now}3))",
            5: f"=SUM({now}2:{now}4)",
        },
        "Balance": {
            2: f"={was}2+Cash!{now}5",
            3: f"={was}3+Cash!{now}4",
            4: f"={was}4+Income!{now}6",
            5: f"={was}5-Cash!{now}3",
            6: f'=IF(ABS({now}2+{now}5-{now}3-{now}4)<0.001,"OK","Unbalanced")',
        },
    }


def player(scenario=1, growth=(0.1, -0.05), tax=0.25, costs=0.6, invested=40.0):
    """The same model in plain Python; returns cash, debt, equity and profit of each year."""
    sales, cash, debt, equity = 200.0, 10.0, 150.0, 60.0
    found = []
    for _ in YEARS:
        sales *= 1 + growth[scenario - 1]
        end = debt
        for _ in range(200):
            interest = (debt + end) / 2 * RATE
            profit = (sales * (1 - costs) - interest) * (1 - tax)
            paid = min(debt, max(0.0, profit - invested))
            end = debt - paid
        cash, debt, equity = cash + profit - invested - paid, end, equity + profit
        found.append((cash, debt, equity, profit))
    return found


@pytest.fixture
def model(tmp_path):
    """The workbook, with the values that its formulas show."""
    book: Any = openpyxl.Workbook()
    book.active.title = "Inputs"
    inputs = INPUTS | {"B5": "=OFFSET(B2,B1,0)", "B6": "=[1]Rates!$B$2"}
    sheets = {name: book.create_sheet(name) for name in ("Income", "Cash", "Balance")}
    sheets["Income"]["B2"] = 200
    for cells, sheet in ((inputs, book["Inputs"]), (BALANCE, sheets["Balance"])):
        for address, content in cells.items():
            sheet[address] = content
    stored = {area_of("Inputs", "B5"): 0.1, area_of("Inputs", "B6"): RATE}
    for (was, now), (cash, debt, equity, profit) in zip(YEARS, player(), strict=True):
        shown = {"Balance": {2: cash, 3: debt, 4: equity}, "Income": {6: profit}}
        for name, rows in statements(was, now).items():
            for row, formula in rows.items():
                sheets[name][f"{now}{row}"] = formula
                stored[area_of(name, f"{now}{row}")] = shown.get(name, {}).get(row, 0.0)
    link = ExternalLink(ExternalBook(sheetNames=ExternalSheetNames(["Rates"])))
    link.file_link = Relationship("rId1", PATH, Target="rates.xlsx", TargetMode="External")
    book._external_links.append(link)  # noqa: SLF001 - it has no public name
    book.calculation.iterate = True
    path = tmp_path / "model.xlsx"
    book.save(path)
    path.write_bytes(with_values(path.read_bytes(), stored))
    return edited(path, lambda data: data.replace(b' fullCalcOnLoad="1"', b""), "xl/workbook.xml")


CASES = """
[[tests]]
name = "as Excel has saved it"
shows = { %s }
within = 0.01
[[tests]]
name = "the other scenario, and higher taxes"
set = { "Inputs!B1" = 2, "Inputs!B7" = 0.3 }
shows = { %s }
within = 0.01
"""


SHOWN = "Balance!C2:E2", "Balance!C3:E3", "Balance!C4:E4", "Income!C6:E6"


def shows(found):
    rows = zip(SHOWN, zip(*found, strict=True), strict=True)
    values = [f'"{place}" = {[*each]}' for place, each in rows]
    return ", ".join([*values, '"Balance!C6:E6" = ["OK", "OK", "OK"]'])


@pytest.mark.slow
def test_it_is_proved_under_four_orders(model, tmp_path):
    cases = tmp_path / "cases.toml"
    cases.write_text(CASES % (shows(player()), shows(player(2, tax=0.3))))
    orders = ["row-major", "reversed", "jacobi", "random:1"]
    report = api.verify(model, cases=cases, order=orders)
    assert report.all_right, str(report)


def test_it_is_shown_and_a_line_names_what_is_not_followed(run, model):
    done = run("show", model.name, "--recalculate", "--cells", "Balance!C3:E3")
    debts = [float(each) for each in done.stdout.split()[-3:]]
    assert debts == pytest.approx([debt for _, debt, _, _ in player()], abs=0.01)
    assert "model.xlsx: not followed: other workbooks" in done.stderr


def test_a_rate_that_depends_on_what_is_typed_is_refused(run, model, tmp_path):
    """The link is reached then, and its value is not known."""
    case = '[[tests]]\nset = { "Inputs!B1" = 2 }\nshows = { "Inputs!B6" = 1 }\n'
    (tmp_path / "cases.toml").write_text(case)
    book = openpyxl.load_workbook(model)
    book["Inputs"]["B6"] = "=[1]Rates!$B$2*B1"
    book.save(model)
    done = run("verify", "model.xlsx", "--cases", "cases.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Inputs!B6: reads another workbook" in done.stderr.splitlines()[-1]
