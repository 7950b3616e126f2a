"""Exceptions and results go to other processes, and can be copied."""

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

import xlbuilder
from xlbuilder import errors
from xlbuilder.errors import Fault, Lack, LackError, TemplateError, XlbuilderError
from xlbuilder.processes.signals import Terminated

MADE_OF: dict[type[BaseException], list[object]] = {
    TemplateError: [[Fault("x.toml", "first"), Fault(Path("y.toml"), "second", ("names", "a"))]],
    LackError: [[Lack("Main!A1", "name", "lacks x")] * 7],
    Terminated: [15],
}
"""What an exception takes that does not take a text."""


def below(kind: type[BaseException]) -> Iterator[type[BaseException]]:
    yield kind
    for each in kind.__subclasses__():
        yield from below(each)


def ways(thing):
    yield pickle.loads(pickle.dumps(thing))  # noqa: S301 - our own
    yield copy.copy(thing)
    yield copy.deepcopy(thing)


def test_all_errors_of_the_page_are_here():
    named = {getattr(errors, name) for name in xlbuilder.__all__ if name.endswith("Error")}
    assert named < {*below(XlbuilderError)}


@pytest.mark.parametrize("kind", [*below(XlbuilderError), Terminated])
def test_an_exception_stays_what_it_is(kind):
    error = kind(*MADE_OF.get(kind, ["a line"]))
    assert kind is Terminated or str(error)
    for other in ways(error):
        assert type(other) is kind
        assert (str(other), vars(other)) == (str(error), vars(error))
