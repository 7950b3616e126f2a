"""What stands between a user's typo and Excel's repair dialog: each rule, broken once."""

import pytest

from xlbuilder.template.limits import MAX_PROBLEMS

ELLIS = 'extends = "ellis"\n'


def name(formula, name="single_sol_in_rcb", **keys):
    rest = "".join(f"\n{key} = {value!r}" for key, value in keys.items())
    return f"[names.{name}]\nformula = '''{formula}'''{rest}"


BOUND = "[boards.in_board.whole_number]\nmax = "

LIST = """[lists.more]
sheet = 'Words'
title = 'Words'
rows = [['a', 1], ['b', 2]]
[lists.more.columns.words]
title = 'Word'
[lists.more.columns.counts]
title = 'Count'
"""

FORMULAS = {
    "unknown name": (name("=singel_sol_in_row"), "unknown name singel_sol_in_row; did you mean"),
    "unknown function": (name("=COUNTFI(array1to9,1)"), "did you mean COUNTIF?"),
    "too new": (name("=IFS(TRUE,1)"), "Excel 2007 lacks (_xlfn.)"),
    "volatile": (name("=OFFSET(Main!$A$1,1,1)"), "volatile"),
    "no sheet": (name("=D4", entered_from="D16"), "D4 has no sheet; in a name write Main!D4"),
    "other sheet": (name("=Other!$D$4"), "Other!$D$4 is on an unknown sheet; there is only Main"),
    "an IF over an array": (
        name("=SUMPRODUCT(IF(sol_board=1,1,0))"),
        "IF is given an array in IF(sol_board=1,1,0), of which it takes one value in a cell",
    ),
    "no equals sign": (name("array1to9"), "begins without ="),
    "long": (name('="' + "x" * 9000 + '"'), "is 9,002 characters long; Excel allows 8,192"),
    "very long": (name('="' + "x" * 90_000 + '"'), "90,003 characters long; split it"),
    "calls itself": (name("=single_sol_in_rcb+1"), "calls itself"),
    "circle": (name("=single_sol_in_rcb", "single_sol_in_row"), "the name calls itself"),
    "relative, from nowhere": (name("=Main!A1", "array1to9"), "is relative; add entered_from"),
    "entered from no cell": (
        name("=Main!D4", "in_cell_from_sol", entered_from="D16:D17"),
        "entered_from: should be one cell such as D16, not 'D16:D17'",
    ),
    "unused": (name("=1", "my_helper"), "[names.my_helper] formula: nothing uses it"),
    "misspelled": (name("=1", "array1to8"), "nothing uses it; did you mean array1to9?"),
    "range for a value": (
        "[boards.sol_board]\nformula = '=in_board+1'",
        "uses the range in_board where one value is expected",
    ),
    "name of a range for a value": (
        "[boards.val_board]\nformula = '=IF(OR(sol_row_from_val=onetonine),1,2)'",
        "uses the range sol_row_from_val where one value is expected",
    ),
    "array for a value": (
        "[boards.sol_board]\nformula = '=array1to9'",
        "uses the range array1to9 where one value is expected",
    ),
    "constant array for a value": (
        "[boards.sol_board]\nformula = '=IF({1,2}=1,1,2)'",
        "uses the array {1,2} where one value is expected",
    ),
    "name of an array for a value": (
        "[boards.sol_board]\nformula = '=IF(more_than_once,1,2)'\n"
        + name("=COUNTIF(val_bigcell_from_sol,array1to9)>1", "more_than_once"),
        "uses the range more_than_once where one value is expected",
    ),
    "column for a value": ("[boards.sol_board]\nformula = '=INDEX(in_board,0,1)'", "not one value"),
    "outside a range": (
        name("=INDEX(sol_board,ROW(Main!A1),1)", "sol_cell_from_val", entered_from="P4"),
        "[names.sol_cell_from_val] formula: in P13 points outside a range (#REF!)",
    ),
    "from the wrong cell": (
        name("=Main!D4", "in_cell_from_sol", entered_from="D17"),
        "[names.in_cell_from_sol] formula: in D16 reads D3, which lies outside every board",
    ),
    "round the edge": (
        name("=Main!A1", "in_cell_from_sol", entered_from="P4"),
        "reads XES13",
    ),
}


@pytest.mark.parametrize("case", FORMULAS)
def test_formula(refused, case):
    text, message = FORMULAS[case]
    found = refused(template=ELLIS + text)
    assert [line for line in found if message in line], found


SHEET = {
    "no print area": ("[workbook]\nprint_area = 'all'", "a range such as D4:L12, not 'all'"),
    "folded backwards": (
        "[workbook]\nfolded = ['98:45']",
        "folded.0: should be written from the first to the last, not '98:45'",
    ),
    "folded columns backwards": ("[workbook]\nfolded = ['AA:Z']", "to the last, not 'AA:Z'"),
    "name like a cell": ("[names.val9]\nformula = '=1'", "the name val9 is also the address of a"),
    "name in R1C1": ("[names.R1C1]\nformula = '=1'", "R1C1 is also an address in R1C1 style"),
    "name of a truth value": ("[names.True]\nformula = '=1'", "the name True is a truth value"),
    "name twice": ("[names.State]\nformula = '=1'", "is the same name as cells.state"),
    "sheet name": ("[workbook]\nsheet = 'a/b'", "a sheet's name has none of"),
    "a sheet of 32 characters for Excel": (
        "[workbook]\nsheet = '" + "\U0001f600" * 16 + "'",
        "is 32 characters for Excel, which takes 31",
    ),
    "sheet History": ("[workbook]\nsheet = 'History'", "Excel keeps the sheet name History"),
    "iterations": ("[workbook.calculation]\nmax_iterations = 40000", "less than or equal to 32767"),
    "overlap": ("[cells.state]\nrange = 'D21'", "D21 overlaps boards.sol_board (D16:L24)"),
    "no range": (
        "[cells.state]\nrange = 'here'",
        "range: should be a range such as D4:L12, not",
    ),
    "backwards": ("[cells.state]\nrange = 'L14:J14'", "to the bottom right one, not 'L14:J14'"),
    "no place for a label": ("[cells.state]\nrange = 'J1'", "no row above it for its label"),
    "no style": ("[cells.state]\nstyle = 'fancy'", "there is no style fancy; known are: input"),
    "text nowhere": ("[texts.title]\nat = 'top'", "at: should be one cell such as D16, not 'top'"),
    "label in a board": (
        "[cells.note]\nrange = 'D25'\nlabel = 'x'\nstyle = 'input'",
        "[cells.note] label: would stand in D24, which overlaps boards.sol_board (D16:L24)",
    ),
    "label in a merged cell": (
        "[cells.note]\nrange = 'K15'\nlabel = 'x'\nstyle = 'input'",
        "would stand in K14, which overlaps cells.state (J14:L14)",
    ),
    "text on a label": (
        "[texts.title]\nat = 'D15'",
        "D15 overlaps the label of boards.sol_board",
    ),
    "text on a text": ("[texts.title]\nat = 'D32'", "D32 overlaps texts.title (D32)"),
    "long text": (f"[texts.title]\ntext = '{'x' * 32_768}'", "at most 32,767 characters"),
    "long value": (
        f"[cells.note]\nrange = 'A9'\nstyle = 'input'\nvalue = '{'x' * 32_768}'",
        "at most 32,767 characters",
    ),
    "long number format": (
        f"[styles.input]\nnumber_format = '{'0' * 256}'",
        "at most 255 characters",
    ),
    "drive": ("[drive]\nsolution = 'answer'", "there is no board answer"),
    "a name that the workbook lacks": (
        "[cells.state]\nnamed = false",
        "uses state, which has named = false; leave that out",
    ),
    "misspelled board": (
        "[drive]\nsolution = 'sol_bord'",
        "there is no board sol_bord; did you mean sol_board?",
    ),
    "misspelled format": (
        "[formats.more]\nboard = 'sol_bord'\nformula = '=TRUE'",
        "there is no board or cell sol_bord; did you mean sol_board?",
    ),
    "drive status text": (
        "[drive]\nstatus_text = 'words'",
        "status_text]: there is no cell words",
    ),
    "drive placements": (
        "[drive]\nplacements = 'val_board'",
        "[drive.placements]: val_board should have 9x9 cells",
    ),
    "drive rating": ("[drive]\nrating = 'hard'", "rating]: there is no cell hard"),
    "stored without formula": ("[cells.state]\nstored = false", "stored: has no formula, so its"),
    "drive input nowhere": (
        "[drive]\ninput = 'typed'",
        "[drive.input]: there is no board or cell typed",
    ),
    "drive input a cell": (
        "[drive]\ninput = 'typed'\n[cells.typed]\nrange = 'B2'\nstyle = 'input'\nformula = '=1'",
        "typed holds formulas, so it takes no puzzle",
    ),
    "drive input": (
        "[drive]\ninput = 'sol_board'",
        "sol_board holds formulas, so it takes no puzzle",
    ),
    "drive choice": ("[drive]\nsteps = [{ state = 'Slove' }]", "'Slove' is none of state's: Reset"),
    "text in a board": ("[texts.title]\nat = 'E17'", "E17 overlaps boards.sol_board (D16:L24)"),
    "U+FFFF": ('[texts.title]\ntext = "a\\uFFFF"', "[texts.title] text: should be a text without"),
    "U+FFFF in a formula": ("[names.onetonine]\nformula = '=\uffff'", "(it has U+FFFF)"),
    "drive step": ("[drive]\nsteps = [{ stat = 'Reset' }]", "there is no cell stat"),
    "formula and values": (
        "[boards.in_board]\nformula = '=1'",
        "template.toml: [boards.in_board]: has a formula, so",
    ),
    "values": ("[boards.in_board]\nvalues = '123'", "should be 9 lines of 9 characters"),
    "whole number": ("[boards.in_board.whole_number]\nmin = 10", "min is more than max"),
    "a bound without =": (f"{BOUND}'9'", "in_board] whole_number: begins without ="),
    "a bound with an unknown name": (f"{BOUND}'=hihgest'", "uses the unknown name hihgest"),
    "an array in a bound": (
        f"{BOUND}'=SUM({{1,2}})'",
        "whole_number takes no constant array; move it into a name",
    ),
    "long message": (
        f"[boards.in_board.whole_number]\nmessage = '{'x' * 225}'",
        "at most 224 characters",
    ),
    "long comment": (f"[cells.state]\ncomment = '{'x' * 256}'", "at most 255 characters"),
    "choices": ("[cells.state]\nchoices = ['Reset', 'a,b']", "contain a comma"),
    "many choices": (
        f"[cells.state]\nchoices = ['Reset', {', '.join(repr('x' * 60) for _ in range(5))}]",
        "longer than 255 characters",
    ),
    "value": ("[cells.state]\nvalue = 'Stop'", "'Stop' is none of the choices"),
    "guide on the first sheet": (
        "[guide]\nsheet = 'MAIN'",
        "template.toml: guide.sheet: there is a sheet MAIN already; give this one another name",
    ),
    "list on the first sheet": (LIST.replace("Words", "main"), "there is a sheet main already"),
    "list's column twice": (LIST.replace("words]", "state]"), "is the same name as cells.state"),
    "list's column's name": (LIST.replace("words]", "R1C1]"), "the name R1C1"),
    "list with a short row": (LIST.replace("['b', 2]", "['b']"), "row 2 has 1 values; there are 2"),
    "huge number in a list": (LIST.replace("2]]", "2" + "0" * 20 + "]]"), "smaller number"),
    "infinity in a list": (LIST.replace("2]]", "inf]]"), "finite number"),
    "choices from nowhere": ("[cells.state]\nchoices_from = 'words'", "no list has a column words"),
    "choices twice": (LIST + "\n[cells.state]\nchoices_from = 'words'", "has choices or a formula"),
    "unknown key of the guide": (
        "[guide]\ntitel = 'x'",
        "template.toml: guide: unknown key titel; did you mean title?",
    ),
    "long line of a section": (
        f"[guide.sections.solve]\nlines = ['{'x' * 1001}']",
        "at most 1,000 characters",
    ),
    "what only loading fills": ("plugged = []", "unknown key plugged; known are: boards"),
    "unknown table key": (
        "[names.onetonine]\nform = 'x'",
        "unknown key form; did you mean formula",
    ),
    "misspelled entry": (
        "[names.onetonines]\ncomment = 'x'",
        "did you mean onetonine? If not, the key formula is missing; required are: formula",
    ),
}


BOARD = "[boards.more]\nstyle = 'input'\nrange = "


TOO_MUCH = {
    "digits": ("[workbook]\ncell_size = 1" + "0" * 5000, "holds a number of thousands of digits"),
    "hexadecimal digits": (
        "[workbook]\ncell_size = 0x" + "f" * 5000,
        "workbook.cell_size: should be less than or equal to 200, not a number of thousands",
    ),
    "levels": (f"[x.{'.'.join('a' * 3000)}]\ny = 1", "nests its values too deeply"),
    "levels of arrays": (f"x = {'[' * 30}{']' * 30}", "nests its values too deeply"),
    "levels of tables": ("x = " + "{x=" * 30 + "1" + "}" * 30, "nests its values too deeply"),
    "bytes": ("#" * 500_001, "is larger than 500,000 bytes; split it"),
    "cells of a board": (
        BOARD + "'A500:ZZ4000'",
        "[boards.more] range: A500:ZZ4000 has 2,457,702 cells; a template has at most 50,000",
    ),
    "boards": (
        "\n".join(BOARD.replace("more", f"q_{n}") + f"'A{n + 200}'" for n in range(2000)),
        "boards, cells and texts; 2,000 at most",
    ),
    "columns": (BOARD + "'ALM4'", "should be within 4096 rows and 1000 columns, not 'ALM4'"),
    "rows": ("[texts.title]\nat = 'A4097'", "should be within 4096 rows and 1000 columns, not 'A4"),
    "names": ("\n".join(name("=1", f"n_{n}") for n in range(2001)), "names; 2,000 at most"),
    "characters": (
        "\n".join(name("=" + "1+" * 4000 + "1", f"n_{n}") for n in range(55)),
        "characters together; 400,000 at most",
    ),
    "names below names": (
        "\n".join(name(f"=n_{n + 1}", f"n_{n}") for n in range(150)) + "\n" + name("=1", "n_150"),
        "more than 100 names call each other",
    ),
    "steps": (f"[drive]\nsteps = [{'{}, ' * 21}]", "at most 20 items"),
    "codes": (f"[drive]\nsays = {{ stuck = {list(range(1001))} }}", "at most 1,000 items"),
}


@pytest.mark.parametrize("case", TOO_MUCH)
def test_too_much(refused, case):
    """Refused in a short line, before it takes much time or memory."""
    text, message = TOO_MUCH[case]
    found = refused(template=ELLIS + text)
    assert [line for line in found if message in line], found
    assert max(map(len, found)) < 1000


def test_no_more_problems_are_told_than_anybody_reads(refused):
    text = "\n".join(name(f"=zz_{n}", f"n_{n}") for n in range(300))
    found = refused(template=ELLIS + text)
    assert len(found) == MAX_PROBLEMS


@pytest.mark.parametrize("case", SHEET)
def test_sheet(refused, case):
    text, message = SHEET[case]
    found = refused(template=ELLIS + text)
    assert [line for line in found if message in line], found


def test_each_problem_is_one_line_with_the_file(refused):
    found = refused(template=ELLIS + name("=zzz(1)+yyy") + "\n" + name("=1", "unused_one"))
    assert len(found) == 2
    assert all("template.toml: [names." in line for line in found)
