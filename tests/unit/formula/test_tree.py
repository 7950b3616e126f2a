"""Formulas are keys, in every process."""

import pickle
import subprocess
import sys

from xlbuilder.formula.parse import parse

UNPICKLED = """
import pickle, sys
from xlbuilder.formula.parse import parse
node = pickle.loads(sys.stdin.buffer.read())
print({node: "found"}.get(parse("IF(A1>0,SUM(board),-x)")))
"""


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
