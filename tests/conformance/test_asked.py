"""Who computes the functions that fast asks for: what the table says is shown by examples."""

from functools import cache
from math import isnan

import pytest

from tests.helpers.deviations import EXCEL, used
from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.functions import function_of
from xlbuilder.formula.newer import without_newer
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Array, Call, ErrorValue, Logical, Number, Prefix, Text, walk
from xlbuilder.recalc.engines.fast.asked.arguments import Failed, Given, plain
from xlbuilder.recalc.engines.fast.asked.packages import NEAR, by_formualizer, by_formulas
from xlbuilder.recalc.engines.fast.asked.table import ASKED, SEVERAL, computed_by, route

OTHER = {"formulas": by_formualizer, "formualizer": by_formulas}


@cache
def calls():
    """Return the calls in the examples that read no cell, and what they are given."""
    found = []
    for formula in EXCEL:
        node = without_newer(parse(formula), Area("Sheet", 1, 1, 1, 1), {})
        for call in (part for part in walk(node) if isinstance(part, Call)):
            given = [constant(argument) for argument in call.arguments]
            if None not in given:
                found.append((call, given))
    return found


def constant(node):
    match node:
        case Array(rows):
            return Given(tuple(tuple(constant(each).rows[0][0] for each in row) for row in rows))
        case Prefix("-", Number(value)):
            return Given(((-value,),))
        case Number(value) | Text(value) | Logical(value) | ErrorValue(value):
            return Given(((value,),))
    return None


def gives(package, call, given):
    """Return what a package gives for a call, None where it fails."""
    how = route(call.function, len(given), of_arrays=False)
    try:
        return package(call.function, plain(how.letters, given))
    except Failed as failed:
        return ((failed.error,),)
    except EngineError:
        return None


def near(rows, others):
    values, wanted = ([value for row in each for value in row] for each in (rows, others))
    wanted = [pytest.approx(v, rel=NEAR, abs=0) if isinstance(v, float) else v for v in wanted]
    return values == wanted


def test_every_function_that_is_asked_for_has_an_example():
    shown = {function for formula in EXCEL for function in used(formula)}
    assert not ASKED - shown


@pytest.mark.parametrize("who", OTHER)
def test_a_package_is_asked_alone_where_the_other_one_is_wrong(who):
    package = {"formulas": by_formulas, "formualizer": by_formualizer}[who]
    alone = {function for function in ASKED if who in computed_by(function)} - SEVERAL
    alone = {function for function in alone if not function_of(function).is_volatile}
    for call, given in calls():
        if call.function in alone and route(call.function, len(given), of_arrays=False).who == who:
            other = gives(OTHER[who], call, given)
            if other is None or not near(other, gives(package, call, given)):
                alone.discard(call.function)
    assert not alone


def test_a_package_that_divides_by_nothing_warns_of_nothing():
    """A loan begins at 0 everywhere; numpy wrote its lines among those of the command."""
    ((value,),) = by_formulas("CORREL", [((0.0,), (0.0,)), ((1.0,), (2.0,))])
    assert isinstance(value, float)
    assert isnan(value)
