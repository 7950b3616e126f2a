"""The formula language: parsed, checked against Excel's limits, bound for a host cell."""
