"""The command ``xlbuilder render``: make a picture of a sheet."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from xlbuilder.cli.choices import check_target
from xlbuilder.cli.say import say
from xlbuilder.cli.solve import NOT_CALCULATED, recalculated
from xlbuilder.render.office import open_office, png_maker, to_pdf
from xlbuilder.render.sheet import read_sheet
from xlbuilder.render.svg import draw
from xlbuilder.xlsx.files import replace_file
from xlbuilder.xlsx.model import read_workbook


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A .svg, .png or .pdf.")
@click.option("--sheet", "tab", metavar="NAME", help="Default: the first sheet.")
@click.option("--width", type=click.IntRange(16, 10_000), metavar="PIXELS", help="Not of a .pdf.")
@click.option("--recalculate", is_flag=True, help="Solve first, instead of showing stored values.")
def render(file: Path, out: Path, tab: str | None, width: int | None, recalculate: bool) -> None:
    """Make a picture of a workbook's sheet as the file has it stored.

    A .svg is drawn by xlbuilder itself, a .png or .pdf by LibreOffice.

    Example: xlbuilder render out/sudoku.xlsx --out board.svg
    """
    kind = out.suffix.lower()
    if kind not in (".svg", ".png", ".pdf"):
        raise click.UsageError(f"{out}: the name of a picture ends in .svg, .png or .pdf")
    if kind == ".pdf" and width is not None:
        raise click.UsageError("a .pdf has no pixels; leave out --width")
    check_target(out)
    make_png = png_maker() if kind == ".png" else None
    model = read_workbook(file)
    sheet = read_sheet(model, tab)
    if recalculate:
        session = recalculated(model, "fast")
        cells = dict.fromkeys([*model.values, *model.formulas])
        model = replace(model, values={cell: session.read(cell)[0] for cell in cells})
    elif not model.is_calculated:
        say(NOT_CALCULATED)
    if kind == ".svg":
        data = draw(model, sheet, width).encode()
        if sheet.other_formats:
            say("left out: conditional formats that are no formula, such as color scales")
    else:
        with closing(open_office(model)) as office:
            data = to_pdf(office, model, sheet)
        if make_png is not None:
            data = make_png(data, width)
    replace_file(out, data)
    click.echo(out)
