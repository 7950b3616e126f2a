"""The command `verify --engine libreoffice` with its own defaults, and with many workers."""

import json

import pytest

pytestmark = pytest.mark.program("libreoffice")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory, puzzles):
    path = tmp_path_factory.mktemp("corpus") / "puzzles.txt"
    path.write_text("".join(f"{entry.puzzle}\n" for entry in puzzles.values()))
    return path


@pytest.fixture
def verdicts(run, made, corpus):
    """Return a function that gives the verdicts of a run, without their times.

    The published workbook is the one that takes LibreOffice the least time.
    """
    path = made("ellis", "--names", "inline")

    def verified(workers):
        options = ("--engine", "libreoffice", "--workers", workers, "--json")
        done = run("verify", path, "--puzzles", corpus, *options)
        assert done.returncode == 1  # one is beyond its rules
        assert done.stderr.startswith("xlbuilder: running the puzzles of ")
        assert len(done.stderr.splitlines()) == 1
        return [
            (each["puzzle"], each["verdict"], each["shown"], each["iterations"])
            for each in json.loads(done.stdout)["verdicts"]
        ]

    return verified


def test_many_workers_give_the_verdicts_of_one(verdicts, puzzles):
    """Each has a LibreOffice of its own."""
    expected = verdicts(1)
    assert [puzzle for puzzle, _, _, _ in expected] == [str(e.puzzle) for e in puzzles.values()]
    assert [verdict == "solved" for _, verdict, _, _ in expected] == [
        name != "beyond_singles" for name in puzzles
    ]
    assert verdicts(2) == expected


def test_show_recalculates_as_often_as_it_takes(run, made, boards):
    path = made("--no-values", "--puzzle", boards["hidden_1"])
    done = run("show", path, "--recalculate", "--engine", "libreoffice")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Solved." in done.stdout
    done = run("show", path, "--recalculate", "--engine", "libreoffice", "--recalculations", 1)
    assert "Working." in done.stdout


def test_verify_recalculates_no_more_than_it_is_asked_to(run, made, boards):
    options = ("--engine", "libreoffice", "--recalculations", 1, "--puzzles", boards["hidden_1"])
    done = run("verify", made(), *options)
    assert (done.returncode, "1 working" in done.stdout) == (1, True)
