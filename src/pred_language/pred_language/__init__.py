"""Reads what a person wants: from words to a task, and from a question to its answer. No ROS."""
