"""What a workbook was built from: the file has it as a custom document property.

Excel shows it under File > Info > Properties > Advanced.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

PROPERTY = "Built from"
_MOST = 255
"""The most characters of a document property; Excel cuts off a longer one."""
_TOO_LONG = "xlbuilder, with more words than a property holds"


@dataclass(frozen=True)
class Origin:
    """The arguments of `build`."""

    template: str
    """The name of a shipped template, or the path of a file as it was given."""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    names: str = "defined"
    unprotected: bool = False
    plain: bool = False
    version: str = ""
    """The version of xlbuilder."""

    @property
    def command(self) -> str:
        """Return the arguments as on the command line, without the puzzle."""
        words = ["xlbuilder build", self.template]
        words += [f"--with {name}" for name in self.added]
        words += [f"--without {name}" for name in self.removed]
        words += [f"--names {self.names}"] * (self.names != "defined")
        words += ["--unprotected"] * self.unprotected + ["--plain"] * self.plain
        return " ".join(words)

    def to_properties(self) -> dict[str, str]:
        """Return the origin as document properties; one that is too long only says so."""
        said = {key: value for key, value in asdict(self).items() if value}
        text = json.dumps(said)
        return {PROPERTY: text if len(text) <= _MOST else _TOO_LONG}

    @classmethod
    def from_properties(cls, properties: Mapping[str, str]) -> "Origin | None":
        """Return the origin in `properties`; None when there is none, or when it is damaged."""
        try:
            said = json.loads(properties.get(PROPERTY, "")[:_MOST])
            lists = {key: tuple(said.get(key, ())) for key in ("added", "removed")}
            origin = cls(**{**said, **lists})
        except (ValueError, TypeError, AttributeError, RecursionError):
            return None
        texts = (origin.template, *origin.added, *origin.removed, origin.names, origin.version)
        return origin if all(isinstance(text, str) for text in texts) else None
