"""Writes files whole or not at all: a file gets its name only when it is completely written."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, TextIO
from uuid import uuid4

from xlbuilder.errors import WorkbookError
from xlbuilder.files import check_unread, writes


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that replaces ``path`` when the block ends without an error.

    Until then it has a name of its own in the same folder, so that two processes can write the same
    file: the process that ends last wins.  A symbolic link is followed.  An existing ``path`` that
    is not a regular file, such as /dev/null, is written into.  Raises WorkbookError when the file
    cannot be written, or when the same call reads it; an older file then stays as it was.
    """
    check_unread(path)
    with _refused(path):
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
            return
        target = Path(os.path.realpath(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        with _temporary(target) as temporary:
            with temporary.open("wb") as file:
                yield file
            temporary.replace(target)


@contextmanager
def new_text_file(path: Path) -> Iterator[TextIO]:
    """Open a text file (UTF-8) as ``new_file`` does; it never replaces a workbook."""
    check_is_no_workbook(path)
    with new_file(path) as file, io.TextIOWrapper(file, encoding="utf-8") as text:
        yield text


def replace_file(path: Path, data: bytes) -> None:
    """Put ``data`` into the file ``path``, as ``new_file`` does."""
    with new_file(path) as file:
        file.write(data)


def check_is_no_workbook(path: Path) -> None:
    """Raise WorkbookError when a text file would have the name of a workbook."""
    if path.suffix.lower() in (".xlsx", ".xlsm"):
        raise WorkbookError(f"{path}: is the name of a workbook, and a text is written; rename it")


def check_target(path: Path) -> None:
    """Raise WorkbookError when ``path`` plainly cannot be written, or the same call reads it."""
    writes(path)
    reason = None
    with _refused(path):
        folder = path.parent
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        if path.is_dir():
            reason = "Is a directory"
        elif not folder.is_dir():
            reason = f"{folder} is no folder"
        elif not os.access(folder, os.W_OK):
            reason = f"the folder {folder} is read-only"
        elif path.exists() and not os.access(path, os.W_OK):
            reason = "it is write-protected"
    if reason:
        raise WorkbookError(f"{path}: cannot be written: {reason}")


def check_in_folder(path: Path) -> None:
    """Raise WorkbookError as `check_target` does, and when the folder of ``path`` does not exist.

    A report should not make a folder whose name was mistyped, nor overwrite a workbook.
    """
    check_is_no_workbook(path)
    check_target(path)
    if not path.parent.exists():
        raise WorkbookError(f"{path}: there is no folder {path.parent}; make it first")


def check_is_new(path: Path) -> None:
    """Raise WorkbookError when ``path`` exists already, or cannot be written."""
    check_target(path)
    if path.exists():
        raise WorkbookError(f"{path}: is there already; give another name or folder")


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    if "\0" in str(path):
        raise WorkbookError(f"{path}: cannot be written: no name of a file has a zero byte")
    try:
        yield
    except OSError as error:
        hint = ""
        if isinstance(error, PermissionError):
            hint = "; is it open in another program, or is the folder read-only?"
        raise WorkbookError(f"{path}: cannot be written: {error.strerror}{hint}") from None


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Make a folder and remove it when the block ends; raises WorkbookError without room for it."""
    try:
        with TemporaryDirectory(prefix="xlbuilder-") as folder:
            yield Path(folder)
    except OSError as error:
        reason = f"{error.strerror}; TMPDIR can name another folder"
        raise WorkbookError(f"a temporary file cannot be written: {reason}") from None


@contextmanager
def _temporary(target: Path) -> Iterator[Path]:
    """Make an empty file beside ``target``; it is removed unless the block renames it.

    The file has the usual permissions.  A file of ``tempfile`` is private, and to find the usual
    permissions one must change the umask, which all threads share.
    """
    temporary = target.with_name(f".xlbuilder-{uuid4().hex}.part")
    try:
        temporary.touch(exist_ok=False)
        yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink()
