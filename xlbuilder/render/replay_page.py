"""A replay as one page of HTML that needs nothing else: no network, no other file.

The page is made of the files in page/.  It holds the replay as data, from which replay.js draws the
boards.
"""

import json
import logging
from collections.abc import Collection, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from xlbuilder.observe.replay import Replay, Why
from xlbuilder.render.svg import FONTS
from xlbuilder.sudoku.board import BOX_SHAPES
from xlbuilder.xlsx.atomic import new_text_file

_log = logging.getLogger(__name__)

AskedReasons = Mapping[str, Collection[str]]
"""Words of the user, each with the reasons for which it stands."""


def write_replay(replay: Replay, out: Path, asked: AskedReasons | None = None) -> None:
    """Write the page of a replay, whole or not at all.

    The page begins at the first iteration with a change for an ``asked`` reason.  The log reports
    what is left out.  Raises WorkbookError when the page cannot be written.
    """
    if replay.left_out:
        _log.info("left out: the last %s iterations; the page would be too large", replay.left_out)
    with new_text_file(out) as file:
        file.write(page(replay, asked))


def page(replay: Replay, asked: AskedReasons | None = None) -> str:
    """Return the page of a replay as HTML."""
    data = json.dumps(_data(replay, asked or {}), ensure_ascii=False, separators=(",", ":"))
    schedule = replay.schedule
    down, across = BOX_SHAPES[replay.puzzle.side]
    sizes = {"side": replay.puzzle.side, "down": down, "across": across}
    about = f"Engine {replay.engine}, order {schedule.order}, start {schedule.start}."
    return Template(_text("replay.html")).substitute(
        title=escape(f"Replay of {replay.path.name}"),
        about=escape(about),
        style=Template(_text("replay.css")).substitute(fonts=FONTS, **sizes),
        script=_text("replay.js"),
        run=data.replace("<", "\\u003c"),  # no text of a workbook ends the element
    )


def _text(name: str) -> str:
    return files("xlbuilder.render").joinpath("page", name).read_text(encoding="utf-8")


def _data(replay: Replay, asked: AskedReasons) -> dict[str, Any]:
    """Return what the page needs; changes share reasons, so each has a number in ``whys``."""
    whys: dict[Why, int] = {}
    side = replay.puzzle.side

    def place(why: Why) -> int:
        return whys.setdefault(why, len(whys))

    frames = [
        {
            "step": frame.step,
            "number": frame.number,
            "evaluated": frame.evaluated,
            "status": frame.status,
            "digits": [(each.cell, each.digit, place(each.why)) for each in frame.digits],
            "marks": [
                (
                    side * each.candidate[0] + each.candidate[1] - 1,
                    int(each.is_left),
                    place(each.why),
                )
                for each in frame.marks
            ],
        }
        for frame in replay.frames
    ]
    return {
        "puzzle": str(replay.puzzle),
        "side": side,
        "hasCandidates": replay.has_candidates,
        "leftOut": replay.left_out,
        "asked": {word: sorted(reasons) for word, reasons in asked.items()},
        "whys": [
            {"reason": why.reason, "words": why.words, "isGuess": why.is_guess} for why in whys
        ],
        "frames": frames,
    }
