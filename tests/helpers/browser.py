"""A replay in Chromium: opened without a window and without a network, used as a person does."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

DESKTOP, PHONE = (1280, 900), (375, 667)


@contextmanager
def chromium(config) -> Iterator[webdriver.Chrome]:
    """Start Chromium; skip without it, or fail when it is required."""
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    for name, path in programs.items():
        if path is None:
            if "chromium" in config.getoption("--require"):
                pytest.fail(f"Chromium is required here, and {name} is not installed")
            pytest.skip(f"needs Chromium: {name} is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = programs["chromium"]
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    for argument in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu"):
        options.add_argument(f"--{argument}")
    with webdriver.Chrome(options, Service(programs["chromedriver"])) as driver:
        yield driver


class Page:
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
        slider = int(self.element("slider").get_property("value"))
        assert self.text("where").startswith(f"{slider} of ")
        return slider

    def shown(self):
        """Return the digits of the 81 cells, and the candidates that are drawn and not struck."""
        script = """
            const seen = (each) => getComputedStyle(each).visibility === "visible";
            const shown = (each) => each.matches(".given, .placed") ? each.textContent : "";
            return [...document.querySelectorAll("[role=gridcell]")].map((cell) => [
              shown(cell.querySelector("b")),
              [...cell.querySelectorAll("i")].filter(seen).map((i) => i.className + i.textContent),
            ]);
        """
        cells = self.driver.execute_script(script)
        digits = [int(digit or 0) for digit, _ in cells]
        marks = {
            (cell, int(mark[-1]))
            for cell, (_, found) in enumerate(cells)
            for mark in found
            if mark.startswith("left")
        }
        return digits, marks

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
