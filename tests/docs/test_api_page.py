"""docs/reference/api.md is what the docstrings say now, and its examples run."""

import re
import subprocess
import sys

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.places import ROOT

README = ROOT / "README.md"

PAGE = ROOT / "docs" / "reference" / "api.md"

MAKER = ROOT / "benchmarks" / "api_page.py"


@pytest.mark.slow
def test_the_page_is_made_of_the_docstrings():
    done = subprocess.run(
        [sys.executable, MAKER], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout == PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", by_cost([README, PAGE], 0, 1), ids=lambda page: page.name)
def test_the_examples_run(tmp_path, puzzles, page, monkeypatch, capsys):
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    examples = [block for block in blocks if "import xlbuilder" in block]
    assert examples
    for file in ("puzzle.txt", "puzzles.txt"):
        (tmp_path / file).write_text(f"{puzzles['row'].puzzle}\n")
    monkeypatch.chdir(tmp_path)
    for example in examples:
        own: dict = {}
        exec(example, own)  # noqa: S102 - our own document
        for name in own.keys() & {"test_every_puzzle_is_solved"}:
            own[name]()
        written = capsys.readouterr()
        assert "Solved." in written.out or "print" not in example
        assert written.err == ""
