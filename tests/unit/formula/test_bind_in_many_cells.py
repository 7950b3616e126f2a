"""Binding many cells at once gives what binding each on its own gives."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlbuilder.errors import FormulaError
from xlbuilder.formula import placement
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import Binder
from xlbuilder.formula.fold import folded
from xlbuilder.formula.inline import resolved
from xlbuilder.formula.parse import parse, parsed_form
from xlbuilder.formula.placement import Placement
from xlbuilder.formula.tree import Call, Name, Number, Reference, children, moved, to_text
from xlbuilder.xlsx.model import read_workbook


@pytest.fixture(autouse=True)
def nothing_is_placed():
    """Begin without what other tests have placed, and leave nothing to them."""
    placement.placement_of.cache_clear()
    yield
    placement.placement_of.cache_clear()


def _is_live(condition, names):
    """Return whether a condition is TRUE, SUM(ROW())>0, which is true of every row, or a name."""
    while isinstance(condition, Name):
        condition = names[condition.text.lower()]
    return to_text(condition) in {"TRUE", "SUM(ROW())>0"}


def plainly(node, host, names, seen_from):
    """Bind a formula for one cell, word by word: what `Binder` does for many with less work."""
    rows, columns = host.top - seen_from[0], host.left - seen_from[1]
    match node:
        case Name(text):
            return plainly(names[text.lower()], host, names, (1, 1))
        case Reference(sheet, first, last):
            return resolved(Reference(sheet or "Main", first, last).moved(rows, columns))
        case Call("ROW", ()):
            return Number(float(host.top))
        case Call("COLUMN", ()):
            return Number(float(host.left))
        case Call("IF", (condition, then, *_)) if _is_live(condition, names):
            return plainly(then, host, names, seen_from)
    below = tuple(plainly(child, host, names, seen_from) for child in children(node))
    return folded(node, below) if below else node


def cell(row, column):
    return Area("Main", row, column, row, column)


HOSTS = [cell(row, column) for row in (1, 2, 3, 7) for column in (1, 2, 5)]

numbers = st.recursive(
    st.sampled_from(
        [
            "0",
            "1",
            "2",
            "2.5",
            "ROW()",
            "COLUMN()",
            "ROW(Main!A1)",
            "COLUMN(Main!$B1)",
            "here",
            "across",
            "ROWS(Main!A1:B3)",
            "ROW(block)",
            "ROW(Main!A$1:A2)",
        ]
    ),
    lambda inner: st.one_of(
        st.builds("({}{}{})".format, inner, st.sampled_from("+-*/"), inner),
        st.builds("({}{}{})".format, inner, st.sampled_from(["=", "<", ">="]), inner),
        st.builds("MOD({},{})".format, inner, inner),
        st.builds("INT({})".format, inner),
        st.builds("(-{})".format, inner),
        st.builds("({}%)".format, inner),
        st.builds("CHAR({})".format, inner),
        st.builds("{}({},{})".format, st.sampled_from(["SUM", "MAX", "MIN"]), inner, inner),
        st.builds("ROW(INDEX(block,{},{}))".format, inner, inner),
        st.builds("COLUMN(INDEX(block,{},{}))".format, inner, inner),
    ),
    max_leaves=6,
)

areas = st.one_of(
    st.sampled_from(["Main!A1", "Main!$A1", "Main!B$2", "block", "corner", "Main!A1:B2"]),
    st.builds("INDEX(block,{},{})".format, numbers, numbers),
    st.builds("(INDEX(block,{},1):INDEX(block,{},2))".format, numbers, numbers),
)

formulas = st.recursive(
    st.one_of(numbers, areas),
    lambda inner: st.one_of(
        st.builds("IF({},{},{})".format, inner, inner, inner),
        st.builds("IF({},{})".format, inner, inner),
        st.builds("CHOOSE({},{},{})".format, inner, inner, inner),
        st.builds("AND({},NOT({}))".format, inner, inner),
        st.builds("COUNTIF({},{})".format, areas, inner),
        st.builds("({}+{})".format, inner, inner),
        st.builds("({}&{})".format, inner, inner),
        st.builds("INDEX({},{},{})".format, areas, inner, inner),
    ),
    max_leaves=6,
)

NAMES = {
    "block": parse("Main!$B$2:$D$5"),
    "corner": parse("INDEX(block,1,ROW())"),
    "here": parse("ROW()*10+COLUMN()"),
    "across": parse("COLUMN(INDEX(block,ROW(),1))+here"),
}


@pytest.mark.exhaustive
@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(formulas, min_size=1, max_size=3))
def test_every_cell_gets_what_it_would_get_alone(texts):
    binder = Binder(NAMES)
    for text in texts:
        written = parse(text)  # as it stands in A1, and filled from there into the others
        for host in HOSTS:
            node = moved(written, host.top - 1, host.left - 1)
            expected = plainly(node, host, NAMES, (host.top, host.left))
            # An error that a number of the cell makes is not drawn out of what depends on values.
            assert drawn_out(binder.bind(node, host)) == expected, (text, host)


def drawn_out(node):
    below = tuple(map(drawn_out, children(node)))
    return folded(node, below) if below else node


@pytest.mark.slow
@pytest.mark.parametrize(("name", "known"), [("sudoku", 10), ("ellis", 100_000)])
def test_so_do_the_cells_of_our_workbooks(built, monkeypatch, name, known):
    """However little is kept from one cell to the next."""
    monkeypatch.setattr(placement, "_MOST_PLACED", known)
    monkeypatch.setattr(placement, "_MOST_STUDIED", known)
    model = read_workbook(built(name))
    binder = Binder(model.names)
    for host, node in list(model.formulas.items())[::7]:
        expected = plainly(node, host, model.names, (host.top, host.left))
        assert binder.bind(node, host) == expected, host


def test_a_binder_that_forgets_the_column_is_seen(monkeypatch):
    bound = Placement.bound

    def bound_in_first_column(self, inlined, form, host):
        return bound(self, inlined, form, cell(host.top, 1))

    monkeypatch.setattr(Placement, "bound", bound_in_first_column)
    binder = Binder(NAMES)
    found = [binder.bind(NAMES["here"], cell(3, column)) for column in (1, 2)]
    assert found[1] != plainly(NAMES["here"], cell(3, 2), NAMES, (3, 2))


def test_the_row_of_a_cell_found_by_its_column_depends_on_the_column():
    """ROW of a reference depends on rows alone, but a position can come from anywhere."""
    binder = Binder(NAMES)
    formula = parse("ROW(INDEX(block,COLUMN(),1))")
    found = [binder.bind(formula, cell(3, left)) for left in (1, 2, 3)]
    assert found == [Number(2.0), Number(3.0), Number(4.0)]


def test_the_example_of_the_module():
    """Three cells: what they share, and what each has of its own."""
    binder = Binder(NAMES)
    first, second, third = (
        binder.bound(parsed_form(f'IF(A{row}="",INDEX(block,ROW(),1),"")'), cell(row, 3))
        for row in (1, 2, 3)
    )
    assert (to_text(first.frame, "Main"), first.parts) == ('IF(A1="",B2,"")', {})  # as if alone
    assert to_text(second.frame) == to_text(third.frame) == 'IF(part_0="",part_1,"")'
    assert second.frame is third.frame
    texts = [
        {name: to_text(part, "Main") for name, part in bound.parts.items()}
        for bound in (second, third)
    ]
    assert texts == [{"part_0": "A2", "part_1": "B3"}, {"part_0": "A3", "part_1": "B4"}]
    assert to_text(third.node, "Main") == 'IF(A3="",B4,"")'


def test_a_name_that_is_known_already_still_counts():
    """One level more in each cell: what was bound before makes it no less deep."""
    names = {"n0_": parse("Main!$A$1")} | {f"n{i}_": parse(f"1+n{i - 1}_") for i in range(1, 300)}
    binder = Binder(names)
    for level in range(0, 99, 9):
        binder.bind(parse(f"n{level}_"), cell(1, 1))
    with pytest.raises(FormulaError, match="beyond bounds"):
        binder.bind(parse("n110_"), cell(1, 1))


def test_what_is_true_of_every_row_is_not_asked():
    names = {"live": parse("SUM(ROW())>0"), "all": parse("IF(live,SUM(Main!$A$1:$A$3))")}
    binder = Binder(names)
    bound = [to_text(binder.bind(parse("IF(all>2,1,0)"), cell(row, 2)), "Main") for row in (1, 9)]
    assert bound == ["IF(SUM(A1:A3)>2,1,0)"] * 2
    asked = parse("IF(SUM(ROW())>5,SUM(A1:A2),A3)")
    assert to_text(binder.bind(asked, cell(9, 1)), "Main").startswith("IF")


def test_what_is_placed_is_known_to_all_binders():
    """They share it as far as their formulas are the same with all names written out."""
    formula, names = parsed_form('IF(A1="",across,"")'), {**NAMES, "here": parse("ROW()*10")}
    for row in (1, 2):
        known = Binder(NAMES).bound(formula, cell(row, 3))
    same, other = (Binder(each).bound(formula, cell(2, 3)) for each in ({**NAMES}, names))
    assert same.frame is known.frame
    assert same.parts["part_1"] is known.parts["part_1"]
    assert to_text(same.node, "Main") == 'IF(A1="",25,"")'
    assert to_text(other.node, "Main") == 'IF(A1="",22,"")'


@pytest.mark.parametrize(
    "texts",
    [
        ["MATCH(A1,B1:B9,0)", "MATCH(A2,B1:B9,1)", "MATCH(A3,B1:B9,0)"],
        ["A1*3+INDEX(B1:B9,2)", "C1*4+INDEX(B1:B9,7)", "D9*0+INDEX($A$1:$A$5,1)"],
        ["IF(1,2,3)", "IF(0,4,5)", "IF(1,6,7)", "IF(0,A1,7)"],
        ["ROW(A5)*2", "ROW(A7)*9", "ROW(A1:A2)*3"],
        ["-3+A1:A2", "-4+B1:C2", "4%+C2"],
    ],
)
def test_numbers_of_the_formulas_themselves_are_the_cells_own(texts):
    binder = Binder(NAMES)
    for row, text in enumerate(texts * 2, 1):
        host = cell(row, 5)
        expected = plainly(parse(text), host, NAMES, (host.top, host.left))
        assert binder.bind(parse(text), host) == expected, text
