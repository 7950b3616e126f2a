"""The engine libreoffice: a real spreadsheet program opens the workbook file and recalculates it.

It is the program's own iteration: an order of its own, cells that rest within a
recalculation once they did not change, Err:523 when the maximum of iterations ends it.  A
recalculation here is one hard recalculation (Ctrl+Shift+F9), and there are as many as the schedule
says; most workbooks need more than one, see ``engines.RECALCULATIONS``.  What differs from Excel
in the values: a logical value is a number, an empty text that is typed in clears the cell.

libreoffice_bridge.py speaks UNO, in a process of its own; POSIX only.  What a workbook could reach
from there, the network and other files, is closed by libreoffice_profile.xcu.
"""

import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from xlbuilder.errors import EngineError, EngineUnavailableError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.choices import Order
from xlbuilder.recalc.engines import HiddenIterations
from xlbuilder.recalc.engines.libreoffice_bridge import remove
from xlbuilder.recalc.iteration_off import warn_of_circle
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.restless import perhaps_restless, restless, restless_now
from xlbuilder.recalc.schedule import EXCEL, Recalculation, Schedule, Stop
from xlbuilder.xlsx.model import Model

ORDER = Order("libreoffice")
"""The order that a session says it has."""
REQUEST_SECONDS = 120.0
"""How long one request may take, the start of the program included."""

_SETTINGS = {
    # With threads LibreOffice 7.4 can give up in mid-iteration; from then on it calculates nothing.
    "SC_NO_THREADED_CALCULATION": "1",
    # It would ask a printer service for its printers over the network.
    "SAL_DISABLE_CUPS": "1",
}
"""Of the environment; libreoffice_profile.xcu has all others."""

_ERRORS = {
    503: ExcelError.NUM,
    521: ExcelError.NULL,
    523: ExcelError.NUM,  # no convergence
    524: ExcelError.REF,
    525: ExcelError.NAME,
    532: ExcelError.DIV0,
    32767: ExcelError.NA,
}
"""What an error code is in Excel; all others are #VALUE!."""


def open_workbook(model: Model, schedule: Schedule) -> "LibreOfficeSession":
    """Open a workbook file in a soffice of its own.

    Raises EngineUnavailableError without soffice or a Python that has uno, EngineError when the
    schedule asks for what LibreOffice does not do, WorkbookError when the file leads to others.
    """
    for problem in model.not_followed.values():
        raise WorkbookError(f"{model.path}: {problem}")
    honoured = (schedule.start, schedule.stop) == (EXCEL.start, Stop.CHANGES)
    if schedule.order not in (EXCEL.order, ORDER) or not honoured:
        raise EngineError(
            "the engine libreoffice has an order of its own; it starts from the file's values and"
            f" stops when nothing changes, so it cannot do {schedule.order}, start"
            f" {schedule.start}, stop at {schedule.stop.value}"
        )
    return LibreOfficeSession(model, schedule, Bridge(bridge_command(), model.path))


class Bridge:
    """A process that answers requests, in a group and a temporary folder of its own.

    The group and the folder go with ``close()``, with this object, with the interpreter, and after
    everything that went wrong.  It serves the process that made it: a fork has no pipe to it.
    """

    def __init__(
        self,
        command: Sequence[str],
        book: Path,
        seconds: float = REQUEST_SECONDS,
        file: bytes | None = None,
    ) -> None:
        """``file`` are the bytes to open in place of those of ``book``."""
        self._book = book
        self._seconds = seconds
        try:
            folder = Path(tempfile.mkdtemp(prefix="xlbuilder-")).resolve()
        except OSError as error:
            raise EngineError(f"{book}: LibreOffice cannot be started: {error}") from None
        alive, inherited = os.pipe()
        try:
            if file is None:
                shutil.copyfile(book, folder / "book.xlsx")  # LibreOffice locks what it opens
            else:
                (folder / "book.xlsx").write_bytes(file)
            process = subprocess.Popen(  # noqa: S603 - our own script
                [*command, str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=_environment() | _SETTINGS | {"TMPDIR": str(folder)},
                pass_fds=[inherited],
                start_new_session=True,
            )
        except BaseException as error:
            os.close(alive)
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, OSError):
                raise EngineError(f"{book}: LibreOffice cannot be started: {error}") from None
            raise
        finally:
            os.close(inherited)
        self._process = process
        self._alive = alive
        self._owner = os.getpid()
        self._numbers = count(1)
        self.close = weakref.finalize(self, _end, process, alive, folder, self._owner)
        _bridges.add(self)

    def ask(self, **request: object) -> dict[str, Any]:
        """Return the answer to a request; after an EngineError there is no other."""
        if self._owner != os.getpid():
            raise EngineError(
                f"{self._book}: is open in the LibreOffice of another process; open it again here"
            )
        if not self.close.alive:
            raise EngineError(f"{self._book}: is no longer open in LibreOffice")
        number = next(self._numbers)
        try:
            line = self._exchange(json.dumps({"number": number, **request}).encode() + b"\n")
        except BaseException:  # KeyboardInterrupt too: the next request would get this answer
            self.close()
            raise
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise self.failed(f"answered with something that is no JSON object: {line[:40]!r}")
        if answer.pop("number", None) != number:
            raise self.failed("gave the answer to another request")
        if "error" in answer:
            raise self.failed(" ".join(str(answer["error"]).split()))
        return answer

    def leave(self) -> None:
        """Close our ends of its pipes, in a fork: they are its owner's."""
        assert self._process.stdin
        assert self._process.stdout
        if self.close.alive:
            self._process.stdin.close()
            self._process.stdout.close()
            os.close(self._alive)

    def failed(self, what: str) -> EngineError:
        """Close, and return the error to raise."""
        self.close()
        return EngineError(f"{self._book}: LibreOffice {what}")

    def _exchange(self, line: bytes) -> bytes:
        assert self._process.stdin
        assert self._process.stdout
        to, back = self._process.stdin.fileno(), self._process.stdout.fileno()
        end, answer = time.monotonic() + self._seconds, b""
        while not answer.endswith(b"\n"):
            left = max(0.0, end - time.monotonic())
            readable, writable, _ = select.select([back], [to] if line else [], [], left)
            if not (readable or writable):
                raise self.failed(f"did not answer within {self._seconds:g} s and was ended")
            try:
                if writable:
                    line = line[os.write(to, line[: select.PIPE_BUF]) :]
                received = os.read(back, 2**16) if readable else b""
            except BrokenPipeError:
                readable, received = [back], b""
            if readable and not received:
                raise self.failed("ended in mid-work")
            answer += received
        return answer


_bridges: "weakref.WeakSet[Bridge]" = weakref.WeakSet()  # of this process, for its forks


def _leave_all() -> None:
    for bridge in _bridges:
        bridge.leave()


if hasattr(os, "register_at_fork"):  # POSIX
    os.register_at_fork(after_in_child=_leave_all)


class LibreOfficeSession(HiddenIterations):
    """A workbook opened in LibreOffice; see ``engines.Session``."""

    engine = "libreoffice"

    def __init__(self, model: Model, schedule: Schedule, bridge: Bridge) -> None:
        self.schedule = replace(schedule, order=ORDER)
        self._model = model
        self._formulas = model.formulas
        self._restless = restless(model)
        self._perhaps_restless = perhaps_restless(model)
        self._restless_now: frozenset[Area] | None = None
        self._is_circle_said = False
        self._bridge = bridge
        self._typed: dict[Area, Value] = {}
        self._entered: dict[Area, Value] = {}
        self.restart()

    def restart(self) -> None:
        """Go back to the values of the file."""
        self._typed.clear()
        self._entered.clear()
        self._restless_now = None
        self._bridge.ask(do="load", iterations=self.schedule.iterations)

    def enter(self, cell: Area, value: Value) -> None:
        """Type a value into a cell that holds no formula; None clears it."""
        if isinstance(value, ExcelError):
            raise EngineError(f"{cell.sheet}!{cell}: the engine libreoffice types no errors in")
        self._typed[cell] = float(value) if isinstance(value, bool) else value
        self._entered[cell] = value
        self._restless_now = None

    def recalculate(self) -> Recalculation:
        """Recalculate hard as often as the schedule says, or until one changes no formula cell.

        The iterations of the result are hard recalculations, and evaluations are not counted.  It
        is quiet when the last one changed no formula cell and left none at Err:523.  Cells that
        change in every recalculation, such as NOW, do not count (recalc/restless.py).
        """
        self._type()
        done, quiet = 0, False
        while done == 0 or (done < (self.schedule.recalculations or 1) and not quiet):
            done += 1
            answer = self._bridge.ask(do="recalculate", most=len(self._perhaps_restless) + 1)
            changed, converged = answer.get("changed"), answer.get("converged")
            if not (isinstance(changed, list) and isinstance(converged, bool)):
                raise self._bridge.failed("gave half an answer")
            if answer.get("circular") is True and not self._is_circle_said:
                self._is_circle_said = True
                self._warn_of_circle()
            quiet = converged and self._is_restless(changed)
        return Recalculation(iterations=done, quiet=quiet, evaluations=0)

    def _is_restless(self, changed: Sequence[tuple[str, int, int]]) -> bool:
        """Return whether only cells have changed that change in every recalculation."""
        cells = {
            Area(sheet, row + 1, column + 1, row + 1, column + 1) for sheet, column, row in changed
        }
        cells -= self._restless
        if cells and cells <= self._perhaps_restless:
            if self._restless_now is None:
                self._restless_now = restless_now(self._model, self._entered)
            cells -= self._restless_now
        return not cells

    def _warn_of_circle(self) -> None:
        with suppress(WorkbookError):  # a formula that LibreOffice alone can read
            warn_of_circle(load_program(self._model))

    def read(self, area: Area) -> list[Value]:
        """Return the values of an area, row by row."""
        self._type()
        bounds = [area.left - 1, area.top - 1, area.right - 1, area.bottom - 1]
        values = self._bridge.ask(do="read", sheet=area.sheet, bounds=bounds).get("values")
        cells = list(area.cells())
        if not isinstance(values, list) or len(values) != len(cells):
            raise self._bridge.failed("gave half an answer")
        return [self._value(*pair) for pair in zip(cells, values, strict=True)]

    def close(self) -> None:
        """End LibreOffice; this also happens when nothing refers to the session any more."""
        self._bridge.close()

    def _type(self) -> None:
        if self._typed:
            cells = [(c.sheet, c.left - 1, c.top - 1, value) for c, value in self._typed.items()]
            self._bridge.ask(do="enter", cells=cells)
            self._typed.clear()

    def _value(self, cell: Area, value: Any) -> Value:
        match value:
            case [int(code)]:
                return _ERRORS.get(code, ExcelError.VALUE)
            case "" if cell not in self._formulas:
                return None
            case float() | str():
                return value
        raise self._bridge.failed(f"gave {value!r} as the value of {cell.sheet}!{cell}")


def _end(process: "subprocess.Popen[bytes]", alive: int, folder: Path, owner: int) -> None:
    if os.getpid() != owner:  # a fork of ours
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)  # nobody waited for it yet, so the number is its own
    process.wait()
    select.select([alive], [], [], 10)  # until the last process of the group is gone
    os.close(alive)
    for stream in (process.stdin, process.stdout):
        assert stream
        stream.close()
    remove(folder)


def bridge_command() -> tuple[str, ...]:
    """Return the command of the UNO side, without its folder.

    Raises EngineUnavailableError without soffice or a Python that has uno.
    """
    program = shutil.which("soffice")
    if program is None:
        raise EngineUnavailableError(
            "engine libreoffice is not installed; install LibreOffice Calc (the program soffice)"
        )
    own = Path(program).resolve().parent / "python"
    for python in (str(own), "/usr/bin/python3", "python3"):
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(  # noqa: S603 - asks each Python whether it has uno
                [python, "-c", "import uno"],
                check=True,
                capture_output=True,
                env=_environment(),
                timeout=REQUEST_SECONDS,
            )
            return (python, str(Path(__file__).with_name("libreoffice_bridge.py")), program)
    raise EngineUnavailableError(
        "engine libreoffice is not installed; soffice is, but no Python that can import uno:"
        " install the package python3-uno"
    )


def _environment() -> dict[str, str]:
    """Return our environment without what is meant for our own Python."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
