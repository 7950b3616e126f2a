"""Applies number formats of dates and times (ECMA-376 Part 1, 18.8.31)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAY_0 = datetime(1899, 12, 30)  # noqa: DTZ001 - a date of Excel has no time zone
_MARCH_1900, _YEAR_10000 = 61, 2_958_466
_SECONDS = {"h": 3600, "m": 60, "s": 1}
_DAY, _NOON = 86_400, 12
_FOLLOWED = {"date", "elapsed", "half", "quoted", "escaped", "space", "literal"}


def dated(value: float, section: Sequence[tuple[str, str]]) -> str | None:
    """Return a number as a date or a time.

    ``section`` is a section of a format, as formula/number_format.py takes it apart.  Returns None
    where it is not followed, as for a date before March 1900: Excel shows such dates a day off.
    """
    letters = [text[0].lower() if kind in ("date", "elapsed") else "" for kind, text in section]
    if not 0 <= value < _YEAR_10000 or not all(_is_followed(*part) for part in section):
        return None
    seconds = round(value * _DAY)  # and a time without seconds is not rounded to minutes
    if seconds >= _YEAR_10000 * _DAY:
        return None
    at = _DAY_0 + timedelta(seconds=seconds)
    is_half = any(kind == "half" for kind, _ in section)
    written = []
    for number, (kind, text) in enumerate(section):
        match kind:
            case "elapsed":
                whole = seconds // _SECONDS[text[0].lower()]
                written.append(f"{whole:0{len(text)}d}")
            case "half":
                name = "AM" if at.hour < _NOON else "PM"
                written.append(name if len(text) > len("a/p") else text[2 * (name == "PM")])
            case "date":
                before = "".join(letters[:number])[-1:]
                behind = "".join(letters[number + 1 :])[:1]
                unit = letters[number]
                if unit == "m" and (before == "h" or behind == "s"):
                    unit = "minute"
                elif unit in "ymd" and value < _MARCH_1900:
                    return None
                written.append(_part(at, unit, len(text), is_half=is_half))
            case _:
                written.append(" " if kind == "space" else text)
    return "".join(written)


def _is_followed(kind: str, text: str) -> bool:
    return kind in _FOLLOWED or (kind == "digit" and text in ".,")


def _part(at: datetime, unit: str, length: int, *, is_half: bool) -> str:
    match unit:
        case "y":
            return f"{at.year % 100:02d}" if length < 3 else f"{at.year}"
        case "m" | "d" if length > 2:
            name = _MONTHS[at.month - 1] if unit == "m" else _DAYS[at.weekday()]
            return {3: name[:3], 5: name[0] if unit == "m" else name}.get(length, name)
    hour = (at.hour - 1) % _NOON + 1 if is_half else at.hour
    number = {"m": at.month, "d": at.day, "h": hour, "minute": at.minute, "s": at.second}[unit]
    return f"{number:0{min(length, 2)}d}"
