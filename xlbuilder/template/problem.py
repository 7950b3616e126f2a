"""One thing that is wrong with a template."""

from typing import NamedTuple


class Problem(NamedTuple):
    """Where it is (the keys from the top of the file, ``names``, ``state``, ``formula``) and what.

    The text says what is wrong and what to do; load.py puts the file in front.
    """

    place: tuple[str, ...]
    text: str
