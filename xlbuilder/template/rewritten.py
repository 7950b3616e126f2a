"""What building changes in the formulas of a template, as other programs need it, in this order.

With ``--plain`` all of it is left out.
"""

from functools import reduce

from xlbuilder.template.for_libreoffice import with_errors_asked, with_neighbors_first
from xlbuilder.template.live_names import with_positions
from xlbuilder.template.renamed import with_inlined, without_renamed
from xlbuilder.template.schema import Template
from xlbuilder.template.summed import with_sums

_CHANGES = (
    with_inlined,
    with_errors_asked,
    with_neighbors_first,
    with_sums,
    with_positions,
    without_renamed,
)


def rewritten(template: Template) -> Template:
    """Return a template without problems as it is built."""
    return reduce(lambda changed, change: change(changed), _CHANGES, template)
