"""What a workbook's document properties say, however strange: followed, or refused in one line."""

import json
from pathlib import Path

import pytest

from xlbuilder.drive.drive import MAX_ENTRIES, MAX_STEPS, Drive, Steps, Variant
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.values import LARGEST_WHOLE

PATH = Path("my.xlsx")

STRANGE = {
    "deep": "[" * 50_000,
    "infinite": '{"solved": [1e999]}',
    "no number": '{"solved": [NaN]}',
    "a text": '{"solved": ["1"]}',
    "a fraction": '{"solved": [1.5]}',
    "too large": f'{{"solved": [{LARGEST_WHOLE + 1}]}}',
    "thousands of digits": f'{{"solved": [{"9" * 4000}]}}',
    "more digits than Python takes": f'{{"solved": [{"9" * 5000}]}}',
    "many words": json.dumps({f"w{n}": [] for n in range(MAX_ENTRIES + 1)}),
    "many codes": f'{{"solved": {list(range(MAX_ENTRIES + 1))}}}',
    "long": '{"solved": [1]}' + " " * 100_000,
    "no table": "[1]",
}


def drive(**more):
    boards = {"input": "a", "solution": "b", "steps": "[]", **more}
    return Drive.from_properties({f"xlbuilder {key}": text for key, text in boards.items()}, PATH)


def refused(**more):
    damaged = r"^my\.xlsx: its document properties .* are damaged; build the workbook again"
    with pytest.raises(WorkbookError, match=damaged) as error:
        drive(**more)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_strange_codes(text):
    refused(says=text)


@pytest.mark.parametrize("value", ["1e999", "1.5", "null", "[]", "9" * 400, "9" * 5000])
def test_strange_entries(value):
    refused(steps=f'[{{"state": {value}}}]')


def test_many_steps():
    assert len(drive(steps=str([{}] * MAX_STEPS)).steps) == MAX_STEPS
    refused(steps=str([{}] * (MAX_STEPS + 1)))
    refused(steps=json.dumps([{f"c{n}": 1 for n in range(MAX_ENTRIES + 1)}]))


def test_a_drive_comes_back_as_it_went():
    steps: Steps = [{"state": "Solve", "depth": 3, "fast": True}, {}]
    there = Drive(input="a", solution="b", steps=steps, status="s", says={"solved": [1]})
    assert Drive.from_properties(there.to_properties(), PATH) == there


def test_no_property_is_longer_than_excel_keeps():
    houses = [f"'A sheet'!$D${4 + 12 * number}:$L${12 + 12 * number}" for number in range(20)]
    there = Drive(
        input="a",
        solution="b",
        steps=[{f"cell_{number}": "x" * 40} for number in range(12)],
        variant=Variant(houses=houses, apart=[[1, 2], [2, 1]], boxes=False),
    )
    said = there.to_properties()
    assert max(map(len, said.values())) <= 255
    assert Drive.from_properties(dict(reversed(said.items())), PATH) == there
