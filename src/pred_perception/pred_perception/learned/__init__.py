"""Detectors that learned what things look like: open-vocabulary and fixed-class networks behind the same interface."""
