"""`xlbuilder try` says what a strategy solves, what it breaks, and what it costs."""

import json
import re
from html.parser import HTMLParser

import pytest

import xlbuilder
from tests.helpers.boards import board
from tests.helpers.command import called
from tests.helpers.pages import Page
from tests.helpers.places import DATA
from tests.helpers.sudoku import changed, one_first
from xlbuilder.errors import EngineError, TemplateError
from xlbuilder.recalc.choices import ORDERS
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.locate import strategies
from xlbuilder.workshop.bases import names_tried, without_and_with
from xlbuilder.workshop.trial import candidates_of, orders_of

FILES = Page("docs/tutorial/a-strategy.md").files

PAIRS = re.sub("rung = .*\n", "", FILES["naked_pairs.toml"].partition("[[tests]]")[0])

"""Without its rung, so it is known by the name of its rule, and waits for nothing."""

FIVE = FILES["puzzles.txt"].split()

MUTANTS = DATA / "strategies"

FEW = str(DATA / "few_strategies.toml")

"""The base: with the ladder, the strategy of the tutorial has nothing to do."""

KEYS = {
    *("puzzles", "solved_before", "solved_after", "newly_solved", "broken"),
    *("true_candidates_removed", "by_name", "orders", "iterations", "seconds"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the strategy of the tutorial, a mutant of it, and the five puzzles."""
    folder = tmp_path_factory.mktemp("try")
    (folder / "pairs.toml").write_text(PAIRS)
    mutant = PAIRS.replace("digit_in_own_twin>1", "digit_in_own_twin>0")
    assert mutant != PAIRS
    (folder / "mutant.toml").write_text(mutant)
    (folder / "five.txt").write_text("\n".join(FIVE))
    (folder / "empty.txt").write_text("")
    (folder / "words.txt").write_text("nothing\nlike a puzzle\n")
    (folder / "broken.toml").write_text(PAIRS.replace("[[rules]]", "[[rules"))
    (folder / "formula.toml").write_text(PAIRS.replace("-digit_in_own_twin>1", "-no_such>1"))
    (folder / "idle.toml").write_text(f'{PAIRS}[names.idle_name]\nformula = "=1"\n')
    return folder


def tried(folder, *arguments, code=0):
    done = called("try", *arguments, "--base", FEW, "--json", cwd=folder)
    assert done.returncode == code, (done.stdout, done.stderr)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def of_pairs(folder):
    """Return what the command says of the strategy; the files are written too."""
    more = ["--needed", "needed.txt", "--html", "page.html"]
    return tried(folder, "pairs.toml", "--puzzles", "five.txt", *more)


@pytest.fixture(scope="module")
def of_mutant(folder):
    """Return what the command says of the mutant under two orders; its name is a strange one."""
    (folder / "a<b>&c.toml").write_text((folder / "mutant.toml").read_text())
    more = ["--orders", "row-major,jacobi", "--html", "mutant.html"]
    return tried(folder, "a<b>&c.toml", "--puzzles", "five.txt", *more, code=1)


@pytest.fixture(scope="module")
def findings(folder):
    return xlbuilder.try_(folder / "pairs.toml", FIVE, base=FEW)


@pytest.fixture(scope="module")
def solvable(boards):
    return [board for name, board in boards.items() if name[:4] not in ("none", "seve")]


# ------------------------------------------------------------------------------ what it solves


@pytest.mark.slow
def test_it_says_what_a_strategy_newly_solves(folder, of_pairs):
    found = of_pairs
    assert found.keys() >= KEYS
    assert (found["puzzles"], found["solved_before"], found["solved_after"]) == (5, 1, 4)
    assert [each["puzzle"] for each in found["newly_solved"]] == FIVE[:3]
    assert [each["line"] for each in found["newly_solved"]] == [1, 2, 3]
    assert (folder / "needed.txt").read_text().split() == FIVE[:3]
    assert found["broken"] == found["true_candidates_removed"] == []
    assert found["iterations"]["after"].keys() == {"median", "p95", "max"}
    cost = found["cost"]
    assert cost["after"]["cells"] - cost["before"]["cells"] == 162
    assert cost["after"]["names"] - cost["before"]["names"] == 14
    assert found["seconds"]["after"]["an_iteration"] > 0


@pytest.mark.slow
def test_what_each_name_did_is_read_from_the_reasons(findings):
    did = {each.name: each for each in findings.by_name}
    pairs = did["paired_in_row"]
    assert (pairs.is_tried, pairs.placed, pairs.removed_before) == (True, 0, 0)
    ran = [pair.with_them for pair in findings.pairs]
    removed = [candidates_of(each.removed.get("paired_in_row", 0)) for each in ran]
    assert 0 < pairs.removed == sum(map(len, removed))
    for each, gone in zip(ran, removed, strict=True):
        assert gone.isdisjoint(candidates_of(each.left))
    assert pairs.puzzles == 4  # those that need it, and one more
    solved = ran[0]
    digits = solved.verdict.shown.digits
    assert not solved.placed  # singles belong to the workbook itself
    assert candidates_of(solved.left) == set(enumerate(digits))


@pytest.mark.slow
def test_a_changed_copy_takes_the_place_of_a_strategy_of_the_base(tmp_path):
    mine, base = tmp_path / "naked_pairs.toml", tmp_path / "base.toml"
    text = strategies()["naked_pairs"].read_text()
    mine.write_text(text.replace("in_naked_pair", "in_my_pair"))
    base.write_text('extends = "sudoku"\nstrategies = ["naked_pairs", "search"]\n')
    without, with_them = without_and_with(str(base), [str(mine)])
    assert "naked_pairs" not in without.strategies
    assert with_them.strategies.count("naked_pairs") == 1
    assert names_tried(without, with_them) == {"naked_pairs"}
    assert "in_naked_pair" not in with_them.names


# ------------------------------------------------------------------------------ what it breaks


@pytest.mark.slow
def test_a_copy_with_another_name_is_tried_without_the_strategy_that_it_replaces(folder):
    copy = strategies()["x_wing"].read_text()
    (folder / "my_own.toml").write_text(copy)
    base = 'extends = "sudoku"\nstrategies = ["x_wing", "search"]\n'
    (folder / "with_x_wing.toml").write_text(base)
    given = ["my_own.toml", "--puzzles", "five.txt", "--base", "with_x_wing.toml"]
    done = called("try", *given, cwd=folder)
    assert "leave the strategy out (--without x_wing)" in done.stderr
    without, with_them = without_and_with(
        str(folder / "with_x_wing.toml"), [str(folder / "my_own.toml")], ["x_wing"]
    )
    assert "my_own" in {*with_them.strategies} - {*without.strategies}
    assert "x_wing" not in {*with_them.strategies, *without.strategies}
    done = called("try", *given, "--without", "x_wing", "--json", cwd=folder)
    assert json.loads(done.stdout)["puzzles"] == 5


@pytest.mark.slow
def test_a_strategy_of_the_base_is_compared_with_the_base_without_it(tmp_path):
    base = tmp_path / "base.toml"
    base.write_text('extends = "sudoku"\nstrategies = ["naked_pairs", "search"]\n')
    without, with_them = without_and_with(str(base), ["naked_pairs"])
    assert without.strategies == ()
    assert with_them.strategies == ("pairs_in_words", "ladder", "naked_pairs")
    assert names_tried(without, with_them) == {"naked_pairs"}


@pytest.mark.slow
def test_the_text_has_the_same(findings):
    text = str(findings)
    assert "solved: 1 without, 4 with; 3 newly" in text
    assert re.search(r"^  paired_in_row +yes +\d+ +0 +4 +0 +0$", text, re.MULTILINE)
    assert not re.search(" $", text, re.MULTILINE)


@pytest.mark.slow
def test_a_mutant_of_the_strategy_is_caught(of_mutant):
    found = of_mutant
    lost = found["true_candidates_removed"]
    assert {each["name"] for each in lost} == {"paired_in_row"}
    assert {each["order"] for each in lost} == {"row-major", "jacobi"}
    assert all(each["iteration"] > 1 for each in lost)
    assert FIVE[3] in {each["puzzle"] for each in found["broken"]}  # solved without the mutant
    assert all("gone for good: paired_in_row" in each["detail"] for each in found["broken"])
    assert found["orders"]["jacobi"]["broken"] > 0


@pytest.mark.exhaustive
def test_a_true_candidate_that_is_removed_is_named_on_every_puzzle(solvable):
    """Also on puzzles that are solved without the strategy."""
    answers = Answers()
    asked = [one_first(each, answers) for each in solvable if not each.digits[0]][::2]
    assert len(asked) > 3
    found = xlbuilder.try_(MUTANTS / "always_gone.toml", asked)
    assert found.solved()[0] > 0
    lost = found.true_candidates_removed
    assert [each.puzzle for each in lost] == asked
    assert {(each.cell, each.digit) for each in lost} == {("R1C1", 1)}
    assert {each.name for each in lost} == {"always_gone"}
    assert {each.iteration for each in lost} == {2}
    assert not found.is_fine
    skipped = xlbuilder.try_(MUTANTS / "always_gone.toml", asked, only_unsolved=True)
    assert 0 < len(skipped.true_candidates_removed) < len(asked)


@pytest.fixture(scope="module")
def ways(folder, solvable):
    """The strategy of the tutorial on puzzles, when it leads and when the base leads."""
    solution = Answers().solution(board(FIVE[0]))
    assert solution is not None
    nearly_full = [changed(solution, cell, 0) for cell in (0, 40)]  # without a pair
    asked = [*map(board, FIVE), *solvable[::3], *nearly_full]
    return [
        xlbuilder.try_(folder / "pairs.toml", asked, base=FEW, only_unsolved=only_unsolved)
        for only_unsolved in (False, True)
    ]


@pytest.mark.slow
def test_strategies_are_monotone_so_that_not_all_puzzles_run_twice(ways):
    """More strategies leave fewer candidates; what is solved without a strategy stays solved."""
    left_out = 0
    for (one,), (other,) in zip(*(found.tried for found in ways), strict=True):
        with_them, without = one.with_them, other.without
        assert with_them.left | without.left == without.left
        if without.verdict.kind is Kind.SOLVED:
            assert with_them.verdict.shown == without.verdict.shown
        if one.without is None:
            assert without.verdict.kind is Kind.SOLVED
            left_out += 1
    assert left_out > 1


@pytest.mark.slow
def test_whichever_workbook_leads_the_same_puzzles_are_newly_solved(ways):
    leads, follows = ways
    assert len(follows.pairs) == len(follows.tried) - follows.solved()[0]
    assert leads.solved() == follows.solved()
    assert leads.newly_solved == follows.newly_solved != []
    assert leads.is_fine
    assert follows.is_fine


@pytest.mark.exhaustive
def test_orders_that_leave_other_candidates_are_named(boards):
    """The mutant declares that it is monotone, so that is broken."""
    orders = "row-major,column-major,jacobi"
    asked = [boards[name] for name in ("search_1", "naked_1", "locked_1")]
    found = xlbuilder.try_(MUTANTS / "not_monotone.toml", asked, base=FEW, orders=orders)
    assert found.orders_differ
    assert {(each.cell, each.digit) for each in found.orders_differ} >= {("R1C3", 2)}
    assert found.with_them.monotone
    assert not found.is_fine


@pytest.mark.slow
def test_orders_that_leave_the_same_and_a_line_that_is_skipped(folder):
    (folder / "bad.txt").write_text(f"{FIVE[0]}\nnonsense\n{FIVE[1]}\n")
    arguments = ["--puzzles", "bad.txt", "--orders", "row-major,freeze,truncated:1", "--json"]
    done = called("try", "pairs.toml", "--base", FEW, *arguments, cwd=folder)
    assert done.returncode == 2
    assert "bad.txt, line 2" in done.stderr
    found = json.loads(done.stdout)
    assert (found["puzzles"], found["unreadable"]) == (2, 1)
    assert [each["line"] for each in found["newly_solved"]] == [1, 3]
    assert found["orders"].keys() == {"row-major", "freeze", "truncated:1"}
    assert {each["solved_after"] for each in found["orders"].values()} == {2}
    assert found["orders_differ"] == []


def test_all_orders_are_those_that_a_program_may_have():
    assert len(orders_of("all")) == len(ORDERS) - 1
    assert "lagged:1" not in orders_of("all")
    assert orders_of(" jacobi, random:2,jacobi") == ("jacobi", "random:2")
    with pytest.raises(EngineError, match="no order"):
        orders_of(" ,")


# ------------------------------------------------------------------------------------ the page


@pytest.mark.exhaustive
def test_it_works_in_several_processes(folder, solvable):
    few = solvable[:3]
    asked = (few * 34)[:101]
    found = xlbuilder.try_(folder / "pairs.toml", asked, workers=2)
    ends = [each.with_them for (each,) in found.tried]
    assert [each.verdict.puzzle for each in ends] == asked
    some = len(few)
    assert [each.left for each in ends[some:]] == [each.left for each in ends[:-some]]


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.open = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "br", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag != "path":
            assert self.open.pop() == tag


def read_page(path):
    tags = Tags()
    tags.feed(path.read_text())
    assert tags.open == []
    return tags


@pytest.mark.slow
@pytest.mark.usefixtures("of_pairs")
def test_the_page_needs_nothing_else(folder):
    tags = read_page(folder / "page.html")
    assert {"script", "link", "img", "iframe", "object"}.isdisjoint(tags.tags)
    assert {"src", "href", "xlink:href"}.isdisjoint(name for name, _ in tags.attributes)
    text = (folder / "page.html").read_text()
    assert not re.search(r"//|url\(|@import", text)
    assert tags.tags.count("svg") == 6  # three puzzles that changed, before and after
    assert "<td>paired_in_row</td><td>yes</td>" in text


# ----------------------------------------------------------------------------------- bad input


def test_a_strategy_that_guesses_under_another_name_is_not_tried(tmp_path):
    """What it says of itself counts, not its name."""
    mine = tmp_path / "mine.toml"
    mine.write_text(strategies()["search"].read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(TemplateError, match=r"mine\.toml: guesses: that hides"):
        without_and_with("basic", [str(mine)])


@pytest.mark.slow
@pytest.mark.usefixtures("of_mutant")
def test_the_page_names_what_is_broken_and_escapes_it(folder):
    tags = read_page(folder / "mutant.html")
    assert "b" not in tags.tags
    text = (folder / "mutant.html").read_text()
    assert "a&lt;b&gt;&amp;c" in text
    assert "True candidates removed" in text
    assert "<rect " in text
    assert 'class="mark first"' in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("no_such", "no_such: no such strategy"),
        ("pairs.toml --puzzles no_such.txt", "no_such.txt: cannot be read"),
        ("pairs.toml --puzzles empty.txt", "empty.txt: there is no puzzle"),
        ("pairs.toml --puzzles words.txt", "words.txt, line 1, character 1: 'n'"),
        ("pairs.toml --puzzles .", ".: cannot be read"),
        ("broken.toml", "broken.toml"),
        ("formula.toml", "no_such"),
        ("idle.toml", "idle.toml: [names.idle_name] formula: nothing uses it"),
        ("pairs.toml --html five.txt/x.html", "five.txt"),
        ("pairs.toml --html .", "."),
        ("pairs.toml --html none/x.html", "none/x.html: there is no folder none; make it first"),
        ("pairs.toml --needed none/x.txt", "none/x.txt: there is no folder none; make it first"),
        ("pairs.toml --orders none", "none: no such order"),
        (
            "pairs.toml --orders row-major,All",
            "All: no such order; write all by itself for each of them",
        ),
        ("unique", "unique: needs search, which guesses"),
        ("unique --base basic", "unique: needs search, which guesses"),
        ("search", "search: guesses"),
        ("sets", "sets: is a library; give a strategy that needs it"),
        ("pairs.toml ./pairs.toml", "./pairs.toml: is given twice"),
        ("pairs.toml --base life", "takes no puzzle"),
        ("pairs.toml --base none", "none: no such template"),
        ("pairs.toml --base ellis", "takes no strategies"),
    ],
)
def test_bad_input_is_refused_in_one_line_before_the_work(folder, arguments, says, monkeypatch):
    monkeypatch.setattr("xlbuilder.workshop.trial.Trial.run", None)
    files = set(folder.iterdir())
    puzzles = [] if "--puzzles" in arguments else ["--puzzles", "five.txt"]
    done = called("try", *arguments.split(), *puzzles, cwd=folder)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = [line for line in done.stderr.splitlines() if says in line]
    assert line.startswith("xlbuilder: ")
    assert set(folder.iterdir()) == files


@pytest.mark.slow
def test_what_needs_search_goes_with_it(tmp_path):
    (tmp_path / "t.toml").write_text(
        'extends = "sudoku"\nstrategies = ["naked_pairs", "search", "unique"]\n'
    )
    without, with_them = without_and_with(str(tmp_path / "t.toml"), ["x_wing"])
    assert without.strategies == ("pairs_in_words", "ladder", "naked_pairs")
    assert {"naked_pairs", "x_wing"} < {*with_them.strategies}
    assert {"search", "unique"}.isdisjoint(with_them.strategies)
