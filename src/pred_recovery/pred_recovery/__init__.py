"""The executive: carries a plan out, measures every effect, recovers. Only ``ros`` needs ROS."""
