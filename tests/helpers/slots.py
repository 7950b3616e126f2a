"""A template with a slot and a name to override, and strategies that do both."""

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
[names.the_only_one]
formula = "=5"
[styles.plain]
"""


def plugging(*names, slot="all_of_them", head=""):
    """Return a strategy that defines names and plugs them into one slot."""
    defined = "".join(f'[names.{name}]\nformula = "=1"\n' for name in names)
    return f"{_headed(head)}\n[plugs]\n{slot} = {list(names)}\n{defined}"


def overriding(name, other="the_only_one", *, head=""):
    """Return a strategy with a name that is called in the place of another one."""
    defined = f'[names.{name}]\noverrides = "{other}"\nformula = "=1"\n'
    return f"{_headed(head)}\n{defined}"


def _headed(head):
    """Return how a strategy begins; what it needs stands at the top."""
    lines = head.splitlines()
    needs = [line for line in lines if line.startswith("needs")]
    others = [line for line in lines if line not in needs]
    return "\n".join([*needs, "[strategy]", 'title = "x"', *others])
