"""The driver below the node: limits, link to the controller, planning of motions and grasps. No ROS."""
