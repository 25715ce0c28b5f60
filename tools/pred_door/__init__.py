"""The one door to PRED: set-up, build, launch, test and the ROS 2 tools behind one script.

Runs under any Python from 3.8 on with the standard library alone, because it is what makes the real environment.
"""
