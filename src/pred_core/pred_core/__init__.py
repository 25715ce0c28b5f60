"""What every PRED package shares. Only :mod:`pred_core.ros` needs ROS."""
