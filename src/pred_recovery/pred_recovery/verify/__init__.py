"""Comparing the world with what the plan assumes, and having the plan revised."""
