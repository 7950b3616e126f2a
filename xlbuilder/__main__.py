"""``python -m xlbuilder`` is the same as the command ``xlbuilder``."""

from xlbuilder.cli import main

main()
