"""The planner: from a sentence to a plan, and from a surprise to a better plan.

Only ``conversions`` and ``node`` need ROS.
"""
