"""Says of a strategy that comes with xlbuilder that it does not fit a template.

Such a file is right where it belongs.  In a template without the slots and names that it needs it
has many problems, which its user cannot mend: one line says what they come from.
"""

from collections.abc import Sequence
from pathlib import Path

from xlbuilder.errors import FormulaError
from xlbuilder.formula.parse import parse
from xlbuilder.template.check.bound import names_in
from xlbuilder.template.check.circle import reached
from xlbuilder.template.formulas import formulas
from xlbuilder.template.locate import is_shipped
from xlbuilder.template.locate import name_of as name_of_template
from xlbuilder.template.schema import Template
from xlbuilder.template.source import Source
from xlbuilder.template.strategies import Overlay
from xlbuilder.template.strategy_ref import StrategyRef, name_of

_SHOWN = 3
"""How many slots and names a line shows; a template may lack dozens of them."""


def with_misfits(lines: list[str], template: Template, source: Source, laid: Overlay) -> list[str]:
    """Return the problems ``lines``, with one line in the place of those of a strategy.

    Strategies that come with xlbuilder, and that plug into slots that are not there, make one line
    together with what they need.  The problems of all files of xlbuilder are left out then.
    """
    ours = {one.name: one for one in laid.strategies if is_shipped(one.path)}
    needs = {name: _needs(one) & ours.keys() for name, one in ours.items()}
    told = []
    for name in ours.keys() - set[str]().union(*needs.values()):
        group = reached([name], needs)
        slots = [slot for each in ours if each in group for slot in laid.lacking.get(each, ())]
        if slots:
            lacks = [*slots, *_unknown({ours[each].path for each in group}, template, source)]
            told.append(_line(name, lacks, source))
    if not told:
        return lines
    files = {*source.origins.values(), *(one.path for one in laid.strategies)}
    heads = tuple(f"{path}: " for path in files if is_shipped(path))
    return [*sorted(told), *(line for line in lines if not line.startswith(heads))]


def _needs(one: StrategyRef) -> set[str]:
    return set(map(name_of, one.read().strategy.needs))


def _unknown(files: set[Path], template: Template, source: Source) -> list[str]:
    """Return the names that formulas of the files call, and that are not there."""
    columns = [name for listing in template.lists.values() for name in listing.columns]
    known = {name.lower() for name in (*template.places, *template.names, *columns)}
    called = []
    for formula in formulas(template):
        if source.origins.get(formula.place[:2]) in files:
            try:
                called += names_in(parse(formula.text))
            except FormulaError:
                continue
    return [name for name in dict.fromkeys(called) if name not in known]


def _line(name: str, lacks: Sequence[str], source: Source) -> str:
    template = name_of_template(source.path)
    more = ", …" if len(lacks) > _SHOWN else ""
    text = f"lacks what it plugs into or calls ({', '.join(lacks[:_SHOWN])}{more})"
    presets = source.tables.get("presets", {})
    takes = f"; {template} takes: {', '.join(presets)}" if presets else ""
    return f"{name}: does not fit {template}, which {text}{takes}"
