"""A document as its reader follows it: the files that it shows, and its commands in order."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.helpers.command import called
from tests.helpers.places import ROOT

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
"""A block of code: its kind, or an empty text, and what it holds."""
FILE = re.compile(r"`([\w./-]+\.(?:toml|txt|py|yml))`")
INSTALLERS = {"python3", "pip", ".venv/bin/pip", ".venv/bin/pytest"}
"""Nothing is installed here; .ci/run does that, and runs the tests, as the README says."""


def one_line(formula):
    """Return a formula that may stand on several lines."""
    return " ".join(formula.split())


class Command(NamedTuple):
    line: str
    words: list[str]
    code: int
    says: str


class Page:
    """A command may end in ``# exit code 1: what its output has``."""

    def __init__(self, name):
        text = (ROOT / name).read_text(encoding="utf-8")
        self.files, self.commands = {}, []
        for found in BLOCK.finditer(text):
            kind, block = found.groups()
            before = text[: found.start()].rstrip().rpartition("\n\n")[2]
            if kind == "sh":
                self.commands += [each for line in block.splitlines() for each in parsed(line)]
            elif kind and before.endswith(":") and FILE.search(before):
                self.files[FILE.findall(before)[-1]] = block

    def follow(self, folder):
        """Write the files into a folder, and run every command there."""
        for name, content in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content, encoding="utf-8")
        for command in self.commands:
            run(command, folder)


def parsed(line):
    command, _, comment = line.partition("  # ")
    code, says = re.fullmatch(r"exit code (\d): (.*)", comment or "exit code 0: ").groups()
    for part in command.split("&&"):
        if words := shlex.split(part):
            yield Command(line, words, int(code), says)


def run(command, folder):
    """Run our own command, or pytest over a file of the folder."""
    program, *words = command.words
    if program in INSTALLERS:
        return
    assert Path(program).name in ("xlbuilder", "pytest"), command.line
    done = (tested if Path(program).name == "pytest" else called)(*words, cwd=folder)
    assert done.returncode == command.code, (command.line, done.stdout, done.stderr)
    assert command.says in done.stdout, (command.line, done.stdout)


def tested(*words, cwd):
    """Run pytest as a reader does: none of our own options."""
    reader = {each: value for each, value in os.environ.items() if each != "PYTEST_ADDOPTS"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=cwd,
        env=reader,
        capture_output=True,
        text=True,
        check=False,
    )
