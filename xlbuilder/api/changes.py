"""What was changed in a workbook, and back to a template: diff, extract."""

import os

from xlbuilder.api.template import StrPath
from xlbuilder.changes.diff import Diff, compared, compared_with_built
from xlbuilder.changes.extract import TEMPLATE, Extracted, extracted


def diff(old: StrPath, new: StrPath | None = None) -> Diff:
    """Return what differs between two workbooks, each the path of an .xlsx file, or a template.

    A template, the path of a .toml file or the name of a shipped one, is built for this.  With one
    workbook alone, it is compared with what `Template.build` makes today of the template and the
    strategies that it was built from.  ``Diff.is_same`` says whether both mean the same,
    ``Diff.differences`` what differs, and the text of a ``Diff`` is its report.

    Raises WorkbookError when a file cannot be read, or does not say what it was built from,
    TemplateError with all problems of a template.
    """
    if new is None:
        return compared_with_built(os.fspath(old))
    return compared(os.fspath(old), os.fspath(new))


def extract(path: StrPath, base: StrPath | None = None, *, as_: str = TEMPLATE) -> Extracted:
    """Return the smallest template that builds a workbook which was changed in Excel.

    It extends ``base``, a template by name or path; by default that which the workbook was built
    from.  ``Extracted.text`` is the file, and ``Extracted.left`` what no template says.  With
    ``as_="strategy"`` it is the file of the strategy whose names were changed, which takes its
    place (``load(replace=...)``).

    Raises WorkbookError when the file cannot be read, has no defined names, or does not say what it
    was built from; TemplateError with all problems of the base, or when the names of one strategy
    alone were not changed.
    """
    return extracted(os.fspath(path), None if base is None else os.fspath(base), as_)
