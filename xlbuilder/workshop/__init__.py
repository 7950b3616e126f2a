"""Strategies tried and tested: what they find, solve, break and cost."""
