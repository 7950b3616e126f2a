"""Makes one Template of all tables: each board has its place, and each slot its formula."""

from collections.abc import Sequence

from xlbuilder.template.here import with_cells_here
from xlbuilder.template.placing import folded_together, placed
from xlbuilder.template.plugging import Plugging
from xlbuilder.template.problem import Problem
from xlbuilder.template.schema import About, Template, TemplateFile
from xlbuilder.template.slots import numbered, with_slots
from xlbuilder.template.source import Source
from xlbuilder.template.strategies import StrategyFiles
from xlbuilder.template.validation import validated
from xlbuilder.template.variant import together


def assembled(
    source: Source, strategies: Sequence[StrategyFiles], plugs: Plugging
) -> tuple[Template, list[Problem]]:
    """Return the template of all files; each slot becomes a name that joins the plugged-in names.

    Raises TemplateError with all problems of the tables.
    """
    abouts = tuple(one.strategy.strategy for one in strategies)
    file, unplaced = placed(_folded(validated(source, TemplateFile), abouts))
    file, misplaced = with_cells_here(file)
    variant = together(file.variant, strategies)
    names, problems = with_slots(file, plugs.rules, plugs.overriding, is_plain=variant.is_plain)
    fields = dict.fromkeys(field for rule in plugs.rules for field in rule.fields)
    title = {"text": file.workbook.title}
    more = {
        "texts": {
            name: line if line.text else line.model_copy(update=title)
            for name, line in file.texts.items()
        },
        "names": {**file.names, **names},
        "plugged": abouts,
        "plugs": {
            field: tuple(
                (number, rule.fields[field]) for number, rule in numbered(plugs.rules, [field])
            )
            for field in fields
        },
        "variant": variant,
        "rules": tuple((rule.strategy, rule.fields) for rule in plugs.rules),
        "brought": frozenset(
            name
            for one in strategies
            for table in ("boards", "cells")
            for name in one.source.tables.get(table, ())
        ),
    }
    return Template.model_construct(**{**dict(file), **more}), problems + unplaced + misplaced


def _folded(file: TemplateFile, abouts: Sequence[About]) -> TemplateFile:
    """Return the template, and fold the rows and columns that its strategies fold."""
    more = [lines for about in abouts for lines in about.folded]
    if not more:
        return file
    folded = folded_together([*file.workbook.folded, *more])
    workbook = file.workbook.model_copy(update={"folded": folded})
    return file.model_copy(update={"workbook": workbook})
