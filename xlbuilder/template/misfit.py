"""Reports that a strategy of xlbuilder does not fit a template.

The file itself is right.  But a template that lacks slots of the strategy makes many problems in
the file, which the user cannot correct: one line names the cause.
"""

from collections.abc import Mapping, Sequence

from xlbuilder.errors import Fault
from xlbuilder.template.calls import reached
from xlbuilder.template.locate import is_shipped
from xlbuilder.template.locate import name_of as name_of_template
from xlbuilder.template.source import Source
from xlbuilder.template.strategies import StrategyFiles
from xlbuilder.template.strategy_ref import name_of

_SHOWN = 3
"""How many slots a line shows; a template may lack dozens of slots."""


def with_misfits(
    faults: list[Fault],
    source: Source,
    strategies: Sequence[StrategyFiles],
    lacking: Mapping[str, Sequence[str]],
) -> list[Fault]:
    """Return the faults, with a single fault for a strategy that does not fit.

    A strategy of xlbuilder does not fit if it has faults and plugs into slots that do not exist; it
    makes one fault together with the strategies that it needs.  Then the faults of all files of
    xlbuilder are left out.
    """
    ours = {one.ref.name: one for one in strategies if is_shipped(one.ref.path)}
    needs = {name: {*map(name_of, one.needs)} & ours.keys() for name, one in ours.items()}
    misfits = []
    for name in sorted(ours.keys() - set[str]().union(*needs.values())):
        group = reached([name], needs)
        slots = [slot for each in ours if each in group for slot in lacking.get(each, ())]
        files = {one.ref.path for name, one in ours.items() if name in group}
        if slots and any(fault.file in files for fault in faults):
            misfits.append(_misfit(name, slots, source))
    if not misfits:
        return faults
    files = {*source.origins.values(), *(one.ref.path for one in strategies)}
    theirs = set(filter(is_shipped, files))
    return [*misfits, *(fault for fault in faults if fault.file not in theirs)]


def _misfit(name: str, slots: list[str], source: Source) -> Fault:
    template = name_of_template(source.path)
    shown = ", ".join([*slots[:_SHOWN], *["…"] * (len(slots) > _SHOWN)])
    presets = source.tables.get("presets", {})
    names = [name for name, of in presets.items() if of]
    takes = f"; {template} takes: {', '.join(names)}" if names else ""
    text = f"does not fit {template}, which lacks slots that it plugs into ({shown}){takes}"
    return Fault(name, text)
