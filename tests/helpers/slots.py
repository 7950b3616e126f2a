"""A template with two slots, and strategies that plug names into them."""

TEMPLATE = """
[workbook]
title = "Slots"
[cells.total]
range = "B2"
style = "plain"
formula = "=all_of_them+the_only_one"
[slots.all_of_them]
comment = "What all add up to."
join = "=MAX({this}, {rest})"
last = "=0"
[slots.the_only_one]
join = "={this}"
last = "=5"
[styles.plain]
"""


def plugging(*names, slot="all_of_them", head=""):
    """Return a strategy that defines names and plugs them into one slot."""
    defined = "".join(f'[names.{name}]\nformula = "=1"\n' for name in names)
    return f'[strategy]\ntitle = "x"\n{head}\n[plugs]\n{slot} = {list(names)}\n{defined}'
