"""The command ``xlbuilder drive``: propose where a workbook has its puzzle."""

import json
from pathlib import Path

import click

from xlbuilder.cli.inputs import check_toml, output
from xlbuilder.cli.say import say, tell
from xlbuilder.drive.driven import driven
from xlbuilder.errors import WorkbookError
from xlbuilder.observe.propose import proposed
from xlbuilder.template.toml import to_toml
from xlbuilder.xlsx.atomic import check_target, new_text_file
from xlbuilder.xlsx.external_links import MACROS
from xlbuilder.xlsx.model import Model, read_workbook
from xlbuilder.xlsx.pack import check_name, replace_workbook
from xlbuilder.xlsx.properties import with_properties

_BEFORE = "# Where the puzzle of {} is, for --drive of verify, show, watch, steps and render."
_MORE = """
# What else can be said, with examples; take away the # of a line, and write your own cells.
# candidates = "B14:AB40"  # 27x27 cells with what is left; a candidate that is gone shows nothing
# status = "A1"            # says in words how it stands
# steps = [{ V6 = "Reset" }, { V6 = "Go" }]  # what to type; a recalculation follows each step
"""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@output("--out", text="A .toml; default: print it.", replaces=False)
@click.option("--drive", "own", metavar="FILE", help="Take this file, and propose nothing.")
@output("--save-as", text="Write a copy of the workbook that says it.", replaces=False)
def drive(file: Path, out: Path | None, own: str | None, save_as: Path | None) -> None:
    """Propose where the puzzle of a workbook is that xlbuilder did not build.

    Looks for 9x9 cells of digits or nothing, types an easy puzzle, and looks for 9x9 formulas that
    show its solution, if need be after a value was typed into a switch.  If none do, it takes 9x9
    formulas that read these cells.  A line says how sure it is.  What is proposed is a file for the
    option --drive of other commands.  A workbook of --save-as says it itself, and needs no option;
    all else in it is as in FILE.

    Example: xlbuilder drive mine.xlsx --out mine.toml
    """
    if out is not None:
        check_toml(out, "drive file")
    if save_as is not None:
        check_name(save_as)
        check_target(save_as)
    model = read_workbook(file)
    if own is not None:
        if out is not None or save_as is None:
            raise click.UsageError("--drive FILE needs --save-as, and no --out")
        _save(file, driven(model, own), save_as)
        return
    proposal = proposed(model)
    if save_as is not None:
        _save(file, driven(model, proposal.table), save_as)
        if out is None:
            for note in proposal.notes:
                say(note)
            return
    lines = to_toml(proposal.table).splitlines()
    lines += [f"# {note}" for note in proposal.notes]
    lines += [
        f"# {cell} holds {json.dumps(value, ensure_ascii=False)}, and formulas read it:"
        " is it a switch?"
        for cell, value in proposal.switches.items()
    ]
    if out is None:
        tell("\n".join([_BEFORE.format(file.name), *lines, _MORE.rstrip()]))
        return
    with new_text_file(out) as written:
        written.write("\n".join([_BEFORE.format(file.name), *lines, _MORE]))
    tell(out)
    for line in lines:
        say(line.removeprefix("# "))


def _save(file: Path, model: Model, path: Path) -> None:
    if MACROS in model.not_followed:
        raise WorkbookError(f"{file}: has macros, which a copy would keep; save it as .xlsx first")
    replace_workbook(path, with_properties(file.read_bytes(), model.properties))
    tell(path)
