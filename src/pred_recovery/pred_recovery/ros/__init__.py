"""What needs ROS: the node, its parameters, and how requests, observations and decisions travel."""
