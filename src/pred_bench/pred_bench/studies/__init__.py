"""Comparisons of several settings: ablation, recovery, CAPE's figures, planner accuracy."""
