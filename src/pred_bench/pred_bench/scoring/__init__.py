"""Scores of results, their confidence intervals, summaries."""
