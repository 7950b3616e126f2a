"""Prints which engine passes which micro-workbook: python tests/conformance/table.py.

docs/results/conformance.md is its output.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.helpers.cases import CASES, SILENT, opened, play
from xlbuilder.errors import EngineError, EngineUnavailableError, XlbuilderError
from xlbuilder.recalc.engines import ENGINES

HEAD = """# Conformance

    python tests/conformance/table.py > docs/results/conformance.md

Micro-workbooks whose answers are known in closed form, and which engine gives them.

*refuses*: the engine says that it cannot follow the order that the case is about.
*fails* is known and tested to be so; an engine may not be quoted for what it fails. LibreOffice
shows Err:523 in all cells of a loop that the maximum of iterations ended.
"""


def result(engine: str, name: str) -> str:
    """Run one case."""
    case = CASES[name]
    with tempfile.TemporaryDirectory() as folder:
        try:
            session = opened(engine, Path(folder), case)
        except EngineUnavailableError:
            return "not run"
        except EngineError:
            return "refuses"
        try:
            play(session, case, is_silent=engine in SILENT)
        except (AssertionError, XlbuilderError):
            return "*fails*"
    return "passes"


if __name__ == "__main__":
    print(HEAD)
    print("| workbook | " + " | ".join(ENGINES) + " | what it is |")
    print("|---" * (len(ENGINES) + 2) + "|")
    for name, case in CASES.items():
        results = " | ".join(result(engine, name) for engine in ENGINES)
        print(f"| {name} | {results} | {case.about} |", flush=True)
