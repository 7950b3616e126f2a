"""A command that is killed while LibreOffice works for it leaves no process, folder or socket."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from tests.helpers.children import comes
from tests.helpers.cost import by_cost
from tests.helpers.room import SOCKETS, is_clean, left, running
from tests.helpers.workbooks import saved
from xlbuilder.recalc.engines.libreoffice import bridge_command

pytestmark = pytest.mark.program("libreoffice")

HUNG = 100
"""Seconds after which a test gives up; nothing takes a tenth of that."""
VERIFY = ("verify", "--engine", "libreoffice", "--puzzles", "puzzles.txt", "--workers")


@pytest.fixture
def room(tmp_path):
    folder = tmp_path / "room"
    folder.mkdir()
    return folder


@contextmanager
def python(room, *arguments, ended_by=signal.SIGKILL):
    """Run our Python until the block ends, with its temporary folders in the room."""
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=room.parent,
        env=os.environ | {"TMPDIR": str(room)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(ended_by)


@pytest.mark.parametrize("ended_by", by_cost([signal.SIGKILL, signal.SIGTERM], 0, 1))
@pytest.mark.parametrize(
    ("command", "offices"),
    [(("render", "--out", "x.pdf"), 1), ((*VERIFY, "1"), 1), ((*VERIFY, "2"), 2)],
    ids=["render", "verify", "workers"],
)
def test_nothing_is_left(made, room, command, offices, ended_by):
    (room.parent / "puzzles.txt").write_text(f"{'.' * 81}\n" * 50)
    name, *options = command
    arguments = ("-m", "xlbuilder", name, made("ellis", "--names", "inline"), *options)

    def are_open():
        profiles = [*room.glob("*/profile/user/registrymodifications.xcu")]
        return len(profiles) >= offices and len(running(room)) >= 2 * offices

    for _ in range(3):  # one that ends before it is seen at work was not killed
        with python(room, *arguments, ended_by=ended_by) as process:
            assert comes(lambda: are_open() or process.poll() is not None, HUNG)
            names = tuple(folder.name for folder in room.iterdir())
            was_open = are_open()
        assert comes(lambda: is_clean(room), HUNG), left(room)
        if was_open:
            break
        (room.parent / "x.pdf").unlink(missing_ok=True)
    assert was_open
    assert not [path for path in SOCKETS.glob("OSL_PIPE_*") if path.name.endswith(names)]
    assert not (room.parent / "x.pdf").exists()


def test_what_soffice_makes_to_the_last_is_removed(room):
    """One that is killed while it starts may make a socket or a folder after all was removed."""
    late = room.parent / "soffice"
    late.write_text(
        f"#!{sys.executable}\n"
        "import os, sys, urllib.parse\n"
        "late = urllib.parse.urlparse(sys.argv[1].partition('=')[2]).path + '/late'\n"
        "os.fork(), os.fork(), os.fork()\n"
        "while True:\n"
        "    try:\n"
        "        os.makedirs(late, exist_ok=True)\n"
        "    except OSError:\n"
        "        pass\n"
    )
    late.chmod(0o755)
    python_with_uno, bridge, _ = bridge_command()
    script = f"""
from pathlib import Path
from xlbuilder.recalc.engines.libreoffice import Bridge
command = {[python_with_uno, bridge, str(late)]!r}
Bridge(command, Path({str(saved(room.parent, {"A1": 1}))!r})).ask(do="load", iterations=None)
"""
    with python(room, "-c", script):
        assert comes(lambda: [*room.glob("*/profile/late")], HUNG)
    assert comes(lambda: is_clean(room), HUNG), left(room)
