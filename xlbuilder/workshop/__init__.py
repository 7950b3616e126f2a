"""Strategies tried on puzzles: what they solve, what they break, and what they cost."""
