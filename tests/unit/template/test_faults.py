"""What is wrong with a template is a value with its file and place, and one line of text."""

from pathlib import Path

import pytest

from xlbuilder.errors import Fault, TemplateError
from xlbuilder.template.load import load

REPEATED = """
extends = "ellis"
[names."in_{house}"]
for_each = { house = ["row", "box"] }
formula = "={house}_of_nothing"
[workbook]
zoom = "x"
"""

LINES = {
    "x.toml: is a strategy": Fault(Path("x.toml"), "is a strategy"),
    "x_wing: is given twice": Fault("x_wing", "is given twice"),
    "no strategy is given": Fault("", "no strategy is given"),
    "x.toml: needs: too many": Fault("x.toml", "too many", ("needs",)),
    "x.toml: workbook.zoom: too large": Fault("x.toml", "too large", ("workbook", "zoom")),
    "x.toml: [slots]: no": Fault("x.toml", "no", ("slots",)),
    "x.toml: [names.a]: no": Fault("x.toml", "no", ("names", "a")),
    "x.toml: [names.a] b.c: no": Fault("x.toml", "no", ("names", "a", "b", "c")),
    "x.toml: [names.{h}] (h = row): no": Fault("x.toml", "no", ("names", "{h}"), "h = row"),
}


@pytest.mark.parametrize("line", LINES)
def test_it_is_one_line(line):
    assert str(LINES[line]) == line


def test_its_entry_is_a_table_and_a_name():
    entries = [fault.entry for fault in LINES.values()]
    assert entries[-3:] == [("names", "a"), ("names", "a"), ("names", "{h}")]
    assert entries[:-3] == [(), (), (), (), (), ("slots",)]


def test_a_template_that_is_wrong_has_faults_with_file_and_place(edited):
    path = edited(REPEATED)
    with pytest.raises(TemplateError) as error:
        load(str(path))
    (fault,) = error.value.faults
    assert fault == Fault(path, "should be a valid integer, not 'x'", ("workbook", "zoom"))
    path = edited(REPEATED.replace('"x"', "80"))
    with pytest.raises(TemplateError) as error:
        load(str(path))
    first, second = error.value.faults
    assert (first.file, first.place) == (path, ("names", "in_{house}", "formula"))
    assert (first.values, second.values) == ("house = row", "house = box")
    assert error.value.problems == [str(first), str(second)]
