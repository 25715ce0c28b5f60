"""Bags in rosbag2's MCAP format: recorded, read, played, cut and exported without rosbag2's library."""
