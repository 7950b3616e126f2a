"""The command ``xlbuilder``: one file for each command, imported when the user calls the command.

Results go to stdout, everything else to stderr.  Exit codes: 0 done, 1 not solved or not the same,
2 bad input, 3 package not installed, 4 a worker process lost twice, 128 + N ended by signal N.
"""

import atexit
import gc
import io
import logging
import os
import sys
from contextlib import suppress
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import NoReturn

import click

from xlbuilder import __version__
from xlbuilder.cli.say import LogHandler, say, tell
from xlbuilder.errors import (
    EngineUnavailableError,
    WorkerLostError,
    XlbuilderError,
    did_you_mean,
)
from xlbuilder.files import one_call, writes_stream
from xlbuilder.processes.signals import end_at_the_next_ctrl_c, ended_by_signals, exit_code

COMMANDS = {
    "build": "Write the workbook of a template.",
    "copy": "Write the file of a strategy to your folder, to change it there.",
    "diff": "Show what differs between two workbooks, or a workbook and its template.",
    "drive": "Propose where the puzzle of a workbook is that xlbuilder did not build.",
    "engines": "List the engines, the orders of evaluation and the first values.",
    "extract": "Write a template with what was changed in a workbook.",
    "generate": "Make puzzles at random, each with one solution.",
    "guide": "Print how the workbook of a template is used, and each of its names.",
    "map": "Draw the sheet of a template: what stands where, and what is free.",
    "render": "Make a picture of a workbook's sheet as the file has it stored.",
    "show": "Show the boards and the status of a workbook in the terminal.",
    "steps": "Show which strategy finds what, step by step.",
    "templates": "List the templates that come with xlbuilder.",
    "test": "Run the tests that a template, a strategy or a file of cases has.",
    "try": "Try strategies on puzzles: what they solve, break and cost.",
    "verify": "Run puzzles or cases through a workbook, as Excel would, and judge what it shows.",
    "watch": "Show one run iteration by iteration: what appeared, what vanished, and why.",
}
"""The help for each command, by its name.  The module of a command has the same name; ``try`` is in
``try_``, because ``try`` is a keyword of Python."""
_OBJECTS = 5_000_000  # formulas are trees of many small objects without cycles
_NOBODY_READS = 141  # the exit code of SIGPIPE in a shell, as after `| head`
_EXIT_CODES = ((EngineUnavailableError, 3), (WorkerLostError, 4), (XlbuilderError, 2))


class _Commands(click.Group):
    """Imports the file of a command when the user calls it; the list of commands needs no file."""

    def list_commands(self, _: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        """Return the command with this name, or None."""
        if name not in COMMANDS:
            return None
        word = f"{name}_" if iskeyword(name) else name
        command: click.Command = getattr(import_module(f"{__name__}.{word}"), word)
        return command

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command as click does; for an unknown name, suggest a similar command."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            context.fail(f"{args[0]}: no such command; {did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(context, args)

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands into the help."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="xlbuilder")
def cli() -> None:
    """Build Excel workbooks that solve Sudoku with formulas alone, and prove that they do."""


def main() -> NoReturn:
    """Run the command line; an error of xlbuilder or of click is one line on stderr."""
    log = _prepare()
    try:
        code = _run() or (2 if log.has_lost_warnings else 0)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()  # so that an error in it is ours, and not Python's at exit
    except BrokenPipeError:
        _close_output()
        sys.exit(_NOBODY_READS)
    except SystemExit as end:  # click exits with 1 when the pipe is closed; no command does this
        sys.exit(_NOBODY_READS if end.code == 1 else end.code)
    except OSError as error:
        say(f"{error.filename or 'the output cannot be written'}: {error.strerror or error}")
        _close_output()
        sys.exit(2)
    except MemoryError:
        say("the memory is full; give fewer --workers, or a smaller file")
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt) as error:
        sys.exit(exit_code(error))
    sys.exit(code)


def _run() -> int:
    """Run the command of the user, print an error as one line, and return the exit code."""
    try:
        with ended_by_signals(), one_call():
            writes_stream(sys.stdout, "standard output")
            code = cli.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        tell(error.format_message())
        return 2
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        command = context.command_path if context else "xlbuilder"
        say(f"{error.format_message()} (see {command} --help)")
        return 2
    except XlbuilderError as error:
        say(str(error))
        return next(code for kind, code in _EXIT_CODES if isinstance(error, kind))
    finally:
        end_at_the_next_ctrl_c()
    return code if isinstance(code, int) else 0


def _close_output() -> None:
    """Drop what could not be written, so that Python does not try it again at exit."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.close()


def _prepare() -> LogHandler:
    """Set up the process: memory, the terminal's characters, and the handler of the log."""
    gc.set_threshold(_OBJECTS)
    atexit.register(gc.freeze)  # or Python looks through all objects again as it ends
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the shell closed it, as with >&-
            nothing = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - to the end
            setattr(sys, name, nothing)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without box-drawing characters
    library = logging.getLogger("xlbuilder")
    handler = LogHandler()
    library.handlers[:] = [handler]
    library.setLevel(logging.INFO)
    return handler
