"""Every engine on every micro-workbook."""

import pytest
from conformance.cases import CASES
from workbooks import cell, opened_in

from xlbuilder.recalc.engines import ENGINES

# What an engine cannot do, with the reason; it may not be quoted for more.
KNOWN = {}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("engine", ENGINES)
def test_closed_form(tmp_path, engine, name):
    case = CASES[name]
    session = opened_in(engine, tmp_path, case.cells, case.settings)
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
        if step.iterations is not None:
            assert done.iterations == step.iterations
        if step.quiet is not None:
            assert done.quiet == step.quiet
