"""What was changed in a workbook: diff."""

import os

from xlbuilder.api.template import StrPath
from xlbuilder.changes.diff import Diff, compared, compared_with_built


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
