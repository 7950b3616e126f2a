"""The heat plate, which its maximum change ends early: orders differ, and what helps is found."""

import re

import xlbuilder
from tests.helpers.places import DATA
from xlbuilder.proof.cases.verdict import CaseKind, Help

HEAT = (DATA / "circles" / "heat.toml").read_text(encoding="utf-8")


def test_a_plate_that_ends_early_is_told_and_mended(tmp_path):
    path = tmp_path / "heat.toml"
    path.write_text(HEAT, encoding="utf-8")
    warm, rough, everywhere = xlbuilder.test(path).results
    assert [each.kind for each in (warm, rough, everywhere)] == [
        *(CaseKind.WRONG, CaseKind.NOT_AT_REST, CaseKind.RIGHT)
    ]
    assert warm.problems[0] == (
        "mean (Heat!X25) shows 29.08517606 (order row-major, start zero) and 27.33273871 (order"
        " jacobi, start zero), not 30.86"
    )
    assert (rough.remedy.help, warm.remedy.help) == (Help.ITERATIONS, Help.CHANGE)
    settings = f"max_iterations = {warm.remedy.iterations}, max_change = 0.00001"
    assert warm.remedy.max_change == 0.00001
    path.write_text(re.sub(r"max_iterations = .* }", f"{settings} }}", HEAT), encoding="utf-8")
    report = xlbuilder.test(path)
    assert report.all_right, str(report)


def test_orders_that_end_early_rest_at_different_values(tmp_path):
    path = tmp_path / "heat.toml"
    text = HEAT.partition("[[tests]]")[0].replace("max_iterations = 1000", "max_iterations = 2000")
    path.write_text(text + '[[tests]]\nname = "any"\n', encoding="utf-8")
    (verdict,) = xlbuilder.test(path).results
    assert (verdict.kind, verdict.remedy.help) == (CaseKind.ORDERS_DIFFER, Help.CHANGE)
    path.write_text(text + '[[tests]]\nname = "any"\nwithin = 5\n', encoding="utf-8")
    assert xlbuilder.test(path).all_right
