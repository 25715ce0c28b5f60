"""Tasks of the benchmarks: their files, their goals, and the worlds that goals are judged in. No ROS."""
