"""How many iterations a generation takes under each order, as a Markdown table.

python benchmarks/life.py WORKBOOK [ITERATIONS]
"""

from itertools import islice
from pathlib import Path

from common import area_of, arguments_of

from xlbuilder.recalc.choices import ORDERS
from xlbuilder.recalc.engines import Session, open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import Model, read_workbook

LEFT_OUT = ("lagged", "truncated", "freeze", "freeze-random")
"""The workbook is not made for the first; the others leave the same cells out each time."""


def main(workbook: Path, iterations: int) -> None:
    """Print the table."""
    model = read_workbook(workbook)
    session = open_workbook("fast", model)
    print("| order | iterations a generation |")
    print("|---|---:|")
    for order in (name.replace("SEED", "1") for name in ORDERS):
        if order.partition(":")[0] not in LEFT_OUT:
            made = _generations(model, session, order, iterations)
            print(f"| {order} | {iterations / made:.1f} |", flush=True)


def _generations(model: Model, session: Session, order: str, iterations: int) -> float:
    """Return how many generations of the R-pentomino are made."""
    session.follow(Schedule.parse(order, iterations=iterations))
    for name, value in (("state", "Run"), ("pattern", "R-pentomino")):
        session.enter(next(area_of(model, name).cells()), value)
    for _ in islice(session.iterations(), iterations):
        pass
    (made,) = session.read(next(area_of(model, "generation").cells()))
    assert isinstance(made, float)
    return made


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("workbook", type=Path)
    parser.add_argument("iterations", nargs="?", type=int, default=1000)
    main(**vars(parser.parse_args()))
