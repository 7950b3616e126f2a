"""Every path, module, link and test that the documents and docstrings name is there."""

import re
from importlib import import_module

import pytest

from tests.helpers.places import ROOT

PAGES = sorted(
    path for pattern in ("*.md", "docs/**/*.md", "benchmarks/*.md") for path in ROOT.glob(pattern)
)
SOURCES = sorted(
    path
    for top in ("benchmarks", "templates", "tests", "xlbuilder")
    for path in (ROOT / top).rglob("*")
    if path.suffix in (".py", ".toml") and path.name != "test_paths.py"
)
PATH = re.compile(
    r"(?<![\w./-])(?:(?:tests|xlbuilder|benchmarks|docs|templates|\.ci)/[\w./*-]*\w[*/]?"
    r"|(?!test_)\w[\w/]*\.py\b)"
)
"""From the top of the project, or the end of a path to a module, such as ``recalc/orders.py``."""
MODULE = re.compile(r"(?<![\w./-])xlbuilder(?:\.[a-z_]\w*)+(?:\.[A-Za-z_]\w*)*")
TEST = re.compile(r"(?<![\w./-])test_\w+(?![\w.])")
DEFINED = re.compile(r"def (test_\w+)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def name_of(path):
    return str(path.relative_to(ROOT))


def read(path):
    return path.read_text(encoding="utf-8")


MODULES = [f"/{name_of(path)}" for path in SOURCES]
TESTS = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in [path.stem, *DEFINED.findall(read(path))]
}


def is_path(text):
    """Return whether a text is the path, pattern or end of a path of something in the project."""
    return any(ROOT.glob(text.rstrip("/"))) or any(each.endswith(f"/{text}") for each in MODULES)


def is_importable(dotted):
    """Return whether a dotted name is a module, or stands in one."""
    words = dotted.split(".")
    for length in range(len(words), 0, -1):
        try:
            found = import_module(".".join(words[:length]))
        except ModuleNotFoundError:
            continue
        for word in words[length:]:
            found = getattr(found, word, None)
        return found is not None
    return False


def anchors(text):
    """Return the anchors that GitHub gives the headings of a page."""
    seen: list[str] = []
    for heading in HEADING.findall(FENCE.sub("", text)):
        shown = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        slug = re.sub(r"[^\w\- ]", "", shown).replace(" ", "-")
        seen.append(f"{slug}-{seen.count(slug)}" if slug in seen else slug)
    return seen


def leads_somewhere(link, page, text):
    """Return whether a link in the text of a page has a target, and its anchor a heading."""
    target, _, anchor = link.partition("#")
    other = page.parent / target if target else page
    if not other.exists():
        return False
    return not anchor or anchor in anchors(text if other == page else read(other))


def stale_words(text):
    """Yield the paths and modules in a text that are not there."""
    yield from (path for path in PATH.findall(text) if not is_path(path))
    yield from (name for name in MODULE.findall(text) if not is_importable(name))


def stale_links(page, text):
    """Yield the tests and links that a page of Markdown names and that are not there."""
    known = TESTS | set(DEFINED.findall(text))
    yield from (name for name in TEST.findall(text) if name not in known)
    for link in LINK.findall(FENCE.sub("", text)):
        if not re.match("https?:", link) and not leads_somewhere(link, page, text):
            yield link


def test_every_path_and_module_that_is_named_is_there():
    in_a_test = {"main.py", "numba.py", "pysat/__init__.py"}  # what tests write for themselves
    stale = [
        f"{name_of(path)}: {word}"
        for path in [*PAGES, *SOURCES]
        for word in stale_words(read(path))
        if word not in in_a_test
    ]
    assert not stale, "\n".join(stale)


def test_every_link_and_test_that_is_named_is_there():
    stale = [f"{name_of(path)}: {link}" for path in PAGES for link in stale_links(path, read(path))]
    assert not stale, "\n".join(stale)


@pytest.mark.parametrize(
    "text",
    [
        "see `tests/test_schedule.py`",
        "`xlbuilder/recalc/none.py`, `differs`",
        "docs/ci.md",
        "benchmarks/*.toml",
        "see recalc/nothing.py",
        "from xlbuilder.judge import Kind",
        "`xlbuilder.errors.NoSuchError`",
    ],
)
def test_a_path_or_module_that_is_not_there_is_seen(text):
    assert len(list(stale_words(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "`test_that_nobody_wrote` shows it",
        "[the page](docs/ci.md)",
        "[below](#no-such-heading)",
        "[a page](docs/reference/templates.md#no-such-heading)",
    ],
)
def test_a_link_or_test_that_is_not_there_is_seen(text):
    assert len(list(stale_links(ROOT / "README.md", text))) == 1


def test_what_is_there_is_not_reported():
    text = """# A heading: `one` of *two*

    `xlbuilder.errors.XlbuilderError`, `xlbuilder/recalc/`, `tests/docs/*.py`, recalc/orders.py,
    [up](#a-heading-one-of-two), [guide](docs/reference/keys.md#the-guide),
    test_what_is_there_is_not_reported, [elsewhere](https://example.org/docs/ci.html)
    """
    assert list(stale_words(text)) == []
    assert set(stale_links(ROOT / "README.md", text)) <= {"test_what_is_there_is_not_reported"}
