"""How many iterations a generation costs under each order, as a Markdown table.

python benchmarks/life.py WORKBOOK [ITERATIONS]
"""

import sys
from itertools import islice
from pathlib import Path

from xlbuilder.recalc.choices import ORDERS
from xlbuilder.recalc.engines import Session, open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import Model, read_workbook

LEFT_OUT = ("lagged", "truncated", "freeze", "freeze-random")
"""The workbook is not made for the first; the others leave cells out in all iterations."""


def main(workbook: str, iterations: str = "1000") -> None:
    """Print the table."""
    model = read_workbook(Path(workbook))
    session = open_workbook("fast", model)
    print("| order | iterations a generation |")
    print("|---|---:|")
    for order in (name.replace("SEED", "1") for name in ORDERS):
        if order.partition(":")[0] not in LEFT_OUT:
            made = _generations(model, session, order, int(iterations))
            print(f"| {order} | {int(iterations) / made:.1f} |", flush=True)


def _generations(model: Model, session: Session, order: str, iterations: int) -> float:
    """Return how many generations of the R-pentomino are made."""
    session.follow(Schedule.parse(order, iterations=iterations))
    for name, value in (("state", "Run"), ("pattern", "R-pentomino")):
        area = model.area(name)
        assert area is not None
        session.enter(next(area.cells()), value)
    for _ in islice(session.iterations(), iterations):
        pass
    generation = model.area("generation")
    assert generation is not None
    (made,) = session.read(next(generation.cells()))
    assert isinstance(made, float)
    return made


if __name__ == "__main__":
    main(*sys.argv[1:])
