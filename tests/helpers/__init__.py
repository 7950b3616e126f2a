"""Modules that several tests import."""
