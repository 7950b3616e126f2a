"""The tests of xlbuilder."""
