"""Loading, extending and customizing templates."""

import pytest

from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load
from xlbuilder.template.locate import shipped
from xlbuilder.template.schema import NamedFormula

MINIMAL = """
[workbook]
title = "Counter"
[cells.counter]
range = "B2"
style = "plain"
formula = "=counter+1"
[styles.plain]
"""


def test_a_file_with_one_formula_is_a_whole_template(edited):
    path = edited('extends = "ellis"\n[names.single_sol_in_rcb]\nformula = \'=""\'')
    loaded = load(str(path))
    published = load("ellis").template
    assert loaded.template.names["single_sol_in_rcb"].formula == '=""'
    assert loaded.template.names["single_sol_in_rcb"].comment
    assert loaded.template.boards == published.boards
    assert set(loaded.left_out) >= {"single_sol_in_row", "array1to9", "val_bigbox_from_sol"}
    assert "single_sol_in_row" not in loaded.template.names


def test_the_title_on_the_sheet_follows_that_of_the_workbook(edited):
    """In each template of xlbuilder; a text of one's own stays."""
    for name in shipped():
        path = edited(f"extends = '{name}'\n[workbook]\ntitle = 'Mine'")
        assert load(str(path)).template.texts["title"].text == "Mine", name
    path = edited("extends = 'basic'\n[texts.title]\ntext = 'Own'")
    assert load(str(path)).template.texts["title"].text == "Own"


NOTE = "extends = 'sudoku'\n[cells.{}]\nrange = 'B2'\nstyle = 'choice'\n"


def test_a_note_is_built_and_a_misspelled_cell_is_not(edited):
    """A cell to fill that no formula reads; a cell of a formula is found by its name."""
    loaded = load(str(edited(NOTE.format("my_note"))), (), ["unique"])
    assert "my_note" in load(str(edited(NOTE.format("my_note")))).template.cells
    assert "my_note" in loaded.template.cells
    with pytest.raises(TemplateError, match="nothing uses it; did you mean status_code"):
        load(str(edited(NOTE.format("status_cod"))))


def test_a_chain_of_templates_has_an_end(edited):
    edited(MINIMAL, "t_1500.toml")
    for number in range(1500):
        edited(f'extends = "t_{number + 1}.toml"', f"t_{number}.toml")
    with pytest.raises(TemplateError, match=r"t_0\.toml: more than 20 templates extend each other"):
        load(str(edited('extends = "t_1.toml"', "t_0.toml")))
    assert load(str(edited('extends = "t_1485.toml"', "t_1484.toml"))).template


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[workbook\n", "not valid TOML"),
        ('extends = "nobody"', "nobody: no such template; give a .toml file or one of: bare,"),
        ('extends = "elis"', "template.toml: extends: elis: no such template; did you mean ellis?"),
        ('extends = "template.toml"', "extends itself"),
        ("extends = 5", "give the name or the path of one template"),
        ("", "[workbook]"),
    ],
)
def test_a_file_that_is_no_template(refused, text, message):
    (problem,) = refused(template=text)
    assert message in problem


def test_a_template_in_another_encoding_is_one_line(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes('title = "größe"'.encode("latin-1"))
    with pytest.raises(TemplateError, match="cannot be read"):
        load(str(path))


def test_all_problems_are_reported_at_once_with_file_table_and_key(refused):
    found = refused(
        template="""
        extends = "ellis"
        [workbook]
        sheeet = "Main"
        [boards.in_board]
        range = 5
        [styles.input]
        fill = "yellow"
        [calculations]
        """
    )
    lines = [line.partition("template.toml: ")[2] for line in found]
    assert len(lines) == 4
    assert "[boards.in_board] range: should be a valid string, not 5" in lines
    assert any("unknown key sheeet; did you mean sheet?" in line for line in lines)
    assert any("unknown key calculations" in line for line in lines)
    assert any("[styles.input] fill" in line and "yellow" in line for line in lines)


def test_a_problem_in_an_extended_file_names_that_file(refused, tmp_path):
    top = 'extends = "base.toml"\n[workbook]\ntitle = "New"'
    assert refused(template=top, base=MINIMAL.replace("=counter+1", "=counter+")) == [
        (
            f"{tmp_path / 'base.toml'}: [cells.counter] formula:"
            " the formula ends too early: an operand is missing"
        )
    ]


@pytest.mark.parametrize(
    ("formula", "number"),
    [("=30", 30), ("30", 30), ("\t=\n30 ", 30), ("=-1", None), ("=3.5", None), ("=a", None)],
)
def test_a_name_may_be_a_whole_number(formula, number):
    assert NamedFormula(formula=formula).number == number
