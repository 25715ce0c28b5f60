"""Choosing among readings, and accounting for every word of the one that is taken."""
