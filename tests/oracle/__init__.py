"""Players in plain Python: what a strategy should find, and whether a hint is true."""
