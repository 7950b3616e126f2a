"""One thing that is wrong with a template, as a check finds it: a check does not know the files."""

from typing import NamedTuple


class Problem(NamedTuple):
    """Where it is (the keys from the top of the file, ``names``, ``state``, ``formula``) and what.

    The text says what is wrong and what to do; source.py makes a Fault of it, with the file.
    """

    place: tuple[str, ...]
    text: str
    key: str = ""
    """A key at the place that the text is about: the file that wrote it is named."""
