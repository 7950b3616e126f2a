"""Reads the hints of `play`, and judges them on the player's board: of the words, nothing else."""

import re
from itertools import permutations

from players import HOUSES, SIGHT, address, by_sight

MARK = r"(\d) from (R\dC\d)(?: \((locked candidates|tried, and wrong)\))?"
ANSWER = re.compile(
    r"(?P<cell>R\dC\d) = (?P<digit>\d): (?P<why>[^.]+)\.(?: First remove (?P<marks>[^.]+)\.)?"
)
LOOK = re.compile(r"Look at (?P<house>\w+ \d)\. (?P<what>.+)")
CELL = {address(cell): cell for cell in range(81)}


def faults(words, answer, digits, solution):
    """Return what is false in the last stage of a hint; ``digits`` is the player's board, 0: none.

    The player's digits are right.
    """
    look, found = LOOK.fullmatch(words), ANSWER.fullmatch(answer)
    if not (look and found):
        return [f"no hint: {words} {answer}"]
    cell, digit = CELL[found["cell"]], int(found["digit"])
    named = re.findall(MARK, found["marks"] or "")
    gone = {(CELL[where], int(which)) for which, where, _ in named}
    false = []
    if digits[cell] or solution[cell] != digit:
        false.append("the digit")
    if cell not in HOUSES[look["house"]]:
        false.append("where to look")
    if look["what"] != _what(found["why"], {how for *_, how in named}):
        false.append("what to look for")
    if not _follows(found["why"], cell, digit, digits, gone, look["house"]):
        false.append("the reason")
    false += [
        f"mark {which} of {where}"
        for which, where, how in named
        if not _goes(CELL[where], int(which), how, digits, solution)
    ]
    if ", ".join(
        f"{which} from {where}" + f" ({how})" * bool(how) for which, where, how in named
    ) != (found["marks"] or ""):
        false.append("marks that cannot be read")
    return false


def _what(why, hows):
    if why.startswith("Guessed"):
        return "Its digit was not found by singles."
    first = (
        "locked candidates, then for "
        if "locked candidates" in hows
        else "marks to remove, then for "
    )
    kind = "naked" if why == "No other digit can stand here" else "hidden"
    return f"Look for {first * bool(hows)}a {kind} single."


def _follows(why, cell, digit, digits, gone, house):
    """Return whether the reason is true when these marks are gone."""
    left = [
        marks - {d for at, d in gone if at == place} for place, marks in enumerate(by_sight(digits))
    ]
    if why.startswith("Guessed"):
        return not gone
    if why == "No other digit can stand here":
        return left[cell] == {digit}
    said = re.fullmatch(r"(\w+ \d) has no other place for (\d)", why)
    if not said or int(said[2]) != digit or said[1].lower() != house:
        return False
    return [at for at in HOUSES[house] if digit in left[at]] == [cell]


def _goes(cell, digit, how, digits, solution):
    """Return whether the player's board leaves this mark, and it goes for the reason."""
    if digit not in by_sight(digits)[cell] or digits[cell] or solution[cell] == digit:
        return False
    return how != "locked candidates" or (cell, digit) in locked_out(digits, digit)


def locked_out(digits, digit):
    """Return the marks of a digit that locked candidates remove, one after the other."""
    places = {cell for cell, left in enumerate(by_sight(digits)) if digit in left}
    gone = set()
    while True:
        found = {
            (cell, digit)
            for one, other in permutations(HOUSES.values(), 2)
            if len({*one} & {*other}) == 3 and (there := places & {*one}) and there <= {*other}
            for cell in places & {*other} - {*one}
        }
        if not found:
            return gone
        gone |= found
        places -= {cell for cell, _ in found}
