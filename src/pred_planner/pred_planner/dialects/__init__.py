"""Parsers of the dialects in which language models answer. Text is parsed, never executed.

Each dialect module has ``parse(text, names) -> Parsed | Rejection``; :mod:`pred_planner.dialects.registry` lists them.
"""
