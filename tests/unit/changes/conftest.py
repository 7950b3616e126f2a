"""A small workbook that tests change as people do in Excel."""

import pytest

from tests.helpers.places import SMALL


@pytest.fixture(scope="session")
def book(made):
    """Return a small workbook, as the command builds it."""
    return made(SMALL, "--no-values")
