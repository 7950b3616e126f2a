"""What ``test`` and ``verify --cases`` print of a report, and the exit code."""

from pathlib import Path

from xlbuilder.cli.say import tell
from xlbuilder.proof.cases.report import CaseReport
from xlbuilder.proof.cases.verdict import CaseKind
from xlbuilder.xlsx.atomic import new_text_file


def tell_cases(report: CaseReport, out: Path | None, *, as_json: bool) -> int:
    """Print a report, write it to the file ``out`` if there is one; return the exit code.

    It is 0 if all cases are right, 2 if one could not be run, else 1.
    """
    found = report.to_json()
    tell(found if as_json else report)
    if out is not None:
        with new_text_file(out) as file:
            file.write(f"{found}\n")
    if CaseKind.NOT_RUN in report.counts:
        return 2
    return 0 if report.all_right else 1
