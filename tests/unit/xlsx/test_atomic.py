"""New files are whole or absent, also when two processes write them; devices and links stay."""

import os
import stat
import threading
from pathlib import Path

import pytest

from xlbuilder.errors import WorkbookError
from xlbuilder.xlsx.atomic import (
    check_in_folder,
    check_is_new,
    check_target,
    new_file,
    new_text_file,
    replace_file,
)
from xlbuilder.xlsx.model import read_workbook


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_appears_when_it_is_whole(tmp_path):
    path = tmp_path / "new/x.txt"
    with new_text_file(path) as file:
        file.write("ä\n")
        file.flush()
        assert not path.exists()
    assert path.read_text(encoding="utf-8") == "ä\n"
    assert names(path.parent) == ["x.txt"]


def test_an_error_leaves_the_old_file(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), new_file(path) as file:
        file.write(bytes(1 // 0))
    assert path.read_text() == "old"
    assert names(tmp_path) == ["x.txt"]


def test_a_text_overwrites_no_workbook(tmp_path):
    path = tmp_path / "mine.xlsx"
    path.write_text("old")
    with pytest.raises(WorkbookError, match="is the name of a workbook"), new_text_file(path):
        pass
    with pytest.raises(WorkbookError, match="is the name of a workbook"):
        check_in_folder(path)
    assert path.read_text() == "old"


def test_two_writers_of_one_file_do_not_meet(tmp_path):
    path = tmp_path / "x.txt"
    with new_text_file(path) as first:
        first.write("first" * 10_000)
        with new_text_file(path) as second:
            second.write("second")
        assert path.read_text() == "second"
        first.write(".")
    assert path.read_text() == "first" * 10_000 + "."
    assert names(tmp_path) == ["x.txt"]


def test_a_device_is_written_into(tmp_path):
    replace_file(Path(os.devnull), b"x")
    assert not stat.S_ISREG(Path(os.devnull).stat().st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    thread = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    thread.start()
    replace_file(pipe, b"x")
    thread.join()
    assert read == [b"x"]
    assert names(tmp_path) == ["pipe"]


@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_is_followed(tmp_path, is_there):
    (tmp_path / "real").mkdir()
    target = tmp_path / "real/x.txt"
    if is_there:
        target.write_text("old")
    link = tmp_path / "link.txt"
    link.symlink_to("real/x.txt")
    replace_file(link, b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert names(tmp_path / "real") == ["x.txt"]


def test_a_new_file_has_the_usual_rights(tmp_path):
    (tmp_path / "usual").touch()
    replace_file(tmp_path / "x", b"")
    assert (tmp_path / "x").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize(
    ("name", "reason"), [("folder", "Is a directory"), ("file/x", "Not a directory|File exists")]
)
def test_what_cannot_be_written_is_one_line(tmp_path, name, reason):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(WorkbookError, match=rf"{name}: cannot be written: ({reason})$"):
        replace_file(tmp_path / name, b"")
    assert names(tmp_path) == ["file", "folder"]


def test_a_folder_that_is_read_only_is_refused(tmp_path, monkeypatch):
    check_target(tmp_path / "new" / "x.xlsx")
    monkeypatch.setattr("xlbuilder.xlsx.atomic.os.access", lambda *_: False)  # tests run as root
    with pytest.raises(WorkbookError, match=r"x\.xlsx: cannot be written: the folder .* is read-"):
        check_target(tmp_path / "new" / "x.xlsx")


def test_a_file_that_is_write_protected_is_refused(tmp_path, monkeypatch):
    """A new file that takes its place would need the right to write into the folder alone."""
    path = tmp_path / "x.json"
    path.touch()
    is_folder = lambda path, _: Path(path).is_dir()  # noqa: E731 - tests run as root
    monkeypatch.setattr("xlbuilder.xlsx.atomic.os.access", is_folder)
    with pytest.raises(WorkbookError, match=r"x\.json: cannot be written: it is write-protected$"):
        check_target(path)


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_file_can_have_is_one_line(tmp_path, name):
    path = tmp_path / f"{name}.txt"
    for do in (check_target, check_in_folder, check_is_new, replace_file, read_workbook):
        arguments = [path, b""] if do is replace_file else [path]
        with pytest.raises(WorkbookError, match=r": cannot be (written|read): "):
            do(*arguments)
