"""Each program in benchmarks/ prints how it is used; none of them measures anything here."""

import runpy
import sys

import pytest
from places import ROOT

NO_BENCHMARKS = (
    "common.py",
    "api_page.py",
    "libreoffice_processor.py",
    "technique_pictures.py",
)
PROGRAMS = sorted(path for path in ROOT.glob("benchmarks/*.py") if path.name not in NO_BENCHMARKS)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_help_prints_the_usage_and_what_is_measured(path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [path.name, "--help"])
    monkeypatch.syspath_prepend(path.parent)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(path), run_name="__main__")
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith(f"usage: {path.name}")
    assert f"python benchmarks/{path.name}" in out
