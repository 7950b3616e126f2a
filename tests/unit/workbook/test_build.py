"""Same input, same bytes; written whole or not at all."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.workbooks import whole_numbers
from xlbuilder.errors import WorkbookError
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook


@pytest.mark.slow
def test_same_bytes_in_another_process_with_another_hash_seed(tmp_path):
    digests = set()
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.xlsx"
        subprocess.run(
            [sys.executable, "-m", "xlbuilder", "build", "ellis", "--out", out],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
        )
        digests.add(hashlib.sha256(out.read_bytes()).hexdigest())
    assert len(digests) == 1


@pytest.mark.exhaustive
def test_same_bytes_with_lxml_and_without(tmp_path):
    """openpyxl writes other XML where lxml is installed, as it is with the tests' packages."""
    for use in ("True", "False"):
        subprocess.run(
            [
                sys.executable,
                "-m",
                "xlbuilder",
                "build",
                "ellis",
                "--out",
                tmp_path / f"{use}.xlsx",
            ],
            check=True,
            env={**os.environ, "OPENPYXL_LXML": use},
            capture_output=True,
        )
    assert (tmp_path / "True.xlsx").read_bytes() == (tmp_path / "False.xlsx").read_bytes()


def test_the_puzzle_stands_in_the_input_board(tmp_path):
    digits = [5, *[0] * 79, 9]
    build(load("ellis").template, tmp_path / "a.xlsx", {"in_board": digits})
    model = read_workbook(tmp_path / "a.xlsx")
    stored = model.values_of(model.area("in_board"))
    assert whole_numbers(stored) == digits


def test_an_empty_board_overrides_the_example(tmp_path):
    build(load("ellis").template, tmp_path / "a.xlsx", {"in_board": [0] * 81})
    model = read_workbook(tmp_path / "a.xlsx")
    assert set(model.values_of(model.area("in_board"))) == {None}


def test_a_failed_write_keeps_the_old_file_and_leaves_nothing_behind(tmp_path, monkeypatch):
    out = tmp_path / "a.xlsx"
    out.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(WorkbookError, match="No space left on device"):
        build(load("ellis").template, out)
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("name", ["ellis.xls", "ellis", "ellis.xlsm"])
def test_a_file_name_that_excel_would_not_open(tmp_path, name):
    with pytest.raises(WorkbookError, match=r"has to end in \.xlsx"):
        build(load("ellis").template, tmp_path / name)
