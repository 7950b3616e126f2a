"""The command ``xlbuilder``: parse, call, print.

Results go to stdout, everything else to stderr.  Exit codes: 0 done, 1 some puzzle not solved,
2 bad input, 3 package not installed.
"""

import gc
import io
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click
from rich.console import Console

from xlbuilder import __version__
from xlbuilder.board import DIGITS, Board, clashes
from xlbuilder.drive import Drive
from xlbuilder.errors import (
    EngineUnavailableError,
    FormulaError,
    PuzzleError,
    WorkbookError,
    XlbuilderError,
)
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.generate.command import DEFAULT, generate
from xlbuilder.puzzles import read_puzzle, read_puzzles
from xlbuilder.recalc.schedule import Schedule, Stop
from xlbuilder.say import say

if TYPE_CHECKING:
    from xlbuilder.recalc.model import Model
    from xlbuilder.verify import Solver

EDITIONS = ["defined", "inline"]
_BROKEN_LINES_TOLD = 20
_LONG_PATH = 75
_SMALL_FILE = 1640
_OBJECTS = 100_000  # formulas are trees of many small objects, none of which goes round
_NOT_CALCULATED = "not calculated yet: open it in Excel, or add --recalculate"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="xlbuilder")
def cli() -> None:
    """Build Excel workbooks that solve Sudoku with formulas alone, and prove that they do."""


@cli.command()
@click.argument("template", default=DEFAULT)
@click.argument("stdin", required=False, metavar="[-]")
@click.option("--puzzle", metavar="TEXT", help="The puzzle, 81 characters with . for empty cells.")
@click.option("--puzzle-file", metavar="FILE", help="A file with the puzzle; - is standard input.")
@click.option("--out", type=click.Path(path_type=Path), help="Default: out/TEMPLATE.xlsx")
@click.option(
    "--with", "added", multiple=True, metavar="STRATEGY", help="Plug it in; a name or a file."
)
@click.option("--without", "removed", multiple=True, metavar="STRATEGY", help="Leave it out.")
@click.option("--names", type=click.Choice(EDITIONS), default=EDITIONS[0], show_default=True)
@click.option("--unprotected", is_flag=True, help="Let every cell of the sheet be changed.")
@click.option("--no-values", is_flag=True, help="Do not store what the cells show.")
def build(
    template: str,
    stdin: str | None,
    puzzle: str | None,
    puzzle_file: str | None,
    out: Path | None,
    added: tuple[str, ...],
    removed: tuple[str, ...],
    names: str,
    unprotected: bool,
    no_values: bool,
) -> None:
    """Write the workbook of TEMPLATE: a .toml file, or a template by name (default: sudoku).

    A lone - reads the puzzle from standard input.  Without a puzzle the workbook carries the
    template's example.  What its cells show is stored in it, for programs that do not calculate.
    With --names inline it has no defined names, for programs that know no relative ones.

    Example: xlbuilder build --puzzle-file puzzle.txt --without search --out my.xlsx
    """
    from xlbuilder.filled import calculated, typed_in  # noqa: PLC0415 - `show` and `verify` need
    from xlbuilder.template.load import load  # noqa: PLC0415 - none of it
    from xlbuilder.workbook.pack import replace_workbook  # noqa: PLC0415
    from xlbuilder.workbook.write import workbook_file  # noqa: PLC0415

    if template == "-":
        template, stdin = DEFAULT, "-"
    if stdin not in (None, "-"):
        raise click.UsageError(f"unexpected argument {stdin}; give one template")
    board = _puzzle(puzzle, "-" if stdin else puzzle_file)
    loaded = load(template, added, removed)
    values = typed_in(loaded, board) if board is not None else None
    for clash in clashes(board) if board is not None else []:
        say(f"warning: the puzzle has no solution: {clash}")
    target = out or Path("out") / f"{loaded.path.stem}.xlsx"
    try:
        file = workbook_file(loaded.template, values, protect=not unprotected, edition=names)
    except FormulaError as error:
        raise FormulaError(f"{loaded.path}: {error}") from None
    if not no_values:
        file = calculated(loaded, target, file, say)
    replace_workbook(target, file)
    if loaded.left_out:
        say(f"left out, as nothing uses them any more: {', '.join(loaded.left_out)}")
    click.echo(target)


@cli.command()
@click.argument("template", default=DEFAULT)
@click.option("--with", "added", multiple=True, metavar="STRATEGY", help="As in build.")
@click.option("--without", "removed", multiple=True, metavar="STRATEGY", help="As in build.")
def guide(template: str, added: tuple[str, ...], removed: tuple[str, ...]) -> None:
    """Print how the workbook of TEMPLATE is used, and each of its names, as Markdown.

    It is what the sheet "How it works" says: every formula with its comment, and where it is used.

    Example: xlbuilder guide ellis > ellis.md
    """
    from xlbuilder.guide_page import page  # noqa: PLC0415 - only `build` needs templates too
    from xlbuilder.template.guide import guide as guide_of  # noqa: PLC0415
    from xlbuilder.template.load import load  # noqa: PLC0415

    click.echo(page(guide_of(load(template, added, removed).template)))


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--recalculate", is_flag=True, help="Solve first, instead of showing stored values.")
@click.option("--engine", default="fast", show_default=True)
@click.option("--stats", is_flag=True, help="Print its size, and count its formulas and names.")
def show(file: Path, recalculate: bool, engine: str, stats: bool) -> None:
    """Show the boards of a workbook in the terminal.

    Shows what the file has stored: what `build` calculated, or the program that saved it last.

    Example: xlbuilder show out/sudoku.xlsx --recalculate
    """
    from xlbuilder.recalc.model import read_workbook  # noqa: PLC0415 - not needed by `build`
    from xlbuilder.stats import stats_of  # noqa: PLC0415
    from xlbuilder.terminal import boards as picture  # noqa: PLC0415
    from xlbuilder.terminal import counts  # noqa: PLC0415

    if stats and recalculate:
        raise click.UsageError("--stats counts what is stored; leave out --recalculate")
    model = read_workbook(file)
    if stats:
        Console().print(counts(stats_of(model)), soft_wrap=True)
        return
    drive = Drive.from_properties(model.properties)
    boards = [drive.input, drive.solution, *filter(None, [drive.candidates])]
    areas = [model.area(board) for board in boards]
    for board, area, side in zip(boards, areas, (9, 9, 27), strict=False):
        if area is None or area.shape != (side, side):
            raise WorkbookError(f"{file}: has no board of {side}x{side} cells named {board}")
    status = drive.status_text and model.area(drive.status_text)
    words: Value = None
    if recalculate:
        solver = _solved(model, engine)
        values = [solver.read(board) for board in boards]
        words = solver.session.read(status)[0] if status else None
    else:
        values = [model.values_of(area) for area in areas if area is not None]
        words = model.values_of(status)[0] if status else None
    Console().print(
        picture(values[0], values[1], values[2] if len(values) > 2 else None, words), soft_wrap=True
    )
    if not recalculate:
        is_empty = all(value is None for value in values[1])
        say(_NOT_CALCULATED if is_empty else "as stored in the file")


@cli.command()
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
    from xlbuilder.recalc.engines.small import interpret_if_cold  # noqa: PLC0415
    from xlbuilder.recalc.model import read_workbook  # noqa: PLC0415 - not needed by `build`
    from xlbuilder.render.office import open_office, png_maker, to_pdf  # noqa: PLC0415
    from xlbuilder.render.sheet import read_sheet  # noqa: PLC0415
    from xlbuilder.render.svg import draw  # noqa: PLC0415
    from xlbuilder.workbook.pack import replace_file  # noqa: PLC0415

    kind = out.suffix.lower()
    if kind not in (".svg", ".png", ".pdf"):
        raise click.UsageError(f"{out}: the name of a picture ends in .svg, .png or .pdf")
    if kind == ".pdf" and width is not None:
        raise click.UsageError("a .pdf has no pixels; leave out --width")
    model = read_workbook(file)
    sheet = read_sheet(model, tab)
    if recalculate:
        session = _solved(model, "fast").session
        cells = dict.fromkeys([*model.values, *model.formulas])
        model = replace(model, values={cell: session.read(cell)[0] for cell in cells})
    elif not model.is_calculated:
        say(_NOT_CALCULATED)
    if kind == ".svg":
        interpret_if_cold()
        data = draw(model, sheet, width).encode()
        if sheet.other_formats:
            say("left out: conditional formats that are no formula, such as color scales")
    else:
        make_png = png_maker() if kind == ".png" else None
        with closing(open_office(model)) as office:
            data = to_pdf(office, model, sheet)
        if make_png is not None:
            data = make_png(data, width)
    replace_file(out, data)
    click.echo(out)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--puzzles", required=True, metavar="FILE|TEXT", help="A file, a text, or - (stdin).")
@click.option("--engine", default="fast", show_default=True, help="See xlbuilder engines.")
@click.option("--order", default="row-major", show_default=True, help="See xlbuilder engines.")
@click.option("--start", default="file", show_default=True, help="See xlbuilder engines.")
@click.option("--iterations", type=click.IntRange(1, 32_767), help="Default: as the file says.")
@click.option("--recalcs", type=click.IntRange(1), default=1, help="Recalculations at most.")
@click.option("--stop", type=click.Choice([stop.value for stop in Stop]), default="changes")
@click.option("--workers", type=click.IntRange(1), help="Processes; default: all cores.")
@click.option("--dask", metavar="ADDRESS", help="Work on a Dask cluster instead.")
@click.option("--report", type=click.Path(path_type=Path), help="Write the JSON object to a file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def verify(
    context: click.Context,
    file: Path,
    puzzles: str,
    engine: str,
    order: str,
    start: str,
    iterations: int | None,
    recalcs: int,
    stop: str,
    workers: int | None,
    dask: str | None,
    report: Path | None,
    as_json: bool,
) -> None:
    """Run puzzles through a workbook, as Excel would, and judge what it shows.

    The workbook is read from FILE and recalculated with the iteration settings stored in it.  A
    line of a corpus that is no puzzle is told and passed over.

    Example: xlbuilder verify out/sudoku.xlsx --puzzles puzzles.txt --json
    """
    from xlbuilder.recalc.engines.fast.compiler import COMPILER  # noqa: PLC0415
    from xlbuilder.recalc.engines.small import interpret_if_cold  # noqa: PLC0415
    from xlbuilder.recalc.model import read_workbook  # noqa: PLC0415 - not needed by `build`
    from xlbuilder.report import JsonReport, Tally, new_file  # noqa: PLC0415
    from xlbuilder.terminal import progress, verdicts  # noqa: PLC0415
    from xlbuilder.work import (  # noqa: PLC0415
        Job,
        all_cores,
        ctrl_c_held_back,
        run,
        run_on_dask,
    )

    begin = time.perf_counter()
    if dask is None and _is_small(puzzles):
        interpret_if_cold()
    schedule = Schedule(order, start, Stop(stop), iterations, recalcs)
    job = Job(read_workbook(file), engine, schedule)
    checker = job.answers if dask is None else None  # what it lacks is told before anything is run
    used = job.solver.session.schedule
    if engine == "fast" and checker is not None and COMPILER.is_missing:
        say(
            "numba is not installed: plain Python runs the engine fast, some 100 times slower;"
            " run: pip install 'xlbuilder[verify]'"
        )
    tally = Tally(engine, used.order, used.start if start == "file" else start)
    tally.startup_seconds = time.perf_counter() - begin

    def broken(error: PuzzleError) -> None:
        tally.unreadable += 1
        if tally.unreadable <= _BROKEN_LINES_TOLD:
            say(str(error))

    with ExitStack() as files:
        lines, source = _lines(puzzles, files)
        boards = read_puzzles(lines, source, None if source == "--puzzles" else broken)
        reports = [JsonReport(files.enter_context(new_file(report)))] if report else []
        if as_json:
            reports.append(JsonReport(sys.stdout))
        found = run_on_dask(job, boards, dask) if dask else run(job, boards, workers or all_cores())
        try:
            for verdict in progress(found):
                with ctrl_c_held_back():
                    tally.add(verdict)
                    for each in reports:
                        each.add(verdict)
        except KeyboardInterrupt:
            tally.interrupted = True
        for each in reports:
            each.end(tally)
    if not as_json:
        Console().print(verdicts(tally), soft_wrap=True)
    if tally.interrupted:
        context.exit(130)
    if tally.unreadable:
        context.exit(2)
    context.exit(0 if tally.right == tally.puzzles else 1)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--puzzle", metavar="TEXT", help="Default: the puzzle that the file holds.")
@click.option("--cell", metavar="ADDRESS", help="Explain this cell: the value of each name.")
@click.option("--iteration", type=click.IntRange(1), help="Only this one of each recalculation.")
@click.option("--engine", default="fast", show_default=True, help="fast or formulas.")
@click.option("--order", default="row-major", show_default=True, help="See xlbuilder engines.")
def watch(
    file: Path,
    puzzle: str | None,
    cell: str | None,
    iteration: int | None,
    engine: str,
    order: str,
) -> None:
    """Tell one run iteration by iteration: what appeared, what vanished, and why.

    Example: xlbuilder watch out/sudoku.xlsx --cell D16
    """
    from xlbuilder.recalc.engines.small import interpret_if_cold  # noqa: PLC0415
    from xlbuilder.recalc.model import read_workbook  # noqa: PLC0415 - not needed by `build`
    from xlbuilder.terminal import told  # noqa: PLC0415
    from xlbuilder.watch import Watch  # noqa: PLC0415

    interpret_if_cold()
    model = read_workbook(file)
    drive = Drive.from_properties(model.properties)
    area = model.area(drive.input)
    if area is None or area.shape != (9, 9):
        raise WorkbookError(f"{file}: has no board of 9x9 cells named {drive.input}")
    stored = model.values_of(area)
    board = read_puzzle(puzzle, "--puzzle") if puzzle else _stored_puzzle(file, stored)
    console = Console()
    for one in Watch(model, engine, Schedule(order=order), cell).run(board):
        if iteration in (None, one.number):
            console.print(told(one, cell), soft_wrap=True)


@cli.command()
def engines() -> None:
    """List the engines, the orders of evaluation and the first values that verify knows."""
    from xlbuilder.recalc.engines import ENGINES  # noqa: PLC0415 - not needed by `build`
    from xlbuilder.recalc.orders import ORDERS  # noqa: PLC0415
    from xlbuilder.recalc.starts import STARTS  # noqa: PLC0415
    from xlbuilder.verify import PUZZLE_STARTS  # noqa: PLC0415

    choices = {"engine": ENGINES, "order": ORDERS, "start": {**STARTS, **PUZZLE_STARTS}}
    for option, names in choices.items():
        click.echo(f"--{option}")
        for name, meaning in names.items():
            click.echo(f"  {name:24}{meaning}")


@cli.command()
def templates() -> None:
    """List the templates that come with xlbuilder."""
    from xlbuilder.template.shelf import shipped, strategies  # noqa: PLC0415

    for name in shipped():
        click.echo(name)
    click.echo("strategies for build --with and --without:")
    for name in strategies():
        click.echo(f"  {name}")


cli.add_command(generate)


def main() -> NoReturn:
    """Run the command line; an error of ours or of click's is one line on stderr."""
    gc.set_threshold(_OBJECTS)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without box-drawing characters
    try:
        code = cli.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(2)
    except click.ClickException as error:
        command = (
            error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else ""
        )
        say(f"{error.format_message()} (see {command or 'xlbuilder'} --help)")
        sys.exit(2)
    except EngineUnavailableError as error:
        say(str(error))
        sys.exit(3)
    except XlbuilderError as error:
        say(str(error))
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on, as after `| head`
        sys.exit(1)
    except OSError as error:
        say(f"the output cannot be written: {error.strerror}")
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    sys.exit(code if isinstance(code, int) else 0)


def _solved(model: "Model", engine: str) -> "Solver":
    """Run the puzzle that a workbook holds, as its file says."""
    from xlbuilder.recalc.engines.small import interpret_if_cold  # noqa: PLC0415
    from xlbuilder.verify import Solver  # noqa: PLC0415 - not needed by `build`

    interpret_if_cold()
    solver = Solver(model, engine)
    solver.run(_stored_puzzle(model.path, solver.read(solver.drive.input)))
    return solver


def _read(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise PuzzleError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PuzzleError(f"{file}: is not a text file (UTF-8)") from None


def _puzzle(text: str | None, file: str | None) -> Board | None:
    if text is not None and file is not None:
        raise click.UsageError("give one puzzle: --puzzle, --puzzle-file or -")
    if text is not None and text != "-":
        return read_puzzle(text, "--puzzle")
    if file is not None or text == "-":
        source = file or "-"
        return read_puzzle(_read(source), "standard input" if source == "-" else source)
    return None


def _is_small(argument: str) -> bool:
    """Say whether it is a text, or a file of some twenty puzzles at most."""
    try:
        return argument != "-" and Path(argument).stat().st_size <= _SMALL_FILE
    except (OSError, ValueError):
        return True


def _lines(argument: str, files: ExitStack) -> tuple[Iterable[str], str]:
    """Return the lines of a file, of standard input or of the text itself, and their source."""
    if argument == "-":
        return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig"), "standard input"
    try:
        path = Path(argument)
        return files.enter_context(path.open(encoding="utf-8-sig", errors="replace")), argument
    except (OSError, ValueError) as error:
        # A text of a board's size, or one without any letter, was not meant as a file.
        if argument and (len(argument) > _LONG_PATH or not any(map(str.isalpha, argument))):
            return argument.splitlines(), "--puzzles"
        reason = getattr(error, "strerror", None) or error
        raise PuzzleError(f"{argument}: cannot be read: {reason}") from None


def _stored_puzzle(file: Path, values: Sequence[Value]) -> Board:
    """Return the puzzle that a workbook holds; PuzzleError when an entry is no digit."""
    for place, value in enumerate(values):
        if not (is_nothing(value) or (isinstance(value, float) and value in DIGITS)):
            row, column = place // 9 + 1, place % 9 + 1
            raise PuzzleError(f"{file}: row {row}, column {column} of the puzzle holds {value}")
    return Board(tuple(int(value) if isinstance(value, float) else 0 for value in values))
