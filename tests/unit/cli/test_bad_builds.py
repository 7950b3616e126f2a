"""What `build` refuses: one line that names the place, and no file left."""

import pytest

from tests.helpers.command import LINE, OWN_STRATEGY, refused

FILES = {
    "syntax": "[workbook",
    "unknown_name": "extends = \"ellis\"\n[names.solution_in_rcb]\nformula = '=solved'",
    "like_a_column": "extends = \"ellis\"\n[names.c1_foo]\nformula = '=1'",
    "a_collision": OWN_STRATEGY + '[names.this_row]\nformula = "=1"',
}

BAD_BUILDS = {
    f"--puzzle {LINE[:80]}": "--puzzle, line 1: 80 cells; a puzzle has 81",
    "--puzzle nobody.txt": "nobody.txt: cannot be read: No such file",
    "elis": "elis: no such template; did you mean ellis?",
    "naked_pairs": "naked_pairs: is a strategy, not a template; give",
    "--with ellis": "ellis: is a template, not a strategy",
    "--with unknown_name.toml": "strategy; xlbuilder try --old ellis --new unknown_name.toml",
    "ellis ellis": "unexpected extra argument (ellis)",
    f"--puzle {LINE}": "No such option '--puzle'",
    "syntax.toml": "not valid TOML",
    "like_a_column.toml": "[names.c1_foo]: the name c1_foo begins with c1, which is also an addre",
    "--with search --without search": "is both added and left out",
    "ellis --with search": "ellis.toml: has no [slots]",
    "basic --with naked_triples": "naked_triples: does not fit basic, ",
    "--with a_collision.toml": "[names.this_row]: is already in",
    # A second line would say that it calculates.
    "ellis --out folder.xlsx": "folder.xlsx: cannot be written: Is a directory",
    "ellis --out file/x.xlsx": "file/x.xlsx: cannot be written: ",
    "ellis --out file/deep/x.xlsx": "file/deep/x.xlsx: cannot be ",
    "ellis --out no_ending": "no_ending: the file's name has to end",
}


@pytest.mark.parametrize("arguments", BAD_BUILDS)
def test_bad_input_to_build_is_one_line_and_leaves_no_file(run, tmp_path, arguments):
    for name, text in FILES.items():
        (tmp_path / f"{name}.toml").write_text(text)
    (tmp_path / "folder.xlsx").mkdir()
    (tmp_path / "file").write_text("keep")
    before = sorted(tmp_path.rglob("*"))
    done = run("build", *arguments.split(), input=LINE)
    refused(done, BAD_BUILDS[arguments])
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "file").read_text() == "keep"


def test_all_problems_of_a_template_are_told_one_a_line(run, tmp_path):
    (tmp_path / "two.toml").write_text(
        'extends = "ellis"\n[names.val9]\nformula = "=1"\n[names.R1C1]\nformula = "=1"'
    )
    done = run("build", "two.toml")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 2
    assert all(line.startswith("xlbuilder: two.toml: [names.") for line in done.stderr.splitlines())
