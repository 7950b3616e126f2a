"""Fixtures: a template with slots, loaded with strategies that a test writes."""

import pytest
from slots import TEMPLATE

from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load


@pytest.fixture
def composed(edited):
    """Return a function that loads that template, or another, with strategies of a test."""

    def compose(*texts, template=TEMPLATE, removed=(), also=()):
        path = edited(template, "template.toml")
        files = [edited(text, f"s{number}.toml") for number, text in enumerate(texts, 1)]
        return load(str(path), [*map(str, files), *also], removed).template

    return compose


@pytest.fixture
def refused(composed):
    """Return a function that gives the problems of such a template."""

    def problems(*texts, **options):
        with pytest.raises(TemplateError) as error:
            composed(*texts, **options)
        assert all("\n" not in line for line in error.value.problems)
        return error.value.problems

    return problems
