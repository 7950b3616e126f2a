"""Frozen dataclasses that compute their hash once.

Formulas are keys of dictionaries.  A dataclass computes its hash from its fields each time, which
for a tree means from all the nodes below it.
"""

from typing import Any, TypeVar

_HASH = "_hash"

Class = TypeVar("Class")


def hashed_once(cls: type[Class]) -> type[Class]:
    """Have each object of a frozen dataclass (one without slots) keep its hash.

    The hash is not pickled: in another process Python gives the same text another hash.
    """
    computed = cls.__hash__

    def kept_hash(self: Any) -> int:
        kept: int | None = self._hash
        if kept is None:
            kept = computed(self)
            object.__setattr__(self, _HASH, kept)  # the object is frozen
        return kept

    def state(self: Any) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != _HASH}

    setattr(cls, _HASH, None)
    # Methods of a class are replaced on purpose, as the decorator `dataclass` does it.
    cls.__hash__ = kept_hash  # type: ignore[method-assign]
    cls.__getstate__ = state  # type: ignore[method-assign]
    return cls
