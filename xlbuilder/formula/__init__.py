"""The formula language: parsed, checked against Excel's limits, closed for a host cell."""
