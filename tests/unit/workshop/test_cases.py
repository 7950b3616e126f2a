"""The tests in a strategy file: when they are right, and which ones are refused."""

import pytest

import xlbuilder
from tests.helpers.command import refused
from tests.helpers.cost import by_cost
from tests.helpers.places import DATA
from xlbuilder.errors import PuzzleError, TemplateError
from xlbuilder.template.locate import strategies
from xlbuilder.template.strategy_ref import StrategyRef
from xlbuilder.workshop.cases import read_cases

MUTANTS = DATA / "strategies"

TESTED = ["naked_pairs", "hidden_pairs", "x_wing"]

EMPTY = "." * 81

MARKS = f":0003:7:{EMPTY}:155 255 355 455 555 655 855 955:::"

PAIR = (
    ":0000:x:.4..6.7.5....52694..64793.2481297563..3.8.947...543821..5.2.47...471523.7...3415."
    ":651 652::"
)

REMOVED = ["1 R1C1", "8 R1C1", "8 R1C3", "1 R1C4", "8 R1C4"]

"""What the pair of 1 and 8 in R1C6 and R1C8 removes there."""


def strategy_text(name):
    return strategies()[name].read_text(encoding="utf-8").partition("[[tests]]")[0]


def written(position, **keys):
    said = "\n".join(f"{key} = {value}".replace("True", "true") for key, value in keys.items())
    return f'[[tests]]\nposition = "{position}"\n{said}\n'


@pytest.fixture
def strategy(tmp_path):
    """Return a function that writes a strategy with other tests."""

    def write(text, *tests):
        path = tmp_path / "my.toml"
        path.write_text("\n".join([text, *tests]), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("name", by_cost(TESTED, 0, 1))
def test_the_shipped_strategies_find_what_their_tests_say(name):
    report = xlbuilder.test(name)
    assert report.all_right, str(report)
    assert len(report.results) > 1


@pytest.mark.slow
def test_what_is_wrong_is_said_test_by_test(strategy, run):
    path = strategy(
        strategy_text("naked_pairs"),
        written(PAIR, removes=REMOVED),
        written(PAIR, name='"no"', nothing=True),
        written(PAIR, removes=[*REMOVED, "1 R1C6"]),
        written(PAIR, removes=REMOVED, places=["8 R1C6"]),
        written(PAIR, removes=REMOVED[1:]),
    )
    done = run("test", path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "my.toml: test 1: right",
        "my.toml: no: wrong: finds 1 R1C1, but there is nothing to find",
        "my.toml: test 3: wrong: does not remove 1 R1C6",
        "my.toml: test 4: wrong: does not place 8 R1C6",
        "my.toml: test 5: wrong: also finds 1 R1C1",
    ]


def test_many_finds_that_are_not_listed_are_counted(strategy):
    """They were 50 sentences in one line."""
    path = strategy(strategy_text("naked_pairs"), written(PAIR, removes=REMOVED[:1]))
    (found,) = xlbuilder.test(path).results
    (said,) = found.problems
    assert said == "also finds 8 R1C1, 8 R1C3, 1 R1C4 and 1 more"


@pytest.mark.slow
def test_the_strategy_is_alone(strategy, boards):
    """The search is left out, which would solve the puzzle; a single is no finding of this one."""
    text = """
[strategy]
title = "Never"
[[rules]]
removes = "never"
[names.never]
formula = '=onetonine>9'
"""
    tests = [written(each, nothing=True) for each in (boards["search_1"], MARKS)]
    assert xlbuilder.test(strategy(text, *tests)).all_right


@pytest.mark.slow
def test_a_candidate_of_a_solution_that_goes_is_seen(strategy):
    text = (MUTANTS / "always_gone.toml").read_text(encoding="utf-8")
    path = strategy(text, written(EMPTY, removes=["1 R1C1"]))
    (result,) = xlbuilder.test(path, base="basic").results
    assert result.problems == ("removes 1 R1C1, which is in a solution",)


@pytest.mark.slow
def test_a_test_has_parameters_of_its_own(strategy):
    text = """
[parameters]
digit = 1
[strategy]
title = "Gone"
[[rules]]
removes = "gone_{digit}"
[names."gone_{digit}"]
formula = '''=IF(onetonine={digit}, row_from_val+column_from_val=2, FALSE)'''
"""
    one = written(EMPTY, removes=["1 R1C1"])
    two = written(EMPTY, removes=["2 R1C1"], parameters="{ digit = 2 }")
    results = xlbuilder.test(strategy(text, one, two), base="basic").results
    problems = [each.problems for each in results]
    assert problems == [(f"removes {digit} R1C1, which is in a solution",) for digit in (1, 2)]


@pytest.mark.slow
def test_what_only_some_orders_find_is_seen(strategy):
    """It counts the digits that stand, and a digit is placed here or there first."""
    text = """
[strategy]
title = "Hasty"
[[rules]]
removes = "hasty"
[names.hasty]
formula = '''=IF(row_from_val*10+column_from_val=19, IF(onetonine=3, hasty_now, FALSE), FALSE)'''
[names.hasty_now]
formula = '''=COUNTIF(INDEX(sol_board,1,1):INDEX(sol_board,9,1),">0")=1'''
"""
    gone = " ".join(f"{d}{r}1" for r in (1, 9) for d in range(1, 10) if d != r)
    path = strategy(
        text, written(f":0003:7:{EMPTY}:{gone}:::", removes=["3 R1C9"], places=["1 R1C1", "9 R9C1"])
    )
    (result,) = xlbuilder.test(path, base="sudoku").results
    assert result.problems
    assert all(problem.endswith(")") for problem in result.problems), result.problems


@pytest.mark.parametrize(
    ("tests", "says"),
    [
        ([], "my.toml: has no tests; write [[tests]]"),
        (["tests = []"], "my.toml: has no tests; write [[tests]]"),
        ([written("")], "my.toml: test 1: the position is empty"),
        ([written(EMPTY)], "my.toml: test 1: does not say what is found; give removes, places, or"),
        ([written(EMPTY, removes=[])], "my.toml: test 1: does not say what is found"),
        ([written(EMPTY, nothing=True, removes=["111"])], "my.toml: test 1: says two things"),
        ([written(EMPTY[1:], nothing=True)], "my.toml: test 1, line 1: 80 cells; a puzzle has 81"),
        ([written("11" + EMPTY[2:], nothing=True)], "my.toml: test 1: row 1 has 1 twice"),
        ([written(EMPTY, name='"one"', removes=["11"])], "my.toml: one: removes: '11' is no cand"),
        (
            [written(EMPTY, places=[""])],
            "my.toml: test 1: places: names no candidate; write",
        ),
        ([written(MARKS, removes=["1 R5C5"])], "my.toml: test 1: 1 R5C5 is no candidate of the"),
        ([written(EMPTY, name='"a"', nothing=True)] * 2, "my.toml: 2 tests are named 'a'; choose"),
        (["[[tests]]\nnothing = true"], "my.toml: [tests.0]: the key position is missing"),
        ([written(EMPTY, removes='"111"')], "my.toml: [tests.0] removes: should be a list"),
        ([written(EMPTY, place=["111"])], "my.toml: [tests.0]: unknown key place; did you mean"),
    ],
)
def test_what_is_no_test_is_one_line(strategy, run, tests, says):
    text = strategy_text("naked_pairs")
    path = strategy(*sorted([text, *tests], key="tests = []".__ne__))
    with pytest.raises((TemplateError, PuzzleError)) as error:
        read_cases(StrategyRef(path))
    assert says in str(error.value)
    refused(run("test", path))


@pytest.mark.slow
def test_a_name_that_nothing_uses_is_one_line(strategy, run):
    """As in build, though the other strategies of the template are left out."""
    idle = '[names.idle_name]\nformula = "=1"\n'
    path = strategy(strategy_text("naked_pairs"), idle, written(MARKS, places=["7 R5C5"]))
    refused(run("test", path), f"xlbuilder: {path}: [names.idle_name] formula: nothing uses it")
