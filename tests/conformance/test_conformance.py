"""Every engine on every micro-workbook."""

from itertools import product

import pytest

from tests.helpers.cases import CASES, SILENT, opened, play
from xlbuilder.errors import EngineError
from xlbuilder.recalc.engines import ENGINES

# What an engine cannot do, with the reason; it may not be quoted for more.
_CAP = "the maximum of iterations leaves Err:523 in every cell of the loop"
KNOWN = {
    ("libreoffice", "divergent pair"): _CAP,
    ("libreoffice", "resume after the cap"): _CAP,
    ("libreoffice", "counter"): _CAP,
    ("libreoffice", "oscillator"): _CAP,
    ("libreoffice", "a name read afresh"): _CAP,
    ("formulas", "a circle on paper"): "it does not tell which cells a formula comes to read",
    ("formualizer", "a circle on paper"): "it gives an error of its own",
    ("formualizer", "a name read afresh"): "cells behind a loop wait until it has come to its end",
}
# Engines with an iteration of their own, which refuse another order.
OWN = {"formualizer", "libreoffice"}


def marks(engine, name):
    """Return the marks of a case; that the cap leaves errors is seen each week in most of them."""
    if engine == "libreoffice":
        yield pytest.mark.program("libreoffice")
        if KNOWN.get((engine, name)) == _CAP and name != "divergent pair":
            yield pytest.mark.exhaustive


@pytest.mark.parametrize(
    ("engine", "name"),
    [
        pytest.param(*case, marks=[*marks(*case)], id="-".join(case))
        for case in product(ENGINES, CASES)
    ],
)
def test_closed_form(tmp_path, engine, name):
    case = CASES[name]
    if engine in OWN and case.order != "row-major":
        with pytest.raises(EngineError, match=f"cannot do {case.order}"):
            opened(engine, tmp_path, case)
        return
    session = opened(engine, tmp_path, case)
    if (engine, name) in KNOWN:
        with pytest.raises((AssertionError, EngineError)):
            play(session, case, is_silent=engine in SILENT)
    else:
        play(session, case, is_silent=engine in SILENT)
