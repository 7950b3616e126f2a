"""What ``import xlbuilder`` gives, and what the command line is made of; docs/reference/api.md."""

from xlbuilder.api.changes import diff, extract
from xlbuilder.api.runs import engines, generate_puzzles, run_tests, steps, try_strategies, verify
from xlbuilder.api.template import Template, libraries, load, strategies, templates
from xlbuilder.api.workbook import Workbook, open
from xlbuilder.changes.compare import Aspect, Difference
from xlbuilder.changes.diff import Diff
from xlbuilder.changes.extract import Extracted
from xlbuilder.generate.puzzle import GeneratedPuzzle
from xlbuilder.proof.probes import Meaning
from xlbuilder.proof.rating import Rating
from xlbuilder.proof.report import Report
from xlbuilder.proof.solved import Solved
from xlbuilder.proof.steps import Deduction, Step, Way
from xlbuilder.proof.verify import Verdict
from xlbuilder.proof.watch import Change, Watched
from xlbuilder.render.sheet_map import SheetMap
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.workshop.cases import CaseResult, StrategyReport
from xlbuilder.workshop.findings import Findings

__all__ = [
    "Aspect",
    "Board",
    "CaseResult",
    "Change",
    "Deduction",
    "Diff",
    "Difference",
    "Extracted",
    "Findings",
    "GeneratedPuzzle",
    "Kind",
    "Meaning",
    "Rating",
    "Report",
    "SheetMap",
    "Solved",
    "Step",
    "StrategyReport",
    "Template",
    "Verdict",
    "Watched",
    "Way",
    "Workbook",
    "diff",
    "engines",
    "extract",
    "generate_puzzles",
    "libraries",
    "load",
    "open",
    "run_tests",
    "steps",
    "strategies",
    "templates",
    "try_strategies",
    "verify",
]
