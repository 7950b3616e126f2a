"""A file that several tests read is made once, whichever of the processes that test wants it."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from filelock import FileLock


class Once:
    """Makes files in one folder, which is new for each run of the tests."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, *key: object, make: Callable[[Path], None], ending: str = ".xlsx") -> Path:
        """Return the path of the file with this key; ``make`` writes it, where none has yet."""
        self._folder.mkdir(exist_ok=True)
        words = [str(each) for each in key]
        name = "_".join(words)[:60].replace("/", "-").replace(" ", "_")
        path = self._folder / f"{name}-{sha256(repr(words).encode()).hexdigest()[:12]}{ending}"
        with FileLock(path.with_suffix(".lock")):
            if not path.exists():
                make(path)
        return path
