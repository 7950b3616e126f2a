"""The engine libreoffice: its process in every kind of trouble, and LibreOffice itself."""

import gc
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.room import SOCKETS, is_clean, running
from tests.helpers.workbooks import cell, opened_in, saved
from xlbuilder.errors import EngineError, EngineUnavailableError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.choices import Start
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.engines.libreoffice import ORDER, Bridge, LibreOfficeSession
from xlbuilder.recalc.schedule import EXCEL, Recalculation, Schedule, Stop
from xlbuilder.xlsx.model import read_workbook

PAIR = Area("Sheet", 1, 1, 1, 2)

# A process like the bridge, with a child like soffice; its folder is its last argument.
FAKE = """
import json, os, signal, subprocess, sys, time
quiet = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, close_fds=False)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1]], **quiet)
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
def answer(**found):
    say(json.dumps({"number": request["number"]} | found) + "\\n")
for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "load":
        answer()
    else:
"""


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A folder that takes all temporary folders of this process."""
    folder = tmp_path / "room"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def faked(tmp_path, room):
    """Return a function that opens a workbook in a process that reacts as the code says."""
    del room

    def open_fake(reaction, seconds=60.0):
        path = saved(tmp_path, {"A1": "=B1", "B1": 1})
        command = [sys.executable, "-c", f"{FAKE}        {reaction}"]
        return LibreOfficeSession(read_workbook(path), EXCEL, Bridge(command, path, seconds))

    return open_fake


@pytest.mark.parametrize(
    ("reaction", "message"),
    [
        ("sys.exit(3)", "ended in mid-work"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "ended in mid-work"),
        ("""say('{"values": [1'); sys.exit()""", "ended in mid-work"),
        pytest.param(
            """say('{"values": [1'); time.sleep(600)""",
            "did not answer within 1 s and was ended",
            marks=pytest.mark.slow,
        ),
        ("say('a warning\\n')", r"answered with something that is no JSON object: b'a warning\\n'"),
        ("say('[]\\n')", r"answered with something that is no JSON object: b'\[\]\\n'"),
        ("say('{}\\n{}\\n')", "answered with something that is no JSON object"),
        ("answer()", "gave half an answer"),
        ("answer(values=[1.0])", "gave half an answer"),
        ("answer(values=[1.0, None])", "gave None as the value of Sheet!B1"),
        (r"answer(error='failed: a\nb')", "failed: a b"),
        ("answer(values=[1.0, 1.0], number=1)", "gave the answer to another request"),
        ("""say('{"values": [1.0, 1.0]}\\n')""", "gave the answer to another request"),
    ],
)
def test_trouble_is_one_line_and_leaves_nothing(faked, room, reaction, message):
    session = faked(reaction, seconds=1.0 if "600" in reaction else 60.0)
    assert not is_clean(room)
    with pytest.raises(EngineError, match=rf"book.xlsx: LibreOffice {message}") as caught:
        session.read(PAIR)
    assert "\n" not in str(caught.value)
    assert is_clean(room)
    with pytest.raises(EngineError, match=r"book\.xlsx: is no longer open in LibreOffice"):
        session.recalculate()


def test_half_a_recalculation(faked, room):
    session = faked("answer(changed=True)")
    with pytest.raises(EngineError, match="gave half an answer"):
        session.recalculate()
    assert is_clean(room)


@pytest.mark.slow
def test_a_request_that_nobody_reads_is_given_up(faked, room):
    """More than a pipe holds, to a process that is stopped."""
    session = faked("pass", seconds=1.0)
    for process in running(room):
        process.suspend()
    for row in range(1, 4001):
        session.enter(Area("Sheet", row, 3, row, 3), "x" * 20)
    with pytest.raises(EngineError, match="did not answer within 1 s"):
        session.recalculate()
    assert is_clean(room)


@pytest.mark.parametrize("command", [["/nowhere/python"], [sys.executable, "-c", "exit(1)"]])
def test_a_start_that_fails(tmp_path, room, command):
    path = saved(tmp_path, {"A1": 1})
    with pytest.raises(EngineError, match=r"LibreOffice (cannot be started|ended in mid-work)"):
        LibreOfficeSession(read_workbook(path), EXCEL, Bridge(command, path))
    assert is_clean(room)


@pytest.mark.slow
def test_close_and_garbage_collection_leave_nothing(faked, room):
    session = faked("pass")
    session.close()
    session.close()
    assert is_clean(room)
    session = faked("pass")
    assert running(room)
    del session
    gc.collect()
    assert is_clean(room)


def test_an_interrupt_leaves_nothing(faked, room):
    session = faked("time.sleep(600)")
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            session.recalculate()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert is_clean(room)


@pytest.mark.slow
@pytest.mark.parametrize("end", ["", "raise SystemExit(1)", "os.fork() or sys.exit(); os.wait()"])
def test_the_end_of_the_interpreter_leaves_nothing(tmp_path, room, end):
    path = saved(tmp_path, {"A1": 1})
    script = f"""
import os, sys
from pathlib import Path
from xlbuilder.recalc.engines.libreoffice import Bridge
bridge = Bridge([sys.executable, "-c", {FAKE + "        pass"!r}], Path({str(path)!r}))
bridge.ask(do="load")
{end}
assert bridge.ask(do="load") == {{}}
"""
    environment = os.environ | {"TMPDIR": str(room)}
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == ("SystemExit" in end, "")
    assert is_clean(room)


def forked(tell):
    """Return what a fork of this process tells."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(there, str(tell()).encode())
        finally:
            os._exit(0)
    os.close(there)
    with os.fdopen(here) as told:
        text = told.read()
    os.waitpid(child, 0)
    return text


def pipes(process):
    """Return the names of the pipes that a process has open."""
    links = [str(link.readlink()) for link in Path(f"/proc/{process}/fd").iterdir()]
    return {name for name in links if name.startswith("pipe:")}


def test_a_fork_has_no_part_in_our_session(faked):
    """Two that ask one LibreOffice get each other's answers: a false verdict, once."""
    session = faked('answer(values=["", 1.0])')

    def read():
        try:
            return session.read(PAIR)
        except EngineError as error:
            return error

    assert "book.xlsx: is open in the LibreOffice of another process; open" in forked(read)
    assert session.read(PAIR) == ["", 1.0]


@pytest.mark.slow
def test_a_fork_has_no_pipe_to_our_libreoffice(tmp_path, room):
    """With an end of one, a fork that outlives us would keep LibreOffice alive."""
    path = saved(tmp_path, {"A1": 1})
    script = f"""
import os, sys
from pathlib import Path
from xlbuilder.recalc.engines.libreoffice import Bridge
bridge = Bridge([sys.executable, "-c", {FAKE + "        pass"!r}], Path({str(path)!r}))
bridge.ask(do="load")
child = os.fork()
if child == 0:  # it has left the bridge before fork returns here
    print(bridge._process.pid, os.getpid(), flush=True)
sys.stdin.read()
if child:
    os.wait()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script],
        env=os.environ | {"TMPDIR": str(room)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        bridge, child = map(int, process.stdout.readline().split())
        shared = [pipes(each) & pipes(bridge) for each in (process.pid, child)]
        process.stdin.close()  # both end
    assert [len(each) for each in shared] == [3, 0]
    assert is_clean(room)


@pytest.mark.parametrize(
    "schedule",
    [
        Schedule.parse(order="column-major"),
        Schedule.parse(start="zero"),
        Schedule(stop=Stop.NEVER),
        Schedule(ORDER, Start.parse("garbage:1")),
    ],
)
def test_a_schedule_that_it_cannot_honour_is_refused(tmp_path, schedule):
    with pytest.raises(EngineError, match="the engine libreoffice has an order of its own; it st"):
        opened_in("libreoffice", tmp_path, {"A1": 1}, schedule=schedule)


def test_what_it_cannot_do_is_refused(faked):
    session = faked("pass")
    assert not session.shows_iterations
    with pytest.raises(EngineError, match="the engine libreoffice does not show its iterations"):
        session.iterations()
    with pytest.raises(EngineError, match="the engine libreoffice cannot change its schedule"):
        session.follow(session.schedule)
    with pytest.raises(EngineError, match="Sheet!B1: the engine libreoffice types no errors in"):
        session.enter(cell("B1"), ExcelError.NA)


@pytest.mark.parametrize(
    ("found", "message"), [(None, "install LibreOffice"), ("/nowhere/soffice", "python3-uno")]
)
def test_without_the_programs_it_is_unavailable(tmp_path, monkeypatch, found, message):
    def without_uno(command, **_):
        raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr("shutil.which", lambda _: found)
    monkeypatch.setattr("subprocess.run", without_uno)
    with pytest.raises(EngineUnavailableError, match=f"libreoffice is not installed; .*{message}"):
        opened_in("libreoffice", tmp_path, {"A1": 1})


# From here on, LibreOffice itself.

real = pytest.mark.program("libreoffice")


@pytest.fixture
def opened(tmp_path, room):
    """Return a function that saves cells and opens them in LibreOffice."""
    del room

    def open_cells(cells, count=100, **schedule):
        settings = (True, count, 0.001)
        return opened_in("libreoffice", tmp_path, cells, settings, Schedule.parse(**schedule))

    return open_cells


def value(session, address):
    return session.read(cell(address))[0]


@real
def test_nothing_is_evaluated_before_the_first_recalculation(opened):
    session = opened({"A1": "=B1+1", "B1": 4, "A2": "=A2+B1"})
    assert session.schedule == Schedule(ORDER)
    assert [value(session, address) for address in ("A1", "A2", "B1")] == [0.0, 0.0, 4.0]
    session.enter(cell("B1"), 6.0)
    assert value(session, "A1") == 0.0
    session.recalculate()
    assert value(session, "A1") == 7.0
    session.restart()
    assert [value(session, address) for address in ("A1", "B1")] == [0.0, 4.0]


@real
def test_values(opened):
    contents = {
        "=B9": 0.0,
        "=TRUE": 1.0,
        '=""': "",
        '="é"&"x"': "éx",
        "=1/0": ExcelError.DIV0,
        "=NA()": ExcelError.NA,
        "=FOO(1)": ExcelError.NAME,
        '=1+"x"': ExcelError.VALUE,
        "=1E200*1E200": ExcelError.NUM,
        "=#REF!": ExcelError.REF,
        "=1-A11": ExcelError.NUM,  # Err:523
        "text": "text",
    }
    session = opened({f"A{row}": formula for row, formula in enumerate(contents, 1)})
    done = session.recalculate()
    assert session.read(Area("Sheet", 1, 1, 13, 1)) == [*contents.values(), None]
    assert done == Recalculation(1, quiet=False, evaluations=0)


@real
def test_what_is_typed_in(opened):
    session = opened({"B1": 1, "A1": '=IF(ISBLANK(B1),"b",IF(ISTEXT(B1),"t","n"))'})
    for entered, shown, kind in (
        (5.5, 5.5, "n"),
        ("5", "5", "t"),
        ("=1+1", "=1+1", "t"),
        (True, 1.0, "n"),
        (None, None, "b"),
        ("", None, "b"),
    ):
        session.enter(cell("B1"), entered)
        session.recalculate()
        assert session.read(PAIR) == [kind, shown], entered


@real
def test_other_sheets_and_locked_cells(opened, tmp_path):
    del opened
    book = openpyxl.Workbook()
    sheet = book.create_sheet("It's \u00fcber")
    sheet["B2"], sheet["C2"] = 1, "=B2+1"
    book.active["A1"] = 1
    book.active.protection.enable()
    book.save(tmp_path / "book.xlsx")
    session = open_workbook("libreoffice", read_workbook(tmp_path / "book.xlsx"))
    session.enter(Area(sheet.title, 2, 2, 2, 2), 3.0)
    session.recalculate()
    assert session.read(Area(sheet.title, 2, 1, 2, 3)) == [None, 3.0, 4.0]
    session.enter(cell("A1"), 2.0)
    assert value(session, "A1") == 2.0


@real
def test_recalculations_go_on_where_the_cap_ended_one(opened):
    """Ten iterations each, to 25: Err:523 twice, then 25, then one that changes nothing."""
    to_25 = {"A1": "=IF(A1<25,A1+1,A1)"}
    session = opened(to_25, count=10)
    assert session.recalculate() == Recalculation(1, quiet=False, evaluations=0)
    assert value(session, "A1") == ExcelError.NUM
    session = opened(to_25, count=10, recalculations=9)
    assert session.recalculate() == Recalculation(4, quiet=True, evaluations=0)
    assert value(session, "A1") == 25.0
    session = opened(to_25, count=10, iterations=30)
    session.recalculate()
    assert value(session, "A1") == 25.0


@real
def test_soffice_killed_in_mid_session_is_one_error(opened, room):
    session = opened({"A1": "=B1", "B1": 1})
    session.recalculate()
    (office,) = [
        process for process in running(room) if "soffice.bin" in process.info["cmdline"][0]
    ]
    office.kill()
    with pytest.raises(EngineError, match=r"book\.xlsx: LibreOffice ended in mid-work$"):
        session.recalculate()
    assert is_clean(room)


@real
def test_close_leaves_no_process_and_no_file(opened, room):
    session = opened({"A1": "=B1", "B1": 1})
    assert len(running(room)) >= 2
    (folder,) = room.iterdir()
    sockets = set(SOCKETS.glob("OSL_PIPE_*"))
    assert any(folder.name in path.name for path in sockets)
    session.close()
    assert is_clean(room)
    assert len(sockets - set(SOCKETS.glob("OSL_PIPE_*"))) >= 2
