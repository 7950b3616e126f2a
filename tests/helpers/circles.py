"""Circular workbooks with cases: templates of tests/data, and what a report says of one case."""

from tests.helpers.places import DATA

CIRCLES = DATA / "circles"
LOAN = (CIRCLES / "loan.toml").read_text(encoding="utf-8")


def loan(tests):
    """Return the loan with other tests."""
    return f"{LOAN.partition('# The closed formula')[0]}\n{tests}"


def only(report):
    (verdict,) = report.results
    return verdict
