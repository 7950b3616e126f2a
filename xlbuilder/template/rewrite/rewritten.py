"""The changes that building makes to formulas for other programs, in this order.

With ``--plain`` all of these changes are left out.
"""

from functools import reduce

from xlbuilder.template.rewrite.for_libreoffice import with_errors_asked, with_neighbors_first
from xlbuilder.template.rewrite.live_names import with_positions
from xlbuilder.template.rewrite.renamed import with_inlined, without_renamed
from xlbuilder.template.rewrite.summed import with_sums
from xlbuilder.template.schema import Template

_CHANGES = (
    with_inlined,
    with_errors_asked,
    with_neighbors_first,
    with_sums,
    with_positions,
    without_renamed,
)


def rewritten(template: Template) -> Template:
    """Return the template for the workbook; ``template`` has passed the checks."""
    return reduce(lambda changed, change: change(changed), _CHANGES, template)
