"""Leaves out the names that a reader does not need: their formulas stand where they are called.

Some of these names are slots that only give another name to a name.  A strategy plugs one name into
a slot such as ``controller_after_last_guess``, and the formula of the slot becomes
``=controller_of_verdict``.  In the template the slot asks a question, and another strategy may give
another answer.  In a built workbook nothing is plugged in any more: the slot would be one
more name to look up.  So formulas that call the slot call the plugged-in name instead.

Other names are marked ``inline`` in the template: short conditions on a cell, such as
``status_code>3``, that a layer may change.  Written out in the formula of a cell, they hold no name
that a program could remember (live_names.py).
"""

from collections.abc import Mapping

from xlbuilder.formula.parse import parse, renamed_text
from xlbuilder.formula.tree import Name
from xlbuilder.template.formulas import with_changed
from xlbuilder.template.schema import Template, bare


def with_inlined(template: Template) -> Template:
    """Return the template without the names that are ``inline``: their formulas are written out."""
    return _replaced(
        template,
        {
            name.lower(): bare(entry.formula)
            for name, entry in template.names.items()
            if entry.inline
        },
    )


def without_renamed(template: Template) -> Template:
    """Return the template without the slots whose formula is the name of another formula.

    Boards, cells, names and formats call this other name.  A slot that is plugged into another slot
    stays: reports name what is plugged in.
    """
    spelled = {name.lower(): name for name in template.names}
    plugged = {name.lower() for into in template.plugs.values() for _, name in into}
    asks = {}
    for slot in template.answered:
        if slot in template.names and slot.lower() not in plugged:
            node = parse(template.names[slot].formula)
            if isinstance(node, Name) and node.text.lower() in spelled:
                asks[slot.lower()] = spelled[node.text.lower()]
    return _replaced(template, asks)


def _replaced(template: Template, texts: Mapping[str, str]) -> Template:
    """Return the template without the names of ``texts``, with their texts in their place.

    The names are in lower case.  No name of the template calls itself.
    """
    if not texts:
        return template

    def whole(text: str) -> str:
        """Return the text without any of the names."""
        more = renamed_text(text, texts)
        return text if more == text else whole(more)

    means = {name: whole(text) for name, text in texts.items()}
    names = {key: entry for key, entry in template.names.items() if key.lower() not in means}
    without = template.model_copy(update={"names": names})
    return with_changed(without, lambda text: renamed_text(text, means))
