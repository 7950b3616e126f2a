"""A replay as a person uses it: in Chromium, with mouse, keys and fingers, without a network."""

from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.helpers.browser import BLANK, DESKTOP, PHONE, ReplayPage, Shown, chromium
from tests.helpers.workbooks import whole_numbers
from xlbuilder.observe.candidates import CANDIDATES
from xlbuilder.observe.replay import Frame, Mark, Recorder, Replay, Why
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.engines import asked_schedule
from xlbuilder.recalc.schedule import EXCEL
from xlbuilder.render.replay_page import write_replay
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.xlsx.model import read_workbook

pytestmark = pytest.mark.program("chromium")
PUZZLE = "locked_5"
SEARCH = "search_1"


@pytest.fixture(scope="module")
def driver():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def model(built):
    return read_workbook(built("sudoku"))


@pytest.fixture(scope="module")
def pages(model, boards, tmp_path_factory):
    """Replays of two puzzles, and one that begins where locked candidates are found."""
    folder = tmp_path_factory.mktemp("replays")
    recorder = Recorder(model, "fast", asked_schedule("fast", "row-major"))
    recorded = {name: recorder.record(boards[name]) for name in (PUZZLE, SEARCH)}
    asked = {"locked_candidates": recorder.reasons.asked(["locked_candidates"])}
    for name, replay in recorded.items():
        write_replay(replay, folder / f"{name}.html")
    write_replay(recorded[PUZZLE], folder / "asked.html", asked)
    return folder


@pytest.fixture
def changed_reason(pages):
    """A candidate that is there, goes, and is then gone for another reason."""
    whys = [(True, Why()), (False, Why("a", "one")), (False, Why("b", "two"))]
    frames = [
        Frame("", number, 1, "", (), (Mark((0, 5), is_left, why),))
        for number, (is_left, why) in enumerate(whys, 1)
    ]
    replay = Replay(
        Path("a.xlsx"), "fast", EXCEL, Board((0,) * 81), tuple(frames), has_candidates=True
    )
    write_replay(replay, pages / "changed.html")


@pytest.fixture
def opened(driver, pages):
    """Return a function that opens a page; at the end the browser must have no complaint."""
    found = []

    def open_page(name=PUZZLE, size=DESKTOP):
        found.append(ReplayPage(driver, pages / f"{name}.html", size))
        return found[-1]

    yield open_page
    assert [page.complaints() for page in found] == [[]] * len(found)


def boards_of(solver, puzzle):
    """Yield what a replay has to show after each iteration.

    No candidate is drawn where a digit stands, where one was taken back just now, or where the
    solution does not show a clue yet.
    """
    digits = [0] * 81
    left: set[Candidate] = set()
    known: set[Candidate] = set()
    for _ in solver.iterations(puzzle):
        before, left_before = digits, left
        digits = whole_numbers(solver.shown())
        left = set(solver.left())
        taken = list(map(max, digits, before, puzzle.digits))
        drawn = {mark for mark in CANDIDATES if not taken[mark[0]]}
        new = {cell for cell in range(81) if digits[cell] and digits[cell] != before[cell]}
        again = (left - left_before) & known
        yield Shown(digits, new, left & drawn, (left_before - left) & drawn, again & drawn)
        known |= left


@pytest.mark.parametrize("name", [PUZZLE, SEARCH])
def test_the_board_is_that_of_the_workbook_in_each_iteration(opened, model, boards, name):
    """Forward one by one; then some of them again, from the last one back."""
    solver = Solver(model, "fast", asked_schedule("fast", "row-major"))
    seen = [BLANK]
    page = opened(name)
    assert page.shown() == BLANK
    for shown in boards_of(solver, boards[name]):
        page.press(Keys.ARROW_RIGHT)
        assert page.at() == len(seen)
        assert page.shown() == shown
        seen.append(shown)
    page.press(Keys.ARROW_RIGHT)
    assert page.at() == len(seen) - 1
    for number in range(len(seen) - 1, max(0, len(seen) - 8), -1):
        assert page.at() == number
        assert page.shown() == seen[number]
        page.press(Keys.ARROW_LEFT)


@pytest.mark.usefixtures("changed_reason")
def test_a_candidate_that_is_gone_goes_once(opened):
    page = opened("changed")
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert page.shown().gone == {(0, 5)}
    page.press(Keys.ARROW_RIGHT)
    assert page.shown() == BLANK
    page.element("R1C1").click()
    assert page.text("why").replace("\n", " ") == "5 removed in iteration 2: two b"


def test_keys_slider_and_buttons_go_through_the_iterations(opened):
    page = opened()
    last = int(page.element("slider").get_attribute("max"))
    for keys, at in (
        ([Keys.END], last),
        ([Keys.HOME], 0),
        ([Keys.ARROW_LEFT], 0),
        ([Keys.PAGE_DOWN, Keys.ARROW_RIGHT, Keys.PAGE_UP], 1),
    ):
        page.press(*keys)
        assert page.at() == at
    for button, at in (("next", 2), ("back", 1), ("last", last), ("first", 0)):
        page.element(button).click()
        assert page.at() == at
    page.element("slider").click()  # in its middle
    assert abs(page.at() - last / 2) <= 1
    middle = page.at()
    page.press(Keys.ARROW_RIGHT)  # the slider has the focus
    assert page.at() == middle + 1


def test_space_plays_and_pauses(opened):
    page = opened()
    page.press(Keys.SPACE)
    assert page.text("play") == "Pause"
    WebDriverWait(page.driver, 60).until(lambda _: page.at() >= 2)
    page.press(Keys.SPACE)
    assert page.text("play") == "Play"
    page.press(Keys.END, Keys.SPACE)  # from the end it begins again
    assert page.at() == 0
    page.press(Keys.SPACE)
    page.element("first").click()
    page.element("next").click()
    page.press(Keys.SPACE)  # presses the button, and plays nothing
    assert (page.at(), page.text("play")) == (2, "Play")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_cell_that_is_clicked_tells_its_reasons(opened, size):
    page = opened(size=size)
    page.press(Keys.END)
    candidate = page.driver.execute_script("""
        const marks = frames.flatMap((frame) => frame.marks);
        return marks.find(({ why }) => why.reason === "locked_candidates").candidate;
    """)
    cell, digit = candidate // 9, candidate % 9 + 1
    page.element(f"R{cell // 9 + 1}C{cell % 9 + 1}").click()
    lines = page.text("why").splitlines()
    told = [
        line.partition(" removed in iteration ") for line in lines if "locked_candidates" in line
    ]
    (words,) = (words for digits, _, words in told if str(digit) in digits.split(", "))
    assert ": locked candidates: " in words
    assert page.text("cell").startswith(f"Why is R{cell // 9 + 1}C{cell % 9 + 1} = ")
    assert lines[0].startswith(f"{page.text('cell')[-2]} placed in iteration ")
    page.element("why").find_element(By.TAG_NAME, "button").click()
    assert page.at() > 0
    assert page.shown() != BLANK


def test_what_changed_has_a_color_and_is_told(opened):
    page = opened()
    page.press(*[Keys.ARROW_RIGHT] * 4)
    new = page.driver.find_elements(By.CSS_SELECTOR, "[role=gridcell] b.new")
    gone = page.driver.find_elements(By.CSS_SELECTOR, "[role=gridcell] i.gone")
    assert new
    assert gone
    plain = page.driver.find_element(By.CSS_SELECTOR, "[role=gridcell] b.given")
    assert new[0].value_of_css_property("color") != plain.value_of_css_property("color")
    assert "line-through" in gone[0].value_of_css_property("text-decoration")
    said = page.text("said")
    assert said.startswith(f"{len(new)} digit")
    chips = page.element("changes").find_elements(By.TAG_NAME, "button")
    place = chips[-1].text.split("=")[0]
    chips[-1].click()
    assert page.text("cell").startswith(f"Why is {place} ")


def test_the_board_is_used_without_a_mouse(opened):
    page = opened()
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.TAB)
    page.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_DOWN)
    focused = page.driver.switch_to.active_element
    assert focused.get_attribute("id") == "R2C2"
    assert focused.get_attribute("aria-selected") == "true"
    assert focused.get_attribute("aria-label").startswith("R2C2: ")
    assert page.text("cell").startswith("Why is R2C2 ")
    assert page.at() == 2
    page.press(Keys.PAGE_DOWN)
    assert page.at() == 3
    page.press(Keys.TAB)
    assert page.driver.switch_to.active_element.get_attribute("id") == "first"
    names = [
        each.accessible_name
        for each in page.driver.find_elements(By.CSS_SELECTOR, "button, input, select")
    ]
    assert all(names)


def test_it_fits_a_phone(opened):
    page = opened(size=PHONE)
    page.press(*[Keys.ARROW_RIGHT] * 4)
    page.element("R5C5").click()
    width, inner = page.driver.execute_script(
        "return [document.documentElement.scrollWidth, innerWidth]"
    )
    assert width <= inner == PHONE[0]
    cell, button = (page.element(name).size for name in ("R5C5", "next"))
    assert min(cell["width"], cell["height"]) >= 36
    assert min(button["width"], button["height"]) >= 40
    slider = page.element("slider").rect
    assert slider["y"] + slider["height"] <= PHONE[1]  # all that is used without scrolling


def test_the_arrows_go_where_they_are_told(opened):
    page = opened("asked")
    stops = Select(page.element("stops"))
    assert stops.first_selected_option.text == "locked_candidates"
    visited = []
    while page.at() < int(page.element("slider").get_attribute("max")):
        visited.append(page.at())
        assert "removed (locked_candidates" in page.text("changes")
        page.press(Keys.ARROW_RIGHT)
    stops.select_by_visible_text("every iteration")
    page.element("first").click()
    found = []
    for number in range(1, int(page.element("slider").get_attribute("max"))):
        page.element("next").click()
        if "(locked_candidates" in page.text("changes"):
            found.append(number)
    assert visited == found
