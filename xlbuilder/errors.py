"""The exceptions of xlbuilder; each carries one line that a person can act on."""


class XlbuilderError(Exception):
    """Anything that xlbuilder refuses or cannot do."""


class PuzzleError(XlbuilderError):
    """A text that is not a puzzle."""


class CriteriaError(XlbuilderError):
    """Criteria that no puzzle can meet, or for which no puzzle was found."""


class FormulaError(XlbuilderError):
    """A formula that Excel would refuse, or that lies outside the language of formula/parse.py."""


class TemplateError(XlbuilderError):
    """A template with problems; ``problems`` holds one line for each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class WorkbookError(XlbuilderError):
    """A workbook file that cannot be read, written or driven."""


class EngineError(XlbuilderError):
    """An engine that could not evaluate a workbook."""


class EngineUnavailableError(EngineError):
    """An engine whose software is not installed: never a verdict, always its own state."""


class WorkerLostError(XlbuilderError):
    """A worker process that was killed, and again when another did its work again."""
