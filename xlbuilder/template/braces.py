"""Words in braces: what ``{size}`` and ``{+ place in 1..9: ...}`` in a text stand for.

A word stands for a parameter, a value or the item of a repeat.  An array constant of Excel, such as
``{1,2;3}``, holds no names, so it never looks like a word; TRUE and FALSE are no words.
"""

import re
from collections.abc import Mapping
from itertools import combinations
from math import comb, prod

from xlbuilder.errors import did_you_mean
from xlbuilder.formula.limits import MAX_CHARACTERS
from xlbuilder.formula.values import LARGEST_WHOLE
from xlbuilder.template.limits import MAX_NESTING, MAX_REPEATS

Item = str | int
Value = Item | list[Item]
Words = Mapping[str, Value]

OF_SLOTS = ("this", "rest", "number", "strategy")
"""Words of slots: they stay as they are here, and joins.py replaces them."""

HERE = re.compile(r"\{\s*([A-Za-z_]\w*)\s+here\s*\}")
"""A word of a board's formula: it stays as it is here, and here.py replaces it."""

_WORD = re.compile(r"\{\s*([A-Za-z_]\w*)(?:\s+as\s+(\w+))?\s*\}")
_LITERAL = re.compile(r"\{(\{[A-Za-z_]\w*\})\}")
_REPEAT = re.compile(r"\{(\s*[+*&,;])\s*([A-Za-z_]\w*)\s+in\s+([\w.]+)\s*:")
_BROKEN = re.compile(r"""\{(\s*[+*&,;]\s*[A-Za-z_]|[^{}"]*(\bin\b|\.\.)[^{}"]*\{)""")
_RANGE = re.compile(r"(\d{1,9})\.\.(\d{1,9})")
_BETWEEN = {"row": ",", "column": ";"}
_LONGEST = 4 * MAX_CHARACTERS


class WordError(ValueError):
    """A text with a word that stands for nothing or for too much; the message says what to do."""


def filled(text: str, words: Words) -> str:
    """Return the text with each word replaced, and each repeat written out.

    Raises WordError.
    """
    found, at = [], 0
    length = 0
    while (brace := text.find("{", at)) >= 0:
        found.append(text[at:brace])
        part, at = _braces(text, brace, words)
        found.append(part)
        length += len(found[-2]) + len(part)
        if length > _LONGEST:
            raise WordError(f"becomes longer than {_LONGEST:,} characters; repeat less")
    return "".join([*found, text[at:]])


def items_of(text: str, words: Words) -> list[Item]:
    """Return the items of ``1..9``, or of the list with this name."""
    if bounds := _RANGE.fullmatch(text):
        first, last = int(bounds[1]), int(bounds[2])
        if last - first >= MAX_REPEATS:
            raise WordError(f"{text} has more than {MAX_REPEATS:,} numbers; repeat less")
        return list(range(first, last + 1))
    value = words.get(text)
    if isinstance(value, list):
        return value
    if text in words:
        raise WordError(f"{text} is no list; give a list of [values], or numbers such as 1..9")
    raise WordError(_unknown(text, [word for word in words if isinstance(words[word], list)]))


def open_words(text: str) -> dict[str, str]:
    """Return the words of a text; each stands for itself, so unknown words stay."""
    return {match[1]: match[0] for match in _WORD.finditer(text) if not match[2]}


def spread(text: str, words: Words) -> list[str]:
    """Return the text once for each item of the lists that it names as ``{word}``.

    Several lists advance together, item by item.  Without lists, the text is returned once.
    """
    named = {match[1]: words.get(match[1]) for match in _WORD.finditer(text) if not match[2]}
    lists = {word: value for word, value in named.items() if isinstance(value, list)}
    return (
        [filled(text, {**words, **row}) for row in rows_of(lists)]
        if lists
        else [filled(text, words)]
    )


def rows_of(lists: Mapping[str, list[Item]]) -> list[dict[str, Item]]:
    """Return the lists item by item: for each item, the value of each word.

    All lists have the same length.
    """
    lengths = {word: len(items) for word, items in lists.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{word} has {length}" for word, length in lengths.items())
        raise WordError(f"lists that go together have one length, but {told} items")
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def value_of(rule: object, words: Words) -> Value:
    """Return the value of an entry of ``[values]``: a text, a number, a list, or a rule."""
    match rule:
        case bool():
            pass
        case str() if _RANGE.fullmatch(rule):
            return items_of(rule, words)
        case str():
            return filled(rule, words)
        case int():
            return rule
        case list() if 0 < len(rule) <= MAX_REPEATS and all(map(_is_item, rule)):
            return [filled(item, words) if isinstance(item, str) else item for item in rule]
        case {"choose": str(by), **choices} if choices and all(map(_is_item, choices.values())):
            key = filled(by, words)
            if key not in choices:
                raise WordError(
                    f"there is no choice for {key!r}; known are: {', '.join(map(str, choices))}"
                )
            return value_of(choices[key], words)
        case {"products_of": count, "from": of, **rest} if not rest:
            return _products(count, value_of(_named(of, words), words), words)
        case _:
            pass
    raise WordError(
        "should be a text, a whole number, a list of these, { choose = ..., } or"
        " { products_of = ..., from = ... }"
    )


def _is_item(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _named(of: object, words: Words) -> object:
    return items_of(of, words) if isinstance(of, str) else of


def _products(count: object, items: Value, words: Words) -> Value:
    """Return the products of every ``count`` of the items, in their order."""
    text = filled(count, words) if isinstance(count, str) else str(count)
    if not isinstance(items, list) or not all(isinstance(item, int) for item in items):
        raise WordError("from should be a list of whole numbers")
    if not text.isdecimal() or not 1 <= int(text) <= len(items):
        raise WordError(f"products_of should be a number from 1 to {len(items)}, not {text!r}")
    if comb(len(items), int(text)) > MAX_REPEATS:
        raise WordError(f"makes more than {MAX_REPEATS:,} items; take fewer")
    numbers = [item for item in items if isinstance(item, int)]
    made: list[Item] = [prod(some) for some in combinations(numbers, int(text))]
    if any(isinstance(item, int) and abs(item) > LARGEST_WHOLE for item in made):
        raise WordError("makes numbers that Excel does not hold exactly; take smaller ones")
    return made


def _braces(text: str, at: int, words: Words) -> tuple[str, int]:
    """Return what the braces at this place of the text stand for, and where they end."""
    if literal := _LITERAL.match(text, at):
        return literal[1], literal.end()
    if here := HERE.match(text, at):  # here.py replaces it
        return here[0], here.end()
    if repeat := _REPEAT.match(text, at):
        end = closing(text, at)
        between, word, of = repeat.groups()
        if word != of:  # {+ house in house: ...} goes through the list house
            _free(word, words)
        body, parts, length = text[repeat.end() : end].strip(), [], 0
        for item in items_of(of, words):
            parts.append(filled(body, {**words, word: item}))
            length += len(between) + len(parts[-1])
            if length > _LONGEST:
                raise WordError(f"becomes longer than {_LONGEST:,} characters; repeat less")
        return between.join(parts), end + 1
    word = _WORD.match(text, at)
    if word is not None and word[1].upper() not in ("TRUE", "FALSE"):
        return _written(word, words), word.end()
    if _BROKEN.match(text, at):
        shown = text[at : at + 30]
        text = f"{shown!r} is no repeat; write {{+ word in 1..9: what is repeated}}"
        raise WordError(f"{text}, with one of + * & , ; after the brace")
    return "{", at + 1


def _written(word: re.Match[str], words: Words) -> str:
    """Return the text of a word."""
    name, form = word.groups()
    if name in OF_SLOTS and name not in words:
        return word[0]
    if name not in words:
        raise WordError(_unknown(f"{{{name}}}", list(words)))
    value = words[name]
    if form is not None and form not in _BETWEEN:
        raise WordError(f"{word[0]}: a list is written as row or as column, not as {form}")
    if isinstance(value, list) and form is None:
        both = f"{{{name} as row}} or {{{name} as column}}"
        raise WordError(f'{{{name}}} is a list; add for_each = "{name}", or write {both}')
    if isinstance(value, list) and form is not None:
        return f"{{{_BETWEEN[form].join(map(_constant, value))}}}"
    if form is not None:
        raise WordError(f"{word[0]}: {name} is no list; write {{{name}}}")
    return str(value)


def _constant(item: Item) -> str:
    return str(item) if isinstance(item, int) else '"{}"'.format(item.replace('"', '""'))


def closing(text: str, at: int) -> int:
    """Return the place of the brace that closes the brace at this place."""
    depth = 0
    for place in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
        if depth > MAX_NESTING:
            raise WordError(f"repeats within repeats; {MAX_NESTING} levels are allowed")
    raise WordError(f"{text[at : at + 30]!r} has no closing }}")


def _free(word: str, words: Words) -> None:
    """Refuse a word that has a meaning already."""
    if word in OF_SLOTS or word in words or word.upper() in ("TRUE", "FALSE"):
        raise WordError(f"the word {word} has a meaning already; choose another word")


def _unknown(word: str, known: list[str]) -> str:
    hint = did_you_mean(word.strip("{}"), known) if known else "define it in [values]"
    return f"there is no word {word}; {hint}"
