"""Objects that keep their hash: equal ones are one key, in every process."""

import pickle
import subprocess
import sys
from dataclasses import dataclass

from xlbuilder.formula.hashed import hashed_once
from xlbuilder.formula.parse import parse

UNPICKLED = """
import pickle, sys
from xlbuilder.formula.parse import parse
node = pickle.loads(sys.stdin.buffer.read())
print({node: "found"}.get(parse("IF(A1>0,SUM(board),-x)")))
"""


class Counted:
    """A field that counts how often its hash is computed."""

    def __init__(self):
        self.times = 0

    def __hash__(self):
        self.times += 1
        return 1


@hashed_once
@dataclass(frozen=True)
class Holder:
    field: Counted


def test_the_hash_is_computed_once():
    counted = Counted()
    holder = Holder(counted)
    assert len({hash(holder) for _ in range(3)}) == 1
    assert counted.times == 1


def test_a_hash_does_not_go_into_another_process():
    """There each text has another hash."""
    node = parse("IF(A1>0,SUM(board),-x)")
    assert {node: "found"}[node] == "found"
    done = subprocess.run(
        [sys.executable, "-c", UNPICKLED],
        input=pickle.dumps(node),
        capture_output=True,
        check=True,
        env={"PYTHONHASHSEED": "1"},
    )
    assert done.stdout == b"found\n"
