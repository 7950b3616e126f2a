"""A text of a stranger's file does not reach the terminal as a command to it."""

import json

import pytest
from rich.text import Text

from tests.helpers.command import LINE
from tests.helpers.workbooks import edited, saved
from xlbuilder.cli.say import say, tell
from xlbuilder.cli.terminal import draw

CONTROLS = "\x9b31m\x85\u2028\u202e\u2066\x7f"

SHOWN = r"\u009b31m\u0085\u2028\u202e\u2066\u007f"

REPLACED = ("Solved", "no other place", "appeared", "Working", "Iterative")


@pytest.fixture(scope="module")
def strange(built, tmp_path_factory):
    """Return a workbook whose words hold control characters."""

    def change(data):
        for word in REPLACED:
            data = data.replace(word.encode(), (word + CONTROLS).encode())
        return data

    path = tmp_path_factory.mktemp("strange") / "strange.xlsx"
    return edited(built("sudoku"), change, part=None, to=path)


def checked(text):
    assert SHOWN in text
    assert not set(text) & set(CONTROLS.replace("31m", ""))


COMMANDS = {
    "show": ["--recalculate"],
    "watch": ["--iteration", "1", "--name", "status", "--at", "AR2", "--puzzle", LINE],
    "steps": ["--puzzle", LINE],
}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_shows_control_characters_escaped(run, strange, command):
    done = run(command, strange, *COMMANDS[command])
    assert done.returncode == 0
    checked(done.stdout)


@pytest.mark.slow
def test_json_means_the_same(run, strange):
    done = run("steps", strange, "--puzzle", LINE, "--json")
    checked(done.stdout)
    assert json.loads(done.stdout)["status"].startswith(f"Solved{CONTROLS}")


def test_the_name_of_a_sheet_in_what_is_counted_and_refused(run, tmp_path):
    path = saved(tmp_path, {"A1": "=1+1"})
    name = f'name="Sh{CONTROLS}"'.encode()
    edited(path, lambda data: data.replace(b'name="Sheet"', name), "xl/workbook.xml")
    checked(run("show", path, "--stats").stdout)
    refused = run("render", path, "--sheet", "none", "--out", "x.svg").stderr
    checked(refused)
    assert refused.count("\n") == refused.count("xlbuilder: ")


def test_what_a_formula_makes_with_char(capsys):
    for told in (tell, say, lambda text: draw(Text(text))):
        told("a\x1b[2Jb\tc")
    out, err = capsys.readouterr()
    assert out.replace(" ", "").replace("\t", "").splitlines() == [r"a\u001b[2Jbc"] * 2
    assert err == "xlbuilder: a\\u001b[2Jb\tc\n"
