"""Which files a call reads and writes: a call never writes a file that it reads, under any name.

Readers open files with `opened_to_read`, and writers say beforehand what they write (`writes`).
The second use of a file is refused, before the run has done work or written anything.  The files
that a template names count too.
"""

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

from xlbuilder.errors import WorkbookError

FilesRead = Mapping[str, Path | int]
"""The files that were read: the name in messages, and the path or the number of the open file."""

NOTHING: FilesRead = {}
"""No file was read."""


@dataclass
class _Files:
    read: dict[str, Path | int] = field(default_factory=dict)
    written: dict[str, Path | int] = field(default_factory=dict)


_of_call: ContextVar[_Files | None] = ContextVar("files of the call", default=None)


@contextmanager
def one_call(read: FilesRead = NOTHING) -> Iterator[FilesRead]:
    """Compare the files that the block reads and writes; give the files that it has read.

    ``read`` are the files from which the objects of the block were read before.  A block within
    another block is a part of the outer block.
    """
    files = _of_call.get()
    if files is not None:
        files.read.update(read)
        yield files.read
        return
    files = _Files(dict(read))
    before = _of_call.set(files)
    try:
        yield files.read
    finally:
        _of_call.reset(before)


def opened_to_read(path: Path) -> BufferedReader:
    """Open a file; raises WorkbookError when the same call writes it, OSError as ``open`` does."""
    _reads(str(path), path.absolute())
    return path.open("rb")


def reads_stream(stream: IO[Any], name: str) -> None:
    """Say that a stream is read, such as standard input; raises as `opened_to_read` does."""
    with suppress(OSError, ValueError):  # it is no file
        _reads(name, stream.fileno())


def writes(path: Path) -> None:
    """Say beforehand that a file will be written; to say it again changes nothing.

    Raises WorkbookError when the same call reads it, or writes it under another name.
    """
    check_unread(path)
    if (files := _of_call.get()) is None:
        return
    name = str(path)
    for other, place in files.written.items():
        if other != name and _is_one_file(place, path):
            raise _refused(name, other, "written")
    files.written[name] = path.absolute()


def check_unread(path: Path) -> None:
    """Raise WorkbookError when the call has read the file."""
    if (files := _of_call.get()) is not None:
        for other, place in files.read.items():
            if _is_one_file(place, path):
                raise _refused(str(path), other, "read")


def writes_stream(stream: IO[Any], name: str) -> None:
    """Say that a stream is written, such as standard output: a file may stand behind it."""
    if (files := _of_call.get()) is not None:
        with suppress(OSError, ValueError):  # it is no file
            files.written[name] = stream.fileno()


def would_be_one(one: Path, other: Path) -> bool:
    """Return whether two output paths would be the same file; they need not exist yet."""
    return _is_one_file(one, other) or _name(one) == _name(other)


def _reads(name: str, place: Path | int) -> None:
    if (files := _of_call.get()) is None:
        return
    files.read[name] = place
    for other, written in files.written.items():
        if _is_one_file(written, place):
            raise _refused(other, name, "read")


def _refused(name: str, other: str, doing: str) -> WorkbookError:
    same = "" if name == other else f"is the same file as {other}, which "
    return WorkbookError(f"{name}: {same}is {doing} too; give the output another name")


def _is_one_file(one: Path | int, other: Path | int) -> bool:
    """Return whether both exist and are the same file; devices and pipes do not count."""
    try:
        seen = os.stat(one), os.stat(other)  # noqa: PTH116 - of numbers too
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(seen[0].st_mode) and os.path.samestat(*seen)


def _name(path: Path) -> str:
    """Return the full path of a file, in one case where the file system ignores case."""
    real = Path(os.path.realpath(path))
    swapped = Path(str(real.parent).swapcase())
    folds = False
    with suppress(OSError):
        folds = swapped != real.parent and swapped.samefile(real.parent)
    return str(real).casefold() if folds else os.path.normcase(real)
