"""Print docs/reference/api.md: what `import xlbuilder` gives, from its signatures and docstrings.

python benchmarks/api_page.py > docs/reference/api.md
"""

import inspect
from collections.abc import Iterator
from typing import Any

import griffe

import xlbuilder

ORDER = [
    *("load", "Template", "render.sheet_map.SheetMap"),
    *("verify", "proof.report.Report", "proof.verify.Verdict", "sudoku.verdict.Kind"),
    *("sudoku.verdict.Outcome", "proof.cases.report.CaseReport"),
    *(f"proof.cases.verdict.{name}" for name in ("CaseVerdict", "CaseKind", "Mismatch")),
    *("proof.cases.verdict.Remedy", "proof.cases.verdict.Help"),
    *("proof.cases.compared.Disagreement", "proof.cases.compared.Rest", "proof.cases.runs.Run"),
    *("open", "Workbook", "observe.solved.Solved", "observe.solved.Rating"),
    *("observe.watch.WatchedIteration", "observe.watch.Change", "observe.probes.Meaning"),
    *("try_", "workshop.findings.Findings"),
    *("diff", "changes.diff.Diff", "changes.compare.Difference", "changes.compare.Aspect"),
    *("extract", "changes.extract.Extracted"),
    *("steps", "observe.steps.Way", "observe.steps.Step", "observe.steps.Deduction"),
    *("test", "workshop.cases.StrategyReport", "workshop.cases.CaseResult"),
    *("generate", "generation.puzzle.GeneratedPuzzle"),
    *("Board", "copy", "templates", "strategies", "libraries", "engines"),
]
"""Each function before what it returns, which is named by its module: nobody imports it."""
_NOT_FOR_USERS = ("loaded", "model", "areas", "key")
_LONG = 88


def page() -> str:
    """Return the page; raises ValueError when it would not have all of ``xlbuilder.__all__``."""
    errors = sorted(name for name in xlbuilder.__all__ if name.endswith("Error"))
    if {*(name for name in ORDER if "." not in name), *errors} != set(xlbuilder.__all__):
        raise ValueError("ORDER is not what xlbuilder.__all__ has")
    root = griffe.load("xlbuilder", resolve_aliases=True)
    return "\n\n".join(_blocks(root, errors)) + "\n"


def _blocks(root: Any, errors: list[str]) -> Iterator[str]:
    yield "# The Python API"
    yield "`python benchmarks/api_page.py` prints this page from the docstrings."
    yield _text(root)
    for name in ORDER:
        thing = root[name if "." in name else f"api.{name}"]
        yield f"## `{thing.name}`"
        if thing.is_function:
            yield _signature(f"xlbuilder.{name}", thing)
        yield _text(thing)
        if not thing.is_function:
            yield from _members(thing)
    yield "## Errors"
    rows = []
    for name in errors:
        error = root["errors"][name]
        rows.append(f"| `{name}` | `{error.bases[0]}` | {_summary(error)} |")
    yield "\n".join(["| error | is a | when |", "|---|---|---|", *rows])


def _members(thing: Any) -> Iterator[str]:
    members = [each for name, each in thing.members.items() if _is_public(name)]
    rows = [
        f"| `{each.name}` | {_type(each)} | {_summary(each)} |"
        for each in members
        if not each.is_function
    ]
    if rows:
        yield "\n".join(["| attribute | type | what it is |", "|---|---|---|", *rows])
    for each in members:
        if each.is_function:
            yield f"### `{thing.name}.{each.name}`"
            yield _signature(f".{each.name}", each)
            yield _text(each)


def _is_public(name: str) -> bool:
    return not name.startswith("_") and name not in _NOT_FOR_USERS


def _type(attribute: Any) -> str:
    """Return the type of an attribute, or the value of a member of an enum."""
    shown = attribute.annotation or attribute.value
    return "`{}`".format(str(shown).replace("|", "\\|").replace("'", '"'))


def _signature(called: str, function: Any) -> str:
    """Return how a function is called, with the types and the defaults."""
    written, is_keyword = [], False
    for each in function.parameters:
        if each.name == "self":
            continue
        if each.kind is griffe.ParameterKind.keyword_only and not is_keyword:
            written.append("*")
            is_keyword = True
        default = "" if each.default is None else f" = {each.default}".replace("'", '"')
        written.append(f"{each.name}: {each.annotation}{default}")
    returned = str(function.returns).strip("\"'")
    line = f"{called}({', '.join(written)}) -> {returned}"
    if len(line) > _LONG:
        line = "\n".join([f"{called}(", *(f"    {each}," for each in written), f") -> {returned}"])
    return f"```python\n{line}\n```"


def _text(thing: Any) -> str:
    """Return the docstring; "" where there is none."""
    return inspect.cleandoc(thing.docstring.value) if thing.docstring else ""


def _summary(thing: Any) -> str:
    """Return the docstring in one line of a table."""
    return " ".join(_text(thing).split()).replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
