"""Small jobs do not wait for the compiler of the engine fast."""

from pathlib import Path

from xlbuilder.recalc.engines.fast.compiler import COMPILER

FAST = Path(__file__).with_name("fast")


def interpret_if_cold(folder: Path = FAST) -> bool:
    """Let plain Python run the engine fast in this process, if its code was never compiled here.

    To be called before the engine is opened for the first time.  Compiling takes as long as some
    twenty puzzles in plain Python; whatever is larger compiles, once.  Returns whether it did so;
    ``folder`` holds the engine's modules and numba's cache.
    """
    written = max(source.stat().st_mtime for source in folder.glob("*.py"))
    cached = (folder / "__pycache__").glob("machine.run_pass-*.nbi")
    if any(index.stat().st_mtime > written for index in cached):
        return False
    COMPILER.leave_out()
    return True
