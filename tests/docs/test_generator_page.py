"""What docs/explanation/generator.md quotes and names is still so in the template."""

import re

import pytest
from pages import one_line
from places import ROOT

from xlbuilder.template.locate import parts
from xlbuilder.xlsx.model import read_workbook

PAGE = (ROOT / "docs" / "explanation" / "generator.md").read_text(encoding="utf-8")

QUOTED = re.findall(r"^```\n(=.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)

WORDS = set(re.findall(r"`([a-z][a-z0-9_]*)`", PAGE))


def test_the_page_quotes_formulas():
    assert len(QUOTED) == 6


@pytest.mark.parametrize("block", QUOTED, ids=one_line)
def test_every_quoted_formula_is_in_the_template(block):
    files = [path for name, path in parts().items() if name.startswith("generator/")]
    template = one_line("".join(path.read_text(encoding="utf-8") for path in files))
    assert f"formula = '''{one_line(block)}'''" in template.replace("''' =", "'''=")


@pytest.mark.slow
def test_every_name_in_the_page_exists(built):
    assert len(WORDS) > 10
    assert WORDS - set(read_workbook(built("generator")).names) == set()
