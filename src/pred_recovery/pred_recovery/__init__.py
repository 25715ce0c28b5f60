"""The executive: carries a plan out, measures every effect, recovers. Only node and ros_* modules need ROS."""
