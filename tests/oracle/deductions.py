"""What players find, by the names of the strategies, to compare the shipped ones with."""

import re

from tests.oracle import one_digit, players, wings

TECHNIQUES = {**players.TECHNIQUES, **one_digit.TECHNIQUES, **wings.TECHNIQUES}


def told(technique, left):
    """Return all that a player may say of each candidate that goes at once."""
    said: dict[object, set[str]] = {}
    for gone, words in TECHNIQUES[technique](left):
        for candidate in gone:
            said.setdefault(candidate, set()).add(in_order(words))
    return said


def in_order(words):
    """Return the words of a reason with its two last cells in order."""
    return re.sub(
        r"(R\dC\d)( \(\d, \d\))? and (R\dC\d)(?(2) \(\d, \d\))",
        lambda two: " and ".join(sorted(two[0].split(" and "))),
        words,
    )


def gone_by(technique, left):
    """Return the candidates that are gone when a technique by itself finds no more."""
    left, gone = [set(digits) for digits in left], set()
    while found := told(technique, left).keys():
        gone |= found
        for cell, digit in found:
            left[cell].discard(digit)
    return gone
