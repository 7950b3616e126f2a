"""What a file with ``[[tests]]`` is: a strategy, a template, or cases of a workbook."""

from enum import Enum
from pathlib import Path

from xlbuilder.template.locate import shipped, strategies
from xlbuilder.template.toml import read_toml


class FileKind(Enum):
    """What holds tests."""

    STRATEGY = "strategy"
    TEMPLATE = "template"
    CASES = "file of cases"


def kind_of(name: str) -> FileKind:
    """Return what a name or the path of a file stands for.

    What is neither a template nor cases counts as a strategy: a name with parameters, a preset, and
    a name that does not exist.  Raises TemplateError for a file that cannot be read.
    """
    path = Path(name)
    if path.suffix != ".toml" or not path.is_file():
        is_template = name in shipped() and name not in strategies()
        return FileKind.TEMPLATE if is_template else FileKind.STRATEGY
    tables = read_toml(path)
    if "strategy" in tables:
        return FileKind.STRATEGY
    if "extends" in tables or isinstance(tables.get("workbook"), dict):
        return FileKind.TEMPLATE
    return FileKind.CASES if "tests" in tables else FileKind.STRATEGY
