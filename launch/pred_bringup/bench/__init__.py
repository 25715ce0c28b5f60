"""The benchmark: tasks through the whole ROS graph, judged on the simulator's metadata alone."""
