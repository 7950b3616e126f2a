"""Reads the hints of `play`, and judges them on the player's board: of the words, nothing else."""

import re
from itertools import permutations

from tests.oracle.players import HOUSES, TECHNIQUES, address, by_sight
from xlbuilder.sudoku.board import DIGITS

MARK = r"(\d) from (R\dC\d) \(([^)]+)\)"
LOCKED = re.compile(r"locked candidates in (\w+ \d)( after other marks there)?")
ANSWER = re.compile(
    r"(?P<cell>R\dC\d) = (?P<digit>\d): (?P<why>[^.]+)\.(?: First remove (?P<marks>[^.]+)\.)?"
)
LOOK = re.compile(r"Look at (?P<house>\w+ \d)\. (?P<what>.+)")
CELL = {address(cell): cell for cell in range(81)}
GUESSED = "Its digit was not found by singles."


def faults(words, answer, digits, solution, techniques=()):
    """Return what is false in the last stage of a hint.

    ``digits`` is the player's board, 0 for an empty cell; the player's digits are right.  Besides
    locked candidates ``techniques`` remove marks: titles of strategies and what players.py calls
    them.
    """
    look, found = LOOK.fullmatch(words), ANSWER.fullmatch(answer)
    if not (look and found):
        return [f"no hint: {words} {answer}"]
    cell, digit, why = CELL[found["cell"]], int(found["digit"]), found["why"]
    named = re.findall(MARK, found["marks"] or "")
    gone = {(CELL[where], int(which)) for which, where, _ in named}
    written = ", ".join(f"{which} from {where} ({how})" for which, where, how in named)
    checks = {
        "the digit": not digits[cell] and solution[cell] == digit,
        "where to look": cell in HOUSES[look["house"]],
        "what to look for": look["what"] == _what(why, [how for *_, how in named]),
        "the reason": _follows(why, look["house"], (cell, digit), digits, gone),
        "marks that cannot be read": written == (found["marks"] or ""),
        "marks that stand in sight": all(d in by_sight(digits)[at] for at, d in gone),
        "marks of the solution": not any(solution[at] == d for at, d in gone),
    }
    names = dict(techniques)
    follows = removed(digits, names.values()) if named else set()
    checks |= {
        f"{which} from {where}": how == "a guess that fails"
        or (how in names and (CELL[where], int(which)) in follows)
        or _is_locked(how, (CELL[where], int(which)), digits, names.values())
        for which, where, how in named
    }
    checks["marks that need not go"] = not named or not _is_alone((cell, digit), digits)
    return [what for what, is_true in checks.items() if not is_true]


def _what(why, hows):
    """Return what there is to look for, by the reason and the ways in which marks go."""
    if why == "Guessed":
        return GUESSED
    kind = "naked" if why == "no other digit can stand here" else "hidden"
    return f"Look for {f'{hows[0]}, then for ' if hows else ''}a {kind} single."


def _follows(why, house, placed, digits, gone):
    """Return whether the reason is true when these marks are gone."""
    cell, digit = placed
    left = [marks - {d for at, d in gone if at == n} for n, marks in enumerate(by_sight(digits))]
    if why == "Guessed":
        return not gone
    if why == "no other digit can stand here":
        return left[cell] == {digit}
    says = f"{house} has no other place for {digit}"
    return why == says and [at for at in HOUSES[house] if digit in left[at]] == [cell]


def _is_alone(placed, digits):
    """Return whether a digit follows from what row, column and box leave."""
    cell, digit = placed
    left = by_sight(digits)
    return left[cell] == {digit} or any(
        [at for at in cells if digit in left[at]] == [cell] for cells in HOUSES.values()
    )


def _is_locked(how, mark, digits, techniques):
    """Return whether the house named locks this mark out: at once, or only after other marks."""
    found = LOCKED.fullmatch(how)
    if not found:
        return False
    now = by_sight(digits)
    gone = removed(digits, techniques)
    later = [marks - {d for at, d in gone if at == n} for n, marks in enumerate(now)]
    locks_now, locks_later = (_locks(found[1], mark, left) for left in (now, later))
    return (not locks_now and locks_later) if found[2] else locks_now


def _locks(house, mark, left):
    """Return whether this house has the digit only where it crosses a house of the mark."""
    cell, digit = mark
    places = {at for at in HOUSES[house] if digit in left[at]}
    return bool(places) and any(
        places <= set(cells) and cell in cells and cell not in HOUSES[house]
        for cells in HOUSES.values()
    )


def removed(digits, techniques):
    """Return the marks that locked candidates and techniques remove, one after the other."""
    left = by_sight(digits)
    gone: set[tuple[int, int]] = set()
    while found := _locked_out(left) | {
        mark for name in techniques for marks, _ in TECHNIQUES[name](left) for mark in marks
    }:
        gone |= found
        for cell, digit in found:
            left[cell].discard(digit)
    return gone


def has_singles(digits):
    """Return whether singles follow on a board, locked candidates helping."""
    gone = removed(digits, ())
    left = [
        marks - {d for at, d in gone if at == cell} for cell, marks in enumerate(by_sight(digits))
    ]
    return any(len(marks) == 1 and not digits[cell] for cell, marks in enumerate(left)) or any(
        sum(digit in left[cell] for cell in cells) == 1
        for cells in HOUSES.values()
        for digit in set(DIGITS) - {digits[cell] for cell in cells}
    )


def _locked_out(left):
    """Return the marks that locked candidates remove at once."""
    return {
        (cell, digit)
        for one, other in permutations(map(set, HOUSES.values()), 2)
        if len(one & other) == 3
        for digit in DIGITS
        if (places := {cell for cell in one if digit in left[cell]}) and places <= other
        for cell in other - one
        if digit in left[cell]
    }
