"""Families: cells that an engine compiles once, each with its own areas and numbers."""

import pytest

from tests.helpers.workbooks import cell, saved
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.tree import to_text
from xlbuilder.recalc import program as program_module
from xlbuilder.recalc.program import load_program
from xlbuilder.xlsx.model import read_workbook


@pytest.fixture
def program(tmp_path):
    """Return a function that loads cells, given as addresses and contents."""

    def load(cells):
        return load_program(read_workbook(saved(tmp_path, cells)))

    return load


def families(program):
    return list(dict.fromkeys(member.family for member in program.members.values()))


def test_what_differs_is_a_hole_or_a_name_and_what_is_the_same_stays(program):
    text = "IF($A$1>5,INDEX($A$1:$C$3,2,COLUMN()-3),ROW()*10)+COUNTIF($A$1:$C$3,ROW())"
    loaded = program({f"D{row}": f"={text}" for row in (1, 2, 3)})
    (family,) = families(loaded)
    # 5 and column D are the same in all.
    expected = "LAST_SUM(IF(A1>5,B1,NUMBER_0),COUNTIF(C1:E3,NUMBER_1))"
    assert to_text(family.formula, "") == expected
    assert [str(hole) for hole in family.holes] == ["A1", "B1", "C1:E3"]
    second = loaded.members[cell("D2")]
    assert [str(area) for area in second.areas] == ["A1", "A2", "A1:C3"]
    assert second.numbers == (20.0, 2.0)


def test_the_example_of_the_module(program):
    """Two cells of one family, and a third one that reads an area of another size."""
    last = {1: "C", 2: "C", 3: "D"}
    loaded = program(
        {f"E{row}": f"=IF(A{row}>5,SUM(B{row}:{last[row]}{row})*(ROW()*10))" for row in last}
    )
    one, other = families(loaded)
    assert to_text(one.formula, "") == "IF(A1>5,SUM(B1:C1)*NUMBER_0)"
    own = {
        str(place): ([str(area) for area in member.areas], member.numbers)
        for place, member in loaded.members.items()
        if member.family == one
    }
    assert own == {"E1": (["A1", "B1:C1"], (10.0,)), "E2": (["A2", "B2:C2"], (20.0,))}
    assert to_text(other.formula, "") == "IF(A1>5,SUM(B1:D1)*30)"


def test_it_does_not_matter_how_a_formula_is_written(program):
    """A workbook without names, in which every cell has a text of its own."""
    loaded = program({"D1": "=COUNTIF($A$1:$A$3,1)>B1", "D2": "=COUNTIF($B$1:$B$3,7)>$C$9"})
    (family,) = families(loaded)
    assert to_text(family.formula, "") == "COUNTIF(A1:A3,NUMBER_0)>B1"
    assert [member.numbers for member in loaded.members.values()] == [(1.0,), (7.0,)]


def test_a_number_that_chooses_what_a_function_does_stays_where_it_is(program):
    loaded = program({"D1": "=MATCH(A1,$A$1:$A$3,0)", "D2": "=MATCH(A1,$A$1:$A$3,1)"})
    assert len(families(loaded)) == 2


def test_formulas_of_other_kinds_are_other_families(program):
    """Where a comparison folds to TRUE, an area has another size, a position is outside."""
    texts = {
        "D1": "=IF(ROW()=1,A1,-A2)",
        "D2": "=IF(ROW()=1,A1,-A2)",
        "E1": "=SUM(INDEX($A$1:$A$3,1):INDEX($A$1:$A$3,ROW()))",
        "E2": "=SUM(INDEX($A$1:$A$3,1):INDEX($A$1:$A$3,ROW()))",
        "F3": "=INDEX($A$1:$A$3,ROW())*2",
        "F4": "=INDEX($A$1:$A$3,ROW())*2",
    }
    assert len(families(program(texts))) == 6


@pytest.mark.parametrize("formula", ["=ROW()*2", "=SUM($A$1:$A$3)"])
def test_all_formulas_together_are_bounded(tmp_path, monkeypatch, formula):
    """What they read, and the parts that depend on the cell: these are held for all at once."""
    few, many = (
        read_workbook(saved(tmp_path, {f"D{row}": formula for row in range(1, count)}))
        for count in (4, 14)
    )
    monkeypatch.setattr(program_module, "MAX_TOGETHER", 10)
    assert len(load_program(few).members) == 3
    with pytest.raises(WorkbookError, match="read too many cells"):
        load_program(many)


def test_the_same_formulas_are_bound_once(tmp_path):
    """Whatever the values are; another formula, or another meaning of a name, is bound again."""

    def opened(value, formula="=rate*2", rate="Sheet!$A$1"):
        path = saved(tmp_path, {"A1": value, "B1": formula}, names={"rate": rate})
        return load_program(read_workbook(path))

    first, again = opened(1), opened(2)
    assert again.members is first.members
    assert again.model.values != first.model.values
    assert opened(1, formula="=rate*3").members is not first.members
    assert opened(1, rate="Sheet!$A$2").members != first.members


def test_a_formula_reads_a_memory_of_64_kilobytes(program):
    """A computer made of cells finds a byte with INDEX."""
    loaded = program({"A1": "=INDEX(B1:IW256,A2,A3)"})
    assert len(loaded.precedents[cell("A1")]) == 65_538
