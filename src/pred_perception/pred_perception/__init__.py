"""Detectors, object memory and semantic map. Only node and conversions need ROS."""
