"""Reads the hints of `play`, and judges them on the player's board: of the words, nothing else."""

import re
from itertools import permutations

from players import HOUSES, address, by_sight

MARK = r"(\d) from (R\dC\d)(?: \((locked candidates|tried, and wrong)\))?"
ANSWER = re.compile(
    r"(?P<cell>R\dC\d) = (?P<digit>\d): (?P<why>[^.]+)\.(?: First remove (?P<marks>[^.]+)\.)?"
)
LOOK = re.compile(r"Look at (?P<house>\w+ \d)\. (?P<what>.+)")
CELL = {address(cell): cell for cell in range(81)}
GUESSED = "Its digit was not found by singles."


def faults(words, answer, digits, solution):
    """Return what is false in the last stage of a hint.

    ``digits`` is the player's board, 0 for an empty cell; the player's digits are right.
    """
    look, found = LOOK.fullmatch(words), ANSWER.fullmatch(answer)
    if not (look and found):
        return [f"no hint: {words} {answer}"]
    cell, digit, why = CELL[found["cell"]], int(found["digit"]), found["why"]
    named = re.findall(MARK, found["marks"] or "")
    gone = {(CELL[where], int(which)) for which, where, _ in named}
    written = ", ".join(f"{which} from {at}" + f" ({how})" * bool(how) for which, at, how in named)
    checks = {
        "the digit": not digits[cell] and solution[cell] == digit,
        "where to look": cell in HOUSES[look["house"]],
        "what to look for": look["what"] == _what(why, [how for *_, how in named]),
        "the reason": _follows(why, look["house"], (cell, digit), digits, gone),
        "marks that cannot be read": written == (found["marks"] or ""),
    }
    checks |= {
        f"{which} from {where}": _goes(CELL[where], int(which), how, digits, solution)
        for which, where, how in named
    }
    return [what for what, is_true in checks.items() if not is_true]


def _what(why, hows):
    """Return what there is to look for, by the reason and the ways in which marks go."""
    if why == "Guessed":
        return GUESSED
    way = "locked candidates" if "locked candidates" in hows else "marks to remove"
    kind = "naked" if why == "No other digit can stand here" else "hidden"
    return f"Look for {f'{way}, then for ' * bool(hows)}a {kind} single."


def _follows(why, house, placed, digits, gone):
    """Return whether the reason is true when these marks are gone."""
    cell, digit = placed
    left = [marks - {d for at, d in gone if at == n} for n, marks in enumerate(by_sight(digits))]
    if why == "Guessed":
        return not gone
    if why == "No other digit can stand here":
        return left[cell] == {digit}
    says = f"{house.capitalize()} has no other place for {digit}"
    return why == says and [at for at in HOUSES[house] if digit in left[at]] == [cell]


def _goes(cell, digit, how, digits, solution):
    """Return whether the player's board leaves this mark, and it goes for the reason."""
    stands = not digits[cell] and digit in by_sight(digits)[cell] and solution[cell] != digit
    if how == "locked candidates":
        return stands and cell in locked_out(digits, digit)
    return stands and how == "tried, and wrong"


def locked_out(digits, digit):
    """Return the cells that lose a digit by locked candidates, one after the other."""
    places = {cell for cell, left in enumerate(by_sight(digits)) if digit in left}
    gone: set[int] = set()
    while True:
        found = {
            cell
            for one, other in permutations(HOUSES.values(), 2)
            if len({*one} & {*other}) == 3 and (there := places & {*one}) and there <= {*other}
            for cell in places & ({*other} - {*one})
        }
        if not found:
            return gone
        gone |= found
        places -= found
