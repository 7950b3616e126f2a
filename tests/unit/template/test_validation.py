"""What is said of a value that a key cannot have: one line for each kind of mistake."""

import pytest

LIST = "[lists.x]\nsheet = 'a'\ntitle = 'b'\n"

WORDS = {
    "no style": (
        "[boards.x]\nrange = 'A1'",
        "[boards.x]: the key style is missing; required are: range or size, style",
    ),
    "string": ("[boards.in_board]\nrange = 5", "range: should be a valid string, not 5"),
    "integer": ("[workbook]\nzoom = 'x'", "workbook.zoom: should be a valid integer, not 'x'"),
    "boolean": ("[workbook]\nprotected = 1", "protected: should be a valid boolean, not 1"),
    "number": ("[workbook.calculation]\nmax_change = 'x'", "should be a valid number, not 'x'"),
    "finite": ("[workbook.calculation]\nmax_change = nan", "should be a finite number, not nan"),
    "above": ("[workbook.calculation]\nmax_change = 0", "should be greater than 0, not 0"),
    "below": ("[workbook.calculation]\nmax_change = 1", "should be less than 1, not 1"),
    "at least": ("[workbook]\nzoom = 1", "should be greater than or equal to 10, not 1"),
    "words": (
        "[styles.input]\nalign = 'middle'",
        "align: should be 'left', 'center' or 'right', not 'middle'",
    ),
    "short text": (
        "[workbook]\ntitle = ''",
        "title: should have at least 1 character, not ''",
    ),
    "long text": (
        f"[workbook]\ntitle = '{'x' * 256}'",
        "title: should have at most 255 characters, not 'xxx",
    ),
    "no table": ("workbook = 5", "workbook: should be a table, not 5"),
    "no list": ("[workbook]\nfolded = 5", "workbook.folded: should be a list, not 5"),
    "no lines": (
        "[workbook]\nfolded = ['x']",
        "workbook.folded.0: should be rows such as 45:98, or columns such as A:C, not 'x'",
    ),
    "no color": (
        "[styles.input]\nfill = 'yellow'",
        "[styles.input] fill: should be a color such as 1F4E9E, not 'yellow'",
    ),
    "empty list": (
        LIST + "rows = []\ncolumns = { c = { title = 'x' } }",
        "[lists.x] rows: should have at least 1 item, not []",
    ),
    "control character": (
        '[workbook]\ntitle = "a\\u0001"',
        "title: should be a text without control characters and the like (it has U+0001), not 'a",
    ),
    "large number": (
        "[cells.state]\nvalue = 1" + "0" * 400,
        "[cells.state] value: should be a smaller number, not 1000",
    ),
    "key": ("[drive]\nsays = { sloved = [1] }", "[drive.says] sloved: should be 'working', 'sol"),
    "several kinds": (
        "[cells.state]\nvalue = []",
        "value: should be a valid string or be a valid boolean or be a valid integer or be a",
    ),
    "the right one of several kinds": (
        f"[cells.state]\nvalue = '{'x' * 33000}'",
        "[cells.state] value: should have at most 32,767 characters, not 'xxx",
    ),
    "key of a file": ("neds = []", "unknown key neds; did you mean needs?"),
}


@pytest.mark.parametrize("case", WORDS)
def test_the_words(refused, case):
    text, words = WORDS[case]
    found = refused(template='extends = "ellis"\n' + text)
    assert [line for line in found if "template.toml: " in line and words in line]
    assert "otherwise" not in "".join(found)
