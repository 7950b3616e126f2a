"""`pytest FILE.toml` runs the tests of a strategy, of a template, and of a file of cases."""

import subprocess
import sys

import openpyxl
import pytest

from tests.helpers.places import DATA

MARKS = f":0003:7:{'.' * 81}:155 255 355 455 555 655 855 955:::"
RIGHT = f'[[tests]]\nname = "right"\nposition = "{MARKS}"\nplaces = ["7 R5C5"]\n'
WRONG = f'[[tests]]\nname = "wrong"\nposition = "{MARKS}"\nplaces = ["7 R1C1"]\n'
TEXT = """
[strategy]
title = "One is left"
[[rules]]
places = "only_one"
why = "why_only_one"
[names.only_one]
formula = '=IF(COUNTIF(val_bigcell, ">0")=1, MAX(val_bigcell), 0)'
[names.why_only_one]
formula = '="One is left"'
"""


@pytest.fixture
def tested(tmp_path):
    """Return a function that writes files, and what pytest says of them."""

    def run(*arguments, **files):
        for name, text in files.items():
            (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-vv", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    return run


@pytest.mark.exhaustive
def test_each_test_of_a_strategy_is_one_of_pytest(tested):
    code, out = tested("my.toml", my=f"{TEXT}\n{RIGHT}\n{WRONG}")
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "my.toml::right PASSED" in out
    assert "my.toml::wrong FAILED" in out
    assert "\nalso finds 7 R5C5\ndoes not place 7 R1C1\n" in out
    assert "Traceback" not in out
    assert ".py:" not in out


@pytest.mark.exhaustive
def test_what_is_wrong_in_the_file_is_one_line(tested):
    broken = f"{TEXT.replace('COUNT', 'NO_SUCH')}\n{RIGHT}"
    assert broken.count("NO_SUCH")
    code, out = tested(
        "no.toml", "broken.toml", "--continue-on-collection-errors", no=TEXT, broken=broken
    )
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "no.toml: has no tests; write [[tests]]" in out
    assert "NO_SUCH" in out
    assert ".py:" not in out


@pytest.mark.exhaustive
def test_only_named_files_of_strategies_are_looked_at(tested):
    others = {"project": "[project]\nname = 'x'\n", "mine": TEXT}
    assert tested(**others)[0] == pytest.ExitCode.NO_TESTS_COLLECTED
    code, out = tested("project.toml", **others)
    assert code in (pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.USAGE_ERROR)
    assert "strategy" not in out


@pytest.mark.exhaustive
def test_each_case_of_a_template_and_of_a_file_is_a_test(tested, tmp_path):
    book = openpyxl.Workbook()
    book.active["A1"] = "=A2+1"
    book.save(tmp_path / "b.xlsx")
    cases = 'workbook = "b.xlsx"\n[[tests]]\nshows = { A1 = 1 }\n[[tests]]\nshows = { A1 = 2 }\n'
    counter = (DATA / "circles" / "counter.toml").read_text(encoding="utf-8")
    code, out = tested("cases.toml", "counter.toml", cases=cases, counter=counter)
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "cases.toml::test 1 PASSED" in out
    assert "cases.toml::test 2 FAILED" in out
    assert "\nSheet!A1 shows 1, not 2\n" in out
    assert "counter.toml::it begins again PASSED" in out
    code, out = tested("cases.toml", cases=cases.partition("\n")[2])
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "names no workbook" in out
    assert ".py:" not in out
