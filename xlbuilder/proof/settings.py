"""How a proof recalculates, as its user asks for it: checked, and made a schedule."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from xlbuilder.errors import EngineError, did_you_mean
from xlbuilder.recalc.schedule import MOST_ITERATIONS, Schedule, Stop


@dataclass(frozen=True)
class Settings:
    """What is the same under all orders and starts; None is the engine's own."""

    stop: Stop
    iterations: int | None
    recalculations: int | None


def settings_of(
    stop: str = Stop.CHANGES.value,
    iterations: int | None = None,
    recalculations: int | None = None,
) -> Settings:
    """Return the settings; raises EngineError for an unknown word and a number out of range."""
    stops = [each.value for each in Stop]
    if stop not in stops:
        raise EngineError(f"{stop}: no such stop; {did_you_mean(stop, stops)}")
    if iterations is not None and not 1 <= iterations <= MOST_ITERATIONS:
        most = f"{MOST_ITERATIONS:,}"
        raise EngineError(f"{iterations} iterations: give a number from 1 to {most}")
    if recalculations is not None and recalculations < 1:
        raise EngineError(f"{recalculations} recalculations: give 1 or more")
    return Settings(Stop(stop), iterations, recalculations)


def as_texts(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return one name of an order or a start, or several, as texts."""
    return (names,) if isinstance(names, str) else tuple(names)


def names_of_orders(orders: Iterable[str]) -> list[str]:
    """Return the names of orders, each once; raises EngineError for several in one text."""
    names = list(dict.fromkeys(orders))
    for text in names:
        if "," in text:
            each = " ".join(f"--order {name}" for name in text.replace(",", " ").split())
            raise EngineError(f"{text}: give each order by itself: {each}")
    return names


def with_settings(schedule: Schedule, settings: Settings) -> Schedule:
    """Return the schedule with these settings."""
    return replace(
        schedule,
        stop=settings.stop,
        iterations=settings.iterations or schedule.iterations,
        recalculations=settings.recalculations or schedule.recalculations,
    )
