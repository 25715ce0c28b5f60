"""Referring expressions: which of the remembered instances some words mean."""
