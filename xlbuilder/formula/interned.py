"""One object for all equal nodes, so that nodes which are equal are compared at once.

Formulas are keys of dictionaries.  Python compares two trees node by node, unless they are the same
object; one that is made of interned nodes is compared by the nodes right below it.
"""

from functools import lru_cache

from xlbuilder.formula.tree import Node

_MOST = 2**18
"""Nodes that are kept; the default workbook has some 30,000 different ones."""


@lru_cache(maxsize=_MOST)
def interned(node: Node) -> Node:
    """Return the first node that was equal to ``node``, whose children are interned."""
    return node
