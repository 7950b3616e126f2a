"""Every engine on every micro-workbook."""

import pytest
from conformance.cases import CASES
from workbooks import cell, opened_in

from xlbuilder.recalc.engines import ENGINES

# What an engine cannot do, with the reason; it may not be quoted for more.
_CAP = "the maximum of iterations leaves Err:523 in every cell of the loop"
KNOWN = {
    ("libreoffice", "divergent pair"): _CAP,
    ("libreoffice", "resume after the cap"): _CAP,
    ("libreoffice", "counter"): _CAP,
    ("libreoffice", "oscillator"): _CAP,
}
# Engines that do not tell their iterations; what they call quiet is their own.
SILENT = {"libreoffice"}
MARKS = {"libreoffice": pytest.mark.libreoffice}


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
    session = opened_in(engine, tmp_path, case.cells, case.settings)
    if (engine, name) in KNOWN:
        with pytest.raises(AssertionError):
            play(session, case, is_silent=engine in SILENT)
    else:
        play(session, case, is_silent=engine in SILENT)
