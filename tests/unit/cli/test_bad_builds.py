"""What `build` refuses: one line that names the place, and no file left."""

import os
import stat
from pathlib import Path

import pytest
from command import LINE, OWN_STRATEGY

TEMPLATES = {
    "syntax": "[workbook",
    "unknown key": 'extends = "ellis"\n[workbook]\ncolour = 1',
    "unknown name": "extends = \"ellis\"\n[names.solution_in_rcb]\nformula = '=solved'",
    "a name like a cell": "extends = \"ellis\"\n[names.val9]\nformula = '=1'",
    "a name like a column": "extends = \"ellis\"\n[names.c1_foo]\nformula = '=1'",
    "a name of Excel": "extends = \"ellis\"\n[names.Print_Area]\nformula = '=1'",
    "9,000 characters": 'extends = "ellis"\n[names.solution_in_rcb]\nformula = \'='
    + "&".join(['"' + "x" * 247 + '"'] * 36)
    + "'",
}
STRATEGIES = {
    "no_table": '[names.one]\nformula = "=1"',
    "no_list": '[strategy]\ntitle = "x"\n[plugs]\ndigit_that_follows = "guess_here"',
    "no_name": '[strategy]\ntitle = "x"\n[plugs]\ndigit_that_follows = ["nobody"]',
    "no_slot": '[strategy]\ntitle = "x"\n[plugs]\ndigit_that_folows = ["guess_here"]',
    "a_collision": OWN_STRATEGY + '[names.this_row]\nformula = "=1"',
}
BAD_BUILDS = {
    "80 characters": (["--puzzle", LINE[:80]], "--puzzle, line 1: 80 cells; a puzzle has 81"),
    "a letter": (["--puzzle", "x" + LINE[1:]], "--puzzle, line 1, character 1: 'x' is neither"),
    "10": (["--puzzle", "10,,,,,,,,"], "--puzzle, line 1, field 1: '10' is not a digit"),
    "no file": (["--puzzle", "nobody.txt"], "nobody.txt: cannot be read: No such file"),
    "no template": (["elis"], "elis: no such template; did you mean ellis?"),
    "a strategy as template": (["naked_pairs"], "naked_pairs: is a strategy, not a template; give"),
    "a template as strategy": (["--with", "ellis"], "ellis: is a template, not a strategy"),
    "a strategy's file as template": (["a_collision.toml"], "is a strategy, not a template; give"),
    "a template's file as strategy": (
        ["--with", "unknown_name.toml"],
        "unknown_name.toml: is a template, not a strategy",
    ),
    "two templates": (["ellis", "ellis"], "unexpected extra argument (ellis)"),
    "unknown option": (["--puzle", LINE], "No such option '--puzle'"),
    "syntax": (["syntax.toml"], "not valid TOML"),
    "unknown key": (["unknown_key.toml"], "unknown key colour"),
    "unknown name": (["unknown_name.toml"], "unknown name solved"),
    "a name like a cell": (["a_name_like_a_cell.toml"], "val9 is also the address of a cell"),
    "a name like a column": (
        ["a_name_like_a_column.toml"],
        "column.toml: [names.c1_foo]: the name c1_foo begins with c1, which is also an address in",
    ),
    "a name of Excel": (
        ["a_name_of_Excel.toml"],
        "the name Print_Area has a meaning of its own in Excel; write for example my_Print_Area",
    ),
    "9,000 characters": (["9,000_characters.toml"], "8,999 characters long; Excel allows 8,192"),
    "unknown strategy": (["--with", "uniqe"], "uniqe: no such strategy; did you mean unique?"),
    "not in": (
        ["--without", "swordfish"],
        "main.toml: no strategy swordfish to leave out; it has: ",
    ),
    "in and out": (["--with", "search", "--without", "search"], "is both added and left out"),
    "no slots": (["ellis", "--with", "search"], "ellis.toml: has no [slots]"),
    "does not fit": (["basic", "--with", "naked_triples"], "naked_triples: does not fit basic, "),
    "needs search": (["--with", "unique", "--without", "search"], "it needs search; plug that in"),
    "no [strategy]": (["--with", "no_table.toml"], "no_table.toml: the table [strategy] is missi"),
    "a plug is no list": (
        ["--with", "no_list.toml"],
        "[plugs.digit_that_follows]: should be a list",
    ),
    "a plug is no name": (["--with", "no_name.toml"], "there is no name 'nobody'"),
    "no such slot": (["--with", "no_slot.toml"], "no such slot; did you mean digit_that_follows?"),
    "a collision": (["--with", "a_collision.toml"], "[names.this_row]: is already in"),
    "out is a folder": (
        ["--no-values", "--out", "folder.xlsx"],
        "folder.xlsx: cannot be written: Is a directory",
    ),
    "out without ending": (["--no-values", "--out", "ellis"], "has to end in .xlsx"),
    "out below a file": (
        ["--no-values", "--out", "file/x.xlsx"],
        "file/x.xlsx: cannot be written: ",
    ),
}


@pytest.mark.parametrize("case", BAD_BUILDS)
def test_bad_input_to_build_is_one_line_and_leaves_no_file(run, tmp_path, case):
    arguments, message = BAD_BUILDS[case]
    for name, text in TEMPLATES.items():
        (tmp_path / f"{name.replace(' ', '_')}.toml").write_text(text)
    for name, text in STRATEGIES.items():
        (tmp_path / f"{name}.toml").write_text(text)
    (tmp_path / "folder.xlsx").mkdir()
    (tmp_path / "file").write_text("keep")
    before = sorted(tmp_path.rglob("*"))
    done = run("build", *arguments, input=LINE)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "file").read_text() == "keep"


def test_an_unwritable_folder(run, tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(stat.S_IRUSR | stat.S_IXUSR)
    if os.geteuid() == 0:
        locked = Path("/proc")  # where not even root may create files
    done = run("build", "ellis", "--no-values", "--out", locked / "x.xlsx")
    assert (done.returncode, done.stdout) == (2, "")
    assert "x.xlsx: cannot be written: " in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_all_problems_of_a_template_are_told_one_a_line(run, tmp_path):
    (tmp_path / "two.toml").write_text(
        'extends = "ellis"\n[names.val9]\nformula = "=1"\n[names.R1C1]\nformula = "=1"'
    )
    done = run("build", "two.toml")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 2
    assert all(line.startswith("xlbuilder: two.toml: [names.") for line in done.stderr.splitlines())
