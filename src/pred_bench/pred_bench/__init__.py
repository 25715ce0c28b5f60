"""The benchmark: tasks done by the whole ROS graph and judged by the world, not by what the robot believes."""
