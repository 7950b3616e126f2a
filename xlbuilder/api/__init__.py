"""What ``import xlbuilder`` gives, and what the command line calls; see docs/reference/api.md."""

from xlbuilder.api.runs import engines, generate, steps, try_, verify
from xlbuilder.api.template import Template, copy, libraries, load, strategies, templates
from xlbuilder.api.tests import test
from xlbuilder.api.workbook import Workbook, open
from xlbuilder.changes.diff import diff
from xlbuilder.changes.extract import extract
from xlbuilder.sudoku.board import Board

__all__ = [
    "Board",
    "Template",
    "Workbook",
    "copy",
    "diff",
    "engines",
    "extract",
    "generate",
    "libraries",
    "load",
    "open",
    "steps",
    "strategies",
    "templates",
    "test",
    "try_",
    "verify",
]
