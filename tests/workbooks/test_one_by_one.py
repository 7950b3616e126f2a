"""IFs for AND and OR: sudoku has less to look at, and solves as it does without."""

from xlbuilder.proof.work import profiled
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

AT_ONCE = 'extends = "sudoku"\nworkbook.one_by_one = false\n'
LEFT_OUT = ["all", "unique", "reasons", "rating"]


def test_sudoku_asks_less_and_solves_in_the_same_iterations(tmp_path, boards):
    (tmp_path / "at_once.toml").write_text(AT_ONCE)
    profiles = []
    for name in ("sudoku", str(tmp_path / "at_once.toml")):
        template = load(name, removed=LEFT_OUT).template
        is_and = template.names["everything_is_reset"].formula.startswith("=AND(")
        assert is_and == (name != "sudoku")
        build(template, tmp_path / "own.xlsx")
        profiles.append(profiled(read_workbook(tmp_path / "own.xlsx"), boards["search_1"]))
    one_by_one, at_once = profiles
    assert len(one_by_one.iterations) == len(at_once.iterations)
    assert one_by_one.work.functions < at_once.work.functions
    assert one_by_one.work.cells < 0.9 * at_once.work.cells
