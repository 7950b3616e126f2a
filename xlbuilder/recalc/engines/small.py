"""Small jobs do not wait for the compiler of the engine fast."""

from pathlib import Path

FAST = Path(__file__).with_name("fast")


def interpret_if_cold(folder: Path = FAST) -> bool:
    """Let plain Python run the engine fast in this process, if its code was never compiled here.

    To be called before the engine is opened for the first time.  Compiling takes as long as some
    fifty puzzles in plain Python (0.3 seconds each); whatever is larger compiles, once.  Returns
    whether it did so; ``folder`` holds the engine's modules and numba's cache.
    """
    try:
        import numba  # noqa: PLC0415 - heavy, and only in the extra `verify`
    except ImportError:
        return False  # the engine itself says so
    written = max(source.stat().st_mtime for source in folder.glob("*.py"))
    cached = (folder / "__pycache__").glob("machine.run_pass-*.nbi")
    if any(index.stat().st_mtime > written for index in cached):
        return False
    numba.config.DISABLE_JIT = True  # type: ignore[attr-defined]  # not in the stubs
    return True
