"""Pairs of language and program: kept in a file, found again by likeness."""
