"""Says of a strategy that comes with xlbuilder that it does not fit a template.

Such a file is right where it belongs.  In a template without the slots that it plugs into it has
many problems, which its user cannot mend: one line says what they come from.
"""

from collections.abc import Iterable
from pathlib import Path

from xlbuilder.template.calls import reached
from xlbuilder.template.locate import is_shipped
from xlbuilder.template.locate import name_of as name_of_template
from xlbuilder.template.source import Source
from xlbuilder.template.strategies import Overlay
from xlbuilder.template.strategy_ref import name_of

_SHOWN = 3
"""How many slots a line shows; a template may lack dozens of them."""


def with_misfits(lines: list[str], source: Source, laid: Overlay) -> list[str]:
    """Return the problems ``lines``, with one line in the place of those of a strategy.

    Strategies that come with xlbuilder, that have problems and plug into slots that are not there,
    make one line together with what they need.  The problems of all files of xlbuilder are left out
    then.
    """
    ours = {one.name: one for one in laid.strategies if is_shipped(one.path)}
    needs = {name: {*map(name_of, one.read().needs)} & ours.keys() for name, one in ours.items()}
    misfits = []
    for name in sorted(ours.keys() - set[str]().union(*needs.values())):
        group = reached([name], needs)
        slots = [slot for each in ours if each in group for slot in laid.lacking.get(each, ())]
        heads = _heads(one.path for one in ours.values() if one.name in group)
        if slots and any(line.startswith(heads) for line in lines):
            misfits.append(_line(name, slots, source))
    if not misfits:
        return lines
    files = {*source.origins.values(), *(one.path for one in laid.strategies)}
    heads = _heads(filter(is_shipped, files))
    return [*misfits, *(line for line in lines if not line.startswith(heads))]


def _heads(files: Iterable[Path]) -> tuple[str, ...]:
    """Return how the lines about these files begin."""
    return tuple(f"{path}: " for path in files)


def _line(name: str, slots: list[str], source: Source) -> str:
    template = name_of_template(source.path)
    shown = ", ".join([*slots[:_SHOWN], *["…"] * (len(slots) > _SHOWN)])
    presets = source.tables.get("presets", {})
    names = [name for name, of in presets.items() if of]
    takes = f"; {template} takes: {', '.join(names)}" if names else ""
    return f"{name}: does not fit {template}, which lacks slots that it plugs into ({shown}){takes}"
