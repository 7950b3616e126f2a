"""A replay in Chromium: opened without a window and without a network, used as a person does."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from xlbuilder.sudoku.board import Candidate

DESKTOP, PHONE = (1280, 900), (375, 667)


@contextmanager
def chromium() -> Iterator[webdriver.Chrome]:
    """Start Chromium."""
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    options = webdriver.ChromeOptions()
    options.binary_location = programs["chromium"]
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    for argument in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu"):
        options.add_argument(f"--{argument}")
    with webdriver.Chrome(options, Service(programs["chromedriver"])) as driver:
        yield driver


class Shown(NamedTuple):
    """What the board shows."""

    digits: list[int]
    new: set[int]
    """The cells whose digits are new."""
    left: set[Candidate]
    gone: set[Candidate]
    """Removed just now."""
    again: set[Candidate]
    """Came back just now."""


BLANK = Shown([0] * 81, set(), set(), set(), set())


class ReplayPage:
    """A replay that is open in the browser."""

    def __init__(self, driver, path, size=DESKTOP):
        self.driver = driver
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1}
        is_phone = {"mobile": size == PHONE}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {**metrics, **is_phone})
        driver.get_log("performance")  # forgets what other pages did
        driver.get(path.as_uri())

    def element(self, name):
        return self.driver.find_element(By.ID, name)

    def text(self, name):
        return self.element(name).text

    def press(self, *keys):
        """Press keys one after the other, wherever the focus is."""
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def at(self):
        """Return the number of the iteration that is shown, as each part of the page says it."""
        script = "return [slider.value, where.textContent]"  # both at once: the page may be playing
        slider, where = self.driver.execute_script(script)
        assert where.strip().startswith(f"{slider} of ")
        return int(slider)

    def shown(self):
        """Return what the board shows."""
        script = """
            const seen = (each) => getComputedStyle(each).visibility === "visible";
            return [...document.querySelectorAll("[role=gridcell]")].map((cell) => [
              cell.querySelector("b").className, cell.querySelector("b").textContent,
              [...cell.querySelectorAll("i")].filter(seen).map((i) => [i.className, i.textContent]),
            ]);
        """
        cells = self.driver.execute_script(script)
        marks: dict[str, set[Candidate]] = {"left": set(), "gone": set(), "again": set()}
        for cell, (_, _, found) in enumerate(cells):
            for kinds, digit in found:
                for kind in kinds.split():
                    marks[kind].add((cell, int(digit)))
        stands = [{"given", "placed"} & set(kinds.split()) for kinds, _, _ in cells]
        return Shown(
            [int(digit) if stands[cell] else 0 for cell, (_, digit, _) in enumerate(cells)],
            {cell for cell, (kinds, _, _) in enumerate(cells) if "new" in kinds.split()},
            **marks,
        )

    def complaints(self):
        """Return what the browser has to say against the page, and what it asked the network."""
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        events = (
            json.loads(each["message"])["message"] for each in self.driver.get_log("performance")
        )
        asked = [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]
        return said + [url for url in asked if url != self.driver.current_url]
