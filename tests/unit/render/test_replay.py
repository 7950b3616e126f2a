"""The page of a replay, without a browser: what it holds, and what it does not."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers.command import refused
from tests.helpers.workbooks import whole_numbers
from xlbuilder.errors import WorkbookError
from xlbuilder.observe import replay as recording
from xlbuilder.observe.replay import Frame, Recorder, Replay, Why
from xlbuilder.observe.solved import solved
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.engines import asked_schedule
from xlbuilder.recalc.schedule import EXCEL
from xlbuilder.render.replay_page import page, write_replay
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.xlsx.atomic import check_in_folder
from xlbuilder.xlsx.model import read_workbook

NOTHING = Replay(Path("a.xlsx"), "fast", EXCEL, Board((0,) * 81), (), has_candidates=True)

FRAME = Frame("state=Solve", 1, 5, "Working.", (), ())


@pytest.fixture(scope="module")
def recorder(built):
    return Recorder(read_workbook(built("sudoku")), "fast", asked_schedule("fast", "row-major"))


@pytest.fixture(scope="module")
def replays(recorder, boards):
    return {name: recorder.record(boards[name]) for name in ("locked_5", "search_1")}


def data_of(text):
    return json.loads(re.search(r'<script id="run" [^>]*>(.*?)</script>', text, re.DOTALL)[1])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["locked_5", "search_1"])
def test_the_frames_are_the_run(replays, built, boards, name):
    """Each frame, laid over those before it, gives the boards that the workbook has just then."""
    solver = Solver(read_workbook(built("sudoku")), "fast", asked_schedule("fast", "row-major"))
    frames = iter(replays[name].frames)
    digits = [0] * 81
    left: set[Candidate] = set()
    for step, number, iteration in solver.iterations(boards[name]):
        frame = next(frames)
        assert (frame.step, frame.number, frame.evaluated) == (step, number, iteration.evaluated)
        for each in frame.digits:
            assert digits[each.cell] != each.digit
            digits[each.cell] = each.digit
        for mark in frame.marks:
            (left.add if mark.is_left else left.discard)(mark.candidate)
        assert digits == whole_numbers(solver.shown())
        assert left == solver.left()
        assert frame.status == solver.read("status_text")[0]
    assert next(frames, None) is None


@pytest.mark.slow
def test_the_reasons_are_those_of_the_solved_workbook(replays, built, boards):
    """The last reason of each digit and candidate, in the words of the sheet and by its name."""
    model = read_workbook(built("sudoku"))
    end = solved(Solver(model, "fast", asked_schedule("fast", "row-major")), boards["locked_5"])
    whys: dict[object, Why] = {}
    for frame in replays["locked_5"].frames:
        whys |= {each.cell: each.why for each in frame.digits}
        whys |= {each.candidate: each.why for each in frame.marks if not each.is_left}
    for cell, digit in enumerate(boards["locked_5"].digits):
        place = f"R{cell // 9 + 1}C{cell % 9 + 1}"
        assert digit or whys[cell].words == end.reasons[place]
        for each in range(1, 10):
            if (place, each) in end.removed:
                assert whys[cell, each].reason == end.removed[place, each]
    locked = [why for why in whys.values() if why.reason == "locked_candidates"]
    assert locked
    assert all(why.words.startswith("locked candidates: ") for why in locked)
    assert {why.reason for why in whys.values() if why.is_guess} == set()


@pytest.mark.slow
def test_what_hangs_on_a_guess_is_marked_and_comes_back(replays):
    frames = replays["search_1"].frames
    guessed = [each for frame in frames for each in frame.digits if each.why.reason == "guess_here"]
    assert guessed
    assert all(each.why.is_guess for each in guessed)
    gone: set[object] = set()
    back: set[object] = set()
    for frame in frames:
        gone |= {mark.candidate for mark in frame.marks if not mark.is_left and mark.why.is_guess}
        back |= {mark.candidate for mark in frame.marks if mark.is_left} & gone
    assert back


@pytest.mark.slow
def test_a_run_without_an_end_is_left_out_from_some_iteration_on(
    recorder, boards, monkeypatch, caplog, tmp_path
):
    whole = recorder.record(boards["locked_5"])
    monkeypatch.setattr(recording, "MOST_CHANGES", 1300)
    cut = recorder.record(boards["locked_5"])
    assert 0 < len(cut.frames) < len(whole.frames)
    assert len(cut.frames) + cut.left_out == len(whole.frames)
    with caplog.at_level("INFO", "xlbuilder"):
        write_replay(cut, tmp_path / "x.html")
    assert caplog.messages == [
        f"left out: the last {cut.left_out} iterations; the page would be too large"
    ]
    assert data_of((tmp_path / "x.html").read_text())["leftOut"] == cut.left_out


def test_a_workbook_without_reasons_and_without_candidates_is_replayed_too(built, boards):
    model = read_workbook(built("stages/naked_singles"))
    recorder = Recorder(model, "fast", asked_schedule("fast", "row-major"))
    replay = recorder.record(boards["naked_1"])
    whys = {each.why for frame in replay.frames for each in frame.digits}
    assert whys | {each.why for frame in replay.frames for each in frame.marks} == {Why()}
    assert replay.frames[0].step == "state=Reset"
    steps = [frame["step"] for frame in data_of(page(replay))["frames"]]
    assert list(dict.fromkeys(steps)) == ["state=Reset", "state=Solve"]


def test_the_page_needs_nothing_else():
    text = page(NOTHING)
    assert not re.search(r"""https?:|//\w|\bsrc=|\bhref=|url\(|@import|import\(|fetch\(""", text)
    assert "default-src 'none'" in text
    assert not re.search(r"\{(title|about|style|fonts|run|script)\}", text)


@pytest.mark.parametrize("bad", ["</script><script>alert(1)</script>", "<!--", "{script}{run}"])
def test_no_text_of_a_workbook_is_taken_for_the_page(bad):
    plain = page(replace(NOTHING, frames=(FRAME,)))
    frame = replace(FRAME, status=bad, step=bad)
    text = page(replace(NOTHING, path=Path(f"{bad.replace('/', '')}.xlsx"), frames=(frame,)))
    (shown,) = data_of(text)["frames"]
    assert shown["status"] == shown["step"] == bad
    for tag in ("<script", "</script", "<!--"):
        assert text.count(tag) == plain.count(tag)


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("none/replay.html", "none/replay.html: there is no folder none; make it first"),
        ("folder", "folder: cannot be written: Is a directory"),
        ("file.txt/replay.html", "file.txt is no folder"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused_before_the_work(
    run, tmp_path, monkeypatch, out, message
):
    """The workbook is not there: nobody looked for it."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.txt").write_text("keep")
    refused(run("watch", "nobody.xlsx", "--html", out), message)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WorkbookError, match=message):
        check_in_folder(Path(out))


@pytest.mark.parametrize("option", ["--cell R1C1", "--name x --at R1C1", "--iteration 2", "--all"])
def test_what_is_for_the_terminal_is_refused(run, option):
    done = run("watch", "nobody.xlsx", "--html", "x.html", *option.split())
    refused(done, f"--html shows the whole run; leave out {option.split()[0]}")


SHOWS_NOTHING = {
    ("life",): "takes no puzzle",
    ("ellis", "--reason", "x_wing"): "it keeps no reasons",
}


@pytest.mark.parametrize("arguments", SHOWS_NOTHING)
def test_a_page_that_shows_nothing_is_not_written(run, built, tmp_path, arguments):
    template, *options = arguments
    done = run("watch", built(template), "--html", "x.html", *options)
    refused(done, SHOWS_NOTHING[arguments])
    assert not (tmp_path / "x.html").exists()


def test_the_command_writes_the_page_and_prints_its_path(run, built, tmp_path, boards):
    book = built("stages/naked_singles")
    done = run("watch", book, "--puzzle", boards["naked_1"], "--html", "x.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, "x.html\n", "")
    data = data_of((tmp_path / "x.html").read_text(encoding="utf-8"))
    assert data["puzzle"] == str(boards["naked_1"])
