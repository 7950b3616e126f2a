"""What a command says of a workbook that it does not read or follow as a whole."""

from xlbuilder.cli.say import counted, say
from xlbuilder.xlsx.model import Model


def say_not_followed(model: Model) -> None:
    """Say in one line what was not read of a workbook, if there is something."""
    found = list(model.not_followed)
    if model.unread:
        cell, problem = next(iter(model.unread.items()))
        formulas = counted(len(model.unread), "formula")
        found.append(f"{formulas} shown as stored: {cell.sheet}!{cell}: {problem}")
    if found:
        say(f"{model.path}: not followed: {'; '.join(found)}")
