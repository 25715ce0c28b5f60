"""Doing one subgoal."""
