"""The command ``xlbuilder``: one file a command, loaded when it is asked for.

Results go to stdout, everything else to stderr.  Exit codes: 0 done, 1 some puzzle not solved,
2 bad input, 3 package not installed, 4 a worker process lost twice, 128 + N ended by signal N.
"""

import gc
import io
import logging
import sys
from importlib import import_module
from typing import NoReturn

import click

from xlbuilder import __version__
from xlbuilder.cli.say import Said, say
from xlbuilder.errors import EngineUnavailableError, WorkerLostError, XlbuilderError
from xlbuilder.processes.signals import ended_by_signals, exit_code

COMMANDS = {
    name: f"{__name__}.{name}"
    for name in (
        *("build", "engines", "generate", "guide"),
        *("render", "show", "templates", "verify", "watch"),
    )
}
"""The commands by their names, and the module that each stands in."""
_OBJECTS = 100_000  # formulas are trees of many small objects, none of which goes round


class _Commands(click.Group):
    """Imports the file of a command only when that command, or the help of all, is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command, None when there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        return command


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="xlbuilder")
def cli() -> None:
    """Build Excel workbooks that solve Sudoku with formulas alone, and prove that they do."""


def main() -> NoReturn:
    """Run the command line; an error of ours or of click's is one line on stderr."""
    gc.set_threshold(_OBJECTS)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without box-drawing characters
    library = logging.getLogger("xlbuilder")
    library.handlers[:] = [Said()]
    library.setLevel(logging.INFO)
    try:
        with ended_by_signals():
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
    except WorkerLostError as error:
        say(str(error))
        sys.exit(4)
    except XlbuilderError as error:
        say(str(error))
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on, as after `| head`
        sys.exit(1)
    except OSError as error:
        say(f"the output cannot be written: {error.strerror}")
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt) as error:
        sys.exit(exit_code(error))
    sys.exit(code if isinstance(code, int) else 0)
