"""The part of pred_core that speaks ROS: QoS, conversions, parameters, action calls."""
