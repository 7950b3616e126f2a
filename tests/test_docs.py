"""Every command in the documents runs as it is written there."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from xlbuilder.cli import cli
from xlbuilder.judge import Kind
from xlbuilder.recalc.engines import ENGINES
from xlbuilder.template import model
from xlbuilder.template.shelf import shipped, strategies

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(sh|toml)\n(.*?)```", README, re.DOTALL)
COMMANDS = [line for kind, block in BLOCKS if kind == "sh" for line in block.splitlines() if line]


def test_readme_in_order(tmp_path, puzzles):
    """A user who follows the README from top to bottom, with a puzzle file of one line."""
    bin_folder = Path(sys.executable).parent
    (tmp_path / "puzzle.txt").write_text(str(puzzles["naked_singles"].puzzle))
    (tmp_path / "puzzles.txt").write_text(str(puzzles["naked_singles"].puzzle))
    for kind, block in BLOCKS:
        if kind == "toml":
            (tmp_path / "my_solver.toml").write_text(block)
    assert len(COMMANDS) >= 8
    for line in COMMANDS:
        # .ci/run installs, and runs the tests, as the README says; here only our own command.
        for command in line.split("&&"):
            words = shlex.split(command)
            if Path(words[0]).name == "xlbuilder":
                done = subprocess.run(
                    [sys.executable, "-m", "xlbuilder", *words[1:]],
                    cwd=tmp_path,
                    env={**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}"},
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == 0, (line, done.stderr)
            else:
                assert words[0] in ("python3", "pip", ".venv/bin/pip", ".venv/bin/pytest"), line


@pytest.mark.parametrize("command", list(cli.commands))
def test_every_command_is_in_the_readme(command):
    assert f"xlbuilder {command}" in README


def test_every_engine_is_documented():
    text = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    for engine in ENGINES:
        assert f"| `{engine}`" in text


def test_every_template_is_in_the_readme():
    for name in shipped():
        assert f"`{name}`" in README


def test_every_table_and_key_of_a_template_is_documented():
    text = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
    tables = (model.Workbook, model.Drive, model.Board, model.Cell, model.Name, model.TextLine)
    tables = (*tables, model.Slot, model.Strategy, model.About, model.Guide, model.Section)
    for table in (model.TemplateFile, model.Calculation, model.WholeNumber, model.Style, *tables):
        for key in table.model_fields:
            assert re.search(rf"\b{key}\b", text), key


def test_every_word_of_a_status_is_documented():
    text = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
    for word in get_args(model.Word):
        assert f"| `{word}` |" in text


def test_every_strategy_is_in_the_readme():
    for name in strategies():
        assert f"| `{name}` |" in README


def test_every_kind_of_verdict_is_in_the_readme():
    for kind in Kind:
        assert f"| {kind.value} |" in README
        assert f"`{kind.name.lower()}`" in README


def test_the_strategy_in_the_documents_is_the_shipped_one():
    """But for its comments."""
    text = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
    (block,) = (
        block for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if "[plugs]" in block
    )
    shown = tomllib.loads(block)
    stored = tomllib.loads(strategies()["naked_singles"].read_text(encoding="utf-8"))
    for entry in stored["names"].values():
        del entry["comment"]
    assert shown == stored


def test_links_lead_somewhere():
    for document in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8")):
            if not target.startswith("https://"):
                assert (document.parent / target).exists(), (document.name, target)
