"""A problem of a template, as a check finds it: a check does not know the files."""

from typing import NamedTuple


class Problem(NamedTuple):
    """The place of a problem (keys from the top of the file: ``names``, ``state``, ``formula``).

    The text says what is wrong and what to do; source.py adds the file and makes a Fault.
    """

    place: tuple[str, ...]
    text: str
    key: str = ""
    """The key at the place that the text is about: the Fault names the file that wrote this key."""
