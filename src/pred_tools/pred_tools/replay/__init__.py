"""Replay of decisions: recorded observations and questions through fresh nodes, and what is decided otherwise."""
