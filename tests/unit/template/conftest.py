"""Fixtures: a template with slots, or another one, loaded with what a test writes."""

import pytest

from tests.helpers.slots import TEMPLATE
from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load


@pytest.fixture
def loaded(edited):
    """Return a function that loads a template with strategies, and other files beside them."""

    def get(*strategies, template=TEMPLATE, removed=(), also=(), **beside):
        for name, text in beside.items():
            edited(text, f"{name.replace('__', '/')}.toml")
        path = edited(template, "template.toml")
        files = [edited(text, f"s{number}.toml") for number, text in enumerate(strategies, 1)]
        return load(str(path), [*map(str, files), *also], removed)

    return get


@pytest.fixture
def composed(loaded):
    """Return a function that gives such a template."""
    return lambda *strategies, **options: loaded(*strategies, **options).template


@pytest.fixture
def refused(loaded):
    """Return a function that gives the problems of such a template."""

    def problems(*strategies, **options):
        with pytest.raises(TemplateError) as error:
            loaded(*strategies, **options)
        assert all("\n" not in line for line in error.value.problems)
        return error.value.problems

    return problems
