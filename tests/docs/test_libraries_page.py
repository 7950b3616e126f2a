"""docs/reference/libraries.md is what benchmarks/libraries_page.py prints."""

import importlib

from tests.helpers.places import ROOT


def test_the_page_is_as_it_is_printed(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    maker = importlib.import_module("libraries_page")
    text = (ROOT / "docs/reference/libraries.md").read_text(encoding="utf-8")
    assert text == "\n".join(maker.page()) + "\n"
