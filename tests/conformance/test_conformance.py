"""Every engine on every micro-workbook."""

import pytest
from conformance.cases import CASES
from workbooks import cell, saved

from xlbuilder.errors import EngineError
from xlbuilder.recalc.engines import ENGINES, open_workbook
from xlbuilder.recalc.model import read_workbook
from xlbuilder.recalc.schedule import Schedule

# What an engine cannot do, with the reason; it may not be quoted for more.
_CAP = "the maximum of iterations leaves Err:523 in every cell of the loop"
KNOWN = {
    ("libreoffice", "divergent pair"): _CAP,
    ("libreoffice", "resume after the cap"): _CAP,
    ("libreoffice", "counter"): _CAP,
    ("libreoffice", "oscillator"): _CAP,
    ("libreoffice", "a name read afresh"): _CAP,
    ("formualizer", "a name read afresh"): "cells behind a loop wait until it has come to its end",
}
# Engines with an iteration of their own, which refuse another order.
OWN = {"formualizer", "libreoffice"}
# Engines that do not tell their iterations; what they call quiet is their own.
SILENT = {"libreoffice"}
MARKS = {"libreoffice": pytest.mark.libreoffice}


def opened(engine, folder, case):
    path = saved(folder, case.cells, case.settings, case.names)
    return open_workbook(engine, read_workbook(path), Schedule(order=case.order))


def play(session, case, *, is_silent):
    for step in case.steps:
        for address, value in step.enter.items():
            session.enter(cell(address), value)
        done = session.recalculate()
        for address, expected in step.expect.items():
            (found,) = session.read(cell(address))
            shown = found if isinstance(found, (float, str)) or found is None else str(found)
            if isinstance(expected, float):
                assert shown == pytest.approx(expected, rel=1e-12, abs=0), address
            else:
                assert shown == expected, address
        if step.iterations is not None and not is_silent:
            assert done.iterations == step.iterations
        if step.quiet is not None and not is_silent:
            assert done.quiet == step.quiet


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("engine", [pytest.param(e, marks=MARKS.get(e, ())) for e in ENGINES])
def test_closed_form(request, tmp_path, engine, name):
    if engine in MARKS:
        request.getfixturevalue(engine)
    case = CASES[name]
    if engine in OWN and case.order != "row-major":
        with pytest.raises(EngineError, match=f"cannot do {case.order}"):
            opened(engine, tmp_path, case)
        return
    session = opened(engine, tmp_path, case)
    if (engine, name) in KNOWN:
        with pytest.raises(AssertionError):
            play(session, case, is_silent=engine in SILENT)
    else:
        play(session, case, is_silent=engine in SILENT)
