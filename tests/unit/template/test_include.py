"""Templates and strategies in parts: what is laid in, in which order, and what is refused."""

from pathlib import Path

import pytest

from xlbuilder.template.locate import parts, shipped, strategies
from xlbuilder.template.source import read, read_strategy

TEMPLATE = """
[workbook]
title = "Counter"
[cells.counter]
range = "B2"
style = "plain"
formula = "=counter+step_size"
"""

STEP = '[names.step_size]\nformula = "=1"\n'

STYLE = "[styles.plain]\nsize = 9\n"


def including(*names, text=TEMPLATE):
    return f"needs = {list(names)}\n{text}"


# ---- what is laid in


def test_parts_are_laid_in_in_their_order_before_the_tables_of_the_file(loaded):
    own = TEMPLATE.replace("step_size", "step_size+first+last")
    template = loaded(
        template=including(
            "one.toml", "two.toml", text=own + STYLE + '[names.last]\nformula = "=3"'
        ),
        one=STEP,
        two='[names.first]\nformula = "=2"',
    ).template
    assert list(template.names) == ["step_size", "first", "last"]


def test_a_path_is_looked_up_beside_the_file_that_includes_it(loaded):
    template = loaded(
        template=including("deep/all.toml"),
        deep__all=including("step.toml", "../style.toml", text=""),
        deep__step=STEP,
        style=STYLE,
    ).template
    assert template.names["step_size"].formula == "=1"
    assert template.styles["plain"].size == 9


def test_the_including_file_changes_what_its_part_says(loaded):
    text = TEMPLATE + '[names.step_size]\nformula = "=5"\n'
    names = loaded(
        template=including("all.toml", text=text),
        all=including("step.toml", text='[names.step_size]\ncomment = "How far."' + "\n" + STYLE),
        step=STEP,
    ).template.names
    assert (names["step_size"].formula, names["step_size"].comment) == ("=5", "How far.")


# ---- what is refused


def test_a_part_changes_what_the_extended_template_says(loaded):
    template = loaded(
        base=including("style.toml", text=TEMPLATE + STEP),
        style=STYLE,
        template=including("two.toml", text='extends = "base.toml"'),
        two='[names.step_size]\nformula = "=2"',
    ).template
    assert template.names["step_size"].formula == "=2"
    assert template.workbook.title == "Counter"


def test_a_file_that_two_parts_include_is_laid_in_once(loaded):
    template = loaded(
        template=including("one.toml", "two.toml", text=TEMPLATE + STYLE),
        one=including("step.toml", text=""),
        two=including("step.toml", text=""),
        step=STEP,
    ).template
    assert list(template.names) == ["step_size"]


def test_the_strategies_of_a_part_are_looked_up_beside_it(loaded):
    plugging = (
        '[strategy]\ntitle = "x"\n[plugs]\nstep_size = ["two"]\n[names.two]\nformula = "=2"\n'
    )
    template = loaded(
        template=including("deep/slots.toml", text=TEMPLATE + STYLE),
        deep__slots='strategies = ["plug.toml"]\n[slots.step_size]\njoin = "={this}"\nlast = "=1"',
        deep__plug=plugging,
    ).template
    assert template.cells["counter"].formula == "=counter+two"


@pytest.mark.parametrize(
    ("second", "place"),
    [
        ('[names.step_size]\nformula = "=2"', "[names.step_size]"),
        ('[names.step_size]\ncomment = "Other keys of it are refused too."', "[names.step_size]"),
        ("[styles.plain]\nsize = 10", "[styles.plain]"),
        ('[guide.sections.more]\ntitle = "x"', "guide.sections.more"),
        ("[guide]\ntitle = 'x'", "guide.title"),
        ("[workbook]\nzoom = 90", "workbook.zoom"),
        ("strategies = []", "strategies"),
        ("names = 5", "[names]"),
    ],
)
def test_two_parts_do_not_define_the_same(refused, tmp_path, second, place):
    first = f"strategies = []\n{STEP}{STYLE}[workbook]\nzoom = 80\n[guide]\ntitle = 'Guide'\n"
    first += "[guide.sections.more]\ntitle = 'More'\nlines = []\n"
    (problem,) = refused(template=including("one.toml", "two.toml"), one=first, two=second)
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    assert problem == f"{two}: {place}: is in {one} too; keep one of them"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"template": "needs = 5"},
            "template.toml: needs: give a list of names or paths of parts",
        ),
        (
            {"template": "needs = 'one'"},
            "template.toml: needs: give a list of names or paths of parts",
        ),
        (
            {"template": "needs = [5]"},
            "template.toml: needs: give a list of names or paths of parts",
        ),
        (
            {"template": including("search")},
            "search: is a strategy, not a part; a template has it in strategies",
        ),
        (
            {"template": including("none.toml")},
            "template.toml: needs: none.toml: there is no such file",
        ),
        (
            {"template": including("shared/life")},
            "shared/life: no such part; did you mean shared/live?",
        ),
        (
            {"template": including("one.toml"), "one": 'extends = "ellis"'},
            "one.toml: extends: a part extends nothing; let the template extend it",
        ),
        (
            {"template": including("one.toml"), "one": "x ="},
            "one.toml: not valid TOML",
        ),
        (
            {"template": including("template.toml")},
            "template.toml: the file needs itself: template.toml > template.toml",
        ),
        (
            {
                "template": including("one.toml"),
                "one": including("two.toml", text=""),
                "two": including("one.toml", text=""),
            },
            "one.toml: the file needs itself: one.toml > two.toml > one.toml",
        ),
        (
            {
                "template": including("one.toml", text=TEMPLATE + STEP),
                "one": STYLE + "[nmes]\nx = 1",
            },
            "one.toml: unknown key nmes; did you mean names?",
        ),
        (
            {"template": including("one.toml", text=TEMPLATE + STEP), "one": STYLE + "sise = 1"},
            "one.toml: [styles.plain]: unknown key sise; did you mean size?",
        ),
        (
            {
                "template": including("one.toml", text=TEMPLATE + STYLE),
                "one": STEP.replace("1", "1+"),
            },
            "one.toml: [names.step_size] formula: the formula ends too early",
        ),
        (
            {
                "template": including("one.toml", text=TEMPLATE + STEP + STYLE),
                "one": '[names.more]\nformula = "=1"',
            },
            "one.toml: [names.more] formula: nothing uses it",
        ),
        (
            {"template": "need = []" + TEMPLATE + STEP + STYLE},
            "unknown key need; did you mean needs?",
        ),
    ],
)
def test_what_is_wrong_is_one_line_that_names_the_file(refused, tmp_path, files, message):
    (problem,) = refused(**files)
    assert problem.startswith(str(tmp_path))
    assert message in problem


def test_a_key_of_the_extended_template_is_named_with_its_file(refused, tmp_path):
    (problem,) = refused(
        base=TEMPLATE + STEP + STYLE + "sise = 1",
        template='extends = "base.toml"\n[styles.plain]\nsize = 8',
    )
    assert problem.startswith(f"{tmp_path / 'base.toml'}: [styles.plain]: unknown key sise")


def test_a_chain_of_parts_has_an_end(refused, loaded):
    chain = {f"p{number}": including(f"p{number + 1}.toml", text="") for number in range(21)}
    (problem,) = refused(template=including("p0.toml"), **chain, p21=STEP + STYLE)
    assert "template.toml: more than 20 files need each other; put some together" in problem
    assert loaded(template=including("p2.toml"), **chain, p21=STEP + STYLE).template


# ---- the shipped files


def test_there_are_not_too_many_parts(refused):
    names = [f"p{number}" for number in range(51)]
    (problem,) = refused(
        template=including(*(f"{name}.toml" for name in names)), **dict.fromkeys(names, "")
    )
    assert "template.toml: needs: more than 50 parts; put some together" in problem


def test_a_shipped_file_is_a_template_or_a_strategy_or_a_part():
    assert {"sudoku", "ellis", "generator", "life", "stages/candidates"} <= set(shipped())
    assert not any(name.startswith(("shared", "strategies", "sudoku/")) for name in shipped())
    assert {"shared/live", "sudoku/clues"} <= set(parts())
    assert "search" in strategies()
    paths = [*shipped().values(), *strategies().values(), *parts().values()]
    assert len(paths) == len(set(paths))


def test_every_shipped_part_is_included():
    sources = [*map(read, shipped().values()), *map(read_strategy, strategies().values())]
    used = frozenset[Path]().union(*(source.parts for source in sources))
    assert {path.resolve() for path in parts().values()} == used
