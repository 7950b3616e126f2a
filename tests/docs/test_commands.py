"""Every command line of ours in a block of the documents is one that the program takes.

README.md, the tutorials and what else test_docs.py follows are executed; the others are parsed.
"""

import re
import shlex

import click
import pytest

from tests.helpers.places import ROOT
from xlbuilder.cli import cli

PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "benchmarks" / "README.md"]
BLOCK = re.compile(r"^```sh\n(.*?)^```$|^ {4}(\S[^\n]*)$", re.DOTALL | re.MULTILINE)


def commands(text):
    """Yield the lines of a page's blocks that run our program."""
    for block in BLOCK.findall(text):
        for line in "".join(block).splitlines():
            if line.startswith("xlbuilder "):
                yield line.partition("  # ")[0]


COMMANDS = sorted({line for page in PAGES for line in commands(page.read_text("utf-8"))})


def parse(line):
    """Raise click.ClickException when the command line is no good."""
    words = shlex.split(line.partition(" > ")[0])[1:]
    command = cli.get_command(click.Context(cli), words[0])
    assert command is not None, line
    command.make_context(words[0], words[1:])


def test_there_are_commands():
    assert len(COMMANDS) > 25


@pytest.mark.parametrize("line", COMMANDS)
def test_the_program_takes_it(line):
    parse(line)


@pytest.mark.parametrize("line", ["xlbuilder build --no-such", "xlbuilder build --names short"])
def test_a_command_that_is_refused_is_seen(line):
    with pytest.raises(click.ClickException):
        parse(line)
